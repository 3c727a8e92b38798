import PushModel
import PushSQL
import PushText

/// Reads and writes the JSON arrays that represent Trino's arrays, maps and rows in SQLite.
///
/// A map is an array of pairs, a row an array of its fields, a Boolean 0 or 1, and a varbinary
/// Base64. Texts in this form never leave the runtime: results are written by `ValueText`.
enum ElementCodec {
    /// The pair of noncharacters that stands for a zero byte in a text, which `json_each` would end
    /// there; the translation puts it back in what it reads of that (decision 965).
    private static let zero: [UInt8] = [0xEF, 0xB7, 0x90, 0xEF, 0xB7, 0x91]
    private static let zeroText = String(decoding: zero, as: UTF8.self)

    /// Returns the elements of an array, or the fields of a row, each as the cell of its type.
    ///
    /// - Throws: an internal error for a text that is no array of at most a million elements.
    static func cells(
        _ text: String, _ type: (Int) -> TrinoType
    ) throws(SQLFunctionError) -> [Cell] {
        let found: [Cell]?? = text.withBytes { bytes in
            var scanner = JSONScanner(bytes)
            guard let ranges = scanner.elementRanges() else { return .some(nil) }
            return ranges.enumerated().map { decoded(scanner.cell($1), type($0)) }
        }
        guard case .some(.some(let cells)) = found else {
            throw .encoding(.text(text), "array of at most \(JSONScanner.elementLimit) elements")
        }
        return cells
    }

    /// Returns the elements of an array of one type.
    static func cells(
        _ text: String, of type: TrinoType
    ) throws(SQLFunctionError) -> [Cell] {
        try cells(text) { _ in type }
    }

    /// Returns the keys and values of a map.
    static func pairs(
        _ text: String, _ key: TrinoType, _ value: TrinoType
    ) throws(SQLFunctionError) -> [(key: Cell, value: Cell)] {
        var pairs: [(key: Cell, value: Cell)] = []
        for cell in try cells(text, of: .array(.unknown)) {
            guard case .text(let pair) = cell else { throw .encoding(cell, "pair") }
            let parts = try cells(pair) { $0 == 0 ? key : value }
            guard parts.count == 2 else { throw .encoding(cell, "pair") }
            pairs.append((parts[0], parts[1]))
        }
        return pairs
    }

    /// Returns a cell as a function takes it, from one in JSON's form.
    static func decoded(_ cell: Cell, _ type: TrinoType) -> Cell {
        guard case .text(let text) = cell, !type.isContainer else { return cell }
        if type == .varbinary { return Base64.plain.bytes(text).map { .blob($0) } ?? .null }
        return text.contains(byte: zero[0]) ? .text(restored(text)) : cell
    }

    /// Puts the zero bytes back into a text.
    private static func restored(_ text: String) -> String {
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            bytes.append(byte)
            guard byte == zero.last, bytes.suffix(zero.count).elementsEqual(zero) else { continue }
            bytes.removeLast(zero.count)
            bytes.append(0)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends a cell as an element.
    static func append(_ cell: Cell, _ type: TrinoType, to output: inout [UInt8]) {
        switch cell {
        case .null: output.append(contentsOf: "null".utf8)
        case .integer(let value):
            switch type {
            case .double, .real: append(Double(value), to: &output)
            default: output.append(contentsOf: String(value).utf8)
            }
        case .real(let value): append(value, to: &output)
        case .boolean(let value): output.append(value ? 0x31 : 0x30)
        case .json(let text): output.append(contentsOf: text.utf8)
        case .text(let text) where type.isContainer: output.append(contentsOf: text.utf8)
        case .text(let text):
            let text = text.replacing(byte: 0, with: zeroText)
            JSONWriter.append(string: text.utf8, to: &output)
        case .blob(let bytes):
            JSONWriter.append(string: Base64.plain.text(bytes).utf8, to: &output)
        }
    }

    /// Infinity becomes a number too large for a double, which reads back as infinity; NaN becomes
    /// a text.
    private static func append(_ value: Double, to output: inout [UInt8]) {
        if value.isNaN { return output.append(contentsOf: #""NaN""#.utf8) }
        guard value.isFinite else {
            return output.append(contentsOf: (value < 0 ? "-9e999" : "9e999").utf8)
        }
        output.append(contentsOf: value.description.utf8)
    }

    /// Writes cells as an array or a row.
    static func array(
        _ cells: some Sequence<Cell>, _ type: (Int) -> TrinoType
    ) -> Cell {
        var output = [UInt8(ascii: "[")]
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(Ascii.comma) }
            append(cell, type(index), to: &output)
        }
        output.append(UInt8(ascii: "]"))
        return .text(String(decoding: output, as: UTF8.self))
    }

    /// Writes cells of one type as an array.
    static func array(_ cells: some Sequence<Cell>, of type: TrinoType) -> Cell {
        array(cells) { _ in type }
    }

    /// Writes cells of one type as an array, unless the statement must end meanwhile.
    static func array(
        _ cells: [Cell], of type: TrinoType, _ context: SQLContext
    ) throws(SQLFunctionError) -> Cell {
        var output = [UInt8(ascii: "[")]
        for (index, cell) in cells.enumerated() {
            try context.spend(cell.weight)
            if index > 0 { output.append(Ascii.comma) }
            append(cell, type, to: &output)
        }
        output.append(UInt8(ascii: "]"))
        return .text(String(decoding: output, as: UTF8.self))
    }

    /// Writes keys and values as a map.
    static func map(
        _ pairs: some Sequence<(key: Cell, value: Cell)>, _ key: TrinoType,
        _ value: TrinoType
    ) -> Cell {
        var output = [UInt8(ascii: "[")]
        for (index, pair) in pairs.enumerated() {
            output.append(contentsOf: index > 0 ? ",[".utf8 : "[".utf8)
            append(pair.key, key, to: &output)
            output.append(Ascii.comma)
            append(pair.value, value, to: &output)
            output.append(UInt8(ascii: "]"))
        }
        output.append(UInt8(ascii: "]"))
        return .text(String(decoding: output, as: UTF8.self))
    }
}
