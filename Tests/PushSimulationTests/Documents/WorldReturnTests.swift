import PushModel
import PushPayload
import PushText
import Testing

@testable import PushSimulation

/// SH-02: a world comes back from its documents and rows, as the next process reads them.
@Suite struct WorldReturnTests {
    /// A world with the rows of its notifications.
    private struct Kept {
        var stage = Stage()
        var rows: [Int64: NotificationRow] = [:]

        mutating func act(_ action: Action) throws {
            try stage.act(action)
            for change in stage.step.changes {
                switch change {
                case .notification(let row): rows[row.sequence] = row
                case .notificationState(let sequence, let state, _): rows[sequence]?.state = state
                default: break
                }
            }
        }

        /// The world as another process reads it.
        func reread() throws -> World? {
            var documents: [DocumentKey: JSON] = [:]
            for key in stage.world.documentKeys {
                var bytes: [UInt8] = []
                stage.world.document(key)?.write(to: &bytes)
                documents[key] = try JSONParser.parse(bytes)
            }
            guard var world = World(documents: documents) else { return nil }
            for app in world.devices.flatMap(\.apps) {
                let own = rows.values.filter { $0.app == app.address && $0.state.isWaiting }
                world.restore(own.sorted { $0.sequence < $1.sequence }, to: app.address)
            }
            return world
        }
    }

    private static func push(_ aps: String, _ more: String = "") throws -> Action {
        let text = #"{"aps": {\#(aps)}\#(more)}"#
        return .receive(
            Push(payload: try Payload(bytes: Array(text.utf8)), byteCount: text.utf8.count))
    }

    /// Each kind of push, event and step, one after the other.
    private static func actions() throws -> [Action] {
        let alert = #""alert": {"title": "T", "body": "B"}"#
        let critical = #", "sound": {"name": "default", "critical": 1, "volume": 1}"#
        return [
            .app(.set(key: "entitlement.critical", value: "on")),
            .app(.set(key: "permission.options", value: "alert,badge,sound,critical-alert")),
            .app(.launch), .login("ann"), .app(.background), try push(alert),
            .app(.set(key: "entitlement.time-sensitive", value: "on")),
            .permission(.turn(.criticalAlerts, isOn: true)), try push(alert + critical),
            try push(alert + #", "interruption-level": "critical""#),
            try push(alert + #", "interruption-level": "time-sensitive", "relevance-score": 0.5"#),
            try push(alert + #", "interruption-level": "passive", "thread-id": "t", "badge": 4"#),
            // What has come keeps its level.
            .permission(.turn(.criticalAlerts, isOn: false)),
            .permission(.turn(.timeSensitive, isOn: false)),
            try push(
                alert, #", "message_id": "m1", "deeplink": "myapp://a", "td_campaign_id": "c""#),
            .tap(id: "m1", button: nil, opensLink: true), .dismiss(id: nil),
            .app(.background), try push(#""content-available": 1"#),
            .device(.summary([480])), try push(alert),
            .advance(to: Tick.scriptStart.advanced(by: 36_000_000)),
            .device(.offline), try push(alert, #", "message_id": "m2""#), .device(.online),
            .device(.lock), .device(.set(.focus, on: true)), try push(alert),
            .token(.subscribe(topic: "news")), .token(.refresh), .token(.expire),
            .network(.off), .open("myapp://coupons/7", from: LinkSource()),
            .device(.add(name: "tab", model: nil, os: nil)), .device(.use("tab")),
            .app(.install(.ncmb, bundleID: nil)), .app(.launch), try push(alert),
            .permission(.deny), .logout, .app(.kill), .app(.uninstall), .device(.use("phone")),
            .device(.restart), .app(.update(version: "2", firebase: nil)), .dismissAll,
        ]
    }

    @Test func `after every step the next process has the same world`() throws {
        var kept = Kept()
        for (number, action) in try Self.actions().enumerated() {
            do { try kept.act(action) } catch is Refusal {}
            let isSame = try kept.reread() == kept.stage.world
            try #require(isSame, "step \(number): \(action)")
        }
    }
}
