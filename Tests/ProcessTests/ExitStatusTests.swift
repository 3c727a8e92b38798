import PushTestSupport
import Testing

/// The exit status is what a caller's script branches on.
@Suite struct ExitStatusTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write("expect queue == 0\n", to: "good.psh")
        try place.write("expect queue == 1\n", to: "wrong.psh")
        try place.write("app lanch\n", to: "garbled.psh")
        try place.write("receive @gone.json\n", to: "missing.psh")
        try place.write("test \"a\" @x\nend\n", to: "test.psh")
    }

    @Test(
        arguments: [
            (["-c", ""], 0), (["--version"], 0), (["--help"], 0), (["good.psh"], 0),
            (["--check", "wrong.psh"], 0), (["--check", "missing.psh"], 0), (["test.psh"], 0),
            (["wrong.psh"], 1), (["good.psh", "wrong.psh"], 1), (["--only", "@y", "test.psh"], 1),
            (["-c", "tap"], 1), (["-c", "query \"SELEC\""], 1),
            (["garbled.psh"], 2), (["good.psh", "garbled.psh"], 2),
            (["--check", "garbled.psh"], 2),
            (["--chek", "good.psh"], 2), (["-c"], 2), (["--mode", "boxx", "good.psh"], 2),
            (["-c", "include \"gone.psh\""], 2),
            (["gone.psh"], 3), (["good.psh", "gone.psh"], 3), (["missing.psh"], 3),
            (["--workspace", "good.psh", "-c", ""], 3), (["--report", "json=no/f", "good.psh"], 3),
            (["--check", "gone.psh"], 3),
        ] as [([String], Int32)])
    func `each kind of ending has its status`(arguments: [String], status: Int32) throws {
        #expect(try Pushsh.run(arguments, in: place).status == status)
    }

    @Test func `a push that is refused before it is sent ends with 2`() throws {
        let run = try Pushsh.script(
            """
            app launch
            credential demo keys --for apns --environment development
            credential add key --p8 keys/AuthKey_PUSHSH0001.p8 --team PUSHSHTEAM --sandbox
            send {"aps": {"alert": "Sale"}} --to phone --as key --production

            """, ["--workspace", "w", "-f", "-"], in: place)
        #expect(run.status == 2, "\(run)")
        #expect(run.stderr.contains("error: BadEnvironmentKeyInToken: "))
    }

    @Test func `what cannot be read outweighs what is garbled, and both are told`() throws {
        let run = try Pushsh.run(["garbled.psh", "gone.psh"], in: place)
        #expect(run.status == 3)
        #expect(run.stderr.hasPrefix("garbled.psh:1:5: error: unknown command `app lanch`\n"))
        #expect(
            run.stderr.hasSuffix("pushsh: cannot read `gone.psh`: no such file or directory\n"))
    }

    @Test(arguments: ["help", "why", "app"])
    func `a command in the place of a script is told how to run it`(word: String) throws {
        let run = try Pushsh.run([word], in: place)
        #expect(run.status == 3)
        #expect(
            run.stderr == """
                pushsh: cannot read `\(word)`: no such file or directory
                hint: `\(word)` is a command: `pushsh -c '\(word) …'` runs it

                """)
    }

    @Test func `nothing runs where one of the scripts is garbled`() throws {
        try place.write("app launch\n", to: "launch.psh")
        let run = try Pushsh.run(["--workspace", "w", "launch.psh", "garbled.psh"], in: place)
        #expect(run.stdout == "")
        #expect(run.status == 2)
        #expect(try place.listing().contains("w") == false)
    }

    /// Sends a signal to a run half a second after its start.
    func interrupted(by signal: String, _ text: String) throws -> Pushsh.Run {
        try Pushsh.bash(
            """
            (sleep 0.5; kill -\(signal) $$) >/dev/null 2>&1 &
            exec "$PUSHSH" -c '\(text)' >/dev/null
            """, in: place)
    }

    @Test(arguments: [("INT", -2), ("TERM", -15), ("HUP", -1)] as [(String, Int32)])
    func `a signal ends a running script as that signal does`(name: String, status: Int32) throws {
        let run = try interrupted(by: name, "repeat 100000000\n  clock now\nend")
        #expect(run == Pushsh.Run(status: status))
    }

    @Test func `an interrupt in a query dies of the interrupt`() throws {
        let run = try interrupted(
            by: "INT",
            """
            query --dialect sqlite "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x+1 FROM c) \
            SELECT count(*) FROM c"
            """)
        #expect(run.status == -2)
    }

    @Test(arguments: [[], ["--jobs", "2"]]) func `a test that an interrupt stops has not passed`(
        options: [String]
    ) throws {
        try place.write(
            "test \"a\"\n  repeat 100000000\n    whoami\n  end\nend\ntest \"b\"\nend\n",
            to: "long.psh")
        // Only the process itself gets the signal, not its copies.
        let run = try Pushsh.bash(
            """
            (sleep 0.5; kill -INT $$) >/dev/null 2>&1 &
            exec "$PUSHSH" \(options.joined(separator: " ")) long.psh
            """, in: place)
        #expect(run.status == -2)
        #expect(!run.stdout.contains("✓ a"))
    }

    @Test func `a reader that has seen enough ends the run quietly`() throws {
        let run = try Pushsh.bash(
            "pushsh -c $'repeat 100000\\n  clock now\\nend' | head -n 1; exit ${PIPESTATUS[0]}",
            in: place)
        #expect(run == Pushsh.Run(stdout: "clock   2026-01-01T00:00:00Z\n", status: 141))
    }

    @Test func `output that cannot be written is a failure`() throws {
        let run = try Pushsh.bash("pushsh -c 'clock now' >/dev/full", in: place)
        #expect(run.status == 3)
        #expect(run.stderr.contains("cannot write standard output: no space left on device"))
        let file = try Pushsh.run(["-c", ".output /dev/full\nclock"])
        #expect(file.status == 3)
        #expect(file.stderr == "pushsh: cannot write `/dev/full`: no space left on device\n")
    }
}
