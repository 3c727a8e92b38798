import PushModel
import PushPayload
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// TD-14: pushes that left no row, which an app may have of several kinds at once.
@Suite struct UnarrivedPushTests {
    /// What became of a push to a phone that is offline, within one instant.
    enum Fate: CaseIterable {
        case waits, lost
        /// It was sent to an app that is not there, so that it left no row.
        case refused
        /// A gateway answered with a refusal, which leaves a row.
        case answered

        var cause: Cause {
            switch self {
            case .waits: .deviceOffline
            case .lost: .pushDropped
            case .refused: .bundleIDMismatch
            case .answered: .pushRefused
            }
        }

        /// Sends a push that ends so.
        func send(_ id: String, _ story: inout Story) {
            let json = #"{"message_id": "\#(id)", "aps": {"alert": "A", "sound": "default"}}"#
            switch self {
            case .waits: story.act(.push(json))
            case .lost: story.act(UnarrivedPushTests.lost(json))
            case .refused: story.act(.push(json, to: "com.example.x"))
            case .answered:
                story.act(.stub("apns reason=TopicDisallowed"))
                story.act(.push(json))
                story.act(.clearStubs)
            }
        }
    }

    private static let away: [Action] = [.launch, .app(.background), .device(.offline)]
    private static let alert = #"{"message_id": "m1", "aps": {"alert": "A"}}"#

    /// A push that APNs does not keep.
    private static func lost(_ json: String) -> Action {
        guard case .receive(var push) = Action.push(json) else { return .plain }
        push.timeToLive = 0
        return .receive(push)
    }

    @Test(arguments: Fate.allCases, Fate.allCases)
    func `the newest is meant, whatever became of the one before`(_ first: Fate, _ second: Fate) {
        var story = Story(Self.away)
        first.send("m1", &story)
        second.send("m2", &story)
        for question in [nil, "banner", "sound"] {
            let answer = story.why(question)
            #expect(answer.cause == second.cause, "\(first), \(second): \(answer.lines)")
            if question == nil { #expect(answer.subject == "m2") }
            #expect(ExplanationPropertyTests.fault(answer) == nil)
        }
        let isReplaced = first == .waits && second == .waits
        #expect(story.why("m1").cause == (isReplaced ? .pushReplaced : first.cause))
        #expect(story.why("m2").cause == second.cause)
    }

    @Test(arguments: Fate.allCases, Fate.allCases)
    func `an ID that was sent twice means the newest`(_ first: Fate, _ second: Fate) {
        var story = Story(Self.away)
        first.send("m1", &story)
        second.send("m1", &story)
        for question in ["m1", "m1 banner"] {
            let answer = story.why(question)
            #expect(answer.cause == second.cause, "\(first), \(second): \(answer.lines)")
        }
    }

    @Test(arguments: [PermissionAction.deny, .grant(timeSensitive: nil, alerts: false)])
    func `a permission is no reason for a push that has not met it`(_ denial: PermissionAction) {
        let story = Story(Self.away + [.permission(denial)])
        for fate in [Fate.waits, .lost] {
            var story = story
            fate.send("m1", &story)
            // A push that is sent now would meet it.
            #expect(story.world.addressLinks { nil }.first?.status == .broken)
            for question in ["m1", "m1 banner", "m1 delivery", nil] {
                let answer = story.why(question)
                #expect(answer.cause == fate.cause, "\(answer.lines)")
                let start =
                    fate == .waits
                    ? "once it arrives it is not shown: "
                    : "the permission lets no alert through, either: "
                #expect(answer.notes.contains { $0.hasPrefix(start) }, "\(answer.notes)")
                #expect(ExplanationPropertyTests.fault(answer) == nil)
            }
            // What counts is the permission that the push meets, or that the next one meets.
            story.act(.permission(.grant(timeSensitive: nil, alerts: true)))
            let granted = story.why("m1")
            #expect(granted.cause == fate.cause)
            #expect(granted.links.first?.status == (fate == .waits ? .ok : .notNeeded))
            #expect(granted.notes.isEmpty)
        }
    }

    @Test func `a push that waits and needs no permission`() {
        let silent = #"{"message_id": "m1", "aps": {"content-available": 1}}"#
        let update =
            #"{"message_id": "m1", "aps": {"event": "update", "timestamp": 1767225601, "#
            + #""content-state": {"step": 2}}}"#
        for (json, type) in [(silent, "background"), (update, "liveactivity")] {
            let story = Story(
                Self.away + [.permission(.deny), .push(json, type: type, priority: 5)])
            let answer = story.why("m1")
            #expect(answer.cause == .deviceOffline, "\(answer.lines)")
            #expect(answer.links.first?.status == .notNeeded)
            #expect(answer.notes.isEmpty)
        }
    }

    @Test func `a token that died while the push waited is named before the permission`() {
        let story = Story(
            Self.away + [.push(Self.alert), .device(.reinstallOS), .permission(.deny)])
        #expect(story.why("m1").cause == .notRegistered)
    }
}
