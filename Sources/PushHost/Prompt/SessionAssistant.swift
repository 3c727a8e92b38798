import PushCommands
import PushLanguage
import PushRuntime
import PushSimulation
import PushTerminal
import PushText

/// The line editor's helper while a person types: prompt, colours, completion, suggestion.
final class SessionAssistant: LineAssistant {
    private let session: Session
    private let history: WorkspaceHistory
    private var news: [String] = []
    private var pasted = PastedLines()

    init(_ session: Session, history: WorkspaceHistory) {
        self.session = session
        self.history = history
    }

    /// `phone: app foreground cust-001 [3]>`: device, the app's state, user and queue depth.
    func promptParts(columns: Int) -> (upper: [String], prompt: StyledText) {
        let world = session.world
        var words = PromptWords(device: world.device.name, isRecording: session.isRecording)
        if let app = world.app {
            words.state = app.state.rawValue
            words.user = app.userID.map(Secrets.shown)
            words.queued = app.queue.count
        }
        return ([], words.text(columns: columns))
    }

    /// The interval for checking news: only a workspace on disk has other processes that write to
    /// it, and only under the system's clock does anything fall due while nobody types.
    var newsInterval: Int32 {
        session.isShared || session.settings.usesRealClock ? 1000 : -1
    }

    /// Takes over the changes of other processes and lets due time pass; true if either changed
    /// anything.
    func hasNews() -> Bool {
        let caughtUp = session.catchUp()
        guard let lines = session.passTime() else { return caughtUp }
        news += lines
        return true
    }

    func takeNews() -> [String] {
        defer { news = [] }
        return news
    }

    func continuationPrompt() -> StyledText { StyledText("…> ", .muted) }

    func needsMore(_ text: String) -> Bool {
        pasted.isOpen(text, ScriptLoader.needsMore)
    }

    /// Returns the rest of an earlier entry that begins alike, else of a command's name.
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

    func lastArgument(of entry: String) -> String? {
        let bytes = Array(entry.utf8)
        let part = TypedText(bytes).parts.last { $0.kind == .argument }
        return part.map { String(decoding: bytes[$0.range], as: UTF8.self) }
    }

    func isSecret(_ text: String) -> Bool { Secrets.isSecret(text) }

    func highlight(_ text: String) -> [HighlightRun] { SyntaxColours.runs(text) }

    func complete(_ text: String, cursor: Int) -> Completion {
        CommandCompleter(session).complete(text, cursor: cursor)
    }
}
