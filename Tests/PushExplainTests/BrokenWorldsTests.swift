import Foundation
import PushModel
import Testing

@testable import PushExplain
@testable import PushSimulation

/// Generated worlds: `why` names the injected fault, and nothing in a healthy world.
///
/// `PUSHSH_WORLDS=N` draws N worlds of each kind instead of 2,000, and others than these.
@Suite struct BrokenWorldsTests {
    private static let asked = ProcessInfo.processInfo.environment["PUSHSH_WORLDS"]
    static let worlds = asked.map { Int($0) ?? 0 } ?? 2000
    /// Added to the seeds, so that a long run draws other worlds too.
    private static let moved: UInt64 = asked == nil ? 0 : 1000

    @Test func `the generator knows 40 kinds of fault or more, over as many worlds as asked`() {
        #expect(Set(WorldFault.all.map(\.name)).count == WorldFault.all.count)
        #expect(WorldFault.all.count >= 40 && Self.worlds > 0)
    }

    struct Draw {
        var random: SplitMix64

        mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

        mutating func plan() -> WorldPlan {
            var plan = WorldPlan(
                profile: [.treasureData, .treasureData, .migration, .ncmb][below(4)],
                state: WorldPlan.State.allCases[below(4)], way: WorldPlan.Way.allCases[below(3)])
            // The backend's sample shows nothing in front, and its backend sends to APNs.
            if plan.profile == .ncmb {
                plan.way = .apns
                if plan.state == .foreground { plan.state = .background }
            }
            return plan
        }

        /// A change after the push that leaves the answer as it is.
        mutating func change(_ plan: inout WorldPlan, after faults: [WorldFault]) {
            plan.changesAtOnce = below(2) == 0
            repeat {
                plan.change = LaterChange.all[below(LaterChange.all.count)]
            } while plan.change?.leaves(plan, with: faults) == false
        }
    }

    /// Where a miss was seen.
    private static func place(_ plan: WorldPlan) -> String {
        "(\(plan.profile), \(plan.state), \(plan.way), then \(plan.change?.name ?? "nothing")"
            + "\(plan.changesAtOnce ? " at once" : "")\(plan.letter.id == nil ? ", no ID" : ""))"
    }

    /// What a check says about a list of misses; a run by hand prints it, whatever their number.
    private static func report(_ misses: [String], of count: Int) -> Comment {
        let text =
            "\(misses.count) of \(count):\n"
            + misses.prefix(asked == nil ? 40 : 400).joined(separator: "\n")
        if asked != nil { print(text) }
        return "\(text)"
    }

    @Test func `one fault is named`() {
        var draw = Draw(random: SplitMix64(seed: 11 + Self.moved))
        var misses: [String] = []
        var count = 0
        while count < Self.worlds {
            var plan = draw.plan()
            let fault = WorldFault.all[draw.below(WorldFault.all.count)]
            guard fault.fits(plan) else { continue }
            count += 1
            fault.inject(&plan)
            if fault.question != "m1", plan.later.isEmpty, draw.below(4) == 0 {
                plan.letter.id = nil
            }
            draw.change(&plan, after: [fault])
            let answer = plan.run().why(fault.question)
            if answer.cause != fault.cause {
                misses.append(
                    "\(fault.name) \(Self.place(plan)): "
                        + answer.lines.prefix(2).joined(separator: " / "))
            }
        }
        let report = Self.report(misses, of: count)
        #expect(misses.isEmpty, report)
    }

    @Test func `no verdict depends on the words of a fact`() {
        var draw = Draw(random: SplitMix64(seed: 14 + Self.moved))
        var misses: [String] = []
        for fault in WorldFault.all {
            for _ in 0..<4 {
                var plan = draw.plan()
                guard fault.fits(plan) else { continue }
                fault.inject(&plan)
                draw.change(&plan, after: [fault])
                let story = plan.run()
                var other = story
                other.reword()
                for question in [fault.question, nil, "m1", "sound", "badge", "image", "button"]
                where Self.verdict(story.why(question)) != Self.verdict(other.why(question)) {
                    misses.append("\(fault.name) \(Self.place(plan)), \(question ?? "why")")
                }
            }
        }
        #expect(misses.isEmpty, Self.report(misses, of: WorldFault.all.count * 28))
    }

    /// An answer without its sentences, which repeat what a fact says.
    private static func verdict(_ answer: Explanation) -> [String] {
        let links = answer.links + [answer.answer?.link].compactMap(\.self)
        return [answer.cause?.rawValue ?? "fine", answer.answer?.verdict.rawValue ?? "none"]
            + links.map {
                "\($0.stage) \($0.status) \($0.cause?.rawValue ?? "") \($0.basis) \($0.cure ?? "")"
            }
    }

