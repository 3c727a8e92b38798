import PushText

/// One language's `Localizable.strings` of an app.
public struct LanguageStrings: Equatable, Sendable {
    /// A key and its text.
    public struct Entry: Equatable, Sendable {
        /// The key that `loc-key` refers to.
        public var key: String
        /// The text with its placeholders.
        public var text: String

        /// Makes an entry.
        public init(key: String, text: String) {
            self.key = key
            self.text = text
        }
    }

    /// The language tag, as in the folder's name `ja.lproj`.
    public var language: String
    /// The entries in the file's order; of equal keys the last one applies.
    public var entries: [Entry]

    /// The most languages that an app may have.
    public static let limit = 64

    /// Makes a language's strings.
    public init(language: String, entries: [Entry]) {
        self.language = language
        self.entries = entries
    }

    /// Reads a `Localizable.strings` file.
    public init(language: String, file: [UInt8]) throws(Fault) {
        self.init(language: language, entries: try StringsFile.entries(file))
    }

    /// The entries as a `Localizable.strings` file, one per line.
    public var fileText: String {
        entries.map { "\(Self.quoted($0.key)) = \(Self.quoted($0.text));\n" }.joined()
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }

    /// Whether they are those of a device's language, or of the part that its tag begins with.
    public func isFor(_ wanted: String) -> Bool {
        let (own, wanted) = (language.lowercased(), wanted.lowercased())
        return wanted == own || wanted.hasPrefix(own + "-") || wanted.hasPrefix(own + "_")
    }

    /// Finds the text of a key.
    public func text(_ key: String) -> String? {
        entries.last { $0.key.isExactly(key) }?.text
    }

    var json: JSON {
        [
            "language": .string(language),
            "entries": .object(entries.map { .init(key: $0.key, value: .string($0.text)) }),
        ]
    }

    init(_ json: JSON) {
        language = json["language"]?.stringValue ?? ""
        entries = (json["entries"]?.objectMembers ?? []).map {
            Entry(key: $0.key, text: $0.value.stringValue ?? "")
        }
    }
}

extension [LanguageStrings] {
    /// The strings for a device's language: the exact tag, then the shorter ones, then the first.
    ///
    /// iOS falls back to the development language, which is the first here.
    public func strings(for language: String) -> LanguageStrings? {
        var tag = Substring(language.lowercased())
        while !tag.isEmpty {
            if let found = first(where: { $0.language.lowercased() == tag }) { return found }
            guard let dash = tag.lastIndex(where: { $0 == "-" || $0 == "_" }) else { break }
            tag = tag[..<dash]
        }
        return first
    }
}
