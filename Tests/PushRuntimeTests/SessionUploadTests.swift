import PushCommands
import PushSimulation
import PushText
import Testing

@testable import PushRuntime

/// A flush that lasts: what it shows, and what ^C leaves behind.
@Suite struct SessionUploadTests {
    let edge = StoreEdge()
    let session: Session

    init() throws {
        session = try Session(edge: edge, settings: ShellSettings())
        for text in ["config queue.limit 3000", "app launch"] { _ = run(text) }
        for number in 1..<1200 { _ = run("open myapp://item/\(number)") }
    }

    /// Runs a command; gives the code of its failure.
    private func run(_ text: String) -> String? { session.type(text).failure?.code.name }

    @Test func `a flush shows how far it is, and takes that away at the end`() throws {
        #expect(run("flush") == nil)
        #expect(edge.progress == ["500 of 1200", "1000 of 1200", "-"])
    }

    @Test func `an interrupt ends a flush between two batches and loses nothing`() throws {
        edge.stopsAfterUploads = 1
        #expect(run("flush") == "upload_failed")
        #expect(edge.sent == (1...500).map(Int64.init))
        #expect(edge.progress.last == "-")
        #expect(
            session.last.lines.last == "note    interrupted: 500 accepted, 700 stay in the queue")
        edge.stopsAfterUploads = nil
        #expect(run("flush") == nil)
        #expect(edge.sent == (1...1200).map(Int64.init))
        #expect(session.world.app?.queue.count == 0)
    }

    @Test func `a flush of many effects comes to its end, since each gets it further`() throws {
        session.effectLimit = 5
        #expect(run("endpoint embedded --postback") == nil)
        #expect(run("flush") == nil)
        #expect(edge.sent == (1...1200).map(Int64.init))
        #expect(session.world.app?.queue.count == 0)
    }

    @Test func `a statement that gets nowhere is ended`() throws {
        // Five tries of one batch need more effects than this.
        session.effectLimit = 3
        #expect(run("network real") == nil)
        #expect(run("endpoint tokyo") == nil)
        edge.faults = Dictionary(uniqueKeysWithValues: (1...9).map { ($0, .silence) })
        #expect(run("flush") == "did_not_settle")
    }

    @Test func `an interrupt behind the last batch ends nothing`() throws {
        edge.stopsAfterUploads = 3
        #expect(run("flush") == nil)
        #expect(edge.sent.count == 1200)
    }
}
