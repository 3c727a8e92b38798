import PushTestSupport
import Testing

/// TD-14: what was refused in one process is explained, and recorded, by the next.
@Suite struct RefusedPushTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace(
            """
            app launch
            !not_installed receive --bundle com.other <<JSON
              {"aps": {"alert": "x"}, "message_id": "m-1"}
              JSON
            !invalid_payload receive <<JSON
              {"message": {"data": {"message_id": "m-2"}}}
              JSON
            login ann

            """)
    }

    @Test func `the next process says why a push was refused`() throws {
        let run = try place.inWorkspace(
            """
            why m-1
            expect $.cause == bundle-id-mismatch
            why m-2
            expect $.cause == push-refused
            why last
            expect $.cause == push-refused
            status
            expect output contains "last push refused: "

            """)
        #expect(run.stderr == "" && run.status == 0, "\(run)")
    }

    @Test func `a recording that begins later has the refused pushes, and replays`() throws {
        let run = try place.inWorkspace(
            """
            .record start r.psh
            why m-1
            why m-2
            .record stop

            """)
        #expect(run.status == 0, "\(run)")
        let empty = try TemporaryDirectory()
        try empty.write(try place.text("r.psh"), to: "r.psh")
        let replayed = try Pushsh.run(["-f", "r.psh"], in: empty)
        #expect(replayed.stderr == "" && replayed.status == 0, "\(replayed)")
        #expect(replayed.stdout.contains("`com.other` is not installed on `phone`"))
    }
}
