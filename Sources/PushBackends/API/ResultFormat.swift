import PushModel
import PushText

/// The forms in which a job's rows can be fetched.
public enum ResultFormat: String, CaseIterable, Sendable {
    case json, csv, tsv, msgpack
    case msgpackGz = "msgpack.gz"

    /// The media type of an answer in this form.
    var contentType: String {
        switch self {
        case .json: "application/json"
        case .csv: "text/csv"
        case .tsv: "text/tab-separated-values"
        case .msgpack: "application/x-msgpack"
        case .msgpackGz: "application/gzip"
        }
    }
}

/// The rows that a job found: MessagePack in a file, and the names and types of the columns.
public struct JobRows: Equatable, Sendable {
    /// The rows, each an array, one after another.
    public var file: ServiceFile
    /// The same, compressed; its size is `result_size`, and clients fetch it by ranges.
    public var packed: ServiceFile
    /// The number of rows.
    public var count: Int
    /// The columns' names and types.
    public var columns: [JobColumn]
    /// The query's remark; empty if there is none.
    public var note = ""

    /// Writes the rows in a form of text into a new file.
    public func write(
        as format: ResultFormat, withHeader: Bool
    ) throws(Fault) -> ServiceFile {
        let spool = try ResultSpool()
        let writer = RowText(format)
        if withHeader, format != .json {
            try spool.append { writer.write(columns.map { .text($0.name) }, to: &$0) }
        }
        try file.withBytes { (bytes) throws(Fault) in
            var reader = RowReader(bytes)
            while let row = reader.next() { try spool.append { writer.write(row, to: &$0) } }
        }
        return try spool.finish()
    }
}

/// A column of a result.
public struct JobColumn: Equatable, Sendable {
    /// Its name in the query.
    public var name: String
    /// Trino's name for the type of its values: `bigint`, `array(varchar)` and so on.
    public var type: String
}

/// Receives the rows of a query and keeps them outside memory.
public final class JobRowSpool {
    private let spool: ResultSpool
    private var columns: [JobColumn] = []
    private var types: [String?] = []
    /// Whether the query gave the types, so that the values need not.
    private var isTyped = false
    private var count = 0
    /// The query's remark; empty if there is none.
    public var note = ""
    /// The reason why rows could not be kept, if that happened.
    public private(set) var failure: Fault?

    /// Makes an empty file, or a part of an arena.
    public init(in arena: ResultArena? = nil) throws(Fault) {
        spool = try ResultSpool(in: arena)
    }

    /// Receives the names of the columns, and their types if the query gives them.
    public func begin(_ names: [String], types declared: [String]? = nil) {
        columns = names.map { JobColumn(name: $0, type: "varchar") }
        types = names.map { _ in nil }
        isTyped = declared != nil
        for (index, type) in (declared ?? []).enumerated() { types[index] = type }
    }

    /// Keeps a row; false if it cannot be kept.
    public func append(_ row: [Cell]) -> Bool {
        for (index, cell) in row.enumerated() where !isTyped && index < types.count {
            types[index] = Self.type(of: cell, types[index])
        }
        count += 1
        do throws(Fault) {
            try spool.append { bytes in
                MessagePack.writeArray(count: row.count, to: &bytes)
                for (index, cell) in row.enumerated() {
                    MessagePack.write(packed(cell, index), to: &bytes)
                }
            }
            return true
        } catch {
            failure = error
            return false
        }
    }

    /// Returns a number that is not finite as such; the query gives it as a text.
    private func packed(_ cell: Cell, _ index: Int) -> Cell {
        guard isTyped, case .text(let text) = cell, types.indices.contains(index),
            types[index] == "double" || types[index] == "real", let number = Double(text),
            !number.isFinite
        else { return cell }
        return .real(number)
    }

    /// Returns the type of a column after a further value.
    private static func type(of cell: Cell, _ type: String?) -> String? {
        let own: String
        switch cell {
        case .null: return type
        case .integer: own = "bigint"
        case .real: own = "double"
        case .text: own = "varchar"
        case .blob: own = "varbinary"
        case .boolean: own = "boolean"
        case .json: own = "json"
        }
        guard let type, type != own else { return own }
        return [type, own].allSatisfy { $0 == "bigint" || $0 == "double" } ? "double" : "varchar"
    }

    /// Returns the rows that were kept; `pack` writes the file's bytes as gzip into another one.
    public func finish(
        pack: (ServiceFile) throws(Fault) -> ServiceFile
    ) throws(Fault) -> JobRows {
        if let failure { throw failure }
        for (index, type) in types.enumerated() { columns[index].type = type ?? "varchar" }
        let file = try spool.finish()
        return JobRows(
            file: file, packed: try pack(file), count: count, columns: columns, note: note)
    }
}

/// Writes rows as text.
struct RowText {
    private let format: ResultFormat

    init(_ format: ResultFormat) { self.format = format }

    func write(_ row: [Cell], to bytes: inout [UInt8]) {
        let comma = UInt8(ascii: ",")
        if format == .json { bytes.append(UInt8(ascii: "[")) }
        for (index, cell) in row.enumerated() {
            if index > 0 { bytes.append(format == .tsv ? UInt8(ascii: "\t") : comma) }
            switch format {
            case .json: Self.json(cell).write(to: &bytes)
            case .tsv: writeTabbed(cell, to: &bytes)
            default: writeQuoted(cell, to: &bytes)
            }
        }
        if format == .json { bytes.append(UInt8(ascii: "]")) }
        bytes.append(UInt8(ascii: "\n"))
    }

    private static func json(_ cell: Cell) -> JSON {
        switch cell {
        case .null: .null
        case .integer(let number): .int64(number)
        // A whole number keeps its point, so that a client reads a double.
        case .real(let number): number.isFinite ? .number(cell.fileText) : .string(cell.fileText)
        case .text(let text): .string(text)
        case .blob(let blob): .string(Hex.text(blob))
        case .boolean(let value): .bool(value)
        case .json(let text): (try? JSONParser.parse(Array(text.utf8))) ?? .string(text)
        }
    }

    /// Writes CSV by RFC 4180: quotes if a value has a comma, a quote or a line end; an empty text
    /// is quoted to distinguish it from null.
    private func writeQuoted(_ cell: Cell, to bytes: inout [UInt8]) {
        let text = cell.fileText
        var needsQuotes = text.isEmpty && cell != .null
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: ","), UInt8(ascii: "\""), 10, 13: needsQuotes = true
            default: continue
            }
        }
        guard needsQuotes else { return bytes.append(contentsOf: text.utf8) }
        let quote = UInt8(ascii: "\"")
        bytes.append(quote)
        for byte in text.utf8 {
            if byte == quote { bytes.append(quote) }
            bytes.append(byte)
        }
        bytes.append(quote)
    }

    /// Writes TSV: tabs and line ends inside a value become `\t`, `\n` and `\r`, and a backslash
    /// two.
    private func writeTabbed(_ cell: Cell, to bytes: inout [UInt8]) {
        for byte in cell.fileText.utf8 {
            switch byte {
            case 9: bytes.append(contentsOf: "\\t".utf8)
            case 10: bytes.append(contentsOf: "\\n".utf8)
            case 13: bytes.append(contentsOf: "\\r".utf8)
            case UInt8(ascii: "\\"): bytes.append(contentsOf: "\\\\".utf8)
            default: bytes.append(byte)
            }
        }
    }
}
