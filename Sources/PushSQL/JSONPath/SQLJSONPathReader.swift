import PushText

/// Reads the text of a path, character by character.
///
/// Each method reads one rule of the path's grammar, from the loosest operator to the tightest;
/// those that return an optional leave the place alone if their rule does not begin there. Faults
/// count characters from 1.
struct SQLJSONPathReader {
    private let characters: [Character]
    private var place = 0
    private var depth = 0
    private(set) var variables: Set<String> = []
    /// The variables whose values are decimals.
    private let decimals: Set<String>
    /// A part of the language that is missing here: parentheses hide the fault that it raised.
    private var refusal: PushText.Fault?

    /// The steps, signs and operators that were read: each stands around those before it.
    private var count = 0

    /// The maximum nesting of parentheses and steps.
    private static let depthLimit = 64
    /// The maximum number of steps, signs and operators of a path, which are as deep as they are
    /// many.
    private static let countLimit = 1000

    init(_ text: String, decimals: Set<String>) {
        characters = Array(text)
        self.decimals = decimals
    }

    /// Reads a whole path; anything behind it is a fault.
    mutating func path() throws(PushText.Fault) -> (Bool, SQLJSONPath.Step) {
        do throws(PushText.Fault) {
            return try whole()
        } catch {
            throw refusal ?? error
        }
    }

    private mutating func whole() throws(PushText.Fault) -> (Bool, SQLJSONPath.Step) {
        let isStrict = accept(word: "strict")
        guard isStrict || accept(word: "lax") else {
            throw fault("a path begins with `lax` or `strict`")
        }
        let step = try sum()
        skipBlanks()
        guard place == characters.count else { throw fault("nothing more was expected") }
        return (isStrict, step)
    }

    /// Makes a fault at the next character.
    private func fault(_ message: String) -> PushText.Fault {
        PushText.Fault(message, at: place + 1)
    }

    /// Makes the fault of a word that Trino reads and the runtime lacks.
    private mutating func unsupported(_ word: String) -> PushText.Fault {
        let fault = PushText.Fault(SQLJSONPath.lack(of: word), at: max(1, place + 1 - word.count))
        refusal = refusal ?? fault
        return fault
    }

    private mutating func skipBlanks() {
        while place < characters.count, characters[place].isWhitespace { place += 1 }
    }

    /// Skips blanks and a mark; false if another text is here.
    private mutating func accept(_ mark: String) -> Bool {
        skipBlanks()
        guard characters[place...].starts(with: mark) else { return false }
        place += mark.count
        return true
    }

    /// Counts a step, a sign or an operator.
    private mutating func counted() throws(PushText.Fault) {
        count += 1
        guard count <= Self.countLimit else {
            throw fault("a path has at most \(Self.countLimit) steps and operators")
        }
    }

    private mutating func expect(_ mark: String) throws(PushText.Fault) {
        guard accept(mark) else { throw fault("`\(mark)` was expected") }
    }

    /// Skips blanks and a whole word; false also if it is only the beginning of a longer one.
    private mutating func accept(word: String) -> Bool {
        skipBlanks()
        let rest = characters[place...]
        guard rest.starts(with: word) else { return false }
        if let next = rest.dropFirst(word.count).first, Self.isWord(next) { return false }
        place += word.count
        return true
    }

