import PushModel
import PushSQL
import PushText

/// Trino's casts between types.
struct RuntimeCast {
    let context: SQLContext
    private var texts: ValueText { ValueText(zones: context.zoneKeys) }

    init(_ context: SQLContext) { self.context = context }

    /// Converts a value of one type to another.
    ///
    /// NULL stays NULL. Pairs of types that the analysis refuses are errors here as well.
    ///
    /// - Throws: `INVALID_CAST_ARGUMENT`, `NUMERIC_VALUE_OUT_OF_RANGE` or `TYPE_MISMATCH`, in
    ///   Trino's words.
    func cast(
        _ cell: Cell, _ from: TrinoType, _ to: TrinoType
    ) throws(SQLFunctionError) -> Cell {
        if cell.isNull || from == to { return cell }
        if from == .json { return try JSONCast(self).value(of: cell, to) }
        switch to {
        case .unknown: return cell
        case .json: return try JSONCast(self).json(of: cell, from)
        case .varchar(let length): return try varchar(cell, from, length)
        case .char(let length): return try char(cell, from, length)
        case .boolean: return try boolean(cell, from)
        case .tinyint, .smallint, .integer, .bigint: return try whole(cell, from, to)
        case .double, .real: return try floating(cell, from, to)
        case .decimal(let precision, let scale):
            return try decimal(cell, from, precision, scale)
        case .date, .time, .timestamp, .timestampWithZone:
            return try ClockCast(context).cast(cell, from, to)
        case .array, .map, .row: return try container(cell, from, to)
        case .uuid: return try uuid(cell)
        case .varbinary: return try varbinary(cell, from)
        case .intervalDayToSecond, .intervalYearToMonth: return cell
        }
    }

    /// Cuts a text to the length; a text made from another type must fit it.
    private func varchar(
        _ cell: Cell, _ from: TrinoType, _ length: Int?
    ) throws(SQLFunctionError) -> Cell {
        guard let text = texts.cast(cell, from) else { return .null }
        guard let length else { return .text(text) }
        switch from {
        case .varchar, .char: return .text(CodePoints.prefix(text, length))
        default:
            guard text.unicodeScalars.count <= length else {
                throw SQLFunctionError(
                    .castArgument, Self.tooLong(text, from, length, shown(cell, from)))
            }
            return .text(text)
        }
    }

    private func shown(_ cell: Cell, _ type: TrinoType) -> String {
        texts.shown(cell, type) ?? ""
    }

    private static func tooLong(
        _ text: String, _ from: TrinoType, _ length: Int, _ shown: String
    ) -> String {
        switch from {
        case .boolean, .uuid: "Cannot cast '\(text)' to varchar(\(length))"
        case .double, .real:
            "Value \(shown) (\(text)) cannot be represented as varchar(\(length))"
        default: "Value \(text) cannot be represented as varchar(\(length))"
        }
    }

    /// Cuts to the length and keeps no blanks at the end, which is how char cells are compared.
    private func char(
        _ cell: Cell, _ from: TrinoType, _ length: Int
    ) throws(SQLFunctionError) -> Cell {
        guard let text = texts.cast(cell, from) else { return .null }
        return .text(RuntimeOrder.trimmed(.text(CodePoints.prefix(text, length))))
    }

    private func boolean(_ cell: Cell, _ from: TrinoType) throws(SQLFunctionError) -> Cell {
        switch (cell, from) {
        case (.text(let text), .varchar), (.text(let text), .char):
            switch text.lowercased() {
            case "t", "true", "1": return .truth(true)
            case "f", "false", "0": return .truth(false)
            default: throw SQLFunctionError(.castArgument, "Cannot cast '\(text)' to BOOLEAN")
            }
        case (_, .decimal): return .truth(try RuntimeOrder.decimal(cell).magnitude != 0)
        default: return .truth(try RuntimeOrder.number(cell) != 0)
        }
    }

    /// A uuid's cell is its text in lower case, whose order is that of its bytes.
    private func uuid(_ cell: Cell) throws(SQLFunctionError) -> Cell {
        switch cell {
        case .text(let text):
            guard let uuid = UUIDText.read(text) else {
                throw SQLFunctionError(.castArgument, "Cannot cast value to UUID: \(text)")
            }
            guard text.utf8.count == 36 else {
                throw SQLFunctionError(
                    .castArgument, "Invalid UUID string length: \(text.utf8.count)")
            }
            return .text(uuid)
        case .blob(let bytes):
            guard let uuid = UUIDText.text(bytes) else {
                throw SQLFunctionError(
                    .castArgument, "Invalid UUID binary length: \(bytes.count)")
            }
            return .text(uuid)
        default: throw .encoding(cell, "uuid")
        }
    }

