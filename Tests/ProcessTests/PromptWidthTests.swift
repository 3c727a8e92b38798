import Foundation
import PushTestSupport
import Testing

/// The prompt on narrow, usual and wide terminals, with Japanese and emoji.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct PromptWidthTests {
    let place: TemporaryDirectory

    static let widths = [40, 80, 200]

    init() throws {
        place = try TemporaryDirectory()
        try place.write(
            #"""
            {"aps": {"alert": {"title": "春のセール🌸開始のお知らせ",
              "body": "全品20%オフ。👨‍👩‍👧詳しくはアプリをご覧ください。"}, "thread-id": "sale"},
             "image_url": "http://x.example/a.png", "message_id": "m-1"}
            """#, to: "sale.json")
    }

    /// The cells of a row, counted as the emulator does.
    private func cells(_ row: String) -> Int {
        row.reduce(0) { sum, character in
            let wide = character.unicodeScalars.contains { $0.value >= 0x1100 }
            return sum + (wide && !character.isEllipsis ? 2 : 1)
        }
    }

    /// Rows with the broken ones put together again.
    private func whole(_ rows: [String], margin: Int) -> [String] {
        var lines: [String] = []
        for row in rows where !row.isEmpty {
            let indent = row.prefix { $0 == " " }.count
            if indent == margin, !lines.isEmpty {
                lines[lines.count - 1] += " " + row.dropFirst(indent)
            } else {
                lines.append(row)
            }
        }
        return lines
    }

    @Test(arguments: widths) func `status breaks its lines between words`(columns: Int) throws {
        let prompt = try PromptSession(place, columns: columns)
        let rows = prompt.enter("status")
        #expect(rows.allSatisfy { cells($0) <= columns })
        let lines = whole(rows, margin: 10)
        #expect(lines.first == "device    phone, iPhone 15, iOS 17.5, unlocked, online, no Focus")
        #expect(lines.contains("app       com.example.myapp, not running, never launched"))
        #expect(lines.contains { $0.hasSuffix("follows the system's clock") })
        #expect(lines.count == 12, "\(lines)")
    }

    @Test(arguments: widths) func `notifications stand in stacks, with text and age`(
        columns: Int
    ) throws {
        let prompt = try PromptSession(place, columns: columns)
        prompt.enter("app launch")
        prompt.enter("receive sale.json")
        prompt.enter("receive sale.json --id m-2")
        let rows = prompt.enter("notifications").filter { !$0.isEmpty }
        #expect(rows.allSatisfy { cells($0) <= columns }, "\(rows)")
        let text = rows.map { $0.drop { $0 == " " } }.joined()
        let flat = text.filter { $0 != " " }
        #expect(
            flat.hasPrefix(
                "shownm-2banner\"春のセール🌸開始のお知らせ\",now,threadsale,1belowit"
                    + "全品20%オフ。👨‍👩‍👧詳しくはアプリをご覧ください。m-1banner"), "\(rows)")
        #expect(rows.last == "badge   0")
        // The text goes on below itself, not below its label.
        #expect(rows.dropFirst().dropLast().allSatisfy { $0.hasPrefix("        ") }, "\(rows)")
    }

    @Test(arguments: widths) func `try shows each state, as many beside one another as fit`(
        columns: Int
    ) throws {
        let prompt = try PromptSession(place, columns: columns, rows: 90)
        let rows = prompt.enter("try sale.json")
        #expect(rows.allSatisfy { cells($0) <= columns }, "\(rows)")
        let text = rows.joined(separator: "\n")
        for state in ["foreground", "background", "not running", "force-quit"] {
            #expect(text.contains(state))
        }
        let tables = rows.count { $0.hasPrefix("shown     ") }
        #expect(tables == (columns == 40 ? 4 : 1), "\(rows)")
        #expect(text.contains("[2] no image: http"))
    }

    @Test(arguments: widths) func `a list of words is cut with an ellipsis`(columns: Int) throws {
        let prompt = try PromptSession(place, columns: columns, rows: 40)
        prompt.driver.type("app set ")
        prompt.driver.press("Tab")
        let screen = prompt.driver.wait(for: "… and ")
        let rows = screen.from("phone:").dropFirst()
        #expect(rows.allSatisfy { cells($0) < columns }, "\(screen)")
        let line = rows.first { $0.hasPrefix("entitlement.critical ") }
        let whole =
            "entitlement.critical        The critical alerts entitlement, which needs Apple's "
            + "approval."
        if columns == 200 {
            #expect(line == whole)
        } else {
            #expect(line?.hasSuffix("…") == true && whole.hasPrefix(line?.dropLast() ?? "-"))
        }
    }

    @Test(arguments: widths) func `a long user leaves room for the entry, and the queue stays`(
        columns: Int
    ) throws {
        let prompt = try PromptSession(place, columns: columns)
        prompt.enter("app launch")
        prompt.driver.type("login 山田太郎さま🌸🌸🌸のとても長い名前のユーザー")
        prompt.driver.press("Enter")
        let row = prompt.row { $0.hasSuffix("[2]>") }
        #expect(row.hasPrefix("phone: app foreground"))
        #expect(cells(row) <= columns * 3 / 4)
        #expect(row.contains("山田太郎さま🌸") == (columns > 40), "\(row)")
    }

    @Test(arguments: widths) func `a message is broken between words`(columns: Int) throws {
        let prompt = try PromptSession(place, columns: columns)
        prompt.driver.type("login 山田太郎")
        prompt.driver.press("Enter")
        let screen = prompt.driver.screen {
            $0.rows.contains { $0.hasPrefix("hint: ") }
                && $0.rows.last.map(PromptSession.isPrompt) == true
        }
        let lines = whole(screen.rows, margin: 7)
        #expect(lines.contains("error: `com.example.myapp` is not running"), "\(screen)")
        #expect(!screen.rows.contains { cells($0) > columns })
    }

    @Test(arguments: widths) func `undo, snapshots and a lesson are told at each width`(
        columns: Int
    ) throws {
        let prompt = try PromptSession(place, columns: columns, rows: 90)
        func told(_ text: String) -> [String] {
            prompt.driver.type(text)
            _ = prompt.driver.screen {
                $0.from("phone:").joined().filter { $0 != " " }
                    .hasSuffix(text.filter { $0 != " " })
            }
            return prompt.press("Enter").filter { !$0.isEmpty }
        }
        _ = told("app launch")
        _ = told("login 山田太郎🌸")
        #expect(told("undo") == ["undone  login 山田太郎🌸"])
        #expect(told("redo") == ["redone  login 山田太郎🌸"])
        _ = told("snapshot save a")
        _ = told("logout")
        _ = told("snapshot go a")
        #expect(told("whoami").contains("user    山田太郎🌸"))
        let lesson = told("tutorial no-image")
        #expect(lesson.allSatisfy { cells($0) <= columns }, "\(lesson)")
        let lines = whole(lesson, margin: 8)
        #expect(lines.first == "ticket  The text arrived, but not the picture.", "\(lesson)")
        #expect(lines.contains("1/4     Send the push with its picture."), "\(lesson)")
        let stopped = told("tutorial stop").joined(separator: " ")
        #expect(
            stopped.hasPrefix(
                "the lesson is over; everything is as it was before it began, at 20"),
            "\(stopped)")
    }

    @Test(arguments: widths) func `a note is broken between words`(columns: Int) throws {
        try place.makeWorkspace("clock set 2031-02-03T04:05:06Z\n")
        let prompt = try PromptSession(place, columns: columns)
        let rows = prompt.enter("app launch")
        let start = try #require(rows.firstIndex { $0.hasPrefix("note: ") }, "\(rows)")
        let note = rows[start...].joined(separator: " ")
        let clock = "note: the workspace's clock, 2031-02-03T04:05:06Z, is ahead of the system's, "
        #expect(note.hasPrefix(clock), "\(note)")
        let end = "Z, and stands still until then; `clock advance` moves it on"
        #expect(note.hasSuffix(end), "\(note)")
        #expect(rows.allSatisfy { cells($0) <= columns })
    }

    @Test(arguments: widths) func `a caret stands below what is at fault`(columns: Int) throws {
        let prompt = try PromptSession(place, columns: columns)
        let filling = String(repeating: "あ", count: 30)
        prompt.driver.type("receive {\"title\": \"\(filling)\", \"aps\": {\"alert\": 7} 春のセール🌸}")
        prompt.driver.press("Enter")
        let screen = prompt.driver.screen {
            $0.rows.contains { $0.hasSuffix("^^") }
                && $0.rows.last.map(PromptSession.isPrompt) == true
        }
        let index = try #require(screen.rows.lastIndex { $0.hasSuffix("^^") })
        let caret = screen.rows[index].prefix { $0 == " " }.count
        let source = screen.rows[index - 1]
        let before = source.prefix { $0 != "春" }
        #expect(source.contains("春"), "\(screen)")
        #expect(cells(String(before)) == caret, "\(screen)")
        #expect(cells(source) <= columns)
        #expect(!screen.rows.contains { $0.hasPrefix("from:") }, "\(screen)")
    }

    @Test func `a prompt that is resized leaves nothing behind`() throws {
        let prompt = try PromptSession(place, columns: 200, rows: 40)
        prompt.enter("app launch")
        prompt.enter("login 山田太郎さま🌸🌸")
        let entry = "receive {\"aps\": {\"alert\": \"春のセール🌸開始のお知らせ 👨‍👩‍👧"
        prompt.driver.type(entry)
        _ = prompt.driver.screen { $0.rows.last?.hasSuffix("👨‍👩‍👧") == true }
        for columns in [80, 40, 80, 30, 200] {
            prompt.driver.resize(columns: columns, rows: 40)
            let screen = prompt.driver.screen {
                let rows = $0.from("phone:")
                return rows.joined().filter { $0 != " " }.hasSuffix(entry.filter { $0 != " " })
            }
            let last = screen.rows.lastIndex { $0.hasPrefix("tracked token_register user") }
            let prompts = screen.rows[(last ?? 0)...].filter { $0.hasPrefix("phone:") }
            #expect(prompts.count == 1, "at \(columns): \(screen)")
        }
        prompt.driver.press("C-c")
        _ = prompt.row(where: PromptSession.isPrompt)
        #expect(prompt.enter("whoami").first == "device  phone")
    }

    /// tmux keeps a row for the cursor that stood behind a full one, which left a stale copy of the
    /// prompt's first row.
    @Test func `an entry that fills its row leaves nothing behind in another width`() throws {
        let prompt = try PromptSession(place, columns: 60, rows: 40)
        prompt.enter("app launch")
        let entry = "receive {\"aps\": {\"alert\": \"全品20%オフ\"}, \"id\": \"春のセール🌸のお知らせ\"}"
        let head = cells("phone: app foreground [1]> " + entry)
        let whole = entry + String(repeating: "x", count: 60 - head % 60)
        prompt.driver.type(whole)
        _ = prompt.driver.screen { $0.column == 0 && $0.rows.last?.hasSuffix("x") == true }
        for columns in [120, 60, 41, 60, 90] {
            prompt.driver.resize(columns: columns, rows: 40)
            let screen = prompt.driver.screen {
                let rows = $0.from("phone:")
                return rows.joined().filter { $0 != " " }.hasSuffix(whole.filter { $0 != " " })
                    && $0.rows.count { $0.hasPrefix("phone:") && $0.contains("receive") } == 1
            }
            // What is drawn anew is drawn within 0.3 s of the last size.
            Thread.sleep(forTimeInterval: 0.6)
            let later = prompt.driver.screen()
            let copies = later.rows.count { $0.hasPrefix("phone:") && $0.contains("rec") }
            #expect(copies == 1, "at \(columns): \(screen) \(later)")
        }
    }

    @Test func `a dumb terminal shows the same words`() throws {
        let rows = try ["screen-256color", "dumb"].map { terminal in
            let own = try TemporaryDirectory()
            try own.write(place.text("sale.json"), to: "sale.json")
            let prompt = try PromptSession(
                own, columns: 80, rows: 160,
                variables: ["TERM": terminal, "NO_COLOR": ""])
            prompt.enter("app launch")
            prompt.enter("receive sale.json")
            return prompt.enter("notifications").filter { !$0.isEmpty }
                + prompt.enter("try sale.json")
        }
        #expect(rows[0] == rows[1])
        #expect(rows[1].count > 20)
    }

    @Test func `help goes through a pager on a terminal alone`() throws {
        let prompt = try PromptSession(
            place, columns: 80, rows: 24, variables: ["PAGER": "sed -n '1p;$p'"])
        prompt.driver.type("help")
        prompt.driver.press("Enter")
        let rows = prompt.driver.screen {
            $0.rows.contains("Start here") && $0.rows.last.map(PromptSession.isPrompt) == true
        }.rows
        #expect(rows.contains("Start here"), "\(rows)")
        #expect(rows.count < 10, "\(rows)")
        // What fits on the screen, and what goes to a file, goes there at once.
        #expect(prompt.enter("help timer").contains { $0.contains("timer") })
        prompt.enter(".output help.txt")
        prompt.enter("help")
        #expect(try place.text("help.txt").split(separator: "\n").count > 100)
    }

    @Test func `without a pager, or where it cannot start, help is printed`() throws {
        for (pager, terminal) in [("no-such-pager", "screen-256color"), ("less", "dumb")] {
            let prompt = try PromptSession(
                place, columns: 80, rows: 24, variables: ["PAGER": pager, "TERM": terminal])
            prompt.driver.type("help")
            prompt.driver.press("Enter")
            let last = prompt.driver.screen {
                $0.rows.count > 20 && $0.rows.last.map(PromptSession.isPrompt) == true
            }
            #expect(
                last.rows.contains { $0.contains("`help COMMAND` explains a command") }, "\(last)")
        }
    }

    @Test(arguments: [60, 132]) func `findings are recorded as a script prints them`(
        columns: Int
    ) throws {
        let text = String(repeating: "long ", count: 25)
        try place.write(
            #"{"aps": {"alert": {"title": "\#(text)"}, "badge": "x", "sound": 5}}"# + "\n",
            to: "wide.json")
        let prompt = try PromptSession(place, columns: columns)
        prompt.enter(".record start r.psh")
        prompt.enter("lint wide.json")
        prompt.enter(".record stop")
        #expect(try place.text("r.psh").contains("^"))
        let replay = try Pushsh.run(["r.psh"], in: place)
        #expect(replay.status == 0, "\(replay)")
    }

    @Test func `a time in a sentence of the world is in the zone of TZ, too`() throws {
        // All of it fits, for what scrolls away is not seen.
        let prompt = try PromptSession(
            place, columns: 100, rows: 90, variables: ["TZ": "Asia/Tokyo"])
        prompt.enter("clock set 2026-05-01T20:30:00Z")
        prompt.enter("app launch")
        let planned = prompt.enter("local add --in 1h --id later --body Wait")
        #expect(planned.contains { $0.contains("2026-05-02T06:30:00+09:00") }, "\(planned)")
        let why = prompt.enter("why later")
        #expect(why.contains { $0.contains("2026-05-02T06:30:00+09:00") }, "\(why)")
        #expect(!why.contains { $0.contains("2026-05-01T21:30:00Z") }, "\(why)")
        prompt.enter("device lock")
        prompt.enter("receive sale.json")
        let drawn = prompt.enter("show m-1")
        #expect(drawn.contains { $0.contains("lock screen, 05:30") }, "\(drawn)")
        prompt.enter("clock advance 3d")
        let old = prompt.enter("show m-1")
        #expect(old.contains { $0.contains(" 2026-05-02 │") }, "\(old)")
    }

    @Test func `times are in the zone of TZ at the prompt, and in UTC in what it records`() throws {
        let prompt = try PromptSession(place, columns: 100, variables: ["TZ": "Asia/Tokyo"])
        prompt.enter(".record start r.psh")
        let shown = prompt.enter("clock set 2026-05-01T20:30:00Z")
        #expect(shown == ["clock   2026-05-02T05:30:00+09:00"])
        prompt.enter("app launch")
        prompt.enter("receive sale.json")
        #expect(
            prompt.enter("show m-1").contains("state   shown at 2026-05-02T05:30:00+09:00"))
        #expect(
            prompt.enter("status").contains {
                $0 == "clock     2026-05-02T05:30:00+09:00, stands still"
            })
        prompt.enter("expect $.clock == \"2026-05-01T20:30:00Z\"")
        prompt.enter(".record stop")
        // Values are for programs, which need them in one zone, and whole.
        prompt.enter("clock advance 7ms")
        prompt.enter(".mode json")
        #expect(prompt.enter("clock") == ["\"2026-05-01T20:30:00.007Z\""])
        #expect(!prompt.enter("token history").contains { $0.contains("+09:00") })
        #expect(try place.text("r.psh").contains("| state   shown at 2026-05-01T20:30:00Z"))
        #expect(try Pushsh.run(["r.psh"], in: place).status == 0)
        let script = try Pushsh.run(
            ["-c", "clock set 2026-05-01T20:30:00Z"], in: place,
            variables: ["TZ": "Asia/Tokyo"])
        #expect(script.stdout == "clock   2026-05-01T20:30:00Z\n")
    }
}

extension Character {
    /// Whether it is the sign of what was left out, which takes one cell.
    fileprivate var isEllipsis: Bool { self == "…" || self == "→" }
}
