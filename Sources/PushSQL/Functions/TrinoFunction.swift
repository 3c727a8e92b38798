/// A function of Trino or Treasure Data that statements can call.
public struct TrinoFunction: Sendable {
    /// Where a function can stand.
    public enum Kind: String, Sendable {
        /// Anywhere.
        case scalar
        /// Over the rows of a group, or of a window.
        case aggregate
        /// With OVER alone.
        case window
    }

    /// The name in lower case.
    public let name: String
    /// Where it can stand.
    public let kind: Kind
    /// How it is called, as in `lpad(varchar, bigint, varchar) -> varchar`.
    public var signatures: [String] {
        lines.map { line in
            line.split(separator: " | ", maxSplits: 1).first.map(String.init) ?? line
        }
    }
    /// One sentence for people.
    public let summary: String

    /// How it is called, with the names of types as people write them.
    public var forms: [String] {
        var seen: Set<String> = []
        return signatures.map(Self.spelled).filter { seen.insert($0).inserted }
    }

    private static let spellings: [String: String] = [
        "tz3": "timestamp(3) with time zone", "tz": "timestamp with time zone",
        "timestamp3": "timestamp(3)", "same": "varchar",
        "interval_day": "interval day to second", "interval_year": "interval year to month",
    ]

    private static func spelled(_ signature: String) -> String {
        let start = signature.firstIndex(of: "(") ?? signature.startIndex
        var result = String(signature[..<start])
        var word = ""
        for character in signature[start...] + " " {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
                continue
            }
            result += spellings[word] ?? word
            word = ""
            result.append(character)
        }
        result.removeLast()
        return result
    }

    let lines: [String]

    init(_ kind: Kind, _ name: String, _ summary: String, _ lines: [String]) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.lines = lines
    }

    /// The signatures, read when they are asked for.
    var overloads: [FunctionSignature] { lines.compactMap { FunctionSignature($0) } }
}

func scalar(_ name: String, _ summary: String, _ lines: String...) -> TrinoFunction {
    TrinoFunction(.scalar, name, summary, lines)
}

func aggregate(_ name: String, _ summary: String, _ lines: String...) -> TrinoFunction {
    TrinoFunction(.aggregate, name, summary, lines)
}

func window(_ name: String, _ summary: String, _ lines: String...) -> TrinoFunction {
    TrinoFunction(.window, name, summary, lines)
}
