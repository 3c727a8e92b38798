import PushCommands
import PushModel

/// The numbers of Parquet's format (github.com/apache/parquet-format, parquet.thrift).
enum Parquet {
    static let plain = 0
    static let runLengths = 3
    static let magic = Array("PAR1".utf8)
    static let gzip = 2
}

/// Writes rows as one Parquet file, a group of rows at a time, so that memory use stays flat.
///
/// Every column is optional and flat: pages of version 1, values PLAIN, presence in runs. All
/// readers that we know can read this.
public struct ParquetFile: RowFile {
    /// The largest size of a group, in bytes and rows.
    static let groupBytes = 8 << 20
    static let groupRows = 1 << 17

    private var columns: [ParquetColumn]
    private var groups: [(rows: Int, chunks: [ParquetColumn.Chunk])] = []
    private var offset: Int64 = 0
    private var rows: Int64 = 0
    private var size = 0
    private let pack: (([UInt8]) -> [UInt8])?
    private let write: ([UInt8]) -> Bool

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - columns: the names and types of the columns.
    ///   - pack: compresses a page as gzip; nil leaves pages as they are.
    ///   - write: receives the file's bytes in order; false if that fails.
    public init(
        _ columns: [ExportColumn], pack: (([UInt8]) -> [UInt8])?,
        write: @escaping ([UInt8]) -> Bool
    ) {
        self.columns = columns.map(ParquetColumn.init)
        self.pack = pack
        self.write = write
    }

    /// Writes a row; false if it cannot be written.
    public mutating func add(_ cells: [Cell]) throws(ExportConflict) -> Bool {
        for index in columns.indices {
            let before = columns[index].size
            guard columns[index].add(cells[index]) else {
                throw ExportConflict(
                    column: index, wanted: columns[index].column.type.holding(cells[index]))
            }
            size += columns[index].size - before
        }
        rows += 1
        let waiting = columns.first?.rows ?? 0
        guard size >= Self.groupBytes || waiting >= Self.groupRows else { return true }
        return writeGroup()
    }

    private mutating func put(_ bytes: [UInt8]) -> Bool {
        offset += Int64(bytes.count)
        return write(bytes)
    }

    private mutating func writeGroup() -> Bool {
        if offset == 0, !put(Parquet.magic) { return false }
        let count = columns.first?.rows ?? 0
        guard count > 0 else { return true }
        var chunks: [ParquetColumn.Chunk] = []
        for index in columns.indices {
            let (bytes, chunk) = columns[index].takePage(at: offset, pack: pack)
            chunks.append(chunk)
            guard put(bytes) else { return false }
        }
        groups.append((count, chunks))
        size = 0
        return true
    }

    /// Writes what remains, and the end of the file; false if it cannot be written.
    public mutating func finish() -> Bool {
        guard writeGroup() else { return false }
        let footer = footer()
        let count = withUnsafeBytes(of: UInt32(footer.count).littleEndian) { Array($0) }
        return put(footer + count + Parquet.magic)
    }

    private func footer() -> [UInt8] {
        var writer = CompactWriter()
        writer.item { file in
            file.int32(1, 1)
            let names = [ExportColumn("schema", .null)] + columns.map(\.column)
            file.structures(2, Array(names.enumerated())) { element, entry in
                guard entry.offset > 0 else {
                    element.binary(4, Array(entry.element.name.utf8))
                    return element.int32(5, columns.count)
                }
                Self.describe(entry.element, in: &element)
            }
            file.int64(3, rows)
            file.structures(4, groups) { group, entry in
                let chunks = Array(zip(columns.map(\.column), entry.chunks))
                group.structures(1, chunks) { chunk, part in
                    chunk.int64(2, part.1.offset)
                    chunk.structure(3) { describe(part.0, part.1, in: &$0) }
                }
                group.int64(2, entry.chunks.reduce(0) { $0 + Int64($1.size) })
                group.int64(3, Int64(entry.rows))
            }
            file.binary(6, Array("pushsh".utf8))
            // Readers use bounds only if the order is declared to be that of the type.
            file.structures(7, columns) { order, _ in order.structure(1) { _ in } }
        }
        return writer.bytes
    }

    /// A column in the schema.
    private static func describe(_ column: ExportColumn, in element: inout CompactWriter) {
        let isOptional = 1
        element.int32(1, column.type.parquetType)
        element.int32(3, isOptional)
        element.binary(4, Array(column.name.utf8))
        switch column.type {
        case .string, .null:
            element.int32(6, 0)
            element.structure(10) { $0.structure(1) { _ in } }
        case .timestamp:
            element.int32(6, 9)
            element.structure(10) { logical in
                logical.structure(8) { stamp in
                    stamp.bool(1, true)
                    stamp.structure(2) { $0.structure(1) { _ in } }
                }
            }
        case .long, .double, .boolean: break
        }
    }

    /// A column's part of a group.
    private func describe(
        _ column: ExportColumn, _ chunk: ParquetColumn.Chunk, in meta: inout CompactWriter
    ) {
        meta.int32(1, column.type.parquetType)
        meta.numbers(2, [Parquet.plain, Parquet.runLengths])
        meta.texts(3, [column.name])
        meta.int32(4, pack == nil ? 0 : Parquet.gzip)
        meta.int64(5, Int64(chunk.values))
        meta.int64(6, Int64(chunk.size))
        meta.int64(7, Int64(chunk.packedSize))
        meta.int64(9, chunk.offset)
        meta.structure(12) { statistics in
            statistics.int64(3, Int64(chunk.nulls))
            guard let bounds = chunk.bounds else { return }
            for (field, bound) in [(Int16(5), bounds.greatest), (6, bounds.least)] {
                statistics.binary(
                    field, withUnsafeBytes(of: bound.littleEndian) { Array($0) })
            }
        }
    }
}

extension ExportType {
    /// The physical type.
    fileprivate var parquetType: Int {
        switch self {
        case .boolean: 0
        case .long, .timestamp: 2
        case .double: 5
        case .string, .null: 6
        }
    }
}