    private static func isWord(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber) || character == "_"
    }

    /// Reads a name directly at the place: blanks after `$` or `.` are not skipped.
    private mutating func name() -> String? {
        let word = characters[place...].prefix(while: Self.isWord)
        guard let first = word.first, !first.isNumber else { return nil }
        place += word.count
        return String(word)
    }

    /// Reads a text in double quotes, of which two inside it stand for one; nil if none is here.
    ///
    /// There are no other escapes: a backslash stands for itself.
    private mutating func quoted() throws(PushText.Fault) -> String? {
        skipBlanks()
        guard place < characters.count, characters[place] == "\"" else { return nil }
        var text = ""
        while true {
            place += 1
            guard place < characters.count else { throw fault("the text does not end") }
            if characters[place] == "\"" {
                place += 1
                guard place < characters.count, characters[place] == "\"" else { return text }
            }
            text.append(characters[place])
        }
    }

    /// Reads a step, from its loosest operator on; nested ones count towards the limit of depth.
    private mutating func sum() throws(PushText.Fault) -> SQLJSONPath.Step {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { throw fault("the path is too deep") }
        var left = try product()
        while true {
            if accept("+") {
                left = try arithmetic("+", left, try product())
            } else if accept("-") {
                left = try arithmetic("-", left, try product())
            } else {
                return left
            }
        }
    }

    private mutating func product() throws(PushText.Fault) -> SQLJSONPath.Step {
        var left = try signed()
        while true {
            let mark: Character
            if accept("*") {
                mark = "*"
            } else if accept("/") {
                mark = "/"
            } else if accept("%") {
                mark = "%"
            } else {
                return left
            }
            left = try arithmetic(mark, left, try signed())
        }
    }

    /// Makes an operation; one on a decimal, which Trino calculates exactly, is refused.
    private mutating func arithmetic(
        _ mark: Character, _ left: SQLJSONPath.Step, _ right: SQLJSONPath.Step
    ) throws(PushText.Fault) -> SQLJSONPath.Step {
        try counted()
        guard !left.isDecimal(decimals), !right.isDecimal(decimals) else {
            throw unsupported(SQLJSONPath.decimalArithmetic)
        }
        return .arithmetic(mark, left, right)
    }

    /// Reads a signed step, or one with its accessors.
    private mutating func signed() throws(PushText.Fault) -> SQLJSONPath.Step {
        try counted()
        if accept("-") { return .sign(isMinus: true, try signed()) }
        if accept("+") { return .sign(isMinus: false, try signed()) }
        var step = try primary()
        while let next = try accessor(step) {
            try counted()
            step = next
        }
        return step
    }

    /// Reads what a step begins with: `$`, a variable, `@`, `last`, a literal, or parentheses.
    private mutating func primary() throws(PushText.Fault) -> SQLJSONPath.Step {
        if accept("(") {
            let inner = try sum()
            try expect(")")
            return inner
        }
        if accept("@") { return .item }
        if accept("$") {
            guard let name = name() else { return .root }
            variables.insert(name)
            return .variable(name)
        }
        if let text = try quoted() { return .literal(.string(text)) }
        for (word, value) in [("true", JSON.bool(true)), ("false", .bool(false)), ("null", .null)]
        where accept(word: word) { return .literal(value) }
        if accept(word: "last") { return .last }
        if let number = number() { return .literal(.number(number)) }
        throw fault("`$`, `@`, a number or a text was expected")
    }

    /// Reads digits, which may stand on only one side of a point, and an optional exponent; nil if
    /// there are none.
    private mutating func number() -> String? {
        skipBlanks()
        let start = place
        var text = digits()
        if place < characters.count, characters[place] == "." {
            place += 1
            let fraction = digits()
            guard !text.isEmpty || !fraction.isEmpty else {
                place = start
                return nil
            }
            text = (text.isEmpty ? "0" : text) + "." + (fraction.isEmpty ? "0" : fraction)
        }
        guard !text.isEmpty else { return nil }
        let end = place
        if place < characters.count, characters[place] == "e" || characters[place] == "E" {
            place += 1
            var sign = ""
            if place < characters.count, characters[place] == "+" || characters[place] == "-" {
                sign = String(characters[place])
                place += 1
            }
            let power = digits()
            if !power.isEmpty { return text + "e" + sign + power }
        }
        place = end
        return text
    }

    private mutating func digits() -> String {
        let found = characters[place...].prefix { $0.isASCII && $0.isNumber }
        place += found.count
        return String(found)
    }

    /// Reads one accessor: a member, a descendant, elements, or a filter; nil if none is here.
    private mutating func accessor(
        _ step: SQLJSONPath.Step
    ) throws(PushText.Fault) -> SQLJSONPath.Step? {
        depth += 1
        defer { depth -= 1 }
        if accept("..") {
            guard let key = try quoted() ?? name() else { throw fault("a name was expected") }
            return .descendant(step, key)
        }
        if accept(".") { return try member(step) }
        if accept("[") { return try subscripts(step) }
        guard accept("?") else { return nil }
        try expect("(")
        let condition = try condition()
        try expect(")")
        return .filter(step, condition)
    }

    /// Reads what follows a point: `*`, a key, or a method with its parentheses.
    private mutating func member(
        _ step: SQLJSONPath.Step
    ) throws(PushText.Fault) -> SQLJSONPath.Step {
        if accept("*") { return .member(step, nil) }
        if let key = try quoted() { return .member(step, key) }
        guard let key = name() else { throw fault("a name was expected") }
        guard accept("(") else { return .member(step, key) }
        guard let method = SQLJSONPath.Method(rawValue: key) else {
            if key == "datetime" { throw unsupported("datetime(") }
            throw fault("there is no method \(key)() here")
        }
        try expect(")")
        return .method(step, method)
    }

    /// Reads what follows a bracket: `*`, or numbers and ranges separated by commas.
    private mutating func subscripts(
        _ step: SQLJSONPath.Step
    ) throws(PushText.Fault) -> SQLJSONPath.Step {
        if accept("*") {
            try expect("]")
            return .elements(step, nil)
        }
        var ranges: [SQLJSONPath.Range] = []
        repeat {
            let lower = try sum()
            let upper = accept(word: "to") ? try sum() : nil
            ranges.append(SQLJSONPath.Range(lower: lower, upper: upper))
        } while accept(",")
        try expect("]")
        return .elements(step, ranges)
    }

    /// Reads the condition of a filter.
    private mutating func condition() throws(PushText.Fault) -> SQLJSONPath.Condition {
        depth += 1
        defer { depth -= 1 }
        guard depth < Self.depthLimit else { throw fault("the path is too deep") }
        var left = try conjunction()
        while accept("||") {
            try counted()
            left = .or(left, try conjunction())
        }
        return left
    }

    private mutating func conjunction() throws(PushText.Fault) -> SQLJSONPath.Condition {
        var left = try test()
        while accept("&&") {
            try counted()
            left = .and(left, try test())
        }
        return left
    }

    /// Reads one test: a negation, `exists`, a comparison, `starts with`, or parentheses.
    private mutating func test() throws(PushText.Fault) -> SQLJSONPath.Condition {
        if accept("!") {
            if let inner = try existence() { return .not(inner) }
            try expect("(")
            let inner = try condition()
            try expect(")")
            return .not(inner)
        }
        if let inner = try existence() { return inner }
        if let inner = try grouped() { return inner }
        let left = try sum()
        for mark in ["==", "<=", ">=", "<>", "!=", "<", ">"] where accept(mark) {
            return .comparison(mark == "!=" ? "<>" : mark, left, try sum())
        }
        if accept(word: "starts") {
            guard accept(word: "with") else { throw fault("`with` was expected") }
            return .startsWith(left, try sum())
        }
        if accept(word: "like_regex") { throw unsupported("like_regex") }
        throw fault("a comparison was expected")
    }

    /// Reads `exists` and its step in parentheses; nil if another word is here.
    private mutating func existence() throws(PushText.Fault) -> SQLJSONPath.Condition? {
        guard accept(word: "exists") else { return nil }
        try expect("(")
        let step = try sum()
        try expect(")")
        return .exists(step)
    }

    /// A condition in parentheses; nil if the parentheses hold a step.
    private mutating func grouped() throws(PushText.Fault) -> SQLJSONPath.Condition? {
        let start = place
        guard accept("(") else { return nil }
        guard let inner = try? condition(), accept(")") else {
            place = start
            return nil
        }
        guard accept(word: "is") else { return inner }
        guard accept(word: "unknown") else { throw fault("`unknown` was expected") }
        return .isUnknown(inner)
    }
}
