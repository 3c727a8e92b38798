import PushCommands
import PushModel

/// The numbers of Parquet's format (github.com/apache/parquet-format, parquet.thrift).
enum Parquet {
    /// Encoding PLAIN: values one after the other.
    static let plain = 0
    /// Encoding RLE, used for levels.
    static let runLengths = 3
    static let magic = Array("PAR1".utf8)
    /// The codec GZIP; 0 is none.
    static let gzip = 2
    /// The names inside a list and a map, as the format's description has them.
    static let listPath = ["list", "element"]
    static let mapEntry = "key_value"
}

/// Writes rows as one Parquet file, a group of rows at a time, so that memory use stays flat.
///
/// Every column is optional: pages of version 1, values PLAIN, levels in runs; lists have three
/// levels. All readers that we know can read this.
public struct ParquetFile: RowFile {
    /// The largest size of a group, in bytes and rows.
    static let groupBytes = 8 << 20
    /// The limit matters for columns of NULLs and Booleans, which hardly add bytes.
    static let groupRows = 1 << 17

    private var columns: [ParquetColumn]
    private var groups: [(rows: Int, chunks: [ParquetLeaf.Chunk])] = []
    /// The bytes written so far, which is where the next page begins.
    private var offset: Int64 = 0
    private var rows: Int64 = 0
    /// The bytes that wait in all columns.
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

    /// Writes one page for each leaf; nothing but the file's magic number if no rows are waiting.
    private mutating func writeGroup() -> Bool {
        if offset == 0, !put(Parquet.magic) { return false }
        let count = columns.first?.rows ?? 0
        guard count > 0 else { return true }
        var chunks: [ParquetLeaf.Chunk] = []
        for index in columns.indices {
            for leaf in columns[index].leaves.indices {
                let (bytes, chunk) = columns[index].takePage(of: leaf, at: offset, pack: pack)
                chunks.append(chunk)
                guard put(bytes) else { return false }
            }
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

    /// The file's description, written last: only then are the places of all pages known.
    private func footer() -> [UInt8] {
        let leaves = columns.flatMap(\.leaves)
        var writer = CompactWriter()
        writer.item { file in
            file.int32(1, 1)
            var schema = ParquetSchema(columns.count)
            for column in columns { schema.add(column.column.name, column.shape, .optional) }
            file.structures(2, schema.elements) { $1.write(to: &$0) }
            file.int64(3, rows)
            file.structures(4, groups) { group, entry in
                group.structures(1, Array(zip(leaves, entry.chunks))) { chunk, part in
                    chunk.int64(2, part.1.offset)
                    chunk.structure(3) { describe(part.0, part.1, in: &$0) }
                }
                group.int64(2, entry.chunks.reduce(0) { $0 + Int64($1.size) })
                group.int64(3, Int64(entry.rows))
            }
            file.binary(6, Array("pushsh".utf8))
            // Readers use bounds only if the order is declared to be that of the type.
            file.structures(7, leaves) { order, _ in order.structure(1) { _ in } }
        }
        return writer.bytes
    }

    /// A leaf's part of a group.
    private func describe(
        _ leaf: ParquetLeaf, _ chunk: ParquetLeaf.Chunk, in meta: inout CompactWriter
    ) {
        meta.int32(1, leaf.shape.physicalType)
        meta.numbers(2, [Parquet.plain, Parquet.runLengths])
        meta.texts(3, leaf.path)
        meta.int32(4, pack == nil ? 0 : Parquet.gzip)
        meta.int64(5, Int64(chunk.values))
        meta.int64(6, Int64(chunk.size))
        meta.int64(7, Int64(chunk.packedSize))
        meta.int64(9, chunk.offset)
        // Readers differ about what counts as null in a list.
        guard leaf.path.count == 1 else { return }
        meta.structure(12) { statistics in
            statistics.int64(3, Int64(chunk.nulls))
            guard let bounds = chunk.bounds else { return }
            for (field, bound) in [(Int16(5), bounds.greatest), (6, bounds.least)] {
                statistics.binary(
                    field,
                    withUnsafeBytes(of: bound.littleEndian) {
                        Array($0.prefix(leaf.shape.fixedSize))
                    })
            }
        }
    }
}
