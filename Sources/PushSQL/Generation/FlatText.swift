import PushText

/// A text for SQLite, written so that it nests less and means the same (decision 787).
///
/// SQLite's parser has a hundred places, of which each call in a call takes three or more. What
/// nests from the left is written one after the other: calls as one call of `trino_chain`, CASE in
/// CASE as more of its branches, `coalesce` in `coalesce` as more arguments, operators of one level
/// without parentheses.
///
/// It reads only what the translator writes: keywords in upper case, functions in lower case with
/// the parenthesis right behind them, all other names in quotes.
struct FlatText {
    /// A token, or all that a pair of brackets holds.
    indirect enum Part {
        case token(String)
        case brackets([Item])
        case call(FlatCall)
        case chain(FlatChain)
        case choice(FlatChoice)
    }

    /// A part, and whether a blank is before it.
    struct Item {
        var isSpaced: Bool
        let part: Part

        /// The token; nil if it is something else.
        var token: String? {
            if case .token(let text) = part { text } else { nil }
        }
    }

    /// Brackets that are open, with what was read in them.
    private struct Frame {
        enum Kind {
            case text
            case brackets
            case call(String)
            case choice
        }

        let kind: Kind
        let isSpaced: Bool
        var items: [Item] = []
    }

    private let bytes: [UInt8]
    private var place = 0
    private var isSpaced = false
    private var frames = [Frame(kind: .text, isSpaced: false)]

    private init(_ sql: String) {
        bytes = Array(sql.utf8)
    }

    /// Returns the text with less nesting; the same text if its brackets are not in pairs.
    static func flattened(_ sql: String) -> String {
        var reader = FlatText(sql)
        while reader.place < reader.bytes.count {
            guard reader.step() else { return sql }
        }
        guard reader.frames.count == 1 else { return sql }
        return text(operands(reader.frames[0].items))
    }

    /// Reads a blank or a token; false for a bracket that closes none.
    private mutating func step() -> Bool {
        let byte = bytes[place]
        guard byte != Ascii.space else {
            isSpaced = true
            place += 1
            return true
        }
        let word = String(decoding: bytes[place..<end(of: place)], as: UTF8.self)
        let isCall = byte == UInt8(ascii: "(") && !isSpaced && isAtFunction
        place += word.utf8.count
        defer { isSpaced = false }
        switch word {
        case "(":
            guard isCall, let name = frames[frames.count - 1].items.popLast(),
                let text = name.token
            else {
                open(.brackets, isSpaced)
                return true
            }
            open(.call(text), name.isSpaced)
        case "CASE": open(.choice, isSpaced)
        case ")", "END": return close(isChoice: word == "END")
        default: frames[frames.count - 1].items.append(Item(isSpaced: isSpaced, part: .token(word)))
        }
        return true
    }

    /// Whether the last token is a function's name.
    private var isAtFunction: Bool {
        guard let first = frames[frames.count - 1].items.last?.token?.utf8.first else {
            return false
        }
        return (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first)
    }

    private mutating func open(_ kind: Frame.Kind, _ isSpaced: Bool) {
        frames.append(Frame(kind: kind, isSpaced: isSpaced))
    }

    /// Ends the innermost brackets, whose own are flat already.
    private mutating func close(isChoice: Bool) -> Bool {
        guard frames.count > 1, let frame = frames.popLast() else { return false }
        let part: Part
        switch frame.kind {
        case .choice where isChoice: part = FlatChoice.part(frame.items)
        case .brackets where !isChoice: part = .brackets(Self.operands(frame.items))
        case .call(let name) where !isChoice:
            let arguments = frame.items.split(separator: ",").map(Self.operands)
            part = FlatCall(name: name, arguments: arguments).part
        default: return false
        }
        frames[frames.count - 1].items.append(Item(isSpaced: frame.isSpaced, part: part))
        return true
    }

    /// Returns the end of the token at a place: a literal, a quoted name, a word, `||` or one byte.
    private func end(of place: Int) -> Int {
        let byte = bytes[place]
        if byte == Ascii.apostrophe || byte == Ascii.quote {
            let close = bytes[(place + 1)...].firstIndex(of: byte) ?? bytes.count - 1
            return close + 1
        }
        let bar = UInt8(ascii: "|")
        if byte == bar, place + 1 < bytes.count, bytes[place + 1] == bar { return place + 2 }
        guard RowText.isWord(byte) else { return place + 1 }
        return bytes[place...].firstIndex { !RowText.isWord($0) } ?? bytes.count
    }
}

/// Operators.
extension FlatText {
    /// How tightly an operator that joins from the left binds; nil for any other token.
    private static func level(_ token: String?) -> Int? {
        switch token {
        case "||": 3
        case "*", "/", "%": 2
        case "+", "-": 1
        default: nil
        }
    }

    /// The tokens behind which an operand belongs to none of these operators.
    private static let beginnings: Set<String> = [
        "SELECT", "DISTINCT", "WHEN", "THEN", "ELSE", "AND", "OR", "ON", "WHERE", "HAVING", "BY",
        ",", "=",
    ]

    /// Takes the parentheses from first operands that are read as such without them.
    static func operands(_ items: some Collection<Item>) -> [Item] {
        var result: [Item] = []
        let items = Array(items)
        for (index, item) in items.enumerated() {
            guard case .brackets(let inner) = item.part,
                index == 0 || items[index - 1].token.map(beginnings.contains) ?? false,
                index + 1 < items.count, let level = level(items[index + 1].token),
                isJoined(inner, atLeast: level)
            else {
                result.append(item)
                continue
            }
            result.append(Item(isSpaced: item.isSpaced, part: inner[0].part))
            result += inner.dropFirst()
        }
        return result
    }

    /// Whether these are operands with operators that bind as tightly as `level`.
    private static func isJoined(_ items: [Item], atLeast level: Int) -> Bool {
        guard let first = items.first, Self.level(first.token) == nil else { return false }
        return items.allSatisfy { item in
            guard let token = item.token, let byte = token.utf8.first else { return true }
            if let own = Self.level(token) { return own >= level }
            let isKeyword = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
            if isKeyword { return token == "NULL" || token == "X" }
            return RowText.isWord(byte) || [Ascii.apostrophe, Ascii.quote].contains(byte)
                || token == "."
        }
    }
}

/// Writing.
extension FlatText {
    /// Writes items; the blank before the first is left out.
    static func text(_ items: [Item]) -> String {
        var text = ""
        for (index, item) in items.enumerated() {
            if index > 0, item.isSpaced { text += " " }
            switch item.part {
            case .token(let token): text += token
            case .brackets(let inner): text += "(\(Self.text(inner)))"
            case .call(let call): text += call.text
            case .chain(let chain): text += chain.text
            case .choice(let choice): text += choice.text
            }
        }
        return text
    }
}

extension [FlatText.Item] {
    /// Returns the items between tokens, without the tokens; nothing for no items.
    func split(separator token: String) -> [ArraySlice<FlatText.Item>] {
        isEmpty ? [] : split(omittingEmptySubsequences: false) { $0.token == token }
    }
}
