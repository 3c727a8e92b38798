import PushTestSupport
import Testing

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