    @Test func `of two faults the first broken link is named`() {
        var draw = Draw(random: SplitMix64(seed: 12 + Self.moved))
        let plain = WorldFault.all.filter { $0.question == nil }
        let order = ChainLink.Stage.allCases
        var misses: [String] = []
        var count = 0
        while count < Self.worlds {
            var plan = draw.plan()
            let one = plain[draw.below(plain.count)]
            let two = plain[draw.below(plain.count)]
            guard one.fits(plan), two.fits(plan), one.stage != two.stage else { continue }
            var other = plan
            one.inject(&plan)
            two.inject(&plan)
            two.inject(&other)
            one.inject(&other)
            // Two that set the same part of the push are one fault; a tap lets a held push through.
            guard plan.isLike(other), !one.clashes(with: two),
                !plan.taps || one.cause != .notWoken && two.cause != .notWoken
            else { continue }
            count += 1
            let isFirst =
                one.hides(two)
                || !two.hides(one)
                    && order.firstIndex(of: one.stage) ?? 0
                        < order.firstIndex(of: two.stage) ?? 0
            let expected = isFirst ? one : two
            draw.change(&plan, after: [expected, isFirst ? two : one])
            let answer = plan.run().why()
            if answer.cause != expected.cause {
                misses.append(
                    "\(one.name) + \(two.name) \(Self.place(plan)): "
                        + answer.lines.prefix(2).joined(separator: " / "))
            }
        }
        let report = Self.report(misses, of: count)
        #expect(misses.count * 2000 <= count, report)
    }

    @Test func `a healthy world raises no alarm`() {
        var draw = Draw(random: SplitMix64(seed: 13 + Self.moved))
        var misses: [String] = []
        for _ in 0..<Self.worlds {
            var plan = draw.plan()
            let isGuide = plan.profile == .treasureData
            plan.letter.isMutable = isGuide && draw.below(2) == 0
            if plan.letter.isMutable {
                plan.letter.own.append(("image_url", "https://a.example/i.png"))
            }
            if draw.below(2) == 0 { plan.letter.sound = "\"default\"" }
            if draw.below(2) == 0 { plan.letter.badge = "\(draw.below(9))" }
            if isGuide, draw.below(2) == 0 {
                plan.letter.own.append(
                    ("link", ["myapp://coupons/7", "https://a.example/p"][draw.below(2)]))
            }
            plan.taps = draw.below(2) == 0
            plan.dismisses = !plan.taps && draw.below(2) == 0
            plan.flushes = isGuide && draw.below(2) == 0
            // What was lost once is no alarm when all that came later is stored.
            if plan.flushes, draw.below(4) == 0 { plan.after += [.app(.clearData), .launch] }
            if draw.below(4) == 0 { plan.letter.id = nil }
            if draw.below(2) == 0 { draw.change(&plan, after: []) }
            let story = plan.run()
            for question in Self.questions(plan) {
                let answer = story.why(question)
                let isFine =
                    answer.decisive == nil
                    || answer.cause == .manualUpload && !plan.flushes
                if !isFine {
                    misses.append(
                        "\(question ?? "why") \(Self.place(plan)): "
                            + answer.lines.prefix(2).joined(separator: " / "))
                }
            }
        }
        let report = Self.report(misses, of: Self.worlds)
        #expect(misses.isEmpty, report)
    }

    /// What there is in a healthy world, and may be asked for.
    private static func questions(_ plan: WorldPlan) -> [String?] {
        var questions: [String?] = [nil, "banner", "shown", "text"]
        if let id = plan.letter.id { questions.append(id) }
        // These are about what holds now, and not about the push.
        if plan.profile == .treasureData, plan.change == nil {
            questions += ["token", "upload", "warehouse"]
        }
        if plan.letter.isMutable { questions += ["image", "extension", "delivery"] }
        if plan.letter.sound != nil { questions.append("sound") }
        if plan.letter.badge != nil { questions.append("badge") }
        if plan.taps { questions.append("tap") }
        if plan.taps, plan.profile == .treasureData { questions.append("open") }
        if plan.taps, plan.letter.own.contains(where: { $0.key == "link" }) {
            questions.append("link")
        }
        if plan.dismisses, plan.profile == .treasureData { questions.append("dismiss") }
        return questions
    }
}
