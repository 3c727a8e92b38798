import PushModel
import Testing

@testable import PushExplain
@testable import PushSimulation

/// One message under one ID at two apps, of which one got it and the other lost it.
@Suite struct OwnCopyTests {
    /// Where the other copy goes.
    enum Other: CaseIterable {
        /// The same app on a phone, where the one in question is on a tablet.
        case device
        /// Another app on the same device.
        case app

        /// What makes the app in question, and then the other one, the current one.
        var turns: (own: Action, other: Action) {
            switch self {
            case .device: (.device(.use("tablet")), .device(.use("phone")))
            case .app:
                (
                    .app(.open(bundleID: "com.example.myapp")),
                    .app(.open(bundleID: "com.example.b"))
                )
            }
        }

        /// A world with both apps.
        var story: Story {
            var story = Story([.launch])
            let other: [Action] =
                switch self {
                case .device:
                    [
                        .device(.add(name: "tablet", model: nil, os: nil)),
                        .app(.install(.treasureData, bundleID: nil)), .launch,
                    ]
                case .app:
                    [
                        .app(.install(.treasureData, bundleID: "com.example.b")),
                        .app(.open(bundleID: "com.example.b")),
                    ]
                }
            for action in other { story.act(action) }
            return story
        }
    }

    /// The losses at APNs; of the others the device knows.
    static let losses: [Occurrence.Loss] = [.replaced, .expired, .outlived, .offline, .asleep]

    /// Sends a push to the current app, so that it is lost.
    private static func lose(_ loss: Occurrence.Loss, _ story: inout Story) {
        story.act(.device(loss == .asleep ? .lock : .offline))
        guard case .receive(var push) = Action.plain else { return }
        if loss == .asleep { push.priority = 1 }
        switch loss {
        case .offline, .asleep: push.timeToLive = 0
        case .expired: push.timeToLive = 3600
        default: break
        }
        story.act(.receive(push))
        switch loss {
        case .replaced: story.act(.push(#"{"message_id": "m2", "aps": {"alert": "Sale"}}"#))
        case .expired, .outlived:
            let days: Int64 = loss == .expired ? 1 : 31
            let now = story.world.surroundings.now
            story.act(.advance(to: now.advanced(by: days * 86_400_000)))
        default: break
        }
        story.act(.device(loss == .asleep ? .unlock : .online))
    }

    @Test(arguments: losses, Other.allCases)
    func `whoever lost it is told so, whatever came to the other`(
        _ loss: Occurrence.Loss, _ other: Other
    ) {
        for isLostFirst in [true, false] {
            var story = other.story
            let turns = other.turns
            if isLostFirst {
                story.act(turns.own)
                Self.lose(loss, &story)
                story.act(turns.other)
                story.act(.plain)
            } else {
                story.act(turns.other)
                story.act(.plain)
                story.act(turns.own)
                Self.lose(loss, &story)
            }
            story.act(turns.own)
            for question in ["m1", "m1 banner"] {
                let answer = story.why(question)
                #expect(
                    answer.cause == (loss == .replaced ? .pushReplaced : .pushDropped),
                    "\(loss), \(other): \(answer.lines)")
                let got =
                    other == .device
                    ? "`phone` got it: `device use phone`"
                    : "`com.example.b` got it: `app launch com.example.b`"
                #expect(answer.notes.contains(got + ", then `why m1`"), "\(answer.notes)")
                #expect(ExplanationPropertyTests.fault(answer) == nil)
            }
            story.act(turns.other)
            #expect(story.why("m1 banner").answer?.verdict == .yes, "\(loss), \(other)")
        }
    }
}
