/// The editor's own commands, which libedit runs for their keys; everything else is libedit's.
enum EditCommand: Int32, CaseIterable {
    case accept
    case addLine
    case interrupt
    case endOfFile
    case suspend
    case older
    case newer
    case search
    case backward
    case forward
    case forwardWord
    case lineStart
    case lineEnd
    case complete
    case paste
    case clearScreen
    case externalEditor
    case undo
    case deleteBack
    case deleteForward
    case redo
    case killWordBack
    case killWord
    case killToStart
    case killToEnd
    case yank
    case yankOlder
    case lastArgument
    case oldest
    case newest
    case menuBack
    case pageDown
    case pageUp
    case cancel
    case ignore

    /// The name by which an editrc can bind the command.
    var name: String {
        switch self {
        case .accept: "psh-accept"
        case .addLine: "psh-add-line"
        case .interrupt: "psh-interrupt"
        case .endOfFile: "psh-end-of-file"
        case .suspend: "psh-suspend"
        case .older: "psh-older"
        case .newer: "psh-newer"
        case .search: "psh-search"
        case .backward: "psh-backward"
        case .forward: "psh-forward"
        case .forwardWord: "psh-forward-word"
        case .lineStart: "psh-line-start"
        case .lineEnd: "psh-line-end"
        case .complete: "psh-complete"
        case .paste: "psh-paste"
        case .clearScreen: "psh-clear-screen"
        case .externalEditor: "psh-external-editor"
        case .undo: "psh-undo"
        case .deleteBack: "psh-delete-back"
        case .deleteForward: "psh-delete-forward"
        case .redo: "psh-redo"
        case .killWordBack: "psh-kill-word-back"
        case .killWord: "psh-kill-word"
        case .killToStart: "psh-kill-to-start"
        case .killToEnd: "psh-kill-to-end"
        case .yank: "psh-yank"
        case .yankOlder: "psh-yank-older"
        case .lastArgument: "psh-last-argument"
        case .oldest: "psh-oldest"
        case .newest: "psh-newest"
        case .menuBack: "psh-menu-back"
        case .pageDown: "psh-page-down"
        case .pageUp: "psh-page-up"
        case .cancel: "psh-cancel"
        case .ignore: "psh-ignore"
        }
    }

    /// The keys, in libedit's notation.
    var keys: [String] {
        switch self {
        case .accept: ["^M", "^J"]
        case .addLine: ["\\e^M", "\\e^J"]
        case .interrupt: ["^C", "\\e^C"]
        case .endOfFile: ["^D"]
        case .suspend: ["^Z"]
        case .older: ["\\e[A", "\\eOA", "^P"]
        case .newer: ["\\e[B", "\\eOB", "^N"]
        case .search: ["^R"]
        case .backward: ["\\e[D", "\\eOD", "^B"]
        case .forward: ["\\e[C", "\\eOC", "^F"]
        case .forwardWord: ["\\ef", "\\e[1;5C", "\\e[1;3C"]
        case .lineStart: ["^A", "\\e[H", "\\eOH", "\\e[1~", "\\e[7~"]
        case .lineEnd: ["^E", "\\e[F", "\\eOF", "\\e[4~", "\\e[8~"]
        case .complete: ["^I"]
        case .paste: ["\\e[200~"]
        case .clearScreen: ["^L"]
        case .externalEditor: ["^X^E"]
        case .undo: ["^_", "^X^U"]
        case .deleteBack: ["^H", "^?"]
        case .deleteForward: ["\\e[3~"]
        case .redo: ["\\e/", "\\e^_"]
        case .killWordBack, .killWord, .killToStart, .killToEnd, .yank, .yankOlder: []
        case .lastArgument: ["\\e.", "\\e_"]
        case .oldest: ["\\e<"]
        case .newest: ["\\e>"]
        case .menuBack: ["\\e[Z"]
        case .pageDown: ["\\e[6~"]
        case .pageUp: ["\\e[5~"]
        case .cancel: ["^G"]
        case .ignore: []
        }
    }

    /// The keys that kill and yank; vi's maps have their own.
    static let killKeys: [(String, EditCommand)] = [
        ("^W", .killWordBack), ("\\e^?", .killWordBack), ("\\e^H", .killWordBack),
        ("\\ed", .killWord), ("\\eD", .killWord), ("^U", .killToStart), ("^K", .killToEnd),
        ("^Y", .yank), ("\\ey", .yankOlder),
    ]

    /// Keys that do nothing unless an editrc binds them; if unbound, their last letters would be
    /// typed.
    static let unusedKeys: [String] = {
        let numbers = [2, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
        var keys = ["\\e[I", "\\e[O", "\\eOP", "\\eOQ", "\\eOR", "\\eOS", "\\e[E"]
        keys += numbers.map { "\\e[\($0)~" }
        for modifier in 2...8 {
            keys += ["A", "B", "C", "D", "F", "H"].map { "\\e[1;\(modifier)\($0)" }
            keys += [3, 5, 6].map { "\\e[\($0);\(modifier)~" }
        }
        return keys
    }()

    /// The keys of a libedit command that takes the line for one of its own, and crashes on an open
    /// quote because the tokenizer delivered nothing.
    static let unsafeKeys = ["\\ex"]

    /// A key that no keyboard has, which stands for a lone ESC in the vi key maps: the real one
    /// begins the sequences of other keys, so libedit would wait for more.
    static let viEscape: UInt32 = 0x1C

    /// Keys of the vi command mode that walk and search the history.
    static let viCommandKeys: [(String, EditCommand)] = [
        // A bare `-` would be an option of libedit's `bind`.
        ("k", .older), ("j", .newer), ("\\055", .older), ("+", .newer), ("/", .search),
        ("?", .search), ("G", .oldest),
    ]

    /// Keys of today's terminals for libedit's commands.
    static let libeditKeys = [
        ("\\e[1;5D", "ed-prev-word"), ("\\e[1;3D", "ed-prev-word"),
    ]
}
