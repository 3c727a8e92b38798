import PushCommands
import PushLanguage
import PushText
import Testing

@testable import PushExplain
@testable import PushSimulation

/// Every fault of the generated worlds is cured as `why` says, and asked about again.
///
/// The commands in a cure are read by the table of commands and carried out; where there is none,
/// the sender does what the cure's words ask of it, and nothing else.
@Suite struct CuredWorldsTests {
    /// Faults whose cure is a change of code or of a key outside the payload; scenarios carry them
    /// out (why-cures.psh encrypts with the right key).
    private static let elsewhere = ["another cipher key"]
    /// Faults of which nothing brings back what was lost.
    static let lost = ["a deleted queue", "a discarded event"]

    /// Whether a fault's cure is carried out elsewhere (Live Activities: why-cures-activity.psh).
    static func isElsewhere(_ fault: WorldFault) -> Bool {
        elsewhere.contains(fault.name) || fault.name.hasPrefix("Live Activity")
    }

    @Test(arguments: WorldFault.all.indices.filter { !lost.contains(WorldFault.all[$0].name) })
    func `after the cure the same question has another answer`(index: Int) {
        let fault = WorldFault.all[index]
        var misses: [String] = []
        var count = 0
        for plan in Self.plans(of: fault) {
            var broken = plan
            fault.inject(&broken)
            var story = broken.run()
            let answer = story.why(fault.question)
            count += 1
            guard answer.cause == fault.cause, let cure = answer.decisive?.cure else {
                misses.append("\(fault.name) is taken for \(answer.lines.prefix(1).joined())")
                continue
            }
            let commands = Self.commands(in: cure)
            var mended = broken
            let asked = Self.isElsewhere(fault) ? nil : SenderCure.apply(cure, to: &mended)
            if commands.isEmpty, asked == nil, !Self.isElsewhere(fault) {
                misses.append("\(fault.name): nobody can carry out “\(cure)”")
                continue
            }
            if commands.isEmpty, asked == nil { mended = plan }
            if mended.letter.own.contains(where: { $0.key == "link" }) { mended.taps = true }
            Self.mend(&story, commands + (commands.isEmpty ? asked ?? [] : []), mended)
            let question = fault.question == "m1" ? "m2" : fault.question
            let again = story.why(question)
            // Of one cause the next link has another cure, as after a force-quit.
            if again.cause == fault.cause, again.decisive?.cure == cure {
                misses.append(
                    "\(fault.name) (\(plan.profile), \(plan.state), \(plan.way)): \(cure) "
                        + "-> \(commands.count) commands, "
                        + again.lines.prefix(2).joined(separator: " / "))
            }
        }
        #expect(count > 0, "\(fault.name) was met in no world")
        #expect(misses.isEmpty, "\(misses.count) worlds, as \(misses.first ?? "")")
    }

    @Test func `a cure's commands are those that the table knows, without its other words`() {
        let cure = "add `\"category\": \"x\"` to `aps`, or `device focus off`, then `app launch`"
        #expect(Self.commands(in: cure) == [.device(.set(.focus, on: false)), .launch])
        #expect(Self.commands(in: "check the URL: `app import FILE`, `nothing`").isEmpty)
    }

    /// Every app, state and way of sending that a fault fits.
    private static func plans(of fault: WorldFault) -> [WorldPlan] {
        var plans: [WorldPlan] = []
        for profile in [Profile.treasureData, .migration, .ncmb] {
            for state in WorldPlan.State.allCases {
                for way in WorldPlan.Way.allCases {
                    let plan = WorldPlan(profile: profile, state: state, way: way)
                    let isPlayed = profile != .ncmb || way == .apns && state != .foreground
                    if isPlayed, fault.fits(plan) { plans.append(plan) }
                }
            }
        }
        return plans
    }

    /// The actions that the commands in a cure stand for.
    static func commands(in cure: String) -> [Action] {
        cure.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .compactMap { index, text in
                guard !index.isMultiple(of: 2) else { return nil }
                let words = text.split(separator: " ").map {
                    Argument(String($0), at: Span(start: 0, end: 0))
                }
                guard case .act(let action)? = try? CommandTable.lower(words) else { return nil }
                return action
            }
    }

    /// Carries a cure out, and sends the push once more, with another ID.
    static func mend(
        _ story: inout Story, _ commands: [Action], _ plan: WorldPlan, id: String = "m2"
    ) {
        // What the service was told to answer ends with the cure, which is carried out there.
        story.answers = []
        var plan = plan
        plan.later = []
        plan.answers = []
        plan.letter.id = id
        for command in commands { story.act(command) }
        story.act(plan.push)
        plan.finish(&story)
        // A cure that names the user's own act, as `tap m1`, is done to the new push, too.
        for command in commands {
            switch command {
            case .tap: story.act(.tap(id: id, button: nil, opensLink: true))
            case .dismiss: story.act(.dismiss(id: id))
            case .flush: story.act(command)
            default: break
            }
        }
    }
}
