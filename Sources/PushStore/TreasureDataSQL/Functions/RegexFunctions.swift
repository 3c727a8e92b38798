import PushModel
import PushText

/// Trino's functions over regular expressions.
enum RegexFunctions {
    static let all: [SQLFunction] = searching + counting

    private static let searching: [SQLFunction] = [
        SQLFunction(
            "regexp_like", 2...2, "regexp_like(text, pattern): whether a pattern occurs in it."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(0), let runner = try runner(call, 1) else { return .null }
            return .truth(try firstMatch(runner, text) { _, _ in true } ?? false)
        },
        SQLFunction(
            "regexp", 2...2, "regexp(pattern, text): what `text REGEXP pattern` calls."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(1), let runner = try runner(call, 0) else { return .null }
            return .truth(try firstMatch(runner, text) { _, _ in true } ?? false)
        },
        SQLFunction(
            "regexp_extract", 2...3,
            "regexp_extract(text, pattern [, group]): the first occurrence, or a group of it."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(0), let runner = try runner(call, 1) else { return .null }
            guard let group = call.count > 2 ? try call.integer(2, "group") : 0 else {
                return .null
            }
            let groupCount = runner.matcher.program.groupCount
            guard group >= 0, group < groupCount else {
                throw SQLFunctionError(
                    "group \(group) does not exist: the pattern has \(groupCount - 1)"
                )
            }
            let slot = Int(group) * 2
            return try firstMatch(runner, text) { bytes, slots in
                guard slots[slot] >= 0, slots[slot + 1] >= slots[slot] else { return .null }
                let found = bytes[slots[slot]..<slots[slot + 1]]
                return .text(String(decoding: found, as: UTF8.self))
            } ?? .null
        },
        SQLFunction(
            "regexp_replace", 2...3,
            "regexp_replace(text, pattern [, new]): each occurrence replaced; `$1` is a group."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(0), let runner = try runner(call, 1) else { return .null }
            guard let new = call.count > 2 ? call.text(2) : "" else { return .null }
            let replacement = try RegexReplacement(new, for: runner.matcher.program)
            if replacement.fault != nil {
                guard try firstMatch(runner, text, { _, _ in true }) != nil else {
                    return .text(text)
                }
                throw SQLFunctionError(
                    "new text '\(new.prefix(40))' has a `$` without a group's number or name, or "
                        + "ends in a single `\\`")
            }
            let result = text.withBytes { replacement.apply(&runner.matcher, $0) }
            guard let result else { throw tooLong }
            return .text(String(decoding: result, as: UTF8.self))
        },
    ]

    private static let counting: [SQLFunction] = [
        SQLFunction(
            "regexp_extract_all", 2...3,
            "regexp_extract_all(text, pattern [, group]): all occurrences, as a JSON array."
        ) { call throws(SQLFunctionError) in
            guard let group = call.count > 2 ? try call.integer(2, "group") : 0 else {
                return .null
            }
            return try pieces(call, group: group)
        },
        SQLFunction(
            "regexp_split", 2...2,
            "regexp_split(text, pattern): what lies between the occurrences, as a JSON array."
        ) { call throws(SQLFunctionError) in try pieces(call, group: nil) },
        SQLFunction(
            "regexp_count", 2...2, "regexp_count(text, pattern): how often a pattern occurs."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(0), let runner = try runner(call, 1) else { return .null }
            var count: Int64 = 0
            let isDone = text.withBytes { runner.matcher.forEachMatch(in: $0) { _ in count += 1 } }
            guard isDone else { throw tooLong }
            return .integer(count)
        },
        SQLFunction(
            "regexp_position", 2...4,
            "regexp_position(text, pattern [, start [, nth]]): where it occurs; -1 if nowhere."
        ) { call throws(SQLFunctionError) in try position(call) },
    ]

    /// Returns the occurrences of a group, or the text between the matches, as a JSON array.
    private static func pieces(
        _ call: SQLCall, group: Int64?
    ) throws(SQLFunctionError) -> Cell {
        guard let text = call.text(0), let runner = try runner(call, 1) else { return .null }
        let groupCount = runner.matcher.program.groupCount
        if let group, group < 0 || group >= groupCount {
            throw SQLFunctionError(
                "group \(group) does not exist: the pattern has \(groupCount - 1)")
        }
        let cell: Cell? = text.withBytes { bytes in
            var found: [Slice<UnsafeBufferPointer<UInt8>>?] = []
            var end = 0
            let isDone = runner.matcher.forEachMatch(in: bytes) { slots in
                if let group {
                    let start = slots[Int(group) * 2]
                    found.append(start < 0 ? nil : bytes[start..<slots[Int(group) * 2 + 1]])
                } else {
                    found.append(bytes[end..<slots[0]])
                    end = slots[1]
                }
            }
            guard isDone else { return nil }
            if group == nil { found.append(bytes[end...]) }
            return call.text { JSONWriter.append(array: found, to: &$0) }
        }
        guard let cell else { throw tooLong }
        return cell
    }

    /// Counts in characters from 1; a NULL for the start or the number is NULL, not 1.
    private static func position(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard !call.hasNull, let text = call.text(0), let runner = try runner(call, 1) else {
            return .null
        }
        let first = call.count > 2 ? try call.integer(2, "start") ?? 1 : 1
        let wanted = call.count > 3 ? try call.integer(3, "nth") ?? 1 : 1
        guard first >= 1, wanted >= 1 else {
            throw SQLFunctionError("start \(first) or nth \(wanted) is less than 1")
        }
        guard let place = runner.position(in: text, from: first, occurrence: wanted) else {
            throw tooLong
        }
        return .integer(place)
    }

