import PushModel
import PushText

/// Trino's functions over regular expressions.
enum TrinoRegexps {
    static let all: [SQLFunction] = [
        SQLFunction(trino: "regexp_like", 2...2) { call throws(SQLFunctionError) in
            let runner = try runner(call)
            guard let found = runner.firstMatch(try call.string(0), { _, _ in true }) else {
                throw tooLong
            }
            return .truth(found ?? false)
        },
        SQLFunction(trino: "regexp_extract", 2...3) { call throws(SQLFunctionError) in
            let runner = try runner(call)
            let slot = try group(call, runner) * 2
            let found = runner.firstMatch(try call.string(0)) { bytes, slots -> Cell in
                guard slots[slot] >= 0 else { return .null }
                return .text(
                    String(decoding: bytes[slots[slot]..<slots[slot + 1]], as: UTF8.self))
            }
            guard let found else { throw tooLong }
            return found ?? .null
        },
        SQLFunction(trino: "regexp_extract_all", 2...3) { call throws(SQLFunctionError) in
            let runner = try runner(call)
            let slot = try group(call, runner) * 2
            return try matches(runner, try call.string(0)) { bytes, slots, _ in
                guard slots[slot] >= 0 else { return .null }
                return .text(
                    String(decoding: bytes[slots[slot]..<slots[slot + 1]], as: UTF8.self))
            }
        },
        SQLFunction(trino: "regexp_replace", 2...3) { call throws(SQLFunctionError) in
            let runner = try runner(call)
            let text = call.count > 2 ? try call.string(2) : ""
            let replacement = try RegexReplacement(text, for: runner.matcher.program)
            let source = try call.string(0)
            if let fault = replacement.fault {
                guard let found = runner.firstMatch(source, { _, _ in true }) else { throw tooLong }
                guard found == nil else { throw .argument(fault) }
                return .text(source)
            }
            let result = source.withBytes { replacement.apply(&runner.matcher, $0) }
            guard let result else { throw tooLong }
            return .text(String(decoding: result, as: UTF8.self))
        },
        SQLFunction(trino: "regexp_split", 2...2) { call throws(SQLFunctionError) in
            let runner = try runner(call)
            let source = try call.string(0)
            var end = 0
            var parts: [Cell] = []
            let isDone = source.withBytes { bytes in
                let isDone = runner.matcher.forEachMatch(in: bytes) { slots in
                    parts.append(
                        .text(String(decoding: bytes[end..<slots[0]], as: UTF8.self)))
                    end = slots[1]
                }
                parts.append(.text(String(decoding: bytes[end...], as: UTF8.self)))
                return isDone
            }
            guard isDone else { throw tooLong }
            return ElementCodec.array(parts, of: .varchar(nil))
        },
        // The texts between matches, and each match as the array of its groups.
        SQLFunction(trino: "regexp_pieces", 2...2) { call throws(SQLFunctionError) in
            let runner = try runner(call)
            let source = try call.string(0)
            var end = 0
            var pieces: [Cell] = []
            let isDone = source.withBytes { bytes in
                let isDone = runner.matcher.forEachMatch(in: bytes) { slots in
                    pieces.append(
                        .text(String(decoding: bytes[end..<slots[0]], as: UTF8.self)))
                    end = slots[1]
                    let groups = stride(from: 2, to: slots.count - 1, by: 2).map { slot -> Cell in
                        guard slots[slot] >= 0 else { return .null }
                        let range = slots[slot]..<slots[slot + 1]
                        return .text(String(decoding: bytes[range], as: UTF8.self))
                    }
                    if case .text(let list) = ElementCodec.array(groups, of: .varchar(nil)) {
                        pieces.append(.json(list))
                    }
                }
                pieces.append(.text(String(decoding: bytes[end...], as: UTF8.self)))
                return isDone
            }
            guard isDone else { throw tooLong }
            return ElementCodec.array(pieces, of: .varchar(nil))
        },
        SQLFunction(trino: "regexp_count", 2...2) { call throws(SQLFunctionError) in
            let runner = try runner(call)
            var count: Int64 = 0
            let source = try call.string(0)
            let isDone = source.withBytes { bytes in
                runner.matcher.forEachMatch(in: bytes) { _ in count += 1 }
            }
            guard isDone else { throw tooLong }
            return .integer(count)
        },
        SQLFunction(trino: "regexp_position", 2...4) { call throws(SQLFunctionError) in
            try position(call)
        },
    ]

    private static let tooLong = SQLFunctionError.argument("text is too long for the pattern")

    /// Returns the compiled pattern of the second argument, kept for the next rows.
    private static func runner(_ call: SQLCall) throws(SQLFunctionError) -> RegexRunner {
        let pattern = try call.string(1)
        do {
            return try call.context.regexes.value(for: pattern) {
                () throws(RegexFault) in
                RegexRunner(try RegexProgram(pattern, isUnicode: true))
            }
        } catch {
            // A pattern that Trino's engine accepts must not become NULL in a TRY.
            guard !error.isUnknown else { throw SQLFunctionError(.notSupported, error.message) }
            let words = engineWords.first { error.message.hasSuffix($0.ours) }?.engine
            throw .argument((words.map { $0 + ": " } ?? "") + error.message)
        }
    }

    /// The message of Trino's engine for a pattern, which precedes ours.
    private static let engineWords: [(ours: String, engine: String)] = [
        ("has a `(` without its `)`", "end pattern with unmatched parenthesis"),
        ("has a `)` too many", "unmatched close parenthesis"),
        ("with nothing before it", "target of repeat operator is not specified"),
        ("has a `[` without its `]`", "premature end of char-class"),
        ("ends in a single `\\`", "end pattern at escape"),
        ("has a range that runs backwards", "empty range in char class"),
    ]

    /// Returns the group of the third argument, 0 for the whole match; its errors have Trino's
    /// words.
    private static func group(
        _ call: SQLCall, _ runner: RegexRunner
    ) throws(SQLFunctionError) -> Int {
        guard call.count > 2 else { return 0 }
        let group = try call.whole(2)
        let count = runner.matcher.program.groupCount - 1
        guard group >= 0 else { throw .argument("Group cannot be negative") }
        guard group <= count else {
            throw .argument("Pattern has \(count) groups. Cannot access group \(group)")
        }
        return Int(group)
    }

    /// Returns what `read` makes of each match, as an array; too many are an error.
    private static func matches(
        _ runner: RegexRunner, _ text: String,
        _ read: (UnsafeBufferPointer<UInt8>, [Int], Int) -> Cell
    ) throws(SQLFunctionError) -> Cell {
        var found: [Cell] = []
        let isDone = text.withBytes { bytes in
            runner.matcher.forEachMatch(in: bytes) { slots in
                guard found.count < JSONScanner.elementLimit else { return }
                found.append(read(bytes, slots, found.count))
            }
        }
        guard isDone, found.count < JSONScanner.elementLimit else { throw tooLong }
        return ElementCodec.array(found, of: .varchar(nil))
    }

    private static func position(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        let runner = try runner(call)
        let first = call.count > 2 ? try call.whole(2) : 1
        let wanted = call.count > 3 ? try call.whole(3) : 1
        guard first >= 1 else { throw .argument("start position cannot be smaller than 1") }
        guard wanted >= 1 else { throw .argument("occurrence cannot be smaller than 1") }
        let place = runner.position(in: try call.string(0), from: first, occurrence: wanted)
        guard let place else { throw tooLong }
        return .integer(place)
    }
}
