import PushModel
import PushText
import Testing

@testable import PushExplain
@testable import PushSimulation

/// Two faults at once: whoever does what `why` says, sends the push again and asks again, is never
/// told the same thing twice, nor to send again what then meets the other fault.
@Suite struct CureRoundsTests {
    private static let worlds = 600
    private static let rounds = 8
    /// Faults beside those that `why` is asked about everywhere: what only a second one shows.
    private static let beside: [WorldFault] = [
        WorldFault("an option was never asked for", .display, .authorizationOption, asked: "sound")
        {
            $0.before.append(.set("permission.options", "badge"))
            $0.letter.sound = "\"default\""
        },
        WorldFault("nothing is listed", .display, .settingsSwitch, asked: "sound") {
            $0.before.append(.set("permission.provisional", "on"))
            $0.after.append(.permission(.turn(.notificationCenter, isOn: false)))
            $0.letter.sound = "\"default\""
        },
        WorldFault(
            "Firebase was configured later", .registrationToken, .firebaseNotConfigured,
            asked: "token", by: [.fcm, .treasureData]
        ) {
            $0.before.append(.set("firebase.configured", "off"))
            $0.after.append(.set("firebase.configured", "on"))
        },
        WorldFault(
            "an SDK that forgets the delegate", .event, .messagingDelegateMissing, asked: "token",
            by: [.fcm, .treasureData]
        ) {
            $0.before += [.set("firebase.sdk", "12.18.0"), .set("firebase.delegate", "off")]
        },
        WorldFault("opted out for a while", .event, .customEventsOff, asked: "token") {
            $0.before.append(.set("td.custom-events", "off"))
            $0.after.append(.set("td.custom-events", "on"))
        },
    ]

    @Test func `the cures of two faults end, one after the other`() {
        var draw = BrokenWorldsTests.Draw(random: SplitMix64(seed: 29))
        let losses = Set(WorldFault.losses.map(\.name))
        let faults =
            Self.beside
            + WorldFault.all.filter {
                !CuredWorldsTests.lost.contains($0.name) && !CuredWorldsTests.isElsewhere($0)
                    && !losses.contains($0.name)
            }
        var misses: [String] = []
        var count = 0
        while count < Self.worlds {
            var plan = draw.plan()
            // Another profile's app stands beside the first one, which what was lost may belong to.
            plan.profile = .treasureData
            let one = faults[draw.below(faults.count)]
            let two = faults[draw.below(faults.count)]
            guard one.fits(plan), two.fits(plan), one.name != two.name, !one.clashes(with: two)
            else { continue }
            one.inject(&plan)
            two.inject(&plan)
            count += 1
            if let miss = Self.repeated(plan, one.question ?? two.question) {
                misses.append("\(one.name) + \(two.name) (\(plan.state), \(plan.way)): \(miss)")
            }
        }
        #expect(misses.isEmpty, "\(misses.count) of \(count):\n\(misses.joined(separator: "\n"))")
    }

    /// Follows one cure after the other; the one that came twice, or nil.
    private static func repeated(_ plan: WorldPlan, _ question: String?) -> String? {
        var plan = plan
        var story = plan.run()
        var seen: [String] = []
        var isPromised = false
        for round in 1...rounds {
            let id = "m\(round)"
            let answer = story.why(question == "m1" ? id : question)
            guard let cure = answer.decisive?.cure, let cause = answer.cause else { return nil }
            if isPromised, hasFailed(answer) { return "fixed, and then \(cause.rawValue): \(cure)" }
            let said = "\(cause.rawValue): " + cure.replacing(id, with: "ID")
            if seen.contains(said) { return (seen + [said]).joined(separator: " / ") }
            seen.append(said)
            let asked = SenderCure.apply(cure, to: &plan)
            let commands = CuredWorldsTests.commands(in: cure)
            Self.remember(commands, &plan)
            if plan.letter.own.contains(where: { $0.key == "link" }), !plan.dismisses {
                plan.taps = true
            }
            CuredWorldsTests.mend(
                &story, commands + (commands.isEmpty ? asked ?? [] : []), plan,
                id: "m\(round + 1)")
            let word = question.map { $0 == "m1" ? "" : " " + $0 } ?? ""
            let promise = story.why(id + word).decisive?.cure
            isPromised = promise == "it is fixed now: send the push again"
        }
        return "no end after \(rounds): \(seen.joined(separator: " / "))"
    }

    /// Whether the push that was sent again did not come as its sender meant it.
    private static func hasFailed(_ answer: Explanation) -> Bool {
        guard let link = answer.decisive, link.isTrouble else { return false }
        let later: [ChainLink.Stage] = [.queue, .upload, .warehouse]
        return !later.contains(link.stage) && answer.answer.map { $0.verdict == .no } ?? true
    }

    /// What the user does with one push as a cure says, is done with those that follow it, too.
    private static func remember(_ commands: [Action], _ plan: inout WorldPlan) {
        for command in commands {
            switch command {
            case .tap: (plan.taps, plan.dismisses) = (true, false)
            case .dismiss: (plan.taps, plan.dismisses) = (false, true)
            case .flush: plan.flushes = true
            default: break
            }
        }
    }
}
