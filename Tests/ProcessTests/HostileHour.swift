import Foundation
import PushTestSupport
import Testing

/// A prompt under hostile entries, beside a twin that gets the same commands one process each.
///
/// After each entry the screen is what a terminal shows of it, the workspace is the twin's, and the
/// history holds every entry once. Where an entry was interrupted or killed, it may have run
/// whole or not at all.
final class HostileHour {
    let place: TemporaryDirectory
    let seed: UInt64
    var dice: SeededGenerator
    var prompt: PromptSession
    var columns = 80
    /// The entries that were made, as hexadecimal digits.
    var history: [String] = []
    var number = 0

    private static let rows = 50

    init(seed: UInt64) throws {
        self.seed = seed
        dice = SeededGenerator(seed: seed)
        place = try TemporaryDirectory()
        for name in ["w", "twin"] {
            _ = try Pushsh.script(
                "clock set 2031-02-03T04:05:06Z\napp launch\napp background\n",
                ["--workspace", name, "-f", "-"], in: place)
        }
        prompt = try Self.open(place, columns)
    }

    private static func open(_ place: TemporaryDirectory, _ columns: Int) throws -> PromptSession {
        try PromptSession(
            place, columns: columns, rows: rows, variables: ["XDG_STATE_HOME": place.path])
    }

    /// Makes the next entry and checks what it left.
    func next() throws {
        number += 1
        let kind = dice.pick(HostileEntry.allCases)
        prompt.driver.press("C-l")
        try fresh("\(kind)", isAlone: true)
        let stopped = try enter(kind, "login u\(number)-")
        try fresh("\(kind)")
        try check(kind, stopped)
    }

    /// Makes an entry; gives the one that was stopped on its way, if one was.
    private func enter(_ kind: HostileEntry, _ name: String) throws -> String? {
        switch kind {
        case .typed:
            let clusters = (0..<dice.below(3)).map { _ in dice.pick(HostileText.clusters) }
            let text = name + letters(dice.below(9)) + clusters.joined()
            prompt.driver.type(text)
            try shows(text)
            try run(text)
        case .edited: try run(edit(name))
        case .long:
            let text = name + letters(300 + dice.below(500))
            prompt.driver.paste(text)
            try shows(text)
            try run(text)
        case .pasted: try paste()
        case .brokenPaste:
            // Entered or not, it changes nothing.
            prompt.driver.paste(dice.pick(HostileText.broken))
            if dice.below(2) == 0 { prompt.driver.press("Enter") }
            try abandon()
        case .halfPaste:
            prompt.driver.send("\u{1B}[200~")
            prompt.driver.type("\(name)p")
            prompt.driver.send("\u{1B}[201~")
            try shows("\(name)p")
            try run("\(name)p")
        case .reports:
            for _ in 0...dice.below(3) { prompt.driver.send(dice.pick(HostileText.reports)) }
            try run(typed(name + letters(5)))
        case .half:
            try typed(name + letters(dice.below(150)))
            try abandon()
        case .resized:
            let text = try typed(name + letters(30 + dice.below(60)))
            columns = 28 + dice.below(100)
            prompt.driver.resize(columns: columns, rows: Self.rows)
            // Where the terminal answers late, what it refilled stays above the new rows.
            try shows(text, mayRepeat: true)
            try run(text)
        case .interrupted:
            try typed(name + "i")
            stop { prompt.driver.press("C-c") }
            prompt.driver.press("C-c")
            return name + "i"
        case .killed:
            try typed(name + "k")
            try stop { try kill() }
            try reopen()
            return name + "k"
        case .killedWhileTyping:
            try typed(name + letters(dice.below(60)))
            try kill()
            try reopen()
        }
        return nil
    }

    /// Ends with what a user does last: nothing is left behind, and the files are whole.
    func end() throws {
        #expect(prompt.leave() == "exited 0", "seed \(seed)")
        for file in ["w/device.db", "w/history"] {
            let told = try Shell.run(
                "sqlite3", [place.path + "/" + file, "PRAGMA integrity_check"])
            #expect(told.stdout == "ok\n", "seed \(seed): \(file)")
        }
    }

    private func letters(_ count: Int) -> String {
        String((0..<count).map { _ in dice.pick(HostileText.letters) })
    }

