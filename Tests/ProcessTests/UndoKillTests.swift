import PushTestSupport
import Testing

/// `undo` and `redo` that are killed: the workspace is the one before or the one after, whole.
@Suite(.serialized) struct UndoKillTests {
    /// What is there to see, on the device and in the warehouse.
    private static let seen = """
        seen() {
            pushsh --workspace "$1" -c 'whoami
            queue
            query "SELECT type, user_id FROM mobile.push_events ORDER BY 1, 2"' 2>&1
        }

        """

    @Test(arguments: ["undo", "redo"])
    func `a step that is killed at any call is taken whole or not at all`(word: String) throws {
        let kills = try KillPointTests()
        let place = kills.place
        // The last step changes queue and warehouse at once.
        let entries = "app launch\nlogin u1\nflush\nlogin u2\nflush\n"
        let back = word == "redo" ? "undo\n" : ""
        try place.write(entries + back, to: "entries.txt")
        try place.write(word + "\n", to: "step.psh")
        try place.write(word == "redo" ? "undo\n" : "redo\n", to: "other.psh")
        let made = try Pushsh.bash(
            Self.seen + """
                pushsh -i --workspace w <entries.txt >/dev/null 2>&1
                seen w >before.txt
                cp -a w after && pushsh --workspace after -f step.psh && seen after >after.txt
                ! cmp -s before.txt after.txt
                """, in: place)
        try #require(made.status == 0, "\(made)")
        let check =
            Self.seen + """
                seen w >now.txt
                if cmp -s now.txt before.txt; then
                pushsh --workspace w -f step.psh && seen w >now.txt && cmp now.txt after.txt
                else
                cmp now.txt after.txt &&
                pushsh --workspace w -f other.psh && seen w >now.txt && cmp now.txt before.txt
                fi
                """
        #expect(try kills.killed(word + "\n", check: check) > 10)
    }
}
