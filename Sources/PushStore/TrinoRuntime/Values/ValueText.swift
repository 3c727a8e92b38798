import PushModel
import PushSQL
import PushText

/// Writes values as Trino shows them, by their type.
struct ValueText {
    /// The zones of values that are packed with a key.
    let zones: ZoneKeys
    /// Whether rows inside values are JSON objects, decimals numbers, and values of the type json
    /// themselves; Trino's protocol has arrays and texts.
    var isForFiles = false
    /// Whether times are rounded to milliseconds and shown with three digits.
    var isInMilliseconds = false

    /// The same for files.
    var forFiles: ValueText { ValueText(zones: zones, isForFiles: true) }

    /// The text of a value in a result; nil for NULL.
    func shown(_ cell: Cell, _ type: TrinoType) -> String? {
        switch (cell, type) {
        case (.null, _): return nil
        case (.integer(let value), _): return text(of: value, type)
        case (.real(let value), .real): return FloatText.java(value, isReal: true)
        case (.real(let value), _): return FloatText.java(value)
        case (.text(let text), .char(let length)):
            return text + String(repeating: " ", count: max(0, length - text.unicodeScalars.count))
        case (.text, _) where type.isContainer:
            var output: [UInt8] = []
            append(cell, type, to: &output)
            return String(decoding: output, as: UTF8.self)
        case (.text(let text), _), (.json(let text), _): return text
        case (.boolean(let value), _): return value ? "true" : "false"
        case (.blob(let bytes), _): return Hex.text(bytes)
        }
    }

    /// Returns the text that `CAST(x AS varchar)` makes from a scalar; nil for NULL.
    func cast(_ cell: Cell, _ type: TrinoType) -> String? {
        switch (cell, type) {
        case (.real(let value), .real): FloatText.scientific(value, isReal: true)
        case (.real(let value), _): FloatText.scientific(value)
        case (.text(let text), .char): text
        default: shown(cell, type)
        }
    }

