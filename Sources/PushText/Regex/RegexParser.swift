/// A reader of Java's regular expressions.
struct RegexParser {
    /// The flags that `(?i)`, `(?m)` and `(?s)` at the start switch on.
    struct Flags: Equatable {
        var ignoresCase = false
        var isMultiline = false
        var matchesNewline = false
    }

    static let depthLimit = 100
    static let lengthLimit = 1000
    static let repeatLimit = 1000

    let scalars: [UInt32]
    private let pattern: String
    let isUnicode: Bool
    var index = 0
    private var depth = 0
    private(set) var groupCount = 1
    /// The groups that have a name.
    private(set) var groupNames: [String: Int] = [:]
    private(set) var flags = Flags()

    init(_ pattern: String, ignoresCase: Bool, isUnicode: Bool) {
        self.pattern = pattern
        self.isUnicode = isUnicode
        flags.ignoresCase = ignoresCase
        scalars = pattern.unicodeScalars.map(\.value)
    }

    /// Reads the whole pattern.
    mutating func parse() throws(RegexFault) -> RegexNode {
        guard scalars.count <= RegexParser.lengthLimit else { throw failure("is too long") }
        readFlags()
        let node = try alternatives()
        guard index == scalars.count else { throw failure("has a `)` too many") }
        return node
    }

    func failure(_ what: String) -> RegexFault {
        RegexFault("pattern '\(pattern.prefix(60))' \(what)")
    }

    /// Returns the fault of a pattern with an element that only other engines know.
    func unknown(_ what: String) -> RegexFault {
        RegexFault(
            "pattern '\(pattern.prefix(60))' has \(what) not known here", isUnknown: true)
    }

    var peek: Unicode.Scalar? {
        index < scalars.count ? Unicode.Scalar(scalars[index]) : nil
    }

    mutating func skip(_ text: String) -> Bool {
        let wanted = text.unicodeScalars.map(\.value)
        guard scalars[index...].starts(with: wanted) else { return false }
        index += wanted.count
        return true
    }

    private mutating func readFlags() {
        guard scalars.starts(with: [0x28, 0x3f]),
            let end = scalars.firstIndex(of: 0x29), end > 2
        else { return }
        var read = flags
        for scalar in scalars[2..<end] {
            switch Unicode.Scalar(scalar) {
            case "i": read.ignoresCase = true
            case "m": read.isMultiline = true
            case "s": read.matchesNewline = true
            default: return
            }
        }
        flags = read
        index = end + 1
    }

    private mutating func alternatives() throws(RegexFault) -> RegexNode {
        depth += 1
        defer { depth -= 1 }
        guard depth <= RegexParser.depthLimit else { throw failure("is nested too deeply") }
        var nodes = [try sequence()]
        while skip("|") { nodes.append(try sequence()) }
        return nodes.count == 1 ? nodes[0] : .alternatives(nodes)
    }

    mutating func atom() throws(RegexFault) -> RegexNode {
        let scalar = scalars[index]
        index += 1
        switch Unicode.Scalar(scalar) {
        case "(": return try group()
        case "[": return .set(try set())
        case ".": return .any(matchesNewline: flags.matchesNewline)
        case "^": return .assertion(flags.isMultiline ? .lineStart : .textStart)
        case "$": return .assertion(flags.isMultiline ? .lineEnd : .textEndOrLastNewline)
        case "\\": return try escape()
        case "*", "+", "?": throw failure("has a `*`, `+` or `?` with nothing before it")
        default: return .scalar(folded(scalar))
        }
    }

    private mutating func group() throws(RegexFault) -> RegexNode {
        var capture: Int?
        if skip("?") {
            if skip("<"), let scalar = peek, scalar != "=", scalar != "!" {
                var name = ""
                while let scalar = peek, scalar != ">" {
                    name.unicodeScalars.append(scalar)
                    index += 1
                }
                guard skip(">") else { throw failure("has a group's name without its end") }
                groupNames[name] = groupCount
                capture = groupCount
                groupCount += 1
            } else if !skip(":") {
                throw unknown("look-around or flags inside, which are")
            }
        } else {
            capture = groupCount
            groupCount += 1
        }
        let node = try alternatives()
        guard skip(")") else { throw failure("has a `(` without its `)`") }
        return capture.map { .group($0, node) } ?? node
    }

    private mutating func escape() throws(RegexFault) -> RegexNode {
        guard let scalar = peek else { throw failure("ends in a single `\\`") }
        index += 1
        switch scalar {
        case "A": return .assertion(.textStart)
        case "z": return .assertion(.textEnd)
        case "Z": return .assertion(.textEndOrLastNewline)
        case "b": return .assertion(.wordBoundary)
        case "B": return .assertion(.notWordBoundary)
        case "1"..."9": throw unknown("a back-reference, which is")
        default: break
        }
        if let set = try shorthand(scalar) { return .set(set) }
        return .scalar(folded(try literal(scalar)))
    }

    private mutating func literal(_ scalar: Unicode.Scalar) throws(RegexFault) -> UInt32 {
        switch scalar {
        // Beyond ASCII `\xHH` is a byte of a character, and a pair of `\uHHHH` none.
        case "x": if let code = hexadecimal(2), code < 0x80 { return code }
        case "u": if let code = hexadecimal(4), Unicode.Scalar(code) != nil { return code }
        case "n": return 0x0a
        case "t": return 0x09
        case "r": return 0x0d
        case "f": return 0x0c
        default: break
        }
        guard !scalar.properties.isAlphabetic else { throw unknown("`\\\(scalar)`, which is") }
        return scalar.value
    }

