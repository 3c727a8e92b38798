import PushModel
import Testing

@testable import PushStore

/// 2018-08-14 01:23:45 UTC, a Tuesday: the instant of Treasure Data's own examples.
let documentedNow: Int64 = 1_534_209_825

/// Calls a function as it is written in SQL, with literal arguments, and gives the result as a
/// literal, or `error: ` and the sentence of a refusal.
func answer(_ sql: String, in context: SQLContext = SQLContext(now: documentedNow)) -> String {
    var reader = SQLCallReader(sql)
    guard let (name, arguments) = reader.call() else { return "not a call: \(sql)" }
    guard let function = TreasureDataSQL.functions.first(where: { $0.name == name }) else {
        return "no function \(name)"
    }
    do {
        return try function.call(arguments, in: context).literal
    } catch {
        return "error: \(error.message)"
    }
}

/// Checks a line `call -> result`.
func expectVector(_ line: String, in context: SQLContext = SQLContext(now: documentedNow)) {
    guard let arrow = line.ranges(of: " -> ").first else {
        Issue.record("no arrow in: \(line)")
        return
    }
    let call = String(line[..<arrow.lowerBound])
    #expect(answer(call, in: context) == line[arrow.upperBound...], "\(call)")
}

/// Splits a table of lines `call -> result`.
func vectors(_ table: String) -> [String] {
    table.split(separator: "\n").map(String.init)
}

/// A reader of one function call with literal arguments.
struct SQLCallReader {
    private var rest: Substring

    init(_ text: String) { rest = text[...] }

    mutating func call() -> (name: String, arguments: [Cell])? {
        guard let open = rest.firstIndex(of: "(") else { return nil }
        let name = String(rest[..<open])
        rest = rest[rest.index(after: open)...]
        var arguments: [Cell] = []
        while rest.first != ")" {
            guard let cell = literal() else { return nil }
            arguments.append(cell)
            if rest.first == "," { rest = rest.dropFirst().drop { $0 == " " } }
        }
        return rest == ")" ? (name, arguments) : nil
    }

    private mutating func literal() -> Cell? {
        if rest.first == "'" { return quoted().map { .text($0) } }
        let word = rest.prefix { $0 != "," && $0 != ")" }
        rest = rest.dropFirst(word.count)
        if word.hasPrefix("x'") {
            let digits = Array(word.dropFirst(2).dropLast())
            return .blob(
                stride(from: 0, to: digits.count, by: 2).compactMap {
                    UInt8(String(digits[$0...($0 + 1)]), radix: 16)
                })
        }
        if word == "NULL" { return .null }
        return Int64(word).map { .integer($0) } ?? Double(word).map { .real($0) }
    }

    private mutating func quoted() -> String? {
        var text = ""
        rest.removeFirst()
        while let character = rest.popFirst() {
            if character != "'" {
                text.append(character)
            } else if rest.first == "'" {
                text.append("'")
                rest.removeFirst()
            } else {
                return text
            }
        }
        return nil
    }
}

extension Cell {
    /// The value as SQL writes it.
    fileprivate var literal: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .boolean(let value): "\(value)"
        case .text(let text), .json(let text):
            "'"
                + text.split(separator: "'", omittingEmptySubsequences: false).joined(
                    separator: "''") + "'"
        case .blob(let bytes):
            "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
        }
    }
}

/// A small generator for reproducible random values.
struct TestRandom: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
