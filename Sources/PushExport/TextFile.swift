import PushCommands
import PushModel
import PushText

/// Writes rows as text: CSV after RFC 4180, or a JSON object per line.
///
/// Values are exact, unlike what is printed for people: control characters stay. All of a column
/// have the form of its type, as in Parquet. In CSV, NULL is an empty field and an empty text `""`.
public struct TextFile: RowFile {
    private var buffer: [UInt8] = []
    private let columns: [ExportColumn]
    /// The bytes before each value of a JSON object.
    private let keys: [[UInt8]]
    private let isCSV: Bool
    private let write: ([UInt8]) -> Bool
    private static let bufferSize = 1 << 18

    /// Begins a file; CSV has a line of names, and a byte order mark if requested.
    public init(
        _ format: ExportFormat, _ columns: [ExportColumn], hasMark: Bool,
        write: @escaping ([UInt8]) -> Bool
    ) {
        self.columns = columns
        self.write = write
        isCSV = format == .csv
        keys = columns.enumerated().map { index, column in
            Array(((index == 0 ? "{" : ",") + JSON.string(column.name).text + ":").utf8)
        }
        guard isCSV else { return }
        if hasMark { buffer = [0xEF, 0xBB, 0xBF] }
        for (index, column) in columns.enumerated() {
            if index > 0 { buffer.append(UInt8(ascii: ",")) }
            field(column.name)
        }
        endLine()
    }

    /// Writes a row; false if it cannot be written.
    public mutating func add(_ cells: [Cell]) throws(ExportConflict) -> Bool {
        for index in columns.indices {
            let (cell, type) = (cells[index], columns[index].type)
            let wanted = type.holding(cell)
            // Values of a type that the query gives can look otherwise: NaN arrives as a text.
            if wanted != type, columns[index].isChosen || !columns[index].isTold {
                throw ExportConflict(column: index, wanted: wanted)
            }
            if isCSV {
                if index > 0 { buffer.append(UInt8(ascii: ",")) }
                add(toCSV: type.shown(cell))
            } else {
                buffer.append(contentsOf: keys[index])
                add(toJSON: cell, type)
            }
        }
        if !isCSV { buffer.append(UInt8(ascii: "}")) }
        endLine()
        return buffer.count < Self.bufferSize || flush()
    }

    /// Writes the rows still buffered; false if they cannot be written.
    public mutating func finish() -> Bool { flush() }

    private mutating func flush() -> Bool {
        defer { buffer.removeAll(keepingCapacity: true) }
        return buffer.isEmpty || write(buffer)
    }

    private mutating func endLine() {
        if isCSV { buffer.append(13) }
        buffer.append(10)
    }

    private mutating func add(toCSV cell: Cell) {
        switch cell {
        case .null: break
        case .text(let text), .json(let text): field(text)
        // No bytes are a value, which an empty field is not.
        case .blob(let bytes) where bytes.isEmpty: field("")
        default: buffer.append(contentsOf: cell.fileText.utf8)
        }
    }

    private mutating func field(_ text: String) {
        var text = text
        text.withUTF8 { bytes in
            let isPlain =
                !bytes.isEmpty
                && bytes.allSatisfy {
                    $0 != UInt8(ascii: ",") && $0 != UInt8(ascii: "\"") && $0 != 10 && $0 != 13
                }
            guard !isPlain else { return buffer.append(contentsOf: bytes) }
            buffer.append(UInt8(ascii: "\""))
            for byte in bytes {
                if byte == UInt8(ascii: "\"") { buffer.append(byte) }
                buffer.append(byte)
            }
            buffer.append(UInt8(ascii: "\""))
        }
    }

    private mutating func add(toJSON cell: Cell, _ type: ExportType) {
        if type == .boolean, cell != .null {
            let isTrue = cell == .integer(1) || cell == .text("true")
            return buffer.append(contentsOf: (isTrue ? "true" : "false").utf8)
        }
        let cell = type.shown(cell)
        switch cell {
        case .null: buffer.append(contentsOf: "null".utf8)
        // JSON has no such number.
        case .real(let number) where !number.isFinite:
            JSON.string(cell.fileText).write(to: &buffer)
        case .text(let text): JSON.string(text).write(to: &buffer)
        case .blob: JSON.string(cell.fileText).write(to: &buffer)
        case .integer, .real, .boolean, .json:
            buffer.append(contentsOf: cell.fileText.utf8)
        }
    }
}

extension ExportType {
    /// Returns a value as texts show one of the type.
    fileprivate func shown(_ cell: Cell) -> Cell {
        switch (self, cell) {
        case (.timestamp, .integer(let seconds)):
            let (milliseconds, isTooLarge) = seconds.multipliedReportingOverflow(by: 1000)
            return isTooLarge ? cell : .text(InstantText.format(milliseconds))
        case (.boolean, .integer(let number)): return .text(number == 1 ? "true" : "false")
        case (.double, .integer(let number)): return .real(Double(number))
        case (.string, .integer), (.string, .real): return .text(cell.fileText)
        default: return cell
        }
    }
}