    /// Reads digits, all of them; nil if there are fewer.
    private mutating func hexadecimal(_ count: Int) -> UInt32? {
        let digits = scalars[index...].prefix(count).compactMap {
            Unicode.Scalar($0).flatMap { Character($0).hexDigitValue }
        }
        guard digits.count == count, scalars[index...].prefix(count).allSatisfy({ $0 < 0x80 })
        else { return nil }
        index += count
        return digits.reduce(0) { $0 << 4 | UInt32($1) }
    }

    private mutating func shorthand(
        _ scalar: Unicode.Scalar
    ) throws(RegexFault) -> RegexProgram.ScalarSet? {
        let digits: ClosedRange<UInt32> = 0x30...0x39
        if isUnicode, scalar == "p" || scalar == "P" {
            return .init(kinds: [try property()], isNegated: scalar == "P")
        }
        switch scalar {
        case "d", "D":
            return isUnicode
                ? .init(kinds: [.digit], isNegated: scalar == "D")
                : .init(ranges: [digits], isNegated: scalar == "D")
        case "w", "W":
            let letters: [ClosedRange<UInt32>] = [0x41...0x5a, 0x5f...0x5f, 0x61...0x7a]
            return .init(
                ranges: [digits] + letters, kinds: isUnicode ? [.word] : [],
                isNegated: scalar == "W")
        case "s", "S":
            return .init(
                ranges: [0x09...0x0d, 0x20...0x20], kinds: isUnicode ? [.blank] : [],
                isNegated: scalar == "S")
        default: return nil
        }
    }

    /// Reads the name in braces after `\p`, ignoring case and blanks.
    private mutating func property() throws(RegexFault) -> UnicodeKind {
        guard skip("{") else { throw unknown("`\\p` without braces, which is") }
        var name = ""
        while let scalar = peek, scalar != "}" {
            name.unicodeScalars.append(scalar)
            index += 1
        }
        guard skip("}") else { throw failure("has a property without its `}`") }
        guard let kind = UnicodeKind(property: name) else {
            throw unknown("`\\p{\(name)}`, which is")
        }
        return kind
    }

    private mutating func set() throws(RegexFault) -> RegexProgram.ScalarSet {
        var set = RegexProgram.ScalarSet()
        set.isNegated = skip("^")
        var isFirst = true
        while let scalar = peek, isFirst || scalar != "]" {
            isFirst = false
            index += 1
            if scalar == "\\", let letter = peek, "dDwWsSpP".unicodeScalars.contains(letter) {
                index += 1
                if let short = try shorthand(letter) {
                    set.parts.append(short)
                    continue
                }
                index -= 1
            }
            if isUnicode, scalar == "[", skip(":") {
                set.parts.append(try bracketClass())
                continue
            }
            guard scalar != "[", !(scalar == "&" && peek == "&") else {
                throw unknown("a class in a class, which is")
            }
            let low = try bound(scalar)
            var high = low
            if peek == "-", index + 1 < scalars.count, scalars[index + 1] != 0x5d {
                index += 1
                guard let next = peek else { break }
                index += 1
                high = try bound(next)
            }
            guard low <= high else { throw failure("has a range that runs backwards") }
            add(low...high, to: &set)
        }
        guard skip("]") else { throw failure("has a `[` without its `]`") }
        return set
    }

    /// Reads the name of a class such as `[:alpha:]`, which stands within another one.
    private mutating func bracketClass() throws(RegexFault) -> RegexProgram.ScalarSet {
        let isNegated = skip("^")
        var name = ""
        while let scalar = peek, scalar.properties.isAlphabetic {
            name.unicodeScalars.append(scalar)
            index += 1
        }
        guard skip(":]") else { throw unknown("a class in a class, which is") }
        switch name {
        case "alnum": return .init(kinds: [.alphabetic, .digit], isNegated: isNegated)
        case "xdigit":
            return .init(ranges: [0x30...0x39, 0x41...0x46, 0x61...0x66], isNegated: isNegated)
        case "alpha", "digit", "lower", "space", "upper", "word":
            return .init(
                kinds: UnicodeKind(property: name).map { [$0] } ?? [], isNegated: isNegated)
        default: throw unknown("`[:\(name):]`, which is")
        }
    }

    private mutating func bound(_ scalar: Unicode.Scalar) throws(RegexFault) -> UInt32 {
        guard scalar == "\\", let letter = peek else { return scalar.value }
        index += 1
        return try literal(letter)
    }

    private func folded(_ scalar: UInt32) -> UInt32 {
        if isUnicode, flags.ignoresCase { return CaseForms.folded(scalar) }
        return flags.ignoresCase && scalar >= 0x41 && scalar <= 0x5a ? scalar | 0x20 : scalar
    }

    /// Adds a range and, if case is ignored, the lower case of its capitals.
    private func add(_ range: ClosedRange<UInt32>, to set: inout RegexProgram.ScalarSet) {
        set.ranges.append(range)
        let low = max(range.lowerBound, 0x41)
        let high = min(range.upperBound, 0x5a)
        if flags.ignoresCase, low <= high { set.ranges.append((low | 0x20)...(high | 0x20)) }
        // Characters that several variants fold to without being their lower case, such as `ſ`.
        guard isUnicode, flags.ignoresCase, range.count <= 2000 else { return }
        for scalar in range where scalar >= 0x80 {
            let form = CaseForms.folded(scalar)
            if form != scalar { set.ranges.append(form...form) }
        }
    }
}
