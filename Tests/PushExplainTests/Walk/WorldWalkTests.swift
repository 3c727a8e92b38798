import Foundation
import PushModel
import PushTestSupport
import Testing

@testable import PushExplain
@testable import PushSimulation

@Suite struct WorldWalkTests {
    @Test(arguments: 1...40)
    func `the rules hold on every step of a random walk`(seed: Int) {
        var walk = WorldWalk(seed: UInt64(seed))
        for number in 1...500 {
            let faults = walk.advance(number)
            #expect(faults == [])
            guard faults.isEmpty else { return }
        }
    }

    /// The steps of the long run, from `PUSHSH_WALK_STEPS`; 0 leaves it out.
    static let longRun =
        ProcessInfo.processInfo.environment["PUSHSH_WALK_STEPS"].flatMap { Int($0) } ?? 0

    /// The long run, in as many walks of 1,000 steps as it takes, two side by side.
    @Test(.enabled(if: longRun > 0, "PUSHSH_WALK_STEPS asks for it"), arguments: [0, 1])
    func `the rules hold on a long run of walks`(half: Int) {
        let walks = max(1, Self.longRun / 2000)
        var verbs: [Fact.Verb: Int] = [:]
        for number in 0..<walks {
            var walk = WorldWalk(seed: UInt64(1_000_000 + 2 * number + half))
            for number in 1...1000 {
                let faults = walk.advance(number)
                #expect(faults == [])
                guard faults.isEmpty else { return }
            }
            verbs.merge(walk.verbs) { $0 + $1 }
        }
        let counts = verbs.sorted { $0.value > $1.value }.map { "\($0.key) \($0.value)" }
        print("\(walks * 1000) steps: \(counts.joined(separator: ", "))")
    }

    @Test func `the walks reach what matters`() {
        var reached: Set<Fact.Verb> = []
        for seed: UInt64 in 1...16 {
            var walk = WorldWalk(seed: seed)
            for number in 1...500 { _ = walk.advance(number) }
            reached.formUnion(walk.verbs.keys)
        }
        let wanted: Set<Fact.Verb> = [
            .added, .app, .badge, .called, .dropped, .failed, .held, .image, .not, .opened, .ran,
            .removed, .screen, .shown, .sound, .token, .tracked, .upload,
        ]
        #expect(wanted.subtracting(reached) == [])
    }
}
