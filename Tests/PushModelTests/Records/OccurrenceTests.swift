import Testing

@testable import PushModel

@Suite struct OccurrenceTests {
    @Test(arguments: Occurrence.LevelObstacle.allCases)
    func `a lowered level keeps its reason`(_ obstacle: Occurrence.LevelObstacle) {
        let code = Occurrence.levelLowered(obstacle).code
        #expect(Occurrence(code: code) == .levelLowered(obstacle))
    }

    @Test(arguments: Occurrence.Loss.allCases)
    func `a lost push keeps what lost it, whatever its ID holds`(_ loss: Occurrence.Loss) {
        let code = Occurrence.lost(loss, "a:b:offline").code
        #expect(Occurrence(code: code) == .lost(loss, "a:b:offline"))
    }

    @Test func `codes of older workspaces are read`() {
        #expect(Occurrence(code: "level-lowered") == .levelLowered(nil))
        #expect(Occurrence(code: "lost:not-stored:m-1") == .lost(.notStored, "m-1"))
        #expect(Occurrence(code: "untracked:open:no-delegate") == .untracked(.open, .noDelegate))
        #expect(Occurrence(code: "level-lowered:of-tomorrow") == .levelLowered(nil))
    }

    @Test(arguments: Occurrence.plain)
    func `an occurrence without data is its name`(_ occurrence: Occurrence) {
        #expect(Occurrence(code: occurrence.code) == occurrence)
    }
}
