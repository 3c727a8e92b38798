import PushModel
import Testing

@testable import PushSimulation

/// SH-03: time that passes in one command, with much due in it.
@Suite struct PassingTimeTests {
    /// Twenty notifications that the app in front repeats every minute.
    private func stage() throws -> Stage {
        var stage = Stage()
        try stage.act(.app(.launch))
        for number in 1...20 {
            let request = LocalRequest(
                id: "tick-\(number)", content: ["aps": ["alert": "Tick"]], milliseconds: 60_000,
                repeats: true)
            try stage.act(.local(.add(request)))
        }
        return stage
    }

    /// Lets the rest of the time pass; returns the number of pauses, at each of which the step has
    /// fewer `changes` than these.
    private func passRest(of stage: inout Stage, changes limit: Int) throws -> Int {
        var pauses = 0
        while stage.step.isPaused {
            #expect(stage.step.changes.count < limit)
            stage.step.changes = []
            pauses += 1
            try stage.world.passRest(into: &stage.step)
        }
        return pauses
    }

    private let day = Tick.scriptStart.advanced(by: 86_400_000)

    @Test func `time pauses before a step has grown large, and goes on to its end`() throws {
        var stage = try stage()
        let first = stage.world.surroundings.counters.notification
        try stage.act(.advance(to: day))
        #expect(stage.step.isPaused && stage.world.surroundings.now < day)
        let pauses = try passRest(of: &stage, changes: 8192)
        #expect(pauses > 20)
        #expect(stage.step.failure == nil && stage.world.surroundings.now == day)
        #expect(stage.world.surroundings.counters.notification - first == 20 * 1440)
    }

    @Test func `too much due is a failure, and the clock stands at the last of it`() throws {
        var stage = try stage()
        stage.step = Step()
        stage.step.dueLimit = 200
        try stage.world.reduce(.advance(to: day), into: &stage.step)
        while stage.step.isPaused { try stage.world.passRest(into: &stage.step) }
        let failure = try #require(stage.step.failure)
        #expect(failure.code == .clockStopped)
        #expect(
            failure.message
                == "more than 200 things are due until 2026-01-02T00:00:00Z; the clock stands at "
                + "2026-01-01T00:10:00Z")
        // The next command goes on where this one stopped.
        stage.step.clear()
        let next = Tick.scriptStart.advanced(by: 11 * 60_000)
        try stage.world.reduce(.advance(to: next), into: &stage.step)
        #expect(stage.step.failure == nil && stage.world.surroundings.now == next)
        #expect(stage.lines.count { $0.contains("is due, as scheduled") } == 20)
    }

    @Test func `what is left of many missed times is due again`() throws {
        var stage = try stage()
        stage.world.surroundings.now = Tick.scriptStart.advanced(by: 300 * 60_000)
        let first = stage.world.surroundings.counters.notification
        stage.step = Step()
        let now = stage.world.surroundings.now
        try stage.world.reduce(.advance(to: now), into: &stage.step)
        while stage.step.isPaused { try stage.world.passRest(into: &stage.step) }
        #expect(stage.world.surroundings.counters.notification - first == 20 * 300)
        #expect(stage.world.surroundings.now == now)
    }

    @Test func `devices that are due at one instant pause between two of them`() throws {
        var stage = Stage()
        for number in 1...600 {
            try stage.act(.device(.add(name: "d\(number)", model: nil, os: nil)))
            try stage.act([.app(.install(.treasureData, bundleID: nil)), .app(.launch)])
            let request = LocalRequest(
                id: "tick", content: ["aps": ["alert": "Tick"]], milliseconds: 60_000,
                repeats: true)
            try stage.act(.local(.add(request)))
        }
        let first = stage.world.surroundings.counters.notification
        let end = Tick.scriptStart.advanced(by: 3 * 60_000)
        try stage.act(.advance(to: end))
        let pauses = try passRest(of: &stage, changes: 4200)
        #expect(pauses >= 3)
        #expect(stage.world.surroundings.counters.notification - first == 3 * 600)
    }

    @Test func `an upload that waits through a pause is tried again at its time`() throws {
        var stage = try stage()
        let batch = [QueuedEvent(sequence: 1, event: Event(kind: .open, uuid: "u", time: 0))]
        try stage.act(.flush(limit: 500, isTwice: false))
        let start = stage.world.surroundings.now
        try stage.act([
            .batchLoaded(batch),
            .uploadFinished(.status(503, receipts: [], retryAfter: 86_400, message: "")),
        ])
        #expect(stage.step.isPaused)
        while stage.step.isPaused { try stage.world.passRest(into: &stage.step) }
        #expect(stage.world.surroundings.now == start.advanced(by: 86_400_000))
        #expect(stage.step.effects.count == 1)
    }

    @Test func `time that is stopped leaves the events of a waiting upload`() throws {
        var stage = try stage()
        let batch = [QueuedEvent(sequence: 1, event: Event(kind: .open, uuid: "u", time: 0))]
        try stage.act(.flush(limit: 500, isTwice: false))
        try stage.act([
            .batchLoaded(batch),
            .uploadFinished(.status(503, receipts: [], retryAfter: 86_400, message: "")),
        ])
        try stage.world.stopTime(into: &stage.step)
        #expect(!stage.step.isPaused && stage.world.upload == nil)
        #expect(stage.step.failure != nil)
        #expect(stage.world.surroundings.now < day)
    }

    @Test func `a step names each document once, also of many`() {
        var step = Step()
        for _ in 0..<2 {
            for number in 0..<100 { step.touch(.device("d\(number)")) }
        }
        #expect(step.documents == (0..<100).map { .device("d\($0)") })
        step.documents = []
        step.touch(.device("d1"))
        #expect(step.documents == [.device("d1")])
    }
}
