import CEditLine
import Glibc

/// One libedit editor with pushsh's additions.
///
/// Everything happens inside `ce_edit`, which asks for keys and runs commands through
/// `EditCallbacks`.
final class EditSession {
    let assistant: any LineAssistant
    let history: EntryHistory
    let screen: TerminalScreen
    let announcements: Announcements
    let wakeUp: WakePipe
    let editor: OpaquePointer
    private let callbacks: EditCallbacks

    var keys: KeyInput
    var state = EntryState()
    /// The way in which the entry ended, once it has.
    var outcome: LineResult?
    /// The killed texts, of this entry and those before it.
    var kills = KillRing()
    /// Whether the terminal reports its cursor position when asked.
    var tellsCursor = true
    /// How the terminal draws emoji of several code points, once it has been asked.
    var joined = JoinedCells()
    var knowsJoinedCells = false
    /// The entry as it was when Enter was last pressed.
    var accepted = GrowingText()
    /// Whether the terminal reflows its rows when it is resized; nil if unknown.
    let refillsRows = TerminalCapabilities.refillsRows(
        environment: TerminalCapabilities.processEnvironment)
    private var emptyInterrupts = 0
    private var isOpen = true
    /// Whether the user's editrc chose the vi key maps.
    private(set) var isVi = false

    init?(
        assistant: any LineAssistant, history: EntryHistory, input: Int32, wakeUp: WakePipe,
        screen: TerminalScreen, announcements: Announcements
    ) {
        self.assistant = assistant
        self.history = history
        self.screen = screen
        self.announcements = announcements
        self.wakeUp = wakeUp
        keys = KeyInput(input: input, wakeUp: wakeUp)
        callbacks = EditCallbacks()
        guard let editor = callbacks.open(input: input, screen: screen.descriptor) else {
            return nil
        }
        self.editor = editor
        callbacks.session = self
        bindKeys()
        isVi = ce_is_vi(editor) != 0
        if isVi {
            _ = ce_bind(editor, "\\034", "vi-command-mode")
            // In command mode these keys reach our history; libedit's own is empty.
            for (keys, command) in EditCommand.viCommandKeys {
                _ = ce_bind_alternative(editor, keys, command.name)
            }
        } else {
            for (keys, command) in EditCommand.killKeys { _ = ce_bind(editor, keys, command.name) }
        }
    }

    /// Binds our commands around the user's editrc, which is read before bindings that must not be
    /// lost.
    private func bindKeys() {
        for command in EditCommand.allCases {
            _ = ce_add(editor, command.rawValue, command.name, "")
        }
        for keys in EditCommand.unusedKeys { _ = ce_bind(editor, keys, EditCommand.ignore.name) }
        ce_source(editor)
        for keys in EditCommand.unsafeKeys { _ = ce_bind(editor, keys, EditCommand.ignore.name) }
        for command in EditCommand.allCases {
            for keys in command.keys { _ = ce_bind(editor, keys, command.name) }
        }
        for (keys, name) in EditCommand.libeditKeys { _ = ce_bind(editor, keys, name) }
    }

    /// Reads one entry.
    func readLine() -> LineResult {
        outcome = nil
        state = EntryState()
        screen.measure()
        preparePrompt()
        screen.painter.put(EditSession.pasteOn)
        printAnnouncements()
        printUpperLines()
        let count = ce_edit(editor)
        let result = outcome ?? builtInResult(count)
        leaveEntry(result)
        return result
    }

    /// Returns the result of a line that a built-in command of libedit ended.
    private func builtInResult(_ count: Int32) -> LineResult {
        guard count > 0 else { return .endOfInput }
        var points = text
        if points.last == 0x0A { points.removeLast() }
        return .line(UTF32Text.string(points))
    }

    /// Draws the entry in its final form, and moves below it.
    private func leaveEntry(_ result: LineResult) {
        let isEmpty = text.isEmpty
        paint(closing: result == .interrupted ? "^C" : "")
        screen.painter.leave()
        screen.painter.put(EditSession.pasteOff)
        emptyInterrupts = result == .interrupted && isEmpty ? emptyInterrupts + 1 : 0
        if emptyInterrupts >= 2 {
            screen.painter.put("to leave, press ^D or type exit\r\n")
        }
        screen.flush()
        guard case .line(let entry) = result else { return }
        if !assistant.isSecret(entry) { history.add(entry) }
    }

    /// Restores the terminal; the session is unusable afterwards.
    func close() {
        guard isOpen else { return }
        isOpen = false
        ce_close(editor)
    }

    static let pasteOn = "\u{1B}[?2004h"
    static let pasteOff = "\u{1B}[?2004l"
}

/// A key's action that the same key continues when it is pressed again.
enum Deed: Equatable {
    case killing
    /// A number of code points before the cursor were yanked.
    case yanking(Int)
    /// The last word of an earlier entry was inserted: the entry, and the word's code points.
    case recalling(Int, Int)
}

/// The state of the entry being edited, discarded with it.
struct EntryState {
    var upper: [String] = []
    var prompt = StyledPoints()
    var continuation = StyledPoints()
    var styling = TextStyling()
    var walk: HistoryWalk?
    var search: HistorySearch?
    var menu: CompletionMenu?
    var undo = EditUndo()
    /// The last key's action, for the same key pressed again, and the entry that it left.
    var done: (deed: Deed, entry: EditUndo.State)?
    /// The first visible row of an entry that is taller than the screen.
    var top = 0
}

/// Carries libedit's calls to the session.
private final class EditCallbacks {
    unowned(unsafe) var session: EditSession?

    func open(input: Int32, screen: Int32) -> OpaquePointer? {
        ce_open(
            "pushsh", input, screen, Unmanaged.passUnretained(self).toOpaque(),
            { context, key in
                guard let session = EditCallbacks.session(context) else { return -1 }
                guard let read = session.readKey() else { return -1 }
                key?.pointee = read
                return 1
            },
            { context, slot in
                guard let session = EditCallbacks.session(context),
                    let command = EditCommand(rawValue: slot)
                else { return Int32(CE_BEEP) }
                return session.run(command).code
            })
    }

    private static func session(_ context: UnsafeMutableRawPointer?) -> EditSession? {
        context.flatMap {
            Unmanaged<EditCallbacks>.fromOpaque($0).takeUnretainedValue().session
        }
    }
}
