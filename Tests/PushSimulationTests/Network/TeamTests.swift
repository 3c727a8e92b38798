import PushModel
import Testing

@testable import PushSimulation

/// KD-06: the developer team that each bundle ID belongs to.
@Suite struct TeamTests {
    private static let bundleID = "com.example.myapp"

    private static func key(_ team: String, _ topics: [String] = []) -> ProviderKey {
        ProviderKey(id: "PUSHSH0001", team: team, publicKey: "04", topics: topics)
    }

    @Test func `without keys and settings no team is known`() {
        #expect(World().teams(by: []).isEmpty)
    }

    @Test(
        arguments: [
            ([key("TEAMAAAAAA"), key("TEAMBBBBBB")], "TEAMAAAAAA"),
            ([key("TEAMAAAAAA", ["com.example.one"]), key("TEAMBBBBBB")], "TEAMBBBBBB"),
            ([key("TEAMAAAAAA"), key("TEAMBBBBBB", [bundleID])], "TEAMBBBBBB"),
            ([key("TEAMAAAAAA", ["com.example.one"])], nil),
        ] as [([ProviderKey], String?)])
    func `an app is of the team of the first key for it`(keys: [ProviderKey], team: String?) {
        let teams = World().teams(by: keys)
        #expect(teams[Self.bundleID] == team)
        #expect(teams["com.example.two"] == nil)
    }

    @Test func `what one app of a bundle ID is set to counts, with keys and without`() throws {
        var stage = Stage()
        try stage.set("team", "OTHERTEAM1")
        #expect(stage.world.teams(by: []) == [Self.bundleID: "OTHERTEAM1"])
        #expect(
            stage.world.teams(by: [Self.key("TEAMAAAAAA", [Self.bundleID])])[Self.bundleID]
                == "OTHERTEAM1")
        try stage.set("team", "none")
        #expect(stage.world.teams(by: []).isEmpty)
    }
}