    /// Types an entry of known widths; the screen and the cursor must be as every terminal has it.
    @discardableResult
    private func typed(_ text: String) throws -> String {
        let start = prompt.driver.screen()
        prompt.driver.type(text)
        try shows(Array(text), cursor: text.count, behind: start)
        return text
    }

    /// Changes an entry at random places behind its name, and looks at it after every few keys.
    private func edit(_ name: String) throws -> String {
        let start = prompt.driver.screen()
        let floor = name.count + 1
        var text = Array(name + "x")
        var cursor = text.count
        prompt.driver.type(String(text))
        for step in 0..<30 {
            switch (dice.below(10), dice.pick(["Left", "Right", "BSpace", "DC"])) {
            case (..<6, _):
                let letter = dice.pick(HostileText.letters)
                text.insert(letter, at: cursor)
                cursor += 1
                prompt.driver.type(String(letter))
            case (_, "Left") where cursor > floor:
                cursor -= 1
                prompt.driver.press("Left")
            case (_, "Right") where cursor < text.count:
                cursor += 1
                prompt.driver.press("Right")
            case (_, "BSpace") where cursor > floor:
                cursor -= 1
                text.remove(at: cursor)
                prompt.driver.press("BSpace")
            case (_, "DC") where cursor < text.count:
                text.remove(at: cursor)
                prompt.driver.press("DC")
            default: break
            }
            if step % 5 == 4 { try shows(text, cursor: cursor, behind: start) }
        }
        return String(text)
    }

    /// Pastes a payload over several lines, as a mail has it; nothing runs before Enter.
    private func paste() throws {
        let words = (0..<3).map { _ in letters(6) + dice.pick(HostileText.clusters) }
        let lines = [
            "receive {\"aps\": {\"alert\": {\"title\": \"\(words[0])\",",
            "  \"body\": \"\(words[1])\"}}, \"message_id\": \"m\(number)\",",
            "  \"note\": \"\(words[2])\"}",
        ]
        prompt.driver.paste(lines.joined(separator: dice.pick(["\n", "\r\n"])))
        let last = flat(words[2] + "\"}")
        let seen = prompt.driver.screen(within: 40) { self.flat($0.rows.joined()).hasSuffix(last) }
        try expect(flat(seen.rows.joined()).hasSuffix(last), "\(seen)")
        try run(lines.joined(separator: "\n"))
    }

    private func abandon() throws {
        prompt.driver.press("C-c")
    }

    /// Runs what is typed; the screen ends with what the twin prints of it, and a prompt.
    private func run(_ text: String) throws {
        let told = try twin(text)
        prompt.driver.press("Enter")
        let wanted = flat(text + told.stdout)
        let fits = { (screen: TerminalDriver.Screen) in
            guard screen.rows.last.map(PromptSession.isPrompt) == true else { return false }
            // Once after each start the shell says that this clock is ahead of the system's.
            let rows = screen.rows.dropLast().prefix { !$0.hasPrefix("note: the workspace's") }
            let found = self.flat(rows.joined()).replacingOccurrences(of: "…>", with: "")
            // What is longer than the screen is seen by its end.
            let isFull = screen.rows.count == Self.rows
            return found.hasSuffix(wanted) || isFull && wanted.hasSuffix(found)
        }
        let seen = prompt.driver.screen(within: 40, where: fits)
        try expect(told.status == 0 && fits(seen), "wanted \(told)\nfound\n\(seen)")
        remember(text)
    }

    private func stop(_ act: () throws -> Void) rethrows {
        prompt.driver.press("Enter")
        usleep(UInt32(dice.below(40_000)))
        try act()
    }

    private func kill() throws {
        let above = try #require(prompt.driver.shellProcess)
        let found = try Shell.run("pgrep", ["-P", "\(above)"]).stdout
        let process = try #require(Int32(found.trimmingCharacters(in: .whitespacesAndNewlines)))
        Glibc.kill(process, SIGKILL)
        _ = prompt.driver.wait(for: "exited 137", within: 40)
    }

    private func reopen() throws {
        columns = 40 + dice.below(80)
        prompt = try Self.open(place, columns)
    }
}

/// Ends a hostile hour before its time; the finding is recorded already.
struct HostileFinding: Error {}
