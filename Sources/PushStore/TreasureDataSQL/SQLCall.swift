import PushModel

/// The arguments of one call of a SQL function, with readers for each kind of argument.
///
/// Valid only during the call: the arguments are SQLite's. Readers return nil for NULL.
struct SQLCall {
    let arguments: UnsafeBufferPointer<Cell>
    let context: SQLContext

    var count: Int { arguments.count }

    subscript(index: Int) -> Cell { arguments[index] }

    /// Whether an argument is NULL or was left out.
    func isNull(_ index: Int) -> Bool {
        index >= arguments.count || arguments[index] == .null
    }

    /// Whether any argument is NULL.
    var hasNull: Bool { arguments.contains { $0.isNull } }

    /// Reads an argument as text; numbers become their decimal form.
    func text(_ index: Int) -> String? {
        switch arguments[index] {
        case .null: nil
        case .text(let text), .json(let text): text
        case .boolean(let value): value ? "true" : "false"
        case .integer(let value): String(value)
        case .real(let value): value.description
        case .blob(let bytes): String(decoding: bytes, as: UTF8.self)
        }
    }

    /// Reads an argument as a whole number.
    ///
    /// A double is rounded down. Throws for anything else than a number or the text of a whole one.
    func integer(_ index: Int, _ label: String) throws(SQLFunctionError) -> Int64? {
        switch arguments[index] {
        case .null: return nil
        case .integer(let value): return value
        case .real(let value):
            if let whole = Int64(exactly: value.rounded(.down)) { return whole }
        case .text(let text):
            if let value = Int64(text) { return value }
        case .blob, .boolean, .json: break
        }
        throw SQLFunctionError("\(label) \(arguments[index].shown) is not a whole number")
    }

    /// Reads an argument as a zone; UTC if it is NULL or was left out.
    func zone(_ index: Int) throws(SQLFunctionError) -> Zone {
        guard index < arguments.count else { return .utc }
        switch arguments[index] {
        case .null: return .utc
        case .text(let name): return try context.zone(named: name)
        default: throw SQLFunctionError("zone \(arguments[index].shown) is not a text")
        }
    }

    /// Reads an argument as an instant in unix seconds; a time without a zone is in `zone`.
    ///
    /// `label` names the argument in errors, `hint` is the remedy for the commonest mistake.
    ///
    /// A text of nine digits or more is taken as Unix seconds.
    func instant(
        _ index: Int, _ label: String, zone zoneIndex: Int, hint: String = ""
    ) throws(SQLFunctionError) -> Int64? {
        switch arguments[index] {
        case .null: return nil
        case .integer(let value): return value
        case .real(let value):
            if let whole = Int64(exactly: value.rounded(.down)) { return whole }
        case .text(let text):
            if let time = TimeText(text) {
                if let name = time.zoneName(in: text) {
                    return try context.zone(named: name).instant(local: time.local)
                }
                return try zone(zoneIndex).instant(local: time.local)
            }
            if let seconds = SQLCall.seconds(text) { return seconds }
        case .blob, .boolean, .json: break
        }
        throw SQLFunctionError(
            """
            \(label) \(arguments[index].shown) is not a time: wanted a number, `yyyy-MM-dd` or \
            `yyyy-MM-dd HH:mm:ss`\(hint)
            """)
    }

    /// Reads an argument as an instant that the calendar can show.
    func calendarInstant(
        _ index: Int, _ label: String, zone zoneIndex: Int
    ) throws(SQLFunctionError) -> Int64? {
        guard let instant = try instant(index, label, zone: zoneIndex) else { return nil }
        return try SQLCall.checked(instant, label)
    }

    /// Refuses an instant beyond the years −9999 to 9999.
    static func checked(_ instant: Int64, _ label: String) throws(SQLFunctionError) -> Int64 {
        guard InstantRange.representable.contains(instant) else {
            let inSeconds = InstantRange.representable.contains(instant / 1000)
            throw SQLFunctionError(
                "\(label) \(instant) is beyond the year 9999: wanted unix seconds"
                    + (inSeconds ? ", these look like milliseconds" : ""))
        }
        return instant
    }

    /// Reads a text of nine or more digits as unix seconds; fewer could be a year or a date.
    private static func seconds(_ text: String) -> Int64? {
        guard text.utf8.count >= 9 || text.utf8.first == 0x2d || text == "0" else { return nil }
        return Int64(text)
    }

    /// Builds a text from bytes that `write` appends to a reused buffer.
    ///
    /// Not re-entrant: `write` must not build another text by the same context.
    func text(_ write: (inout [UInt8]) -> Void) -> Cell {
        context.output.removeAll(keepingCapacity: true)
        write(&context.output)
        return .text(String(decoding: context.output, as: UTF8.self))
    }
}

extension Cell {
    var isNull: Bool {
        if case .null = self { return true }
        return false
    }

    /// The value as an error quotes it, at most 40 characters.
    var shown: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): String(value)
        case .real(let value): value.description
        case .boolean(let value): String(value)
        case .text(let text), .json(let text):
            "'\(text.prefix(40))\(text.utf8.count > 160 ? "…" : "")'"
        case .blob(let bytes): "a blob of \(bytes.count) bytes"
        }
    }

    /// Whether SQL takes the value as true.
    var isTrue: Bool {
        switch self {
        case .null, .blob, .json: false
        case .boolean(let value): value
        case .integer(let value): value != 0
        case .real(let value): value != 0
        case .text(let text):
            // SQLite reads the longest number at the start of a text; `'true'` is not one.
            SQLNumber.leading(in: text).map { $0 != 0 } ?? (text.lowercased() == "true")
        }
    }

    /// Returns a truth value in SQLite's form.
    static func truth(_ value: Bool) -> Cell { .integer(value ? 1 : 0) }
}
