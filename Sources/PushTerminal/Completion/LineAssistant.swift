/// The source of the prompt, and of the lines above it.
public protocol LinePrompter: AnyObject {
    /// Returns the prompt, preferably in at most a number of cells, and whole lines to print above
    /// it.
    func promptParts(columns: Int) -> (upper: [String], prompt: StyledText)
    /// The interval, in milliseconds, at which `hasNews` is asked while nobody types; negative for
    /// never.
    var newsInterval: Int32 { get }
    /// Whether the prompt would now differ, for example after another process wrote.
    func hasNews() -> Bool
    /// Returns lines about what happened meanwhile, to be printed above the prompt, once.
    func takeNews() -> [String]
    /// Returns the prompt of an entry's second and later lines.
    func continuationPrompt() -> StyledText
}

/// The shell's understanding of the text that is typed for it.
///
/// `highlight` and `suggestion` are called at every key, on entries of at most 16 KB.
public protocol LineReader: AnyObject {
    /// Whether Enter adds a line because a quote, here-document or block is unfinished.
    func needsMore(_ text: String) -> Bool
    /// Returns the styles of the text, in order and without overlap.
    func highlight(_ text: String) -> [HighlightRun]
    /// Returns the rest of the entry that the text probably begins, or nil.
    func suggestion(for text: String) -> String?
    /// Returns the candidates at the cursor, a UTF-8 offset.
    func complete(_ text: String, cursor: Int) -> Completion
    /// Returns the last word behind the command of an earlier entry, as it was typed, or nil.
    func lastArgument(of entry: String) -> String?
    /// Whether the text holds a secret, which keeps it out of the history.
    func isSecret(_ text: String) -> Bool
}

/// The shell's part in editing, which the editor calls.
public protocol LineAssistant: LinePrompter, LineReader {}

extension LinePrompter {
    /// Never: the prompt changes only with what is typed here.
    public var newsInterval: Int32 { -1 }

    /// None.
    public func hasNews() -> Bool { false }

    /// None.
    public func takeNews() -> [String] { [] }
}
