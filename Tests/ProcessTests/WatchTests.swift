import PushTestSupport
import Testing

/// `--watch`: scripts run again when a file that they use changes.
@Suite struct WatchTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(
            "app launch\ninclude steps/in.psh\ntest \"a\"\n  expect user == x\nend\n", to: "a.psh")
        try place.write("login x\n", to: "steps/in.psh")
        try place.write("test \"b\"\n  lint push.json\nend\n", to: "b.psh")
        try place.write(#"{"aps": {"alert": "hi"}}"#, to: "push.json")
    }

    /// Starts a watch, and defines `until_count N TEXT`, which waits for the text to stand in the
    /// output so often, and for the run that wrote it to be over: a run in which a change comes
    /// between its last line and its end is repeated whole.
    static let start = """
        "$PUSHSH" --watch a.psh b.psh > out.txt 2> err.txt &
        watch=$!
        runs() { cat "/proc/$watch/task/$watch/children"; }
        until_count() {
            for _ in $(seq 600); do
                [[ $(grep -c "$2" out.txt) -ge $1 && -z $(runs) ]] && return
                sleep 0.05
            done
            echo "never $1 times $2"
        }
        until_count 1 passed

        """

    @Test func `a change runs the scripts that it concerns, and no others`() throws {
        let run = try Pushsh.bash(
            Self.start + """
                printf 'login y\n' > steps/new && mv steps/new steps/in.psh
                until_count 2 passed
                printf '{"aps": {"alert": "ho"}}' > new && mv new push.json
                until_count 3 passed
                echo nothing > other.txt
                printf 'login x\n' > steps/in.psh
                until_count 4 passed
                kill $watch
                grep -E '✓|✗|passed' out.txt
                """, in: place)
        #expect(
            run.stdout == """
                ✓ a
                ✓ b
                2 passed, 0 failed
                ✗ a
                0 passed, 1 failed
                ✓ b
                1 passed, 0 failed
                ✓ a
                1 passed, 0 failed

                """)
    }

    @Test func `a script that cannot be read now is watched on`() throws {
        let run = try Pushsh.bash(
            Self.start + """
                echo 'tap "x' > steps/in.psh
                for _ in $(seq 600); do grep -q 'steps/in.psh:1' err.txt && break; sleep 0.05; done
                printf 'login x\n' > steps/in.psh
                until_count 2 passed
                kill $watch
                tail -n 2 out.txt
                """, in: place)
        #expect(run.stdout == "✓ a\n1 passed, 0 failed\n")
    }

    @Test func `a directory that goes and comes back, or is new, is watched`() throws {
        try place.write("test \"c\"\n  lint sub/p.json\nend\n", to: "c.psh")
        try place.write("include lib/x.psh\ntest \"d\"\n  status\nend\n", to: "d.psh")
        try place.write(#"{"aps": {"alert": "hi"}}"#, to: "sub/p.json")
        let run = try Pushsh.bash(
            Self.start.replacing("a.psh b.psh", with: "c.psh") + """
                rm -rf sub
                until_count 1 '✗ c'
                mkdir sub && cp push.json sub/p.json
                until_count 2 '✓ c'
                mv sub/p.json sub/q.json
                until_count 2 '✗ c'
                mv sub other && mkdir sub && cp push.json sub/p.json
                until_count 3 '✓ c'
                kill $watch
                "$PUSHSH" --watch d.psh > out.txt 2> err.txt &
                watch=$!
                for _ in $(seq 600); do grep -q 'lib/x.psh' err.txt && break; sleep 0.05; done
                mkdir lib && echo 'let a = "1"' > lib/x.psh
                until_count 1 '✓ d'
                kill $watch
                """, in: place)
        #expect(run.stdout == "")
    }

    @Test func `an edit ends a run that goes on`() throws {
        try place.write("test \"long\"\n  repeat 100000000\n    status\n  end\nend\n", to: "e.psh")
        let run = try Pushsh.bash(
            Self.start.replacing("a.psh b.psh", with: "e.psh")
                .replacing("until_count 1 passed", with: "sleep 1") + """
                    printf 'test "short"\n  status\nend\n' > e.psh
                    until_count 1 '✓ short'
                    kill $watch
                    """, in: place)
        #expect(run.stdout == "")
    }

    @Test(arguments: [["--watch"], ["--watch", "-"], ["--merge"]])
    func `without the name of a file there is nothing to do`(arguments: [String]) throws {
        let run = try Pushsh.run(arguments, in: place)
        #expect(
            run.stderr == "pushsh: `\(arguments[0])` needs file names after the options\n")
        #expect(run.status == 2)
    }
}
