import PushCommands
import PushLanguage
import PushRuntime
import PushSimulation
import PushTerminal

/// What the line editor asks while a person types: prompt, colours, completion, suggestion.
final class SessionAssistant: LineAssistant {
    private let session: Session
    private let history: WorkspaceHistory

    init(_ session: Session, history: WorkspaceHistory) {
        self.session = session
        self.history = history
    }

    /// `phone td foreground cust-001 [3]>`: device, app state, user and queue depth.
    func promptParts() -> (upper: [String], prompt: StyledText) {
        let world = session.world
        var runs = [StyledText.Run(VisibleText.escape(world.device.name), .accent)]
        if let app = world.app {
            runs.append(.init(" " + app.state.rawValue, .muted))
            if let user = app.userID {
                let shown = DisplayWidth.truncated(VisibleText.escape(Secrets.shown(user)), to: 20)
                runs.append(.init(" " + shown, .identifier))
            }
            if app.queue.count > 0 { runs.append(.init(" [\(app.queue.count)]", .warning)) }
        }
        if session.isRecording { runs.append(.init(" ●", .error)) }
        runs.append(.init("> ", .strong))
        return ([], StyledText(runs))
    }

    func continuationPrompt() -> StyledText { StyledText("…> ", .muted) }

    func needsMore(_ text: String) -> Bool { Parser.needsMore(text) }

    /// What was typed before and begins alike, else a command's name.
    func suggestion(for text: String) -> String? {
        guard !text.isEmpty, !text.contains("\n") else { return nil }
        if let entry = history.entry(beginningWith: text) {
            return String(entry.dropFirst(text.count))
        }
        let match = CommandTable.all.first {
            $0.name.hasPrefix(text) && $0.name != text
        }
        return match.map { String($0.name.dropFirst(text.count)) }
    }

    func isSecret(_ text: String) -> Bool { Secrets.isSecret(text) }

    func highlight(_ text: String) -> [HighlightRun] { SyntaxColours.runs(text) }

    func complete(_ text: String, cursor: Int) -> Completion {
        CommandCompleter(session).complete(text, cursor: cursor)
    }
}