    /// The engine runs in linear time but has a limit of its own on text and pattern.
    private static let tooLong = SQLFunctionError("text is too long for the pattern")

    /// Returns the compiled pattern, kept for the next rows; nil for NULL.
    ///
    /// Throws the engine's fault.
    private static func runner(
        _ call: SQLCall, _ index: Int
    ) throws(SQLFunctionError) -> RegexRunner? {
        guard let pattern = call.text(index) else { return nil }
        do {
            return try call.context.regexes.value(for: pattern) {
                () throws(RegexFault) in RegexRunner(try RegexProgram(pattern))
            }
        } catch {
            throw SQLFunctionError(error.message)
        }
    }

    /// Returns what `read` makes of the first match; nil if there is none.
    private static func firstMatch<Found>(
        _ runner: RegexRunner, _ text: String,
        _ read: (UnsafeBufferPointer<UInt8>, [Int]) -> Found
    ) throws(SQLFunctionError) -> Found? {
        guard let found = runner.firstMatch(text, read) else { throw tooLong }
        return found
    }
}

/// The replacement text of `regexp_replace`, as Trino reads it (JoniRegexpFunctions).
///
/// `$1` and `${name}` are groups; a backslash takes the byte after it as it is.
struct RegexReplacement {
    /// A byte of the text, or the number of a group whose match is put in.
    private enum Piece {
        case byte(UInt8)
        case group(Int)
    }

    private var pieces: [Piece] = []
    /// The fault in the text, in Trino's words; it matters only where something is to be
    /// replaced.
    private(set) var fault: String?

    /// Throws for a text of more than 1 MB.
    init(_ text: String, for program: RegexProgram) throws(SQLFunctionError) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 1 << 20 else {
            throw SQLFunctionError("new text of \(bytes.count) bytes, at most 1048576 are taken")
        }
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
                pieces.append(.byte(bytes[index + 1]))
                index += 2
            } else if byte == UInt8(ascii: "$") || byte == UInt8(ascii: "\\") {
                switch Self.group(bytes[(index + 1)...], program) {
                case .group(let group, let length):
                    pieces.append(.group(group))
                    index += 1 + length
                case .unknown(let name):
                    let what = name ?? String(text.prefix(100))
                    fault = "Illegal replacement sequence: \(what)"
                    return
                }
            } else {
                pieces.append(.byte(byte))
                index += 1
            }
        }
    }

    /// The part behind a `$`: a group with the number of bytes it takes, or none of the pattern's,
    /// without a name if it is neither a name nor a number.
    private enum Reference {
        case group(Int, length: Int)
        case unknown(String?)
    }

    /// Reads `1` or `{name}` after a `$`.
    ///
    /// Of several digits as many belong to the number as there are groups for.
    private static func group(
        _ rest: ArraySlice<UInt8>, _ program: RegexProgram
    ) -> Reference {
        if rest.first == UInt8(ascii: "{") {
            let name = rest.dropFirst().prefix { $0 != UInt8(ascii: "}") }
            let text = String(decoding: name, as: UTF8.self)
            guard let group = program.groupNames[text] else {
                return .unknown("unknown group { \(text) }")
            }
            return .group(group, length: min(name.count + 2, rest.count))
        }
        var group: Int?
        var length = 0
        for byte in rest {
            guard (0x30...0x39).contains(byte) else { break }
            let next = (group ?? 0) * 10 + Int(byte - 0x30)
            guard next < program.groupCount else {
                guard group == nil else { break }
                return .unknown("unknown group \(next)")
            }
            group = next
            length += 1
        }
        return group.map { .group($0, length: length) } ?? .unknown(nil)
    }

    /// Replaces every match; nil if the text is too long for the pattern.
    ///
    /// Also nil if the result would be longer than a value may be. A group without a match adds
    /// nothing.
    func apply(
        _ matcher: inout RegexMatcher, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        var output: [UInt8] = []
        var copied = 0
        let isDone = matcher.forEachMatch(in: bytes) { slots in
            guard output.count <= Int(QueryLimits.valueLimit) else { return }
            output.append(contentsOf: bytes[copied..<slots[0]])
            for piece in pieces {
                guard output.count <= Int(QueryLimits.valueLimit) else { return }
                switch piece {
                case .byte(let byte): output.append(byte)
                case .group(let group) where slots[group * 2] >= 0:
                    output.append(contentsOf: bytes[slots[group * 2]..<slots[group * 2 + 1]])
                case .group: break
                }
            }
            copied = slots[1]
        }
        guard isDone, output.count <= Int(QueryLimits.valueLimit) else { return nil }
        output.append(contentsOf: bytes[copied...])
        return output
    }
}

extension RegexRunner {
    /// Returns the position of a match in characters, from 1, like `regexp_position`.
    ///
    /// −1 if there is none, and nil if the text is too long for the pattern. The search begins at
    /// the position `first`, in the middle of what would be a match before it; `wanted` selects one
    /// of the matches, from 1.
    func position(in text: String, from first: Int64, occurrence wanted: Int64) -> Int64? {
        var left = wanted
        var answer: Int64 = -1
        let isDone = text.withBytes { bytes in
            guard let start = bytes.place(ofCharacter: first) else { return true }
            return matcher.forEachMatch(in: bytes, from: start) { slots in
                left -= 1
                if left == 0 { answer = bytes.characterPosition(at: slots[0]) }
            }
        }
        return isDone ? answer : nil
    }
}
