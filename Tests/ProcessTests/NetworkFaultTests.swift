import PushTestSupport
import Testing

/// What an independent test of the network found and no other test holds: files that are none,
/// names that are none, and texts about them.
@Suite struct NetworkFaultTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// A key in a pipe was waited for without end; a folder was told to be given other rights.
    @Test(arguments: ["pipe", "folder"])
    func `a key that lies in no file is refused at once`(kind: String) throws {
        let run = try Pushsh.bash(
            """
            \(kind == "pipe" ? "mkfifo k" : "mkdir k")
            pushsh() { timeout 20 '\(try PushshBinary.path)' "$@"; }
            pushsh -c 'credential add x --p8 k --team ABCDE12345 --key-id ABCDE12345'; echo $?
            pushsh -c 'config td.write_key file:k'; echo $?
            """, in: place)
        #expect(run.stderr.contains("/k` is not a regular file\n"), "\(run)")
        #expect(!run.stderr.contains("chmod"), "\(run)")
        #expect(run.stderr.contains("none: `k` is not a regular file"), "\(run)")
        #expect(run.lines == ["1", "config  td.write_key = file:k", "0"], "\(run)")
    }

    /// Each of the three was kept without a word.
    @Test(arguments: [
        ("nothing", "cannot read `nothing`: no such file or directory"),
        ("folder", "cannot read `folder`: it is a directory"),
        ("key.pem", "`key.pem` holds no certificate in PEM, wanted that of an authority"),
    ])
    func `an authority that is none is told when it is set`(file: String, note: String) throws {
        let made = try Pushsh.bash(
            "mkdir folder; printf -- '-----BEGIN PRIVATE KEY-----\\nAAAA\\n"
                + "-----END PRIVATE KEY-----\\n' > key.pem", in: place)
        #expect(made.status == 0)
        let run = try Pushsh.run(["-c", "config tls.ca_file \(file)"], in: place)
        #expect(run.stdout + run.stderr == "config  tls.ca_file = \(file)\nnote: \(note)\n")
    }

    @Test func `a report that cannot be written is told, whatever was there before`() throws {
        let script = "test \"a\"\n  status\nend"
        let run = try Pushsh.run(
            ["-c", script, "--report", "junit=/nonexistent/x"], in: place)
        #expect(
            run.stderr.contains("cannot write `/nonexistent/x`: no such file or directory"),
            "\(run)")
        #expect(run.status == 3)
    }
}
