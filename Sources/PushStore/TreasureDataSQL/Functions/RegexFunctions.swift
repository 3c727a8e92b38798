import PushSimulation

/// Trino's functions over regular expressions.
enum RegexFunctions {
    static let all: [SQLFunction] = [
        SQLFunction(
            "regexp_like", 2...2, "regexp_like(text, pattern): whether a pattern occurs in it."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(0), let runner = try runner(call, 1) else { return .null }
            return .boolean(try firstMatch(runner, text) { _, _ in true } ?? false)
        },
        SQLFunction(
            "regexp", 2...2, "regexp(pattern, text): what `text REGEXP pattern` calls."
        ) { call throws(SQLFunctionError) in
            guard let text = call.text(1), let runner = try runner(call, 0) else { return .null }
            return .boolean(try firstMatch(runner, text) { _, _ in true } ?? false)
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
            let replacement = try RegexReplacement(
                new, groupCount: runner.matcher.program.groupCount)
            let result = text.withBytes { replacement.apply(&runner.matcher, $0) }
            guard let result else { throw tooLong }
            return .text(String(decoding: result, as: UTF8.self))
        },
    ]

    private static let tooLong = SQLFunctionError("text is too long for the pattern")

    private static func runner(
        _ call: SQLCall, _ index: Int
    ) throws(SQLFunctionError) -> RegexRunner? {
        guard let pattern = call.text(index) else { return nil }
        return try call.context.regexes.value(for: pattern) {
            () throws(SQLFunctionError) in RegexRunner(try RegexProgram(pattern))
        }
    }

    private static func firstMatch<Found>(
        _ runner: RegexRunner, _ text: String,
        _ read: (UnsafeBufferPointer<UInt8>, [Int]) -> Found
    ) throws(SQLFunctionError) -> Found? {
        guard let found = runner.firstMatch(text, read) else { throw tooLong }
        return found
    }
}

/// The replacement text of `regexp_replace`.
struct RegexReplacement {
    private enum Piece {
        case byte(UInt8)
        case group(Int)
    }

    private var pieces: [Piece] = []

    init(_ text: String, groupCount: Int) throws(SQLFunctionError) {
        let bytes = Array(text.utf8)
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            if byte == UInt8(ascii: "\\"), next != 0 {
                pieces.append(.byte(next))
                index += 2
            } else if byte == UInt8(ascii: "$") {
                guard next >= 0x30, next <= 0x39, Int(next - 0x30) < groupCount else {
                    throw SQLFunctionError(
                        "new text '\(text.prefix(40))' has a `$` without a group's number")
                }
                pieces.append(.group(Int(next - 0x30)))
                index += 2
            } else {
                pieces.append(.byte(byte))
                index += 1
            }
        }
    }

    /// Replaces every match; nil if the text is too long for the pattern.
    func apply(
        _ matcher: inout RegexMatcher, _ bytes: UnsafeBufferPointer<UInt8>
    ) -> [UInt8]? {
        guard matcher.begin(bytes) else { return nil }
        var output: [UInt8] = []
        var copied = 0
        var start = 0
        while start <= bytes.count, matcher.findMatch(from: start) {
            let slots = matcher.slots
            output.append(contentsOf: bytes[copied..<slots[0]])
            for piece in pieces {
                switch piece {
                case .byte(let byte): output.append(byte)
                case .group(let group) where slots[group * 2] >= 0:
                    output.append(contentsOf: bytes[slots[group * 2]..<slots[group * 2 + 1]])
                case .group: break
                }
            }
            copied = slots[1]
            start = slots[1]
            guard slots[1] == slots[0] else { continue }
            start += 1
            while start < bytes.count, bytes[start] & 0xc0 == 0x80 { start += 1 }
        }
        output.append(contentsOf: bytes[copied...])
        return output
    }
}
