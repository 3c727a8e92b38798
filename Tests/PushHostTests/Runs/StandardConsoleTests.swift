import Glibc
import PushModel
import PushRuntime
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// SH-01: what goes to standard output, to standard error, and into files.
@Suite struct StandardConsoleTests {
    private let files: ConsoleFiles

    init() throws { files = try ConsoleFiles() }

    @Test func `output waits for a flush, and errors come behind what was printed before`() throws {
        files.console.out("one")
        #expect(try files.directory.text("out").isEmpty)
        files.console.err("two")
        #expect(try files.directory.text("out") == "one\n")
        #expect(files.err == ["two"])
    }

    @Test func `a long output does not wait for its end`() throws {
        let line = String(repeating: "x", count: 999)
        for _ in 0..<65 { files.console.out(line) }
        #expect(try files.directory.text("out").isEmpty)
        files.console.out(line)
        #expect(try files.directory.text("out").utf8.count == 66_000)
    }

    @Test func `secrets are printed on neither stream`() {
        let key = "12345/" + String(repeating: "0123456789", count: 4)
        files.console.out("key \(key)")
        files.console.err("key \(key)")
        for line in files.out + files.err {
            #expect(line.hasPrefix("key ") && !line.contains("0123456789012345"))
        }
    }

    @Test func `a secret among many lines is hidden in its own line alone`() {
        let key = "12345/" + String(repeating: "0123456789", count: 4)
        let lines = (0..<200).map { $0 == 77 ? "key \(key)" : "line \($0) of https://a.example" }
        for line in lines { files.console.out(line) }
        files.console.out("mail me@example.com")
        files.console.flush()
        var wanted = lines + ["mail me@example.com"]
        wanted[77] = "key 12345/01…**"
        #expect(files.out == wanted)
    }

    @Test func `the line of a fact is that of its text`() {
        for (subject, text) in [("m-1", "body\u{1B}[31m"), ("", "a"), ("日本", ""), ("a\nb", "c")] {
            files.console.out(.shown, subject, text)
            files.console.flush()
            let line = Fact(.shown, subject, text, rule: .command).line
            #expect(files.out.last == VisibleText.escape(line))
        }
    }

    @Test func `output goes into a file and back`() throws {
        let path = files.directory.path + "/other"
        files.console.out("before")
        try files.console.redirect(to: path)
        files.console.out("inside")
        try files.console.redirect(to: nil)
        files.console.out("behind")
        #expect(files.out == ["before", "behind"])
        #expect(try files.directory.text("other") == "inside\n")
    }

    @Test func `a file that cannot be opened leaves the output where it is`() {
        let path = files.directory.path + "/no/other"
        let failure = #expect(throws: Failure.self) { try files.console.redirect(to: path) }
        #expect(failure?.message == "cannot write `\(path)`: no such file or directory")
        files.console.out("still here")
        #expect(files.out == ["still here"])
    }

    @Test func `a report has standard output alone`() throws {
        files.console.out("before")
        files.console.leaveOutputToReport()
        files.console.out("progress")
        files.console.writeReport("<report/>\n")
        #expect(files.out == ["before", "<report/>"])
        #expect(files.err == ["progress"])
        try files.console.redirect(to: files.directory.path + "/other")
        files.console.out("inside")
        try files.console.redirect(to: nil)
        files.console.out("again")
        _ = files.out
        #expect(files.err == ["progress", "again"])
        #expect(try files.directory.text("other") == "inside\n")
    }

    @Test func `a stream that cannot be written is remembered with its first reason`() {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let console = StandardConsole(output: full, errors: full)
        console.flush()
        #expect(console.failure == nil)
        console.out("x")
        #expect(console.failure == nil)
        console.flush()
        #expect(console.failure == "no space left on device")
        let closed = StandardConsole(output: 999, errors: 999)
        closed.writeReport("x")
        #expect(closed.failure == "bad file descriptor")
    }

    @Test func `nothing is paged where nobody asked for it`() throws {
        #expect(!files.console.page(["a", "b"]))
        files.console.usesPager = true
        try files.console.redirect(to: files.directory.path + "/other")
        #expect(!files.console.page((0..<1000).map { String($0) }))
    }
}
