import PushText

/// The state of a device on one screen, as `status` shows it.
package struct StatusAnswer: Sendable {
    /// The device.
    package var device: Device
    /// Its app; nil if none is installed.
    package var app: App?
    /// The network, the endpoint and the clock.
    package var surroundings: Surroundings
    /// The time as it is shown.
    package var clock: String
    /// Whether the clock follows the system's.
    package var usesRealClock: Bool
    /// The newest push; `null` if none was sent, and nil without an app.
    package var last: JSON?

    /// Makes an answer without a push.
    package init(
        device: Device, app: App?, surroundings: Surroundings, clock: String, usesRealClock: Bool
    ) {
        self.device = device
        self.app = app
        self.surroundings = surroundings
        self.clock = clock
        self.usesRealClock = usesRealClock
    }

    /// The answer as JSON.
    package static let form = JSONForm<StatusAnswer>([
        .object("device", Device.form) { $0.device },
        .object(orNull: "app", App.form) { $0.app },
        .object("endpoint", endpoint) { $0.surroundings.config },
        .choice("network") { $0.surroundings.network.mode },
        .texts("stubs") { $0.surroundings.network.stubs.map(\.text) },
        .text("clock") { $0.clock },
        .flag("real_clock") { $0.usesRealClock },
        .json("last", lastSchema, isOptional: true) { $0.last },
    ])

    private static let endpoint = JSONForm<Config>([
        .text("name") { $0.endpoint.name },
        .text("url") { $0.endpoint.url },
        .flag("postback") { $0.endpoint.postback },
        .text("key") { $0.text("td.write_key") ?? "" },
    ])

    /// The newest push, as `last` has it.
    package struct Last: Sendable {
        /// Its ID.
        package var id: String
        /// Its state; nil if it has not arrived.
        package var state: String?
        /// The time of its arrival; nil if it has not arrived.
        package var at: String?
        /// The first broken link of `why`; nil if nothing is broken.
        package var broken: JSON?

        /// Describes a push.
        package init(id: String, state: String? = nil, at: String? = nil, broken: JSON?) {
            self.id = id
            self.state = state
            self.at = at
            self.broken = broken
        }

        /// The push as JSON.
        package static let form = JSONForm<Last>([
            .text("id") { $0.id },
            .text(orNull: "state") { $0.state },
            .text(orNull: "at") { $0.at },
            .json("broken", ["type": ["object", "null"]]) { $0.broken ?? .null },
        ])
    }

    private static var lastSchema: JSON {
        var schema = Last.form.schema
        schema["type"] = ["object", "null"]
        return schema
    }
}

extension App {
    /// The app as `status` shows it.
    package static let form = JSONForm<App>([
        .text("id") { $0.address.bundleID },
        .choice("state") { $0.state },
        .flag("launched") { $0.wasLaunched },
        .choice("permission") { $0.permission.status },
        .text(orNull: "user") { $0.userID },
        .text(orNull: "registration_token") { $0.tokens.published },
        .text(orNull: "device_token") { $0.tokens.deviceToken },
        .number("queue") { $0.queue.count },
        .number("badge") { $0.badge },
        .number("shown") { $0.center.visible.count },
    ])
}