    private func varbinary(_ cell: Cell, _ from: TrinoType) throws(SQLFunctionError) -> Cell {
        guard from == .uuid, case .text(let text) = cell else { return cell }
        guard let bytes = UUIDText.bytes(text) else { throw .encoding(cell, "uuid") }
        return .blob(bytes)
    }

    /// Casts element by element; keys that become equal are an error.
    private func container(
        _ cell: Cell, _ from: TrinoType, _ to: TrinoType
    ) throws(SQLFunctionError) -> Cell {
        guard case .text(let text) = cell else { throw .encoding(cell, from.text) }
        switch (from, to) {
        case (.array(let old), .array(let new)):
            var cells: [Cell] = []
            for element in try ElementCodec.cells(text, of: old) {
                cells.append(try cast(element, old, new))
            }
            return ElementCodec.array(cells, of: new)
        case (.row(let old), .row(let new)) where old.count == new.count:
            var cells: [Cell] = []
            for (index, field) in try ElementCodec.cells(text, { old[$0].type }).enumerated() {
                cells.append(try cast(field, old[index].type, new[index].type))
            }
            return ElementCodec.array(cells) { new[$0].type }
        case (.map(let oldKey, let oldValue), .map(let newKey, let newValue)):
            var pairs: [(key: Cell, value: Cell)] = []
            var keys: Set<CellKey> = []
            for pair in try ElementCodec.pairs(text, oldKey, oldValue) {
                let key = try cast(pair.key, oldKey, newKey)
                guard keys.insert(try CellKey(key, newKey)).inserted else {
                    throw SQLFunctionError(.castArgument, "duplicate keys")
                }
                pairs.append((key, try cast(pair.value, oldValue, newValue)))
            }
            return ElementCodec.map(pairs, newKey, newValue)
        default: throw impossible(from, to)
        }
    }

    func impossible(_ from: TrinoType, _ to: TrinoType) -> SQLFunctionError {
        SQLFunctionError(.typeMismatch, "Cannot cast \(from.text) to \(to.text)")
    }
}

extension RuntimeCast {
    /// Returns the ranges of the whole types, and their names in the errors of casts.
    static func range(_ type: TrinoType) -> (range: ClosedRange<Int64>, name: String) {
        switch type {
        case .tinyint: (-128...127, "TINYINT")
        case .smallint: (-32768...32767, "SMALLINT")
        case .integer: (Int64(Int32.min)...Int64(Int32.max), "INT")
        default: (Int64.min...Int64.max, "BIGINT")
        }
    }

    private func whole(
        _ cell: Cell, _ from: TrinoType, _ to: TrinoType
    ) throws(SQLFunctionError) -> Cell {
        let (range, name) = Self.range(to)
        switch (cell, from) {
        case (.integer(let value), .tinyint), (.integer(let value), .smallint),
            (.integer(let value), .integer), (.integer(let value), .bigint),
            (.integer(let value), .boolean):
            guard range.contains(value) else {
                throw .range("Out of range for \(to.text): \(value)")
            }
            return .integer(value)
        case (_, .double), (_, .real):
            return try whole(try RuntimeOrder.number(cell), from, to, range)
        case (.text(let text), .decimal):
            let whole = try RuntimeOrder.decimal(cell).rescaled(0)?.text ?? text
            guard let number = Int64(whole), range.contains(number) else {
                throw SQLFunctionError(
                    .castArgument, "Cannot cast '\(whole)' to \(to.text.uppercased())")
            }
            return .integer(number)
        case (.text(let text), .varchar), (.text(let text), .char):
            guard let value = Self.integer(text), range.contains(value) else {
                throw SQLFunctionError(.castArgument, "Cannot cast '\(text)' to \(name)")
            }
            return .integer(value)
        default: throw impossible(from, to)
        }
    }

    private func whole(
        _ value: Double, _ from: TrinoType, _ to: TrinoType, _ range: ClosedRange<Int64>
    ) throws(SQLFunctionError) -> Cell {
        let isReal = from == .real
        let text = FloatText.java(value, isReal: isReal)
        let rounded = value.rounded(.toNearestOrAwayFromZero)
        if to == .bigint {
            guard rounded >= -0x1p63, rounded < 0x1p63 else {
                throw SQLFunctionError(.castArgument, "Unable to cast \(text) to bigint")
            }
            return .integer(Int64(rounded))
        }
        guard !value.isNaN else {
            throw SQLFunctionError(
                .castArgument, "Cannot cast \(isReal ? "real" : "double") NaN to \(to.text)")
        }
        guard rounded >= Double(range.lowerBound), rounded <= Double(range.upperBound) else {
            throw .range("Out of range for \(to.text): \(text)")
        }
        return .integer(Int64(rounded))
    }

