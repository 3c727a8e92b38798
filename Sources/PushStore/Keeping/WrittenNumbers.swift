import PushModel
import PushText

/// The numbers of clocks, counters and sizes that a pushsh writes into a device's file.
///
/// Damage, or somebody with an editor, may leave any other there. A few of those that are written
/// can be added and multiplied within 64 bits; with others the process would end.
enum WrittenNumbers {
    /// The range of all of them, with room for those that count on from one of its last.
    static let range = -UsedNumbers.limit...(UsedNumbers.limit - 1 << 32)
    /// The most receipts in a row: a request has 500 records at most.
    static let longestRun: Int64 = 1 << 24

    /// The days that a table of the warehouse can keep its records.
    static let expiries = 1...Int64(Retention.longestDays)

    /// The members of documents whose numbers are somebody else's, or follow from such a one.
    private static let foreign: Set = [
        "payload", "content", "attributes", "badge", "fields", "ttl", "priority", "timestamp",
        "relevance", "stale", "removed", "stubs",
    ]

    /// Returns the first number of a document that no pushsh writes, with its path behind `$`; nil
    /// if there is none.
    ///
    /// Each session's start looks through every document, so a path is made only where there is
    /// such a number, and a name looked up only above it.
    static func odd(in json: JSON) -> (path: String, number: String)? {
        switch json {
        case .number(let lexeme): return isWritten(lexeme) ? nil : ("", lexeme)
        case .array(let items):
            for (index, item) in items.enumerated() {
                if let found = odd(in: item) { return ("[\(index)]" + found.path, found.number) }
            }
        case .object(let members):
            for member in members {
                if let found = odd(in: member.value), !foreign.contains(member.key) {
                    return (".\(member.key)" + found.path, found.number)
                }
            }
        default: break
        }
        return nil
    }

    /// Returns a document without such numbers: what has none begins anew.
    static func removed(from json: JSON) -> JSON? {
        switch json {
        // A bare nil would be JSON's null.
        case .number(let lexeme) where !isWritten(lexeme): return Optional.none
        case .array(let items): return .array(items.compactMap(removed))
        case .object(let members):
            return .object(
                members.compactMap { member in
                    guard !foreign.contains(member.key) else { return member }
                    return removed(from: member.value).map { .init(key: member.key, value: $0) }
                })
        default: return json
        }
    }

    private static func isWritten(_ lexeme: String) -> Bool {
        // Nearly every number is short.
        if lexeme.utf8.count <= 15, lexeme.utf8.allSatisfy(Ascii.isDigit) { return true }
        if let number = Int64(lexeme) { return range.contains(number) }
        return Double(lexeme).map { abs($0) <= Double(UsedNumbers.limit) } ?? false
    }
}

extension Statement {
    /// Returns a number of a row; one that no pushsh writes is damage.
    func number(
        _ column: Int32, in range: ClosedRange<Int64> = WrittenNumbers.range
    ) throws(StoreError) -> Int64 {
        let found = integer(column)
        guard range.contains(found) else {
            let what = "a row has the \(columnName(Int(column))) \(found)"
            throw StoreError(.damaged, "`\(file)` is damaged: \(what)", file: file)
        }
        return found
    }

    /// Returns the number in the first column of the only row, and prepares the next run.
    func firstNumber() throws(StoreError) -> Int64 {
        defer { reset() }
        return try step() ? try number(0) : 0
    }

    /// The same for a column that may be NULL, which gives nil.
    func numberOrNil(_ column: Int32) throws(StoreError) -> Int64? {
        integerOrNil(column) == nil ? nil : try number(column)
    }
}
