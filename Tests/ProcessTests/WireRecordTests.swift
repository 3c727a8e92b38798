import Foundation
import PushTestSupport
import Testing
import WireTestSupport

/// What the real network answered is recorded as stubs: the file replays alone, without a socket.
@Suite struct WireRecordTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    @Test func `uploads replay with their answers, receipts and pauses`() throws {
        let failing = [1: "InternalError"]
        let server = try ScriptedServer([
            .status(503, headers: ["Retry-After": "1"], body: #"{"message":"back soon"}"#),
            .status(206, body: WireUploadTests.receipts(2, failing: failing)),
            .status(403, body: #"{"message":"no, \"never\""}"#),
            .status(200, body: WireUploadTests.receipts(1)),
        ])
        let run = try Pushsh.run(
            ["-f", "-"],
            input: Array(
                """
                .record start r.psh
                app launch
                login ann
                endpoint \(server.url)
                network real
                !upload_failed flush
                !upload_failed flush
                flush
                expect queue == 0
                uploads
                .record stop

                """.utf8), in: place, variables: ["TD_WRITE_KEY": WireUploadTests.key])
        #expect(run.status == 0, "\(run)")
        #expect(server.requests.count == 4)
        server.stop()
        let empty = try TemporaryDirectory()
        try empty.write(try place.text("r.psh"), to: "r.psh")
        let again = try Pushsh.run(["-f", "r.psh"], in: empty)
        expectSameText(again.withoutSettings, RecordTests.recorded(run))
        #expect(again.stderr == "")
        #expect(again.status == 0)
    }

    @Test(arguments: [ScriptedServer.Reply.silence, .status(429, headers: ["Retry-After": "60"])])
    func `a flush that was interrupted replays, with its failure and its events`(
        reply: ScriptedServer.Reply
    ) throws {
        let path = place.path
        let server = try ScriptedServer(then: { _ in
            let text = (try? String(contentsOfFile: path + "/pid", encoding: .utf8)) ?? ""
            if let process = pid_t(text.prefix(while: \.isNumber)) { kill(process, SIGINT) }
            return reply
        })
        try place.write(
            ".record start r.psh\napp launch\nlogin ann\nconfig td.write_key env:TD_WRITE_KEY\n"
                + "endpoint \(server.url)\nnetwork real\nflush\n", to: "s.psh")
        let run = try Pushsh.bash(
            """
            export TD_WRITE_KEY=\(WireUploadTests.key)
            echo $$ > pid
            exec "$PUSHSH" -f s.psh
            """, in: place)
        #expect(run.status == -SIGINT, "\(run)")
        let recording = try place.text("r.psh")
        #expect(recording.contains("\n!upload_failed flush\n"), "\(recording)")
        #expect(!recording.contains("1/0a"), "\(recording)")
        let empty = try TemporaryDirectory()
        try empty.write(recording + "expect queue == 2\n", to: "r.psh")
        let again = try Pushsh.run(["-f", "r.psh"], in: empty)
        #expect(again.status == 0, "\(again)\n\(recording)")
    }

    @Test func `a flush that had no key replays, with its failure and its events`() throws {
        let server = try ScriptedServer(then: { _ in
            .status(200, body: WireUploadTests.receipts(2))
        })
        let run = try Pushsh.run(
            ["-f", "-"],
            input: Array(
                """
                .record start r.psh
                app launch
                login ann
                endpoint \(server.url)
                network real
                config td.write_key env:UNSET
                !no_key flush
                clock advance 1h
                config td.write_key env:TD_WRITE_KEY
                expect queue == 2
                flush
                uploads
                .record stop

                """.utf8), in: place, variables: ["TD_WRITE_KEY": WireUploadTests.key])
        #expect(run.status == 0, "\(run)")
        server.stop()
        let recording = try place.text("r.psh")
        #expect(recording.contains("\n!no_key flush\n"), "\(recording)")
        let empty = try TemporaryDirectory()
        try empty.write(recording, to: "r.psh")
        let again = try Pushsh.run(["-f", "r.psh"], in: empty)
        #expect(again.status == 0, "\(again)\n\(recording)")
        let own = RecordTests.recorded(run).split(
            separator: "\n", omittingEmptySubsequences: false
        ).filter { !$0.hasPrefix("config  ") }.joined(separator: "\n")
        expectSameText(again.withoutSettings, own)
    }

    @Test(arguments: [true, false]) func `the network comes back in the recording, too`(
        isRecorded: Bool
    ) throws {
        let server = try ScriptedServer([.status(200, body: WireUploadTests.receipts(1))])
        let start = ".record start r.psh\n"
        let run = try Pushsh.run(
            ["-f", "-"],
            input: Array(
                """
                endpoint \(server.url)
                \(isRecorded ? start : "")network off
                network real
                \(isRecorded ? "" : start)app launch
                flush
                expect queue == 0
                .record stop

                """.utf8), in: place, variables: ["TD_WRITE_KEY": WireUploadTests.key])
        #expect(run.status == 0, "\(run)")
        let again = try Pushsh.run(["-f", "r.psh"], in: place)
        #expect(again.status == 0, "\(again)")
        #expect(server.requests.count == 1)
    }

    @Test func `what the wire answered before the recording may fail in it`() throws {
        let server = try ScriptedServer([.status(200, body: WireUploadTests.receipts(1))])
        let run = try Pushsh.run(
            ["--workspace", "w", "-f", "-"],
            input: Array(
                """
                app launch
                endpoint \(server.url)
                network real
                flush
                network simulated
                .record start r.psh
                clock
                .record stop

                """.utf8), in: place, variables: ["TD_WRITE_KEY": WireUploadTests.key])
        #expect(run.status == 0, "\(run)")
        #expect(try place.text("r.psh").contains("\n? flush\n"))
        #expect(try Pushsh.run(["-f", "r.psh"], in: place).status == 0)
        #expect(server.requests.count == 1)
    }

    @Test func `a query of the account is left in the recording as a comment`() throws {
        let run = try Pushsh.run(
            ["-f", "-"],
            input: Array(
                """
                .record start r.psh
                network real
                ? query --remote "SELECT 1"
                clock
                .record stop

                """.utf8), in: place)
        #expect(run.status == 0, "\(run)")
        let text = try place.text("r.psh")
        #expect(text.contains("\n# network real\n"))
        #expect(text.contains("\n# query --remote \"SELECT 1\"\n"))
        let again = try Pushsh.run(["-f", "r.psh"], in: place)
        #expect(again.status == 0, "\(again)")
    }
}

extension Pushsh.Run {
    /// The output without the lines that tell what a recording planted or set.
    var withoutSettings: String {
        stdout.split(separator: "\n", omittingEmptySubsequences: false)
            .filter { !$0.hasPrefix("stub    ") && !$0.hasPrefix("config  ") }
            .joined(separator: "\n")
    }
}