    /// Reads a whole number from a text: digits with an optional sign, and surrounding blanks.
    static func integer(_ text: String) -> Int64? {
        let trimmed = text.utf8.trimming { $0 <= Ascii.space }
        return Int64(JavaDigits.plain(String(Substring(trimmed))))
    }

    private func floating(
        _ cell: Cell, _ from: TrinoType, _ to: TrinoType
    ) throws(SQLFunctionError) -> Cell {
        let isReal = to == .real
        let value: Double
        switch (cell, from) {
        case (.text(let text), .varchar), (.text(let text), .char):
            guard let number = Self.double(text) else {
                throw SQLFunctionError(
                    .castArgument, "Cannot cast '\(text)' to \(isReal ? "REAL" : "DOUBLE")")
            }
            value = number
        case (_, .decimal): value = try RuntimeOrder.decimal(cell).double
        default: value = try RuntimeOrder.number(cell)
        }
        return .double(isReal ? Double(Float(value)) : value)
    }

    private func decimal(
        _ cell: Cell, _ from: TrinoType, _ precision: Int, _ scale: Int
    ) throws(SQLFunctionError) -> Cell {
        let name = Self.name(from)
        let shown = texts.shown(cell, from) ?? ""
        let failure = "Cannot cast \(name) '\(shown)' to DECIMAL(\(precision), \(scale))"
        var value: Decimal?
        switch (cell, from) {
        case (.integer(let number), .boolean), (.integer(let number), .tinyint),
            (.integer(let number), .smallint), (.integer(let number), .integer),
            (.integer(let number), .bigint):
            value = Decimal(number)
        case (.text, .decimal): value = try RuntimeOrder.decimal(cell)
        case (.text(let text), .varchar), (.text(let text), .char):
            guard let read = Self.decimal(text) else {
                throw SQLFunctionError(.castArgument, failure + ". Value is not a number.")
            }
            value = read
        case (_, .double), (_, .real):
            let number = try RuntimeOrder.number(cell)
            guard number.isFinite else { throw SQLFunctionError(.castArgument, failure) }
            value = Self.decimal(
                from == .real ? Float(number).description : number.description)
        default: throw impossible(from, .decimal(precision: precision, scale: scale))
        }
        guard let scaled = value?.rescaled(scale), scaled.fits(precision) else {
            throw SQLFunctionError(
                .castArgument,
                name == "VARCHAR" ? failure + ". Value too large." : failure)
        }
        return .text(scaled.text)
    }

    private static func name(_ type: TrinoType) -> String {
        switch type {
        case .varchar, .char: "VARCHAR"
        case .decimal(let precision, let scale): "DECIMAL(\(precision), \(scale))"
        default: type.text.uppercased()
        }
    }

    /// Reads a decimal with an optional exponent, like Java's `BigDecimal`.
    static func decimal(_ text: String) -> Decimal? {
        let trimmed = Array(JavaDigits.plain(text).utf8.trimming { $0 <= Ascii.space })
        guard let mark = trimmed.firstIndex(where: { $0 | 0x20 == UInt8(ascii: "e") }) else {
            return Self.plain(trimmed)
        }
        let power = String(decoding: trimmed[(mark + 1)...], as: UTF8.self)
        guard let exponent = Int(power), exponent.magnitude <= 400,
            var value = plain(Array(trimmed[..<mark]))
        else { return nil }
        value.scale -= exponent
        if value.scale < 0 {
            guard value.scale >= -Decimal.digitLimit else {
                return value.magnitude == 0 ? Decimal(0) : nil
            }
            let factor = Decimal.power(-value.scale)
            let (product, overflow) = value.magnitude.multipliedReportingOverflow(by: factor)
            return overflow
                ? nil : Decimal(magnitude: product, isNegative: value.isNegative, scale: 0)
        }
        while value.scale > Decimal.digitLimit {
            value = Decimal(
                magnitude: value.magnitude / 10, isNegative: value.isNegative,
                scale: value.scale - 1)
        }
        return value
    }

    /// Reads digits with or without a point; zeros at the end of a long fraction are dropped.
    private static func plain(_ bytes: [UInt8]) -> Decimal? {
        guard let point = bytes.firstIndex(of: Ascii.dot) else {
            return Decimal(String(decoding: bytes, as: UTF8.self))
        }
        // Digits after the 38th count only for rounding.
        let kept = bytes.prefix(point + 1 + Decimal.digitLimit)
        guard bytes[kept.endIndex...].allSatisfy(Ascii.isDigit) else { return nil }
        var text = String(decoding: kept, as: UTF8.self)
        while text.utf8.last == Ascii.zero, text.utf8.count > 30 { text.removeLast() }
        return Decimal(text)
    }
}
