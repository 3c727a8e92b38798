import PushCommands
import PushModel
import PushSimulation
import PushStore
import PushTerminal
import PushTestSupport
import PushText

@testable import PushHost
@testable import PushRuntime

/// A session over the live edge, with a workspace of its own.
final class Stage {
    let session: Session
    let edge: LiveEdge
    let workspace: Workspace

    init(
        _ workspace: Workspace = .ephemeral(), directory: String = "",
        _ adjust: (inout ShellSettings) -> Void = { _ in }
    ) throws {
        self.workspace = workspace
        edge = LiveEdge(workspace, interrupt: InterruptFlag())
        var settings = ShellSettings()
        settings.directory = directory
        adjust(&settings)
        session = try Session(edge: edge, settings: settings)
    }

    /// Runs a command whose words are separated by blanks.
    @discardableResult func run(_ line: String) -> CommandResult {
        run(line.split(separator: " ").map { ($0.hasPrefix("{") ? .quoted : .word, String($0)) })
    }

    /// Runs a command with a last word that holds blanks.
    @discardableResult func run(_ line: String, _ last: String) -> CommandResult {
        run(line.split(separator: " ").map { (.word, String($0)) } + [(.quoted, last)])
    }

    private func run(_ words: [(Argument.Kind, String)]) -> CommandResult {
        session.run(
            words.map { Argument($0.1, $0.0, at: Span(start: 0, end: 0)) },
            text: words.map(\.1).joined(separator: " "))
    }

    /// The rows of a query, each as its cells in one text.
    func rows(_ sql: String) -> [String] {
        let value = run("query", sql).value
        return (value?.arrayValue ?? []).map { row in
            (row.objectMembers ?? []).map { $0.value.stringValue ?? $0.value.text }
                .joined(separator: "|")
        }
    }
}

/// Collects the rows of a query.
final class RowList: RowConsumer {
    private(set) var names: [String] = []
    private(set) var types: [String] = []
    private(set) var rows: [[Cell]] = []
    private(set) var ends = 0
    /// Rows after which no further one is taken.
    var limit = Int.max

    func columns(_ names: [String]) { self.names = names }

    func columns(_ names: [String], types: [String]) {
        self.names = names
        self.types = types
    }

    func row(_ cells: [Cell]) -> Bool {
        rows.append(cells)
        return rows.count < limit
    }

    func end() { ends += 1 }
}

/// The failure of something; nil where it does not fail.
func failure(_ body: () throws(Failure) -> Void) -> Failure? {
    do throws(Failure) {
        try body()
        return nil
    } catch { return error }
}
