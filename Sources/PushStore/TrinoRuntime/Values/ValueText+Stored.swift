import PushModel
import PushSQL
import PushText

/// Values as typed files have them.
extension ValueText {
    /// Returns a value in the form `ValueForm.stored`.
    func stored(_ cell: Cell, _ type: TrinoType) -> Cell {
        switch (cell, type) {
        case (.integer(let value), .boolean): return .boolean(value != 0)
        case (.integer(let value), .double), (.integer(let value), .real):
            return .real(Double(value))
        case (.text(let text), .double), (.text(let text), .real):
            return Double(text).map { .real($0) } ?? cell
        case (.integer(let value), .timestampWithZone):
            return .integer(value >> ZoneKeys.bits)
        case (.integer, .decimal), (.text, .char), (.integer, .intervalDayToSecond),
            (.integer, .intervalYearToMonth):
            return shown(cell, type).map { .text($0) } ?? .null
        case (.text, .array), (.text, .map), (.text, .row):
            var bytes: [UInt8] = []
            append(stored: cell, type, to: &bytes)
            return .json(String(decoding: bytes, as: UTF8.self))
        case (.json(let text), _): return .text(text)
        default: return cell
        }
    }

    /// Appends a value inside a list, a map or a row.
    private func append(stored cell: Cell, _ type: TrinoType, to output: inout [UInt8]) {
        switch (cell, type) {
        case (.text(let text), .array(let element)):
            append(storedList: text, to: &output) { _ in element }
        case (.text(let text), .row(let fields)):
            append(storedList: text, to: &output) {
                $0 < fields.count ? fields[$0].type : .unknown
            }
        case (.text(let text), .map(let key, let value)):
            let pairs = (try? ElementCodec.pairs(text, key, value)) ?? []
            output.append(Ascii.openBracket)
            for (index, pair) in pairs.enumerated() {
                output.append(contentsOf: index > 0 ? ",[".utf8 : "[".utf8)
                append(stored: pair.key, key, to: &output)
                output.append(Ascii.comma)
                append(stored: pair.value, value, to: &output)
                output.append(Ascii.closeBracket)
            }
            output.append(Ascii.closeBracket)
        default: append(scalar: stored(cell, type), type, to: &output)
        }
    }

    private func append(
        storedList text: String, to output: inout [UInt8], _ type: (Int) -> TrinoType
    ) {
        let cells = (try? ElementCodec.cells(text, type)) ?? []
        output.append(Ascii.openBracket)
        for (index, cell) in cells.enumerated() {
            if index > 0 { output.append(Ascii.comma) }
            append(stored: cell, type(index), to: &output)
        }
        output.append(Ascii.closeBracket)
    }

    private func append(scalar cell: Cell, _ type: TrinoType, to output: inout [UInt8]) {
        switch cell {
        case .null: output.append(contentsOf: "null".utf8)
        case .boolean(let value): output.append(contentsOf: (value ? "true" : "false").utf8)
        case .integer(let value): output.append(contentsOf: String(value).utf8)
        case .real(let value) where value.isFinite:
            output.append(contentsOf: value.description.utf8)
        case .real(let value): JSONText.append(FloatText.java(value), to: &output)
        case .text(let text), .json(let text): JSONText.append(text, to: &output)
        case .blob(let bytes): JSONText.append(Base64.plain.text(bytes), to: &output)
        }
    }
}
