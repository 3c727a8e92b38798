import Foundation
import PushTestSupport
import Testing

/// The editor as a user sees it: a probe program under tmux.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct LineEditorTests {
    /// Starts the probe with a history and waits for its prompt.
    static func probe(
        _ history: [String] = [], columns: Int = 60, rows: Int = 12,
        environment: [String: String] = [:], afterwards: String = ""
    ) -> TerminalDriver {
        let driver = TerminalDriver(
            [TerminalDriver.product("editor-probe")] + history, columns: columns, rows: rows,
            environment: environment, afterwards: afterwards)
        driver.wait(for: "probe>")
        return driver
    }

    @Test func `typed Japanese is read back`() {
        let driver = Self.probe()
        driver.type("login 山田さん")
        driver.press("Enter")
        let screen = driver.wait(for: "read ")
        #expect(
            screen.rows.dropFirst().prefix(2) == [
                "probe> login 山田さん", "read 18 6ddf4b553dba214b <login 山田さん>",
            ])
    }

    @Test func `a mark typed after its letter joins it`() {
        let driver = Self.probe()
        driver.type("か\u{3099}ハ\u{309A}e\u{301}")
        driver.press("Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<がパé>") })
    }

    @Test func `up recalls an entry of several lines whole`() {
        let entry = "receive \"{\n  通知\n}\""
        let driver = Self.probe(["tap", entry])
        driver.press("Up")
        let screen = driver.screen { $0.row == 3 }
        #expect(screen.from("probe>") == ["probe> receive \"{", "…>   通知", "…> }\""])
        #expect(screen.column == 5)
        driver.press("Up", "Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<tap>") })
    }

    @Test func `a line within a recalled entry is mended`() {
        let driver = Self.probe(["tap", "for\n  logn a\nend"])
        driver.press("Up", "Left", "Up", "C-e", "BSpace")
        driver.type("通知")
        driver.press("Down", "C-e")
        let screen = driver.screen { $0.from("probe>").last == "…> end" && $0.column == 6 }
        #expect(screen.from("probe>") == ["probe> for", "…>   logn 通知", "…> end"])
        driver.press("Enter")
        #expect(
            driver.wait(for: "read ").rows.contains { $0.hasSuffix("<for\\n  logn 通知\\nend>") })
        driver.press("Up", "Left", "Up", "Up", "Up", "Up")
        #expect(driver.screen { $0.rows.last == "probe> tap" }.rows.last == "probe> tap")
    }

    @Test func `up keeps an entry longer than a thousand characters`() {
        let entry = String(repeating: "0123456789", count: 200) + "おわり"
        let driver = Self.probe([entry])
        driver.press("Up", "Enter")
        #expect(driver.wait(for: "read ").from("read ").first?.hasPrefix("read 2009 ") == true)
    }

    @Test func `up finds only entries that begin as the typed text`() {
        let driver = Self.probe(["tap one", "login bob", "tap two", "dismiss"])
        driver.type("tap")
        driver.press("Up", "Up", "Up", "Down")
        let screen = driver.screen { $0.from("probe>") == ["probe> tap two"] }
        #expect(screen.from("probe>") == ["probe> tap two"])
        driver.press("Down", "Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<tap>") })
    }

    @Test func `incremental search finds Japanese`() {
        let driver = Self.probe(["tap", "open 通知を開く", "login alice"])
        driver.press("C-r")
        driver.type("通知")
        let found = "(search)'通知': open 通知を開く"
        let screen = driver.screen { $0.rows.last == found }
        #expect(screen.rows.last == found)
        #expect(screen.column == 21)
        driver.press("Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<open 通知を開く>") })
    }

    @Test func `a failed search says so and ^G brings the typed text back`() {
        let driver = Self.probe(["tap"])
        driver.type("log")
        driver.press("C-r")
        driver.type("zz")
        #expect(driver.wait(for: "(no match)'zz'").rows.last?.hasPrefix("(no match)") == true)
        driver.press("C-g")
        #expect(driver.screen { $0.rows.last == "probe> log" }.rows.last == "probe> log")
    }

    @Test func `an arrow key leaves the search with the entry found`() {
        let driver = Self.probe(["login alice", "tap"])
        driver.press("C-r")
        driver.type("alice")
        driver.wait(for: "(search)'alice': login")
        driver.press("Right")
        driver.type("X")
        let screen = driver.screen { $0.rows.last == "probe> login aXlice" }
        #expect(screen.rows.last == "probe> login aXlice")
    }

    @Test(arguments: [
        (["Right"], "login alice smith"), (["C-f"], "login alice smith"),
        (["End"], "login alice smith"), (["M-f"], "login alice"),
        (["C-Right", "C-Right"], "login alice smith"),
    ])
    func `a suggestion is taken whole or by words`(keys: [String], text: String) {
        let driver = Self.probe(["login alice smith"])
        driver.type("login")
        #expect(driver.wait(for: "probe> login alice smith").column == 12)
        for key in keys { driver.press(key) }
        let column = 7 + text.utf8.count
        #expect(driver.screen { $0.column == column }.column == column)
        driver.press("Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<\(text)>") })
    }

    @Test func `commands are coloured and suggestions dim`() {
        let driver = Self.probe(["tap it"], environment: ["NO_COLOR": ""])
        driver.type("tap")
        let wanted = "\u{1B}[36mprobe\u{1B}[39m> \u{1B}[32mtap\u{1B}[2m\u{1B}[39m it"
        let screen = driver.screen(escapes: true) { $0.rows.last == wanted }
        #expect(screen.rows.last == wanted)
    }

    @Test func `^C abandons half a statement and hints the second time on an empty line`() {
        let driver = Self.probe()
        driver.type("login \"通知")
        driver.press("Enter")
        driver.type("二行目")
        driver.press("C-c")
        driver.wait(for: "interrupted")
        driver.press("C-c", "C-c")
        let screen = driver.wait(for: "to leave")
        #expect(
            screen.rows.dropFirst().prefix(7) == [
                "probe> login \"通知", "…> 二行目^C", "interrupted", "probe> ^C", "interrupted",
                "probe> ^C", "to leave, press ^D or type exit",
            ])
    }

    @Test func `^D on an empty line ends with a newline and the terminal is as before`() {
        let driver = Self.probe(
            afterwards: "stty -a | tr ' ;' '\\n\\n' | grep -c -x -E 'icanon|isig|echo|ixon'")
        driver.press("C-d")
        let screen = driver.wait(for: "exited")
        let end = driver.screen { $0.rows.last == "4" }.rows
        #expect(screen.from("probe>").prefix(3) == ["probe>", "end of input", "exited 0"])
        #expect(end.last == "4")
    }

    @Test func `^D within the text deletes forwards`() {
        let driver = Self.probe()
        driver.type("通知x")
        driver.press("C-a", "C-d")
        #expect(driver.screen { $0.rows.last == "probe> 知x" }.rows.last == "probe> 知x")
    }

    @Test func `termination restores the terminal and the process dies of it`() throws {
        let driver = Self.probe(
            afterwards: "stty -a | tr ' ;' '\\n\\n' | grep -c -x -E 'icanon|isig|echo|ixon'")
        driver.type("half a 通知")
        driver.wait(for: "probe> half")
        let shell = try #require(driver.shellProcess)
        let children = try String(
            contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        let child = try #require(children.split(separator: " ").first.flatMap { Int32($0) })
        kill(child, SIGTERM)
        let screen = driver.screen { $0.rows.last == "4" }
        #expect(screen.rows.contains("exited 143"))
        #expect(screen.rows.last == "4")
    }

    @Test func `^C stops a running command and only that`() {
        let driver = Self.probe()
        driver.type("wait")
        driver.press("Enter")
        driver.wait(for: "waiting")
        driver.press("C-c")
        let screen = driver.wait(for: "^Cstopped")
        #expect(screen.rows.contains("^Cstopped"))
        driver.type("tap")
        driver.press("Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<tap>") })
    }

    @Test func `a line from another thread appears above the prompt`() {
        let driver = Self.probe()
        driver.type("later")
        driver.press("Enter")
        driver.wait(for: "later it is")
        driver.type("tap 通")
        driver.press("Left")
        let screen = driver.wait(for: "[push]")
        #expect(screen.from("[push]") == ["[push] 新しい通知", "probe> tap 通"])
        #expect(screen.column == 11)
    }

    @Test func `tab completes a single word and the common beginning of several`() {
        let driver = Self.probe()
        driver.type("通")
        driver.press("Tab")
        #expect(driver.wait(for: "probe> 通知一覧").column == 16)
        driver.press("C-u")
        driver.type("d")
        driver.press("Tab")
        let list = ["probe> d", "device   simulated devices", "dismiss  removes a notification"]
        let screen = driver.screen { $0.from("probe>") == list }
        #expect(screen.from("probe>") == list)
        driver.type("e")
        #expect(
            driver.screen { $0.from("probe>") == ["probe> de"] }.from("probe>") == ["probe> de"])
    }

    @Test func `a long list of completions is cut and paged`() {
        let driver = Self.probe(columns: 40, rows: 8)
        driver.type("tap item-")
        driver.press("Tab")
        let first = driver.wait(for: "… and")
        #expect(first.rows.first == "probe> tap item-")
        #expect(first.rows[1] == "item-1   item-7   item-13  item-19")
        #expect(first.rows.last == "… and 36 more (PgDn shows them)")
        driver.press("NPage")
        let second = driver.wait(for: "… and 12")
        #expect(second.rows[1] == "item-25  item-31  item-37  item-43")
    }

    @Test func `upper lines stand above the prompt and stay when the screen is cleared`() {
        let driver = Self.probe(environment: ["PROBE_UPPER": "電話 iOS 17"])
        driver.type("tap")
        driver.press("C-l")
        let screen = driver.screen { $0.rows.first == "電話 iOS 17" }
        #expect(screen.rows == ["電話 iOS 17", "probe> tap"])
    }

    /// Writes an editrc and gives its path.
    private static func editrc(_ text: String) throws -> String {
        let path = NSTemporaryDirectory() + "psh-editrc-" + UUID().uuidString
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func `an editrc binds keys, and its faults do no harm`() throws {
        let path = try Self.editrc("\n  \n# a\nbind \"\nbind ^T psh-complete\nedit off\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let driver = Self.probe(environment: ["EDITRC": path])
        driver.type("通")
        driver.press("C-t")
        #expect(driver.screen { $0.rows.last == "probe> 通知一覧" }.rows.last == "probe> 通知一覧")
    }

    @Test func `vi keys work when the editrc asks for them`() throws {
        let path = try Self.editrc("bind -v\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let driver = Self.probe(["login"], environment: ["EDITRC": path])
        driver.type("tap 通知 x")
        driver.press("Escape")
        #expect(driver.screen { $0.column == 16 }.column == 16)
        driver.type("bx")
        driver.press("Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<tap 知 x>") })
        driver.press("Up")
        #expect(driver.screen { $0.column == 15 }.rows.last == "probe> tap 知 x")
    }

    @Test(arguments: [
        (["k", "k"], "second"), (["k", "k", "j"], "third"), (["G"], "hello"), (["-"], "third"),
        (["/", "h", "e", "Enter"], "hello"),
    ])
    func `vi's command mode reaches the history`(keys: [String], entry: String) throws {
        let path = try Self.editrc("bind -v\n")
        defer { try? FileManager.default.removeItem(atPath: path) }
        let driver = Self.probe(["hello", "second", "third"], environment: ["EDITRC": path])
        #expect(driver.wait(for: "probe>").rows == ["ready", "probe>"])
        driver.press("Escape")
        _ = driver.screen(within: 0.2) { _ in false }
        for key in keys { driver.press(key) }
        driver.wait(for: "probe> \(entry)")
        driver.press("Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<\(entry)>") })
    }

    @Test func `an entry of several lines is made with Alt-Enter and edited across lines`() {
        let driver = Self.probe(environment: ["TERM": "no-such-terminal"])
        driver.type("通知を見る")
        driver.press("M-Enter")
        driver.type("abcdefghijklmn")
        driver.press("Up")
        driver.type("!")
        driver.press("C-a", "Down", "C-e", "BSpace", "C-a", "Right")
        let screen = driver.screen { $0.from("probe>").last == "…> abcdefghijklm" }
        #expect(screen.from("probe>") == ["probe> 通知を見る!", "…> abcdefghijklm"])
        #expect(driver.screen { $0.column == 4 }.column == 4)
        driver.press("Enter")
        let wanted = "<通知を見る!\\nabcdefghijklm>"
        #expect(driver.wait(for: "read ").rows.joined().contains(wanted))
    }

    @Test func `keys without a meaning type nothing`() {
        let driver = Self.probe()
        driver.type("通")
        driver.press("F5", "PPage", "S-Right", "IC", "M-Left", "C-S-Up", "BTab")
        driver.type("知")
        let screen = driver.screen { $0.rows.last == "probe> 知通" }
        #expect(screen.rows.last == "probe> 知通")
    }

    @Test func `what a terminal sends of itself is not typed`() {
        let driver = Self.probe()
        driver.type("通")
        for sent in [
            "\u{1B}[<0;10;5M", "\u{1B}[M !!", "\u{1B}[?62;22c",
            "\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\", "\u{1B}[201~", "\u{1B}[57441;2u",
            "\u{1B}[27;5;45~", "\u{1B}P1$r0m\u{1B}\\",
        ] {
            driver.type(sent)
        }
        // Alt with a cursor key, as some terminals send it, moves by a word.
        driver.type("\u{1B}\u{1B}[D")
        driver.type("知")
        let screen = driver.screen { $0.rows.last == "probe> 知通" }
        #expect(screen.rows.last == "probe> 知通")
    }

    @Test func `undo takes changes back`() {
        let driver = Self.probe()
        driver.type("tap 通知")
        driver.press("C-w")
        #expect(driver.screen { $0.rows.last == "probe> tap" }.rows.last == "probe> tap")
        driver.press("C-_")
        #expect(driver.screen { $0.rows.last == "probe> tap 通知" }.rows.last == "probe> tap 通知")
    }

    @Test func `the user's editor changes the entry`() {
        let driver = Self.probe(environment: ["EDITOR": "sed -i s/one/二つ/", "VISUAL": ""])
        driver.type("tap one")
        driver.press("C-x", "C-e")
        #expect(driver.screen { $0.rows.last == "probe> tap 二つ" }.rows.last == "probe> tap 二つ")
        driver.press("Enter")
        #expect(driver.wait(for: "read ").rows.contains { $0.hasSuffix("<tap 二つ>") })
    }

    @Test func `entries with a leading space, secrets and repeats are not remembered`() {
        let driver = Self.probe()
        for entry in ["first", "dup", "dup", " hidden", "secret key"] {
            driver.type(entry)
            driver.press("Enter")
        }
        driver.press("Up")
        #expect(driver.screen { $0.rows.last == "probe> dup" }.rows.last == "probe> dup")
        driver.press("Up")
        #expect(driver.screen { $0.rows.last == "probe> first" }.rows.last == "probe> first")
    }
}
