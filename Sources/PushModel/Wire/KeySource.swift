import PushText

/// The place from which a secret key is read when it is needed; never the key itself.
public enum KeySource: Equatable, Sendable {
    /// An environment variable.
    case variable(String)
    /// A file that only its owner can read.
    case file(String)

    /// Reads `env:NAME` or `file:PATH`; nil for anything else, so that a key itself never passes.
    public init?(_ text: String) {
        if text.hasPrefix("env:") {
            let name = text.dropFirst(4)
            guard let first = name.utf8.first, !Ascii.isDigit(first),
                name.utf8.allSatisfy(Ascii.isWord)
            else { return nil }
            self = .variable(String(name))
        } else if text.hasPrefix("file:"), (6...4096).contains(text.utf8.count) {
            self = .file(String(text.dropFirst(5)))
        } else {
            return nil
        }
    }

    /// Reads `env:NAME` alone, where any other text is the path of a file.
    public init?(variableIn text: String) {
        guard let source = KeySource(text), case .variable = source else { return nil }
        self = source
    }

    /// The source as it is typed.
    public var text: String {
        switch self {
        case .variable(let name): "env:" + name
        case .file(let path): "file:" + path
        }
    }
}
