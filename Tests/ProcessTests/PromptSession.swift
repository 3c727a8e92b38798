import PushTestSupport
import Testing

/// The prompt of the built binary in a terminal, over a workspace that lasts from one to the next.
final class PromptSession {
    let driver: TerminalDriver

    /// Starts a prompt in the workspace `w` of a directory and waits for it.
    init(
        _ place: TemporaryDirectory, _ options: [String] = [], columns: Int = 90, rows: Int = 60,
        variables: [String: String] = [:]
    ) throws {
        let settings = ["SWIFT_BACKTRACE": "enable=no", "XDG_CONFIG_HOME": place.path]
        driver = TerminalDriver(
            ["env", "-C", place.path, try PushshBinary.path, "--workspace", "w"] + options,
            columns: columns, rows: rows, environment: settings.merging(variables) { $1 })
        _ = driver.screen { $0.rows.last.map(Self.isPrompt) ?? false }
    }

    /// Whether a row is a prompt behind which nothing is typed.
    static func isPrompt(_ row: String) -> Bool {
        row.hasPrefix("phone") && row.hasSuffix(">")
    }

    /// Types an entry, runs it and gives the rows that it printed.
    @discardableResult
    func enter(
        _ text: String, within seconds: Double = 60, _ place: SourceLocation = #_sourceLocation
    ) -> [String] {
        driver.type(text)
        // On a narrow screen an entry goes on in the next row, and a blank at the edge is not seen.
        let end = (text.split(separator: "\n").last ?? "").filter { $0 != " " }
        func holds(_ screen: TerminalDriver.Screen) -> Bool {
            [screen.rows.joined(), screen.typed].contains {
                $0.filter { $0 != " " }.hasSuffix(end)
            }
        }
        let screen = driver.screen(where: holds)
        if !holds(screen) {
            Issue.record("`\(text)` does not show:\n\(screen)", sourceLocation: place)
        }
        return press("Enter", within: seconds, place)
    }

    /// Presses a key that ends the entry; gives the rows up to the next prompt.
    @discardableResult
    func press(
        _ key: String, within seconds: Double = 60, _ place: SourceLocation = #_sourceLocation
    ) -> [String] {
        let before = driver.screen().rows.count
        driver.press(key)
        let screen = driver.screen(within: seconds) {
            $0.rows.count > before && $0.rows.last.map(Self.isPrompt) ?? false
        }
        if !(screen.rows.last.map(Self.isPrompt) ?? false) {
            Issue.record("no prompt within \(seconds) s:\n\(screen)", sourceLocation: place)
        }
        return Array(screen.rows.dropFirst(before).dropLast())
    }

    /// The row in which the cursor is.
    var current: String {
        let screen = driver.screen()
        return screen.row >= 0 && screen.row < screen.rows.count ? screen.rows[screen.row] : ""
    }

    /// Waits until the row of the cursor fits; gives the one last seen.
    func row(where fits: @escaping (String) -> Bool) -> String {
        let screen = driver.screen { screen in
            screen.row >= 0 && screen.row < screen.rows.count && fits(screen.rows[screen.row])
        }
        return screen.row >= 0 && screen.row < screen.rows.count ? screen.rows[screen.row] : ""
    }

    /// Leaves with ^D and waits for the end; gives the row that tells the status.
    @discardableResult
    func leave() -> String {
        driver.press("C-d")
        return driver.wait(for: "exited").rows.last ?? ""
    }
}

extension TerminalDriver.Screen {
    /// The rows up to the cursor, behind which an earlier entry that begins alike is suggested.
    ///
    /// On a row with wide letters more than that.
    fileprivate var typed: String {
        guard rows.indices.contains(row) else { return rows.joined() }
        return rows[..<row].joined() + rows[row].prefix(column)
    }
}
