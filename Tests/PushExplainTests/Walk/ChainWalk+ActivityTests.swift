import PushModel
import Testing

@testable import PushExplain

/// Why a push changed no Live Activity.
@Suite struct ChainWalkActivityTests {
    @Test func `each obstacle has a cause of its own, and a cure`() {
        let causes = ActivityObstacle.allCases.map(\.explanation)
        #expect(Set(causes).count == causes.count)
        for obstacle in ActivityObstacle.allCases {
            #expect(obstacle.explanation.rawValue == "activity-" + obstacle.rawValue)
            #expect(!obstacle.cure.isEmpty && !obstacle.cure.hasSuffix("."))
        }
    }
}