    private func text(of value: Int64, _ type: TrinoType) -> String {
        var output: [UInt8] = []
        switch type {
        case .boolean: return value == 0 ? "false" : "true"
        case .double: return FloatText.java(Double(value))
        case .real: return FloatText.java(Double(value), isReal: true)
        case .date: Self.append(date: value, to: &output)
        case .time(let precision):
            Self.append(time: rounded(value), digits(precision), to: &output)
        case .timestamp(let precision):
            Self.append(timestamp: rounded(value), digits(precision), to: &output)
        case .timestampWithZone(let precision):
            let zone = zones.zone(of: value)
            let milliseconds = value >> ZoneKeys.bits
            let instant = milliseconds.dividedFlooring(by: 1000)
            let local = milliseconds + zone.offset(at: instant.quotient) * 1000
            Self.append(timestamp: local * 1000, digits(precision), to: &output)
            output.append(Ascii.space)
            output.append(contentsOf: zone.identifier.utf8)
        case .intervalDayToSecond: Self.append(dayTime: value, to: &output)
        case .intervalYearToMonth:
            if value < 0 { output.append(Ascii.minus) }
            let months = value.magnitude
            output.append(contentsOf: "\(months / 12)-\(months % 12)".utf8)
        default: return String(value)
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func digits(_ precision: Int) -> Int { isInMilliseconds ? 3 : precision }

    private func rounded(_ microseconds: Int64) -> Int64 {
        isInMilliseconds ? ClockCast.rounded(microseconds, 3) : microseconds
    }

    static func append(date days: Int64, to output: inout [UInt8]) {
        let date = CivilDate(daysSinceEpoch: Int(days))
        if date.year > 9999 { output.append(Ascii.plus) }
        if date.year < 0 { output.append(Ascii.minus) }
        output.append(number: abs(date.year), width: 4)
        output.append(Ascii.minus)
        output.append(number: date.month, width: 2)
        output.append(Ascii.minus)
        output.append(number: date.day, width: 2)
    }

    static func append(time microseconds: Int64, _ precision: Int, to output: inout [UInt8]) {
        let seconds = Int(microseconds / 1_000_000)
        output.append(number: seconds / 3600, width: 2)
        output.append(Ascii.colon)
        output.append(number: seconds / 60 % 60, width: 2)
        output.append(Ascii.colon)
        output.append(number: seconds % 60, width: 2)
        guard precision > 0 else { return }
        output.append(Ascii.dot)
        var digits: [UInt8] = []
        digits.append(number: Int(microseconds % 1_000_000), width: 6)
        output.append(contentsOf: digits.prefix(precision))
        for _ in 6..<max(6, precision) { output.append(Ascii.zero) }
    }

    static func append(
        timestamp microseconds: Int64, _ precision: Int, to output: inout [UInt8]
    ) {
        let (days, rest) = microseconds.dividedFlooring(by: 86_400_000_000)
        append(date: days, to: &output)
        output.append(Ascii.space)
        append(time: rest, precision, to: &output)
    }

    private static func append(dayTime milliseconds: Int64, to output: inout [UInt8]) {
        if milliseconds < 0 { output.append(Ascii.minus) }
        let left = Int64(clamping: milliseconds.magnitude)
        output.append(contentsOf: "\(left / 86_400_000) ".utf8)
        append(time: left % 86_400_000 * 1000, 3, to: &output)
    }
}

extension ValueText {
    /// Appends a value as Trino's own protocol writes it in JSON.
    func append(_ cell: Cell, _ type: TrinoType, to output: inout [UInt8]) {
        switch (cell, type) {
        case (.null, _): output.append(contentsOf: "null".utf8)
        case (.integer(let value), .boolean):
            output.append(contentsOf: (value == 0 ? "false" : "true").utf8)
        case (.real(let value), _) where !value.isFinite:
            JSONText.append(shown(cell, type) ?? "", to: &output)
        case (.integer, .date), (.integer, .time), (.integer, .timestamp),
            (.integer, .timestampWithZone), (.integer, .intervalDayToSecond),
            (.integer, .intervalYearToMonth):
            JSONText.append(shown(cell, type) ?? "", to: &output)
        case (.integer, _), (.real, _):
            output.append(contentsOf: (shown(cell, type) ?? "").utf8)
        case (.text(let text), .array(let element)):
            appendList(text, to: &output) { _ in element }
        case (.text(let text), .row(let fields)) where isForFiles:
            append(row: text, fields, to: &output)
        case (.text(let text), .row(let fields)):
            appendList(text, to: &output) { $0 < fields.count ? fields[$0].type : .unknown }
        case (.text(let text), .map(let key, let value)):
            append(map: text, key, value, to: &output)
        case (.text(let text), .decimal) where isForFiles,
            (.text(let text), .json) where isForFiles:
            output.append(contentsOf: text.utf8)
        case (.boolean, _), (.json, _): output.append(contentsOf: (shown(cell, type) ?? "").utf8)
        case (.text, _): JSONText.append(shown(cell, type) ?? "", to: &output)
        case (.blob(let bytes), _) where isForFiles: JSONText.append(Hex.text(bytes), to: &output)
        case (.blob(let bytes), _): JSONText.append(Base64.plain.text(bytes), to: &output)
        }
    }

    private func appendList(
        _ text: String, to output: inout [UInt8], _ type: (Int) -> TrinoType
    ) {
        let cells = (try? ElementCodec.cells(text, type)) ?? []
        output.append(UInt8(ascii: "["))
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(Ascii.comma) }
            append(cell, type(index), to: &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    private func append(
        row text: String, _ fields: [TrinoType.Field], to output: inout [UInt8]
    ) {
        let cells =
            (try? ElementCodec.cells(text) { $0 < fields.count ? fields[$0].type : .unknown }) ?? []
        output.append(UInt8(ascii: "{"))
        for (index, name) in TrinoType.names(of: fields).enumerated() where index < cells.count {
            if index > 0 { output.append(Ascii.comma) }
            JSONText.append(name, to: &output)
            output.append(Ascii.colon)
            append(cells[index], fields[index].type, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }

    private func append(
        map text: String, _ key: TrinoType, _ value: TrinoType, to output: inout [UInt8]
    ) {
        let pairs = (try? ElementCodec.pairs(text, key, value)) ?? []
        // Trino's encoder rounds values, and writes keys as they are.
        var keys = self
        keys.isInMilliseconds = false
        output.append(UInt8(ascii: "{"))
        for (index, pair) in pairs.enumerated() {
            if index > 0 { output.append(Ascii.comma) }
            JSONText.append(keys.shown(pair.key, key) ?? "", to: &output)
            output.append(Ascii.colon)
            append(pair.value, value, to: &output)
        }
        output.append(UInt8(ascii: "}"))
    }
}
