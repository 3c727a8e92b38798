import PushTestSupport
import Testing

/// A recording has what other shells do in the workspace meanwhile, and replays to the same state.
struct RecordOthersTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(#"{"aps": {"alert": "Sale"}, "message_id": "m-1"}"#, to: "push.json")
    }

    /// Records at a prompt, while another shell runs a command between `first` and what looks.
    private func record(
        _ other: String, first: String = "clock now", options: String = "--real-time"
    ) throws -> Pushsh.Run {
        try place.write(other + "\n", to: "other.psh")
        return try Pushsh.bash(
            """
            mkfifo in
            "$PUSHSH" -i --workspace w < in &
            exec 3> in
            printf '%s\\n' '.record start r.psh' '\(first)' >&3
            until grep -q '^\(first)' r.psh; do sleep 0.05; done 2> /dev/null
            "$PUSHSH" --workspace w \(options) -f other.psh > other || exit 9
            printf '%s\\n' whoami queue notifications token '.record stop' >&3
            exec 3>&-
            wait
            """, in: place)
    }

    private func expectReplay(_ run: Pushsh.Run) throws {
        let empty = try TemporaryDirectory()
        let recording = try place.text("r.psh")
        try empty.write(recording, to: "r.psh")
        let again = try Pushsh.run(["-f", "r.psh"], in: empty)
        #expect(again.status == 0, "\(again)\n\(recording)\n\(run)")
    }

    @Test(arguments: [
        "app launch", "app launch\nlogin ann\nreceive push.json\ntap m-1",
        "clock advance 1h\nseed 7\napp launch", "device add tablet\ndevice use phone\napp launch",
        "device add tablet\napp install\napp launch", "app launch\nnetwork off\nlogin bob",
        "stub ingest status=503 times=2\napp launch\nflush",
        "app launch\nfor user in a b\nlogin ${user}\nend",
    ]) func `what another shell does is repeated`(_ other: String) throws {
        let run = try record(other)
        #expect(run.status == 0 && !run.stderr.contains("warning"), "\(run)")
        try expectReplay(run)
    }

    @Test func `what another shell did earlier than the replay can do it is told`() throws {
        let run = try record("device add tablet", options: "")
        #expect(
            run.stderr.contains("warning: a replay runs 1 statement of other programs later"),
            "\(run)")
        try expectReplay(run)
    }

    @Test func `what another shell takes back is told`() throws {
        let before = try Pushsh.script(
            "app launch\nsnapshot save s\nlogin ann\n", ["--workspace", "w"], in: place)
        #expect(before.status == 0, "\(before)")
        let run = try record("snapshot go s", first: "login bob")
        #expect(run.stderr.contains("a replay lacks 1 return of other programs"), "\(run)")
    }
}
