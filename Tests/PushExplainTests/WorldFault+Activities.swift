import PushModel
import PushText

@testable import PushExplain
@testable import PushSimulation

extension WorldPlan {
    /// A push to a Live Activity in the place of an alert.
    struct ActivityLetter {
        var event = "update"
        var timestamp: Int? = 1_767_225_660
        var state = #"{"stops": 2}"#
        var alert: String?
        var own: String?

        /// The payload's `aps`.
        var aps: String {
            var parts = ["\"event\": \"\(event)\"", "\"content-state\": \(state)"]
            if let timestamp { parts.append("\"timestamp\": \(timestamp)") }
            if let alert { parts.append("\"alert\": \(alert)") }
            if event == "start" {
                parts.append(#""attributes-type": "Bus", "attributes": {}"#)
            }
            if let own { parts.append(own) }
            return "{" + parts.joined(separator: ", ") + "}"
        }
    }
}

/// Faults of pushes to Live Activities, and what such pushes never bring about.
extension WorldFault {
    static let activities: [WorldFault] =
        [
            live("unsupported", .activityUnsupported) {
                $0.before.removeAll { $0 == .set("activities", "on") }
            },
            live("turned off", .activityTurnedOff) {
                $0.after.append(.permission(.turn(.liveActivities, isOn: false)))
            },
            live("no timestamp", .activityIncomplete) { $0.letter.activity?.timestamp = nil },
            live("another state", .activityUndecodable) {
                $0.before.append(.set("activities.state-keys", "stops"))
                $0.letter.activity?.state = #"{"Stops": 2}"#
            },
            live("none was started", .activityMissing) {
                $0.after.removeAll { $0 == start }
            },
            live("ended", .activityOver) {
                $0.after.append(.activity(.end(id: nil, content: nil, .standard)))
            },
            live("swiped away", .activityOver) {
                $0.after.append(.activity(.dismiss(id: nil)))
            },
            live("never opened", .activityUnaddressed) {
                $0.launches = false
                $0.letter.activity?.event = "start"
                $0.letter.activity?.alert = #"{"title": "Bus"}"#
            },
            live("sent as an alert", .activityWrongType) { $0.pushType = "alert" },
        ] + asked

    /// Questions to which a push to a Live Activity is no answer.
    private static let asked: [WorldFault] =
        [
            live("no banner", .noAlertText, asked: "banner") { _ in },
            live("no alert that sounds", .noAlertText, asked: "sound") { _ in },
            live("a silent alert", .noSound, asked: "sound") {
                $0.letter.activity?.alert = #"{"title": "Bus"}"#
            },
            live("a sound beside the alert", .noSound, asked: "sound") {
                $0.letter.activity?.alert = #"{"title": "Bus"}"#
                $0.letter.activity?.own = #""sound": "default""#
            },
        ]
        + [
            ("image", Cause.noImage), ("extension", .noCodeRuns), ("badge", .noBadge),
            ("button", .noButtons), ("tap", .notTapped), ("link", .noLink),
            ("open", .notTracked), ("delivery", .notTracked), ("dismiss", .notTracked),
        ].map { symptom, cause in
            live("asked for \(symptom)", cause, asked: symptom) { _ in }
        }

    private static let start = Action.activity(.start(ActivityRequest("Bus")))

    private static func live(
        _ name: String, _ cause: Cause, asked question: String = "m1",
        _ inject: @escaping @Sendable (inout WorldPlan) -> Void
    ) -> WorldFault {
        WorldFault(
            "Live Activity: " + name, .display, cause, asked: question, by: [.apns],
            of: [.treasureData, .migration]
        ) { plan in
            plan.before.append(.set("activities", "on"))
            plan.after.append(start)
            plan.letter.activity = WorldPlan.ActivityLetter()
            inject(&plan)
        }
    }
}
