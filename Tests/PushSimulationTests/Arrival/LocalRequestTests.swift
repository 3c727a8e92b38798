import PushModel
import PushText
import Testing

@testable import PushSimulation

/// KD-02: local notifications that an app schedules.
@Suite struct LocalRequestTests {
    private func request(
        _ id: String, after seconds: Double, repeats: Bool = false, text: String = "T"
    ) -> Action {
        .local(
            .add(
                LocalRequest(
                    id: id, content: ["aps": ["alert": .string(text)]],
                    milliseconds: Int64((seconds * 1000).rounded()), repeats: repeats)))
    }

    @Test func `it fires at its time, whether or not the process lives`() throws {
        var stage = try Stage.background()
        try stage.act([request("a", after: 600), .app(.kill)])
        try stage.wait(seconds: 599)
        #expect(stage.center.isEmpty)
        try stage.wait(seconds: 1)
        #expect(stage.center.map(\.id) == ["a"])
        #expect(stage.world.app?.state == .notRunning)
        #expect(stage.world.app?.scheduled.isEmpty == true)
    }

    @Test func `they fire in the order of their times, equal ones as they were scheduled`() throws {
        var stage = try Stage.background()
        try stage.act([
            request("c", after: 30), request("a", after: 10), request("b", after: 10),
        ])
        #expect(stage.world.app?.scheduled.map(\.id) == ["a", "b", "c"])
        try stage.wait(seconds: 60)
        #expect(stage.center.map(\.id) == ["a", "b", "c"])
    }

    @Test func `a repetition comes back after its interval`() throws {
        var stage = try Stage.background()
        try stage.act(request("a", after: 60, repeats: true))
        try stage.wait(seconds: 200)
        #expect(stage.step.facts.count { $0.verb == .shown } == 3)
        #expect(stage.center.count == 1)
        #expect(
            stage.world.app?.scheduled.map(\.fireAt) == [
                Tick.scriptStart.advanced(by: 240_000)
            ])
    }

    /// `timeInterval` is a `Double`, so less than a second is a time, too.
    @Test func `a part of a second counts`() throws {
        var stage = try Stage.background()
        try stage.act([request("b", after: 1.9), request("a", after: 0.5)])
        #expect(
            stage.world.app?.scheduled.map {
                $0.fireAt.milliseconds - Tick.scriptStart.milliseconds
            }
                == [500, 1900])
        try stage.act(.advance(to: Tick.scriptStart.advanced(by: 1899)))
        #expect(stage.center.map(\.id) == ["a"])
        try stage.act(.advance(to: Tick.scriptStart.advanced(by: 1900)))
        #expect(stage.center.map(\.id) == ["a", "b"])
    }

    @Test func `a repetition that the clock cannot reach does not come`() throws {
        var stage = try Stage.background()
        try stage.act(.advance(to: Tick.end.advanced(by: -100_000)))
        try stage.act([request("b", after: 1000), request("a", after: 60, repeats: true)])
        #expect(stage.world.app?.scheduled.map(\.id) == ["a", "b"])
        #expect(stage.world.app?.scheduled.last?.fireAt == .end)
        try stage.act(.advance(to: Tick.end.advanced(by: -1)))
        #expect(stage.center.map(\.id) == ["a"])
        #expect(stage.world.app?.scheduled.map(\.id) == ["b"])
    }

    @Test(arguments: [(0, false), (59.999, true), (-5, false)] as [(Double, Bool)])
    func `an interval that iOS does not take ends the app`(seconds: Double, repeats: Bool) throws {
        var stage = try Stage.background()
        try stage.act(request("a", after: seconds, repeats: repeats))
        #expect(stage.step.failure?.code == .appCrashed)
        #expect(stage.world.app?.state == .notRunning)
        #expect(stage.world.app?.scheduled.isEmpty == true)
    }

    @Test func `of 65 the one that fires last is dropped`() throws {
        var stage = try Stage.background()
        for number in 1...65 {
            try stage.act(request("n-\(number)", after: Double(100 - number)))
        }
        #expect(stage.world.app?.scheduled.count == LocalRequest.limit)
        #expect(stage.world.app?.scheduled.contains { $0.id == "n-1" } == false)
        #expect(stage.step.facts.last?.occurrence == .lost(.overLimit, "n-1"))
    }

    @Test func `only a running app that may notify schedules`() throws {
        var stage = try Stage.background()
        try stage.act(.permission(.deny))
        try stage.act(request("a", after: 10))
        #expect(stage.step.facts.last?.occurrence == .lost(.notAllowed, "a"))
        try stage.act(.app(.kill))
        #expect(throws: Refusal.self) { try stage.act(request("a", after: 10)) }
    }

    @Test func `it is kept in the app's document`() throws {
        var stage = try Stage.background()
        try stage.act([
            request("a", after: 10), request("b", after: 90, repeats: true),
            request("c", after: 99.5),
        ])
        let app = try #require(stage.world.app)
        let copy = App(
            app.address, settings: app.settings.json, state: app.stateJSON, now: app.nowJSON)
        #expect(copy.scheduled == app.scheduled)
    }

    /// Somebody may have written anything into a workspace.
    @Test(arguments: [Int64.min, -1, 0])
    func `a stored time that is none is the shortest`(seconds: Int64) throws {
        let json: JSON = [
            "id": "a", "content": ["aps": ["alert": "A"]], "seconds": .int64(seconds),
        ]
        #expect(LocalRequest(json)?.milliseconds == 1)
    }

    @Test func `a document of an earlier version has seconds`() throws {
        let json: JSON = [
            "id": "a", "content": ["aps": ["alert": "T"]], "seconds": 90, "repeats": true,
            "at": 1_767_225_690_000,
        ]
        let request = try #require(LocalRequest(json))
        #expect(request.milliseconds == 90_000)
        #expect(request.json == json)
        var late = request
        late.milliseconds = 90_500
        #expect(late.json["seconds"] == 90)
        #expect(LocalRequest(late.json) == late)
    }
}
