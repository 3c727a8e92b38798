import PushTestSupport
import Testing

/// Several processes may write to one workspace at once, and none loses what another wrote.
@Suite struct SharedWorkspaceTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.makeWorkspace("app launch\nflush\n")
    }

    /// The users of the events in the order they were tracked.
    func users() throws -> [String] {
        let run = try place.inWorkspace(
            "query \"SELECT user_id FROM events WHERE user_id IS NOT NULL ORDER BY sequence\"\n")
        #expect(run.status == 0)
        return Array(run.lines.dropFirst())
    }

    @Test func `two writers of 300 commands each lose nothing`() throws {
        for writer in ["a", "b"] {
            let lines = (0..<300).map { "login \(writer)\($0)\n" }.joined()
            try place.write(lines, to: writer + ".psh")
        }
        let run = try Pushsh.bash(
            """
            pushsh --workspace w a.psh >a.txt & a=$!
            pushsh --workspace w b.psh >b.txt & b=$!
            wait $a || exit 101
            wait $b || exit 102
            """, in: place)
        #expect(run == Pushsh.Run())
        let users = try users()
        #expect(users.count == 600)
        for writer in ["a", "b"] {
            let own = (0..<300).map { "\(writer)\($0)" }
            #expect(users.filter { $0.hasPrefix(writer) } == own)
            #expect(
                try place.text(writer + ".txt")
                    == own.map { "login   \($0)\ntracked token_register user \($0)\n" }.joined())
        }
        #expect(try place.inWorkspace("expect queue == 600\n").status == 0)
    }

    @Test func `the time that two shells let pass adds up`() throws {
        try place.write(
            (0..<150).map { _ in "clock advance 1s\nexpect within 1s queue == 0\n" }.joined(),
            to: "c.psh")
        let run = try Pushsh.bash(
            """
            pushsh --workspace w c.psh >a.txt & a=$!
            pushsh --workspace w c.psh >b.txt & b=$!
            wait $a || exit 101
            wait $b || exit 102
            """, in: place)
        #expect(run == Pushsh.Run())
        #expect(try place.inWorkspace("clock").stdout.hasPrefix("clock   2026-01-01T00:05:00Z"))
    }

    /// The first shell waits for its payload while the second one moves the clock.
    @Test func `time passes from where another shell has left the clock`() throws {
        try place.write("clock advance 1s\nlint @pipe\nclock advance 1s\n", to: "wait.psh")
        let run = try Pushsh.bash(
            """
            mkfifo pipe
            pushsh --workspace w wait.psh & shell=$!
            exec 3>pipe
            pushsh --workspace w -c 'clock advance 1m' >/dev/null
            echo '{"aps":{"alert":"a"}}' >&3
            exec 3>&-
            wait $shell
            """, in: place)
        #expect(
            run
                == Pushsh.Run(
                    stdout: """
                        clock   2026-01-01T00:00:01Z
                        lint    no problems found
                        clock   2026-01-01T00:01:02Z

                        """))
    }

    @Test func `local notifications of two writers replace none of each other's`() throws {
        let line = "local add --title x --in 600s\n"
        try place.write(String(repeating: line, count: 30), to: "l.psh")
        let run = try Pushsh.bash(
            """
            pushsh --workspace w l.psh >a.txt & a=$!
            pushsh --workspace w l.psh >b.txt & b=$!
            wait $a || exit 101
            wait $b || exit 102
            """, in: place)
        #expect(run == Pushsh.Run())
        let text = try place.text("a.txt") + place.text("b.txt")
        #expect(!text.contains("replaces"))
        let ids = Set(text.split(separator: "\n").map { $0.split(separator: " ")[1] })
        #expect(ids.count == 60)
    }

    @Test func `keys of processes that make them at once are all known`() throws {
        let run = try Pushsh.bash(
            """
            for n in 1 2 3 4; do
                pushsh --workspace w -c "credential demo k$n --for apns" >$n.txt & jobs+=($!)
            done
            for job in ${jobs[@]}; do wait $job || exit 1; done
            ls k?/*.p8 | sed 's/.*_//' | sort
            """, in: place)
        let names = (1...4).map { "PUSHSH000\($0).p8\n" }.joined()
        #expect(run == Pushsh.Run(stdout: names))
    }

    /// Processes that start while a step is taken back must not take it back once more.
    @Test func `what is written while a prompt undoes its steps stays`() throws {
        let run = try Pushsh.bash(
            """
            for i in {1..30}; do echo "login p$i"; echo undo; done |
                pushsh -i --workspace w >prompt.txt 2>&1 & prompt=$!
            for n in 1 2; do
                (for i in {1..100}; do
                    kill -0 $prompt 2>/dev/null || exit 0
                    pushsh --workspace w -c "login s$n-$i" || exit 1
                done) >$n.txt & jobs+=($!)
            done
            for job in ${jobs[@]}; do wait $job || exit 101; done
            wait $prompt
            """, in: place)
        #expect(run == Pushsh.Run())
        let users = Set(try users())
        for writer in 1...2 {
            let told = try place.text("\(writer).txt").split(separator: "\n")
            let own = told.filter { $0.hasPrefix("login ") }.map { String($0.dropFirst(8)) }
            #expect(!own.isEmpty && own.filter { !users.contains($0) } == [])
        }
        let told = try place.text("prompt.txt").split(separator: "\n")
        let undone = told.filter { $0.contains("undone  login ") }
            .compactMap { $0.split(separator: " ").last.map(String.init) }
        #expect(undone.filter { users.contains($0) } == [])
    }

    /// The prompt waits for the copy that it brings back, having looked for others' lines, and
    /// another process writes one then.
    @Test(arguments: [false, true])
    func `what is written between the look and the return is not taken back unseen`(
        isForced: Bool
    ) throws {
        let run = try Pushsh.bash(
            """
            mkfifo pipe
            pushsh -i --workspace w <pipe >prompt.txt 2>&1 & prompt=$!
            exec 3>pipe
            echo 'login p' >&3
            until [[ -f w/undo/000000001/note ]] && grep -q 'user p' prompt.txt; do
                sleep 0.05
            done
            exec 4<w/undo/000000001
            flock 4
            echo '\(isForced ? "undo --force" : "undo")' >&3
            until [[ -d w/redo/000000001 ]]; do sleep 0.05; done
            pushsh --workspace w -c 'login s' >s.txt || exit 101
            exec 4<&-
            \(isForced ? "until grep -q undone prompt.txt; do sleep 0.05; done; echo redo >&3" : "")
            exec 3>&-
            wait $prompt; grep -oE '(undone|redone|error:) .*' prompt.txt
            """, in: place)
        #expect(
            run.stdout
                == (isForced
                    ? "undone  login p\nredone  login p\n"
                    : "error: something else changed the workspace after `login p`\n"),
            "\(run)")
        #expect(try users() == ["p", "s"])
    }

    /// The first shell waits for its payload while the second one gives the app another token.
    @Test func `send takes the token that another process has given the device`() throws {
        let run = try Pushsh.bash(
            """
            mkfifo pipe
            pushsh --workspace w -c 'send @pipe --to phone' >sent.txt & shell=$!
            exec 3>pipe
            pushsh --workspace w -c $'app reinstall\\napp launch\\npermission grant' >/dev/null
            echo '{"aps":{"alert":"a"}}' >&3
            exec 3>&-
            wait $shell || exit 101
            pushsh --workspace w -c token | sed -n 's/^token   device \\(.*\\),.*/\\1/p'
            """, in: place)
        #expect(run.status == 0, "\(run)")
        let token = run.lines.first ?? ""
        #expect(try !token.isEmpty && place.text("sent.txt").contains("\n\(token)  sent"))
    }

    @Test func `writers that also upload send every event once`() throws {
        let lines = (0..<40).map { "login u${1}-\($0)\nflush\n" }.joined()
        try place.write(lines, to: "f.psh")
        let run = try Pushsh.bash(
            """
            for n in 1 2 3; do pushsh --workspace w -f f.psh $n >$n.txt & jobs+=($!); done
            for job in ${jobs[@]}; do wait $job || exit 1; done
            """, in: place)
        let rows = try place.inWorkspace(
            """
            flush
            query "SELECT user_id FROM mobile.push_events WHERE user_id IS NOT NULL"
            expect queue == 0

            """)
        #expect(rows.status == 0)
        let users = rows.lines.drop { $0 != "user_id" }.dropFirst().sorted()
        let expected = (1...3).flatMap { n in (0..<40).map { "u\(n)-\($0)" } }.sorted()
        #expect(run == Pushsh.Run())
        #expect(users == expected)
    }

    @Test func `a first start of many processes makes one workspace`() throws {
        let run = try Pushsh.bash(
            """
            for n in 1 2 3 4 5 6; do
                pushsh --workspace fresh -c $'app launch\\nlogin u'$n >/dev/null & jobs+=($!)
            done
            for job in ${jobs[@]}; do wait $job || exit 1; done
            pushsh --workspace fresh --mode csv -c \\
                'query "SELECT count(*) AS n FROM events WHERE user_id IS NOT NULL"'
            """, in: place)
        #expect(run == Pushsh.Run(stdout: "n\n6\n"))
    }

    @Test func `a workspace that another program holds is refused in a sentence`() throws {
        let run = try Pushsh.bash(
            """
            mkfifo pipe
            sqlite3 w/device.db <pipe >/dev/null &
            exec 3>pipe
            echo 'BEGIN EXCLUSIVE; UPDATE settings SET value = value;' >&3
            sleep 0.3
            pushsh --workspace w -c 'login a'; status=$?
            echo 'ROLLBACK;' >&3
            exec 3>&-
            wait
            exit $status
            """, in: place)
        #expect(run.stdout == "")
        #expect(
            run.stderr == """
                -c:1:1: error: workspace is busy: another pushsh has been writing for 5 s
                login a
                ^^^^^^^
                code: workspace_busy


                """)
        #expect(run.status == 3)
        #expect(try users() == [])
    }
}
