import PushCommands
import PushModel
import PushPayload
import PushSimulation
import PushText
import Testing

@testable import PushRuntime

/// SH-03, KD-06: what came from a port, or was decided elsewhere, is in a recording that replays.
@Suite struct RecorderArrivalTests {
    private let shelf = FileShelf()
    private let session: Session

    init() throws {
        session = try Session(edge: StoreEdge(files: shelf), settings: ShellSettings())
        session.settings.keepsTexts = true
    }

    private func ask(_ text: String) throws {
        let operation = try #require(ControlOperation.named("run"))
        let request = try ControlRequest(operation, ["text": .string(text)])
        guard case .value(let value) = session.control(request) else { return }
        #expect(value["exit_status"] == 0, "\(value.text)")
    }

    /// Lets a push come as a gateway hands it on.
    private func push(_ text: String) throws {
        let payload = Payload(keepingTextOf: try JSONParser.parse(Array(text.utf8)))
        let push = Push(
            payload: payload, byteCount: text.utf8.count, pushType: "alert", priority: 10,
            bundleID: "com.example.myapp")
        _ = try session.arrive { (_, _) throws(Failure) in [PushArrival(push, on: "phone")] }
    }

    /// Replays the recording, and gives its text.
    @discardableResult
    private func expectReplay() throws -> String {
        let script = String(decoding: try shelf.read("r.psh"), as: UTF8.self)
        let trial = try ScriptTrial(script)
        #expect(trial.refusals.isEmpty && trial.failures.isEmpty, "\(trial)\n\(script)")
        return script
    }

    /// A request prints JSON, but the recording is not its output.
    @Test func `a recording that a request started holds the pushes that came`() throws {
        try ask(".record start r.psh\napp launch\npermission grant")
        try push(#"{"aps":{"alert":"A"},"message_id":"p-1"}"#)
        try ask("tap p-1\n.record stop")
        let script = try expectReplay()
        #expect(!script.contains(".mode") && script.contains("| shown   p-1"), "\(script)")
    }

    @Test(arguments: ["json", "jsonl", "csv"])
    func `a session that prints in another form replays what came`(mode: String) throws {
        session.settings.mode = mode
        try ask(".record start r.psh\napp launch\npermission grant")
        try push(#"{"aps":{"alert":"A"},"message_id":"p-1"}"#)
        try ask("tap p-1\n.record stop")
        #expect(try expectReplay().contains(".mode \(mode)\n"))
    }

    @Test func `a payload that has a key twice arrives without a warning`() throws {
        try ask(".record start r.psh\napp launch\npermission grant")
        try push(#"{"aps":{"alert":"A"},"aps":{"alert":"B"},"message_id":"p-1"}"#)
        try ask(".record stop")
        let script = try expectReplay()
        #expect(script.contains("receive --served") && !script.contains("warning"), "\(script)")
    }

    @Test func `an alert that quotes the beginning of a key leaves the next push`() throws {
        try ask(".record start r.psh\napp launch\npermission grant")
        try push(#"{"aps":{"alert":"-----BEGIN PRIVATE KEY-----\nMIGH"},"message_id":"p-1"}"#)
        try push(#"{"aps":{"alert":"B"},"message_id":"p-2"}"#)
        try ask(".record stop")
        #expect(try expectReplay().contains("| shown   p-2"))
    }

    @Test func `uploads of other programs are comments, and the recording's end warns`() throws {
        session.recordUploads(["ingested 1 event into mobile.push_events"])
        try ask(".record start r.psh\napp launch")
        session.recordUploads(["ingested 1 event into mobile.push_events"])
        session.recordUploads([])
        session.recordUploads(["ingested 2 events into mobile.push_events", "ingested 1 event"])
        let operation = try #require(ControlOperation.named("run"))
        let end = try ControlRequest(operation, ["text": ".record stop"])
        guard case .value(let value) = session.control(end) else { return }
        #expect(
            value["messages"]?[0]?.stringValue?.hasPrefix("warning: a replay lacks 3 uploads")
                == true, "\(value.text)")
        let script = try expectReplay()
        #expect(
            script.contains(
                "# upload of another program: ingested 2 events into mobile.push_events\n"))
    }

    @Test func `statements of another process are repeated, and this one's are not`() throws {
        try ask(".record start r.psh")
        func entry(_ text: String, _ sequence: Int64, _ status: Int = 0) -> JournalEntry {
            JournalEntry(
                at: session.world.surroundings.now, device: "phone", text: text, status: status,
                sequence: sequence)
        }
        session.memory.recorder?.noteOwn(entry("app launch", 0))
        session.memory.recorder?.follow(
            [
                entry("app launch", 3), entry("stub apns reason=TooManyRequests times=1", 4),
                entry("tap", 5, 1), entry("snapshot save s", 6),
            ], Recorder.Course())
        // It begins with the last one that was read.
        session.memory.recorder?.follow(
            [entry("snapshot save s", 6), entry("login ann", 7)], Recorder.Course())
        #expect(session.memory.recorder?.warnings == [])
        #expect(
            session.memory.recorder?.parts.suffix(2).map(\.text)
                == ["stub apns reason=TooManyRequests times=1\n? tap\n", "login ann\n"])
        // Neither what was read last nor what this session did since is there.
        session.memory.recorder?.noteOwn(entry("logout", 0))
        session.memory.recorder?.follow([entry("login bob", 5)], Recorder.Course())
        #expect(
            session.memory.recorder?.warnings.first?.hasPrefix("warning: a replay lacks 1 return")
                == true)
    }
}
