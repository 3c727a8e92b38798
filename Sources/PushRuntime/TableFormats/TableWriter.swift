import PushModel
import PushText

/// Prints rows in one of the forms of `.mode`, as they come.
///
/// The forms with columns look at the first rows to choose widths; a wider cell later is never cut.
final class TableWriter: RowConsumer {
    /// The number of rows that are held back to choose widths.
    static let sampleSize = 1000

    private let mode: String
    private let width: Int
    private let print: (String) -> Void
    private var names: [String] = []
    /// The rows that are held back until the widths are known.
    private var sample: [[String]] = []
    private var isNumeric: [Bool] = []
    /// Whether each column has had a number: one with NULL alone is not a column of numbers.
    private var hasNumber: [Bool] = []
    private var layout: ColumnLayout?
    private var count = 0

    init(mode: String, width: Int, print: @escaping (String) -> Void) {
        self.mode = mode
        self.width = width
        self.print = print
    }

    func columns(_ names: [String]) {
        self.names = mode.hasPrefix("json") ? names.distinct : names
        sample = []
        isNumeric = names.map { _ in true }
        hasNumber = names.map { _ in false }
        layout = nil
        count = 0
        switch mode {
        case "csv": print(names.map(Self.csv).joined(separator: ","))
        case "tsv": print(names.map(Self.tsv).joined(separator: "\t"))
        default: break
        }
    }

    func row(_ cells: [Cell]) -> Bool {
        count += 1
        switch mode {
        case "json", "jsonl": object(cells)
        case "csv": print(cells.map(Self.csv).joined(separator: ","))
        case "tsv": print(cells.map { Self.tsv($0.programText ?? "") }.joined(separator: "\t"))
        case "line": record(cells)
        default: hold(cells)
        }
        return true
    }

    /// Without rows the JSON form is an empty list, so that output is JSON in any case.
    func end() {
        switch mode {
        case "json": print(count == 0 ? "[]" : pending + "]")
        case "jsonl", "csv", "tsv", "line": break
        default:
            release()
            layout?.footer().map(print)
        }
        pending = ""
    }

    /// The last row of a JSON array, which waits for its comma or its bracket.
    private var pending = ""

    /// A command's value: `json` indents it, `jsonl` has a list's items line by line.
    static func lines(of value: JSON, mode: String) -> [String] {
        if mode == "json" {
            return value.pretty(indent: 2).split(separator: "\n").map {
                withoutControls(String($0))
            }
        }
        guard case .array(let items) = value else { return [withoutControls(value.text)] }
        return items.map { withoutControls($0.text) }
    }

    private func object(_ cells: [Cell]) {
        let text = Self.withoutControls(cells.object(names).text)
        guard mode == "json" else {
            print(text)
            return
        }
        if count > 1 { print(pending + ",") }
        pending = (count == 1 ? "[" : " ") + text
    }

    /// Escapes control characters that reorder text on a terminal; in JSON only strings hold them.
    static func withoutControls(_ json: String) -> String {
        guard VisibleText.escapeHarmful(json) != json else { return json }
        var result = ""
        for scalar in json.unicodeScalars {
            let isPlain = VisibleText.escapeHarmful(String(scalar)) == String(scalar)
            if isPlain || scalar.value > 0xFFFF {
                result.unicodeScalars.append(scalar)
            } else {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            }
        }
        return result
    }

    private func record(_ cells: [Cell]) {
        if count > 1 { print("") }
        let widest = names.map(DisplayWidth.of).max() ?? 0
        for (name, cell) in zip(names, cells) {
            let pad = String(repeating: " ", count: widest - DisplayWidth.of(name))
            print(pad + VisibleText.escape(name) + " = " + Self.shown(cell))
        }
    }

    private func hold(_ cells: [Cell]) {
        let texts = cells.map(Self.shown)
        for (index, cell) in cells.enumerated() where index < isNumeric.count {
            switch cell {
            case .integer, .real: hasNumber[index] = true
            case .null: break
            case .json(let text) where text.utf8.first.map(Self.beginsNumber) == true:
                hasNumber[index] = true
            case .text, .blob, .boolean, .json: isNumeric[index] = false
            }
        }
        if let layout {
            print(layout.row(texts))
            return
        }
        sample.append(texts)
        if sample.count >= Self.sampleSize { release() }
    }

    private static func beginsNumber(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "-") || (byte >= 48 && byte <= 57)
    }

    private func release() {
        guard layout == nil else { return }
        let layout = ColumnLayout(
            mode: mode, names: names.map(VisibleText.escape), rows: sample,
            isNumeric: zip(isNumeric, hasNumber).map { $0 && $1 })
        for line in layout.header() { print(line) }
        for row in sample { print(layout.row(row)) }
        sample = []
        self.layout = layout
    }

    /// A cell as a person reads it; control characters are made visible.
    static func shown(_ cell: Cell) -> String {
        switch cell {
        case .null: "NULL"
        default: VisibleText.escape(cell.text ?? "")
        }
    }

    /// The field of a cell; as in an export, NULL is an empty field and an empty text is `""`.
    ///
    /// Secrets are hidden here, since only here is it known where the field ends.
    private static func csv(_ cell: Cell) -> String {
        guard let text = cell.programText else { return "" }
        // An array or an object stays JSON, which has escapes of its own.
        if case .json = cell { return csv(VisibleText.escapeInJSON(Secrets.shown(text))) }
        return text.isEmpty ? "\"\"" : csv(Secrets.shown(text))
    }

    /// Writes a cell of CSV by RFC 4180: line ends and tabs stay as they are.
    ///
    /// Any other control character becomes its Unicode picture, so ESC becomes `␛`: an escape such
    /// as `\u{1B}` could not be distinguished from text with the same spelling.
    static func csv(_ text: String) -> String {
        let special = text.utf8.contains {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == 10 || $0 == 13
        }
        let safe = special || text.utf8.contains { $0 < 32 || $0 >= 127 } ? visible(text) : text
        guard special else { return safe }
        return safe.quoted(with: Ascii.quote)
    }

    private static func visible(_ text: String) -> String {
        var result = ""
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let endsLine = index + 1 < scalars.count && scalars[index + 1] == "\n"
            switch scalar {
            case "\n", "\t": result.unicodeScalars.append(scalar)
            case "\r" where endsLine: result.unicodeScalars.append(scalar)
            case "\u{7F}": result += "␡"
            case _ where scalar.value < 32:
                result.unicodeScalars.append(Unicode.Scalar(0x2400 + scalar.value) ?? "?")
            default: result += VisibleText.escapeHarmful(String(scalar))
            }
        }
        return result
    }

    /// A cell of TSV, with tabs and line ends escaped as `\t` and `\n`, and a backslash as two, so
    /// that a program gets the text back.
    static func tsv(_ text: String) -> String {
        VisibleText.escapeHarmful(
            text.split(separator: "\\", omittingEmptySubsequences: false)
                .joined(separator: "\\\\"))
    }
}

extension Cell {
    /// The value as text; nil for NULL.
    var text: String? {
        switch self {
        case .null: nil
        case .integer(let number): String(number)
        case .real(let number): JSON.result(number).stringValue ?? JSON.result(number).text
        case .text(let text): text
        case .blob(let bytes): "x'" + Hex.text(bytes) + "'"
        case .boolean(let value): value ? "true" : "false"
        case .json(let text): text
        }
    }

    /// The value in forms that programs read, where bytes are as in a file.
    fileprivate var programText: String? {
        if case .blob = self { return fileText }
        return text
    }
}
