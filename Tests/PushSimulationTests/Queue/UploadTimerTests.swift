import PushModel
import Testing

@testable import PushSimulation

/// TD-06: an app whose timer uploads every so many minutes of its own time.
@Suite struct UploadTimerTests {
    static let app = AppAddress(device: "phone", bundleID: "com.example.myapp")

    /// An app in front with a timer; the launch left one event in its queue.
    private func stage(minutes: Int = 15) throws -> Stage {
        var stage = Stage()
        try stage.set("td.upload-every", "\(minutes)")
        try stage.act(.app(.launch))
        return stage
    }

    /// Minutes since the start of the clock.
    private func minutes(_ stage: Stage) -> Int64 {
        (stage.world.surroundings.now.milliseconds - Tick.scriptStart.milliseconds) / 60_000
    }

    private var load: [Effect] { [.loadBatch(app: Self.app, after: 0, limit: 1)] }

    /// Plays the store and the service, and lets the rest of the time pass as the session does.
    private func serve(_ stage: inout Stage, _ answer: UploadAnswer = .accepted) throws {
        let rest = stage.step.resumesAt
        let batch = [QueuedEvent(sequence: 1, event: Event(kind: .open, uuid: "u", time: 0))]
        try stage.act([.batchLoaded(batch), .uploadFinished(answer)])
        guard stage.step.effects.isEmpty, let rest else { return }
        try stage.act(.advance(to: max(rest, stage.world.surroundings.now)))
    }

    @Test func `the timer uploads what waits when its time comes`() throws {
        var stage = try stage()
        try stage.wait(seconds: 14 * 60 + 59)
        #expect(stage.step.effects == [])
        try stage.wait(seconds: 3601)
        #expect(minutes(stage) == 15)
        #expect(stage.lines == ["note    the app uploads every 15 minutes"])
        #expect(stage.step.effects == load)
        #expect(stage.world.upload?.isTimed == true)
        try serve(&stage)
        #expect(stage.world.app?.queue.count == 0)
        #expect(minutes(stage) == 75)
        #expect(stage.step.effects == [])
    }

    @Test func `what cannot even be sent is told, and time passes on`() throws {
        var stage = try stage()
        try stage.wait(seconds: 20 * 60)
        let batch = [QueuedEvent(sequence: 1, event: Event(kind: .open, uuid: "u", time: 0))]
        try stage.act(.batchLoaded(batch))
        try stage.act(
            .uploadFinished(.unsent(Refusal(.uploadInProgress, "another pushsh is uploading"))))
        #expect(stage.lines == ["not     uploaded another pushsh is uploading"])
        #expect(stage.step.failure == nil)
        #expect(stage.world.app?.queue.count == 1 && stage.world.upload == nil)
    }

    @Test func `what is left behind is tried again an interval later`() throws {
        var stage = try stage()
        try stage.wait(seconds: 40 * 60)
        for due in [15, 30] as [Int64] {
            #expect(minutes(stage) == due)
            #expect(stage.step.effects == load)
            let refusal = UploadAnswer.status(401, receipts: [], retryAfter: nil, message: "")
            try serve(&stage, refusal)
            #expect(stage.step.failure == nil)
        }
        #expect(minutes(stage) == 40)
        #expect(stage.world.app?.queue.count == 1)
    }

    @Test func `an app that is not in front is suspended`() throws {
        var stage = try stage()
        try stage.act(.app(.background))
        try stage.wait(seconds: 50 * 60)
        #expect(stage.step.effects == [])
        try stage.act(.app(.launch))
        #expect(stage.step.effects == [])
        // The intervals are counted from the start of the process.
        try stage.wait(seconds: 30 * 60)
        #expect(minutes(stage) == 60)
        #expect(stage.step.effects == load)
    }

    @Test func `a new process starts the timer anew`() throws {
        var stage = try stage()
        try stage.wait(seconds: 600)
        try stage.act([.app(.kill), .app(.launch)])
        try stage.wait(seconds: 14 * 60)
        #expect(stage.step.effects == [])
        try stage.wait(seconds: 60)
        #expect(minutes(stage) == 25)
        #expect(stage.step.effects.count == 1)
    }

    @Test func `another interval starts it anew, and none ends it`() throws {
        var stage = try stage()
        try stage.wait(seconds: 600)
        try stage.set("td.upload-every", "20")
        try stage.wait(seconds: 20 * 60)
        #expect(minutes(stage) == 30)
        try serve(&stage)
        stage.world.devices[0].apps[0].queue.count = 1
        try stage.set("td.upload-every", "0")
        try stage.wait(seconds: 86_400)
        #expect(stage.step.effects == [])
        #expect(stage.world.app?.queue.timerSince == nil)
    }

    @Test func `an empty queue needs no upload`() throws {
        var stage = try stage()
        stage.world.devices[0].apps[0].queue.count = 0
        try stage.wait(seconds: 86_400)
        #expect(stage.step.effects == [])
        #expect(stage.lines == [])
    }

    @Test func `the timer survives its document`() throws {
        let stage = try stage()
        let app = try #require(stage.world.app)
        #expect(app.queue.timerSince == .scriptStart)
        let copy = App(
            app.address, settings: app.settings.json, state: app.stateJSON, now: app.nowJSON)
        #expect(copy.queue.timerSince == .scriptStart)
    }

    @Test(arguments: ["-1", "1441", "often"]) func `a bad interval is refused`(
        text: String
    ) throws {
        var stage = Stage()
        #expect(throws: Refusal.self) { try stage.set("td.upload-every", text) }
    }

    @Test func `a flush that is stopped between batches keeps what was acknowledged`() throws {
        var stage = Stage()
        stage.world.devices[0].apps[0].queue.count = 700
        try stage.act(.flush(limit: nil))
        let batch = (1...500).map {
            QueuedEvent(sequence: $0, event: Event(kind: .open, uuid: "u-\($0)", time: 0))
        }
        try stage.act(.batchLoaded(batch))
        stage.step = Step()
        let receipts = [String?](repeating: nil, count: 500)
        try stage.world.reduce(
            .uploadFinished(.status(200, receipts: receipts, retryAfter: nil, message: "")),
            into: &stage.step)
        #expect(stage.world.upload?.remaining == 200)
        try stage.world.reduce(.stopUpload, into: &stage.step)
        #expect(stage.step.effects == [])
        #expect(stage.lines.last == "note    interrupted: 500 accepted, 200 stay in the queue")
        #expect(
            stage.step.failure == Refusal(.uploadFailed, "200 events stay in the queue"))
        #expect(stage.world.upload == nil)
        #expect(stage.world.app?.queue.count == 200)
    }

    @Test func `nothing is stopped where nothing is sent`() throws {
        var stage = Stage()
        try stage.act(.stopUpload)
        #expect(stage.step == Step())
    }
}

extension UploadAnswer {
    /// One event was taken.
    fileprivate static let accepted = UploadAnswer.status(
        200, receipts: [nil], retryAfter: nil, message: "")
}
