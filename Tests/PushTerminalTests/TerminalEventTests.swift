import Foundation
import PushTestSupport
import Testing

/// Pastes, changes of size, stops and poor terminals, as a user sees them.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct TerminalEventTests {
    /// The line by which the probe reports a text.
    static func report(_ text: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return "read \(text.utf8.count) \(String(hash, radix: 16)) "
    }

    /// A document of about `count` bytes with tabs, Japanese and many lines.
    static func document(_ count: Int) -> String {
        let line = "\t{\"title\": \"お知らせ\", \"body\": \"本日のクーポン\\t10%\"},\n"
        return String(repeating: line, count: count / line.utf8.count) + "end"
    }

    @Test(arguments: [1_000, 65_536, 1_048_576])
    func `a paste is kept whole`(count: Int) {
        let driver = LineEditorTests.probe()
        let text = Self.document(count)
        driver.paste(text)
        #expect(driver.screen(within: 20) { $0.rows.last == "…> end" }.rows.last == "…> end")
        driver.press("Enter")
        let screen = driver.wait(for: "read ", within: 20)
        #expect(screen.from("read ").first == Self.report(text) + (count > 400 ? "<>" : ""))
    }

    @Test func `a paste is text even where keys would be commands`() {
        let driver = LineEditorTests.probe()
        driver.paste("tap\tx か\u{3099}\nlogin\n")
        let screen = driver.screen { $0.rows.last == "…>" }
        #expect(screen.from("probe>") == ["probe> tap      x が", "…> login", "…>"])
        driver.press("Enter")
        #expect(
            driver.wait(for: "read ").from("read ").first?.hasPrefix(
                Self.report("tap\tx が\nlogin\n")) == true)
    }

    @Test func `a paste that never ends is taken after a while`() {
        let driver = LineEditorTests.probe()
        driver.press("Escape")
        driver.type("[200~tap 通知")
        let screen = driver.screen { $0.rows.last == "probe> tap 通知" }
        #expect(screen.rows.last == "probe> tap 通知")
        driver.press("Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<tap 通知>") })
    }

    @Test func `a change of width redraws from the prompt without leftovers`() {
        let driver = LineEditorTests.probe()
        let text = "receive お知らせを受け取りました、今すぐ開いて"
        driver.type(text)
        driver.wait(for: "probe> receive")
        driver.resize(columns: 30, rows: 12)
        let narrow = [
            "probe> receive お知らせを受け", "取りました、今すぐ開いて",
        ]
        #expect(driver.screen { $0.from("probe>") == narrow }.from("probe>") == narrow)
        driver.press("Left")
        driver.resize(columns: 60, rows: 12)
        // tmux may keep the line above in its history, so only the entry is compared.
        let wide = ["probe> " + text]
        let seen = driver.screen { $0.from("probe>") == wide && $0.rows.count <= 2 }
        #expect(seen.from("probe>") == wide && seen.rows.count <= 2)
        driver.press("Enter")
        #expect(
            driver.wait(for: "read ").rows.contains {
                $0.hasPrefix(Self.report(text))
            })
    }

    @Test(arguments: [
        "receive " + String(repeating: "0123456789", count: 6),
        "receive お知らせを受け取りました、今すぐ開いてください、ぜひ", "tap \"a\n通知\"", "",
    ])
    func `narrowing and widening ends where it began`(text: String) {
        let driver = LineEditorTests.probe()
        driver.paste(text)
        let wanted = driver.screen { $0.rows.count > (text.isEmpty ? 1 : 2) || $0.column > 10 }
        driver.resize(columns: 30, rows: 12)
        driver.type("x")
        let narrow = driver.screen { $0.rows.last?.hasSuffix("x") == true }
        #expect(narrow.rows.last?.hasSuffix("x") == true)
        driver.resize(columns: 60, rows: 12)
        driver.press("BSpace")
        // tmux may keep the line above in its history, so only the entry is compared.
        let seen = driver.screen { $0.from("probe>") == wanted.from("probe>") }
        #expect(seen.from("probe>") == wanted.from("probe>"))
        #expect(seen.rows.count { $0.hasPrefix("probe>") } == 1 && seen.column == wanted.column)
    }

    @Test func `an entry taller than the screen shows the part with the cursor`() {
        let driver = LineEditorTests.probe(rows: 6)
        driver.paste((1...20).map { "line \($0)" }.joined(separator: "\n"))
        let tail = (15...20).map { "…> line \($0)" }
        #expect(driver.screen { $0.rows == tail }.rows == tail)
        for _ in 0..<10 { driver.press("Up") }
        let middle = (10...15).map { "…> line \($0)" }
        let screen = driver.screen { $0.rows == middle }
        #expect(screen == .init(rows: middle, column: 10, row: 0))
        driver.type("!")
        #expect(driver.screen { $0.rows.first == "…> line 10!" }.rows.first == "…> line 10!")
    }

    @Test func `Up goes to the same column of a line of any length at once`() {
        let driver = LineEditorTests.probe()
        let (above, below) = (
            String(repeating: "ab", count: 20_000), String(repeating: "電\t", count: 10_000)
        )
        driver.paste(above + "\n" + below)
        _ = driver.screen { $0.rows.last?.contains("電") == true }
        driver.press("Up")
        driver.type("!")
        driver.press("Enter")
        let screen = driver.wait(for: "read ", within: 20)
        #expect(screen.from("read ").first == Self.report(above + "!\n" + below) + "<>")
    }

    @Test func `^Z stops the shell and fg brings the line back`() {
        let driver = TerminalDriver(
            ["bash", "--norc", "-i"], environment: ["PS1": "sh> ", "PATH": "/usr/bin:/bin"])
        driver.wait(for: "sh>")
        driver.type(TerminalDriver.product("editor-probe") + "; stty -a | grep -c -e -icanon\n")
        driver.wait(for: "probe>")
        driver.press("C-l")
        driver.type("login 通知")
        driver.wait(for: "probe> login 通知")
        driver.press("C-z")
        #expect(driver.screen { $0.rows.last == "sh>" }.rows.last == "sh>")
        driver.type("fg\n")
        let screen = driver.screen { $0.rows.last == "probe> login 通知" }
        #expect(screen.rows.last == "probe> login 通知")
        driver.press("Left")
        driver.type("x")
        driver.press("Enter")
        let read = driver.wait(for: "read ")
        #expect(read.from("read ").first?.hasSuffix("<login 通x知>") == true)
    }

    @Test(arguments: ["dumb", ""])
    func `a terminal that only prints lines is read plainly`(term: String) {
        let driver = LineEditorTests.probe(["login alice"], environment: ["TERM": term])
        driver.type("login \"通知")
        driver.press("Enter")
        driver.wait(for: "…>")
        driver.type("おわり\"")
        driver.press("Enter")
        #expect(driver.shows("<login \"通知\\nおわり\">"))
        driver.press("C-d")
        #expect(driver.wait(for: "exited").rows.contains("end of input"))
    }

    @Test func `^C in plain reading abandons the entry`() {
        let driver = LineEditorTests.probe(environment: ["TERM": "dumb"])
        driver.type("login \"通知")
        driver.press("Enter")
        driver.press("C-c")
        let screen = driver.wait(for: "interrupted")
        #expect(screen.rows.contains("interrupted"))
    }

    @Test func `editing works on the standard error while the output is piped`() {
        let driver = TerminalDriver(
            ["sh", "-c", TerminalDriver.product("editor-probe") + " | sed s/read/piped/"])
        driver.wait(for: "probe>")
        driver.type("通知")
        driver.press("Left")
        driver.type("あ")
        driver.press("Enter")
        driver.type("exit")
        driver.press("Enter")
        #expect(driver.shows("piped 9 8d93b88dc997e68d <通あ知>"))
    }

    @Test func `piped input is read in lines of any length`() throws {
        let long = String(repeating: "長い行", count: 400_000)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: TerminalDriver.product("editor-probe"))
        let (feed, drain) = (Pipe(), Pipe())
        (process.standardInput, process.standardOutput) = (feed, drain)
        try process.run()
        feed.fileHandleForWriting.write(Data("one\n\(long)\nlast".utf8))
        try feed.fileHandleForWriting.close()
        let output = String(
            decoding: drain.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let wanted = ["one", long, "last"].map { "plain " + Self.report($0) }
        let seen = output.split(separator: "\n").map { String($0.prefix { $0 != "<" }) }
        #expect(seen == wanted + ["plain end"])
    }
}
