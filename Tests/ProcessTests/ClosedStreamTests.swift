import PushTestSupport
import Testing

/// SH-01: daemons and CI runners may start a process with standard streams closed.
@Suite struct ClosedStreamTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    @Test(arguments: ["-i --ephemeral", "--ephemeral", "-", "-c 'expect queue == 0'"])
    func `closed standard input is an empty one`(arguments: String) throws {
        let run = try Pushsh.bash("pushsh \(arguments) <&-", in: place, timeout: 20)
        #expect(run.status == 0, "\(run)")
        #expect(!run.stderr.contains("cannot read"), "\(run)")
    }

    /// More rows than a pipe holds: nothing would ever read them from one of the process's own.
    @Test(arguments: [">&-", "<&- >&-", "<&- >&- 2>&-"])
    func `closed standard output cannot be written`(closing: String) throws {
        let query =
            "query 'SELECT x FROM UNNEST(sequence(1, 10000)) a(x) "
            + "CROSS JOIN UNNEST(sequence(1, 30)) b(y)'"
        let run = try Pushsh.bash("pushsh -c \"\(query)\" \(closing)", in: place, timeout: 20)
        #expect(run.status == 3, "\(run)")
        if !closing.hasSuffix("2>&-") {
            #expect(run.stderr.contains("cannot write standard output: bad file descriptor"))
        }
    }
}
