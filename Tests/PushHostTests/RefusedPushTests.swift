import PushStore
import PushTestSupport
import Testing

@testable import PushHost
@testable import PushRuntime

/// TD-14: refused pushes outlive the process that sent them.
@Suite struct RefusedPushTests {
    let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Another session over the same directory, as another process has it.
    private func stage(keepsUndo: Bool = false) throws -> Stage {
        let workspace = try Workspace.open(directory: directory.path + "/w")
        return try Stage(workspace, directory: directory.path) { $0.keepsUndo = keepsUndo }
    }

    /// Sends a push to a bundle ID that no app has.
    private func refuse(_ id: String, in stage: Stage) {
        let result = stage.run(
            "receive --bundle com.other", #"{"aps":{"alert":"x"},"message_id":"\#(id)"}"#)
        #expect(result.failure?.code.name == "not_installed")
    }

    /// The IDs of the refused pushes that a session knows.
    private func known(_ stage: Stage) throws -> [String] {
        try stage.session.refusals().compactMap(\.push.id)
    }

    private static let refused = "`com.other` is not installed on `phone`"

    @Test func `another session explains a refused push as the first one does`() throws {
        let first = try stage()
        first.run("app launch")
        refuse("m-1", in: first)
        let later = try stage()
        for question in ["why", "why m-1", "why last", "status", "why m-1 banner"] {
            let answer = later.run(question)
            #expect(answer.lines == first.run(question).lines, "\(question)")
            #expect(answer.lines.contains { $0.contains(Self.refused) }, "\(question)")
        }
        #expect(try later.session.refusals().map(\.push) == first.session.refusals().map(\.push))
    }

    @Test func `a payload that no service would have sent is kept as well`() throws {
        let first = try stage()
        first.run("app launch")
        let sent = first.run("receive", #"{"message":{"data":{"message_id":"m-2"}}}"#)
        #expect(sent.failure?.code.name == "invalid_payload")
        let answer = try stage().run("why m-2")
        #expect(answer.value?["cause"]?.stringValue == "push-refused")
    }

    @Test func `sessions at the same time know each other's refusals in their order`() throws {
        let (one, two) = (try stage(), try stage())
        for number in 1...3 {
            refuse("a\(number)", in: one)
            refuse("b\(number)", in: two)
        }
        let wanted = ["a1", "b1", "a2", "b2", "a3", "b3"]
        one.run("why")
        #expect(try known(one) == wanted)
        #expect(try known(two) == wanted)
        #expect(try known(stage()) == wanted)
    }

    @Test func `the newest two hundred are kept`() throws {
        let first = try stage()
        for number in 1...225 { refuse("m-\(number)", in: first) }
        let wanted = (26...225).map { "m-\($0)" }
        #expect(try known(first) == wanted)
        #expect(try known(stage()) == wanted)
        #expect(try first.workspace.device.refusals().count == 200)
    }

    @Test func `a push that is accepted neither reads nor writes refusals`() throws {
        let first = try stage()
        refuse("m-1", in: first)
        let later = try stage()
        later.run("app launch")
        later.run("receive", #"{"aps":{"alert":"x"},"message_id":"m-2"}"#)
        #expect(later.session.memory.refusals == nil)
        #expect(try later.workspace.device.refusals().count == 1)
    }

    @Test func `undo, redo and snapshots take refusals along`() throws {
        let first = try stage(keepsUndo: true)
        first.run("app launch")
        refuse("m-1", in: first)
        first.run("snapshot save early")
        first.run("login ann")
        refuse("m-2", in: first)
        first.run("undo")
        #expect(try known(first) == ["m-1"])
        #expect(try known(stage()) == ["m-1"])
        first.run("redo")
        #expect(try known(first) == ["m-1", "m-2"])
        // The session that goes back need not be the one that made the copy.
        let later = try stage(keepsUndo: true)
        #expect(try known(later) == ["m-1", "m-2"])
        later.run("snapshot go early")
        #expect(try known(later) == ["m-1"])
        first.run("why")
        #expect(try known(first) == ["m-1"])
    }

    @Test func `a backup holds the refusals, a private session's as well`() throws {
        let first = try stage()
        refuse("m-1", in: first)
        first.run("backup kept.tar")
        refuse("m-2", in: first)
        first.run("restore kept.tar")
        #expect(try known(first) == ["m-1"])
        let own = try Stage(directory: directory.path)
        refuse("x-1", in: own)
        own.run("restore kept.tar")
        #expect(try known(own) == ["m-1"])
        refuse("x-2", in: own)
        #expect(try known(own) == ["m-1", "x-2"])
        own.run("backup own.tar")
        first.run("restore own.tar")
        #expect(try known(first) == ["m-1", "x-2"])
        #expect(try known(stage()) == ["m-1", "x-2"])
    }

    @Test func `a private session knows its own, and its copies know them too`() throws {
        let own = try Stage()
        refuse("m-1", in: own)
        #expect(try own.workspace.device.refusals() == [])
        let copy = try own.session.fork()
        #expect(try copy.refusals().map(\.push.id) == ["m-1"])
        #expect(try Stage().session.refusals().isEmpty)
    }

    @Test func `a refusal of a later version is passed over`() throws {
        let first = try stage()
        refuse("m-1", in: first)
        let device = try first.workspace.device
        _ = try device.begin()
        try device.save(document: .refusal(7), ["number": 7, "push": ["code": "later"]])
        try device.commit()
        #expect(try known(stage()) == ["m-1"])
    }
}
