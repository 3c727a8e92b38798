import PushTestSupport
import Testing

/// A file that is a pipe is waited for, but no longer than a test may take.
@Suite struct WaitingFileTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        _ = try Pushsh.bash("mkfifo pipe", in: place)
    }

    @Test(arguments: ["receive @pipe", "receive pipe", "login @pipe", ".read pipe"])
    func `a test that reads a pipe which nobody opens ends at its limit`(
        _ statement: String
    ) throws {
        try place.write("test \"a\"\napp launch\n\(statement)\nend\n", to: "s.psh")
        let run = try Pushsh.run(["--timeout", "300ms", "-f", "s.psh"], in: place, timeout: 20)
        #expect(run.status == 3 && run.stderr.contains("the test took longer than 300ms"), "\(run)")
    }

    @Test func `a script or an included file is waited for as long as a test`() throws {
        let missing =
            "pushsh: cannot read `pipe` within 300ms\n"
            + "hint: a pipe is read until its writer closes it\n"
        let script = try Pushsh.run(["--timeout", "300ms", "-f", "pipe"], in: place, timeout: 20)
        #expect(script.status == 3 && script.stderr == missing, "\(script)")
        try place.write("include \"pipe\"\n", to: "s.psh")
        let including = try Pushsh.run(
            ["--timeout", "300ms", "-f", "s.psh"], in: place, timeout: 20)
        #expect(
            including.status == 2
                && including.stderr.contains("1:9: error: cannot read `pipe` within 300ms"),
            "\(including)")
    }

    @Test(arguments: ["sleep 0.5; echo whoami > pipe", "exec 9> pipe; sleep 0.5; echo whoami >&9"])
    func `a slow writer is waited for`(_ writer: String) throws {
        let run = try Pushsh.bash("(\(writer)) & pushsh -f pipe", in: place, timeout: 20)
        #expect(run.status == 0 && run.stdout.contains("nobody"), "\(run)")
    }

    @Test func `what a process writes can take the place of a file`() throws {
        let run = try Pushsh.bash(
            "pushsh --timeout 30s -f <(sleep 0.3; echo app launch; sleep 0.3; "
                + "echo receive @push.json)",
            in: place, timeout: 20)
        #expect(run.status != 0 && run.stderr.contains("push.json"), "\(run)")
        let both = try Pushsh.bash(
            "pushsh -c 'app launch' && pushsh -c $'app launch\\nreceive @/dev/fd/9' "
                + "9< <(sleep 0.3; echo '{\"aps\": {\"alert\": \"x\"}}')",
            in: place, timeout: 20)
        #expect(both.status == 0 && both.stdout.contains("banner \"x\""), "\(both)")
    }
}
