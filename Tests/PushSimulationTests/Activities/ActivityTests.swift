import PushModel
import PushPayload
import PushText
import Testing

@testable import PushSimulation

/// TD-01: Live Activities keep their state, and their days have an end.
@Suite struct ActivityTests {
    private static let start = #"""
        {"aps":{"event":"start","timestamp":1767225600,"attributes-type":"A","attributes":{},
        "content-state":{"n":1},"alert":{"title":"T"},"stale-date":1767225660}}
        """#

    private func stage() throws -> Stage {
        var stage = Stage()
        try stage.set("activities", "on")
        try stage.act(.app(.launch))
        return stage
    }

    private func update(_ state: Int, at timestamp: Int = 1_767_225_600) -> String {
        #"{"aps":{"event":"update","timestamp":\#(timestamp),"content-state":{"n":\#(state)}}}"#
    }

    @Test func `every occurrence of theirs comes back from its code`() {
        let events = Occurrence.ActivityEvent.allCases.map { Occurrence.activity($0, "live-1:2") }
        let obstacles = ActivityObstacle.allCases.map { Occurrence.activityUnchanged($0) }
        for occurrence in events + obstacles {
            #expect(Occurrence(code: occurrence.code) == occurrence)
        }
        #expect(Occurrence(code: "activity:gone:live-1") == nil)
        #expect(Occurrence(code: "activity-unchanged:weather") == nil)
    }

    @Test func `a world with Live Activities and channels comes back from its documents`() throws {
        var stage = try stage()
        try stage.receive(Self.start)
        try stage.receive(update(2))
        try stage.act(.channel(.create(bundleID: nil, .newest, environment: "production")))
        try stage.act(.device(.offline))
        try stage.receive(update(3))
        let world = stage.world
        #expect(world.app?.activities.stored.count == 1)
        var documents: [DocumentKey: JSON] = [:]
        for key in world.documentKeys {
            var bytes: [UInt8] = []
            world.document(key)?.write(to: &bytes)
            documents[key] = try JSONParser.parse(bytes)
        }
        let copy = try #require(World(documents: documents))
        #expect(copy.app?.activities == world.app?.activities)
        #expect(copy.surroundings.channels == world.surroundings.channels)
    }

    @Test func `at each moment it is due once, until it is gone`() throws {
        var stage = try stage()
        try stage.receive(Self.start)
        let first = try #require(stage.world.app?.activities.all.first)
        #expect(first.state == .active && first.startedAt == stage.world.surroundings.now)
        var states: [String] = []
        for _ in 0..<4 {
            guard let due = stage.world.nextDue() else { break }
            try stage.act(.advance(to: due))
            states.append(stage.world.app?.activities.all.first?.state.rawValue ?? "gone")
        }
        #expect(states == ["stale", "ended", "gone"])
        #expect(stage.world.surroundings.now == first.startedAt.advanced(by: 12 * 3_600_000))
    }

    @Test func `a dismissal date at the ends of time is cut to what may be`() throws {
        for (date, isGone) in [("-1e300", true), ("1e300", false), ("0", true)] {
            var stage = try stage()
            try stage.receive(Self.start)
            try stage.receive(
                #"{"aps":{"event":"end","timestamp":1767225600,"dismissal-date":\#(date)}}"#)
            #expect(stage.world.app?.activities.all.isEmpty == isGone, "\(date)")
        }
    }

    @Test func `the token of a running one is in use, that of an ended one is not`() throws {
        var stage = try stage()
        let start = try #require(stage.world.app?.activities.startToken)
        try stage.receive(Self.start)
        let token = try #require(stage.world.app?.activities.all.first?.token)
        #expect(stage.world.app?.activities.tokens == [start, token])
        try stage.act(.activity(.end(id: nil, content: nil, .standard)))
        #expect(stage.world.app?.activities.tokens == [start])
        let rows = stage.step.changes.compactMap { change -> TokenRow? in
            if case .token(let row) = change { row } else { nil }
        }
        #expect(rows.map(\.change) == [.retired] && rows.map(\.token) == [token])
    }

    @Test(arguments: [
        ([], ""), ([0], "AA=="), ([0, 1], "AAE="), ([255, 255, 255], "////"),
        ([0xFB, 0xF0, 1, 2], "+/ABAg=="),
    ])
    func `Base64 is that of RFC 4648`(bytes: [UInt8], text: String) {
        #expect(Base64.plain.text(bytes) == text)
        #expect(Base64.plain.isWhole(text) == !text.isEmpty)
    }

    @Test(arguments: ["A", "AAA", "A=AA", "AA=A", "====", "AA-A", "AAAAA"])
    func `what is no Base64 is none`(text: String) { #expect(!Base64.plain.isWhole(text)) }
}
