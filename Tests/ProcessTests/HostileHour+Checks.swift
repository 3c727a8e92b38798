import Foundation
import PushTestSupport
import Testing

extension HostileHour {
    func flat(_ text: String) -> String {
        text.filter { !$0.isWhitespace }
    }

    func expect(_ holds: Bool, _ found: @autoclosure () -> String) throws {
        guard !holds else { return }
        Issue.record("seed \(seed), entry \(number), \(columns) columns: \(found())")
        throw HostileFinding()
    }

    /// A prompt behind which nothing is typed is the last row.
    func fresh(_ kind: String, isAlone: Bool = false) throws {
        let fits = { (screen: TerminalDriver.Screen) in
            screen.rows.last.map(PromptSession.isPrompt) == true
                && screen.row == screen.rows.count - 1 && (!isAlone || screen.row == 0)
        }
        let seen = prompt.driver.screen(within: 40, where: fits)
        try expect(fits(seen), "no prompt at \(kind):\n\(seen)")
    }

    /// The whole entry stands behind one prompt, whatever the widths of its clusters.
    func shows(_ text: String, mayRepeat: Bool = false) throws {
        let wanted = flat(text)
        let fits = { (screen: TerminalDriver.Screen) in
            (mayRepeat || screen.rows.count { $0.hasPrefix("phone:") } == 1)
                && self.flat(screen.from("phone:").joined()).hasSuffix(wanted)
        }
        let seen = prompt.driver.screen(within: 40, where: fits)
        try expect(fits(seen), "wanted `\(text)`, found\n\(seen)")
    }

    /// The rows and the cursor are those of the model, on a screen that was cleared.
    func shows(
        _ text: [Character], cursor: Int, behind start: TerminalDriver.Screen
    ) throws {
        let model = WrappedText.rows(
            of: text, from: start.column, columns: columns, cursor: cursor)
        var rows = model.rows
        rows[0] = (start.rows.last ?? "") + " " + rows[0]
        rows = start.rows.dropLast() + rows
        while rows.last?.isEmpty == true { rows.removeLast() }
        let wanted = TerminalDriver.Screen(
            rows: rows, column: model.column, row: start.row + model.row)
        let seen = prompt.driver.screen(within: 40) { $0 == wanted }
        try expect(seen == wanted, "wanted\n\(wanted)\nfound\n\(seen)")
    }

    @discardableResult
    func twin(_ text: String) throws -> Pushsh.Run {
        try Pushsh.script(text + "\n", ["--workspace", "twin", "-f", "-"], in: place)
    }

    /// All that can be asked of a workspace; the clock's line names the time of the question.
    func state(_ workspace: String) throws -> [String] {
        let asked = "status\nqueue\nnotifications\ntokens\nshow\n"
        let told = try Pushsh.script(
            asked, ["--workspace", workspace, "--keep-going", "-f", "-"], in: place)
        return told.lines.filter { !$0.hasPrefix("clock ") }
    }

    func check(_ kind: HostileEntry, _ stopped: String?) throws {
        let own = try state("w")
        var other = try state("twin")
        if let stopped, own != other {
            try twin(stopped)
            other = try state("twin")
        }
        try expect(own == other, "after \(kind) (\(stopped ?? "")): \(own)\nwanted: \(other)")
        let question = "SELECT hex(text) FROM entries ORDER BY sequence"
        let kept = try Shell.run("sqlite3", [place.path + "/w/history", question])
            .stdout.split(separator: "\n")
        // What was stopped may have come that far, and what was pasted and entered has.
        if kept.count == history.count + 1, stopped != nil || kind == .brokenPaste,
            let last = kept.last, stopped.map({ Self.hexadecimal($0) == last }) != false
        {
            history.append(String(last))
        }
        try expect(
            kept.map(String.init) == history,
            "the history after \(kind): \(kept.suffix(2)), not \(history.suffix(2))")
    }

    /// What is typed or pasted is kept with its marks composed.
    func remember(_ text: String) {
        history.append(Self.hexadecimal(text.precomposedStringWithCanonicalMapping))
    }

    private static func hexadecimal(_ text: String) -> String {
        text.utf8.map { String(format: "%02X", $0) }.joined()
    }
}
