import PushModel

/// Rows in a file without a name, written and then read in sequence.
///
/// Its size is bounded by the disk alone. The rows of `INSERT … SELECT` wait here, so that the
/// warehouse is not locked while the query runs.
final class RowFile {
    private let file: TemporaryFile
    /// Rows that are not in the file yet.
    private var piece: [UInt8] = []
    /// The sizes of the pieces in the file; each holds whole rows.
    private var sizes: [Int] = []
    /// The size of the file in bytes.
    private var end: Int64 = 0
    /// The number of rows, those in memory included.
    private(set) var count = 0
    /// The size in bytes at which a piece is written.
    private static let pieceSize = 1 << 18

    /// Throws `.cannotOpen` if no temporary file can be made.
    init() throws(StoreError) { file = try TemporaryFile(name: "the rows of a statement") }

    private enum Kind: UInt8 {
        case null, integer, real, text, blob, rowEnd
    }

    /// JSON becomes text and Booleans integers, since that is how they are stored.
    ///
    /// - Throws: `.full` and `.io`.
    func append(_ row: [Cell]) throws(StoreError) {
        for cell in row {
            switch cell {
            case .null: piece.append(Kind.null.rawValue)
            case .integer(let value): append(.integer, UInt64(bitPattern: value))
            case .real(let value): append(.real, value.bitPattern)
            case .text(let text), .json(let text):
                append(.text, UInt64(text.utf8.count))
                piece.append(contentsOf: text.utf8)
            case .blob(let bytes):
                append(.blob, UInt64(bytes.count))
                piece.append(contentsOf: bytes)
            case .boolean(let value): append(.integer, value ? 1 : 0)
            }
        }
        piece.append(Kind.rowEnd.rawValue)
        count += 1
        if piece.count >= Self.pieceSize { try finish() }
    }

    private func append(_ kind: Kind, _ number: UInt64) {
        piece.append(kind.rawValue)
        withUnsafeBytes(of: number.littleEndian) { piece.append(contentsOf: $0) }
    }

    /// Writes what is still in memory.
    ///
    /// To be called before `each`, which reads only the file.
    func finish() throws(StoreError) {
        guard !piece.isEmpty else { return }
        let bytes = piece
        try bytes.withUnsafeBufferPointer { (buffer) throws(StoreError) in
            try file.write(UnsafeRawBufferPointer(buffer), at: end)
        }
        sizes.append(bytes.count)
        end += Int64(bytes.count)
        piece.removeAll(keepingCapacity: true)
    }

    /// Calls `body` with every row.
    ///
    /// One piece at a time is in memory. May be called again.
    func each(_ body: ([Cell]) throws(StoreError) -> Void) throws(StoreError) {
        var start: Int64 = 0
        for size in sizes {
            var bytes = [UInt8](repeating: 0, count: size)
            try bytes.withUnsafeMutableBufferPointer { (buffer) throws(StoreError) in
                try file.read(UnsafeMutableRawBufferPointer(buffer), at: start)
            }
            start += Int64(size)
            try Self.each(of: bytes, body)
        }
    }

    private static func each(
        of bytes: [UInt8], _ body: ([Cell]) throws(StoreError) -> Void
    ) throws(StoreError) {
        var place = 0
        var row: [Cell] = []
        func number() -> UInt64 {
            defer { place += 8 }
            return bytes.withUnsafeBytes {
                UInt64(littleEndian: $0.loadUnaligned(fromByteOffset: place, as: UInt64.self))
            }
        }
        func part() -> ArraySlice<UInt8> {
            let size = Int(number())
            defer { place += size }
            return bytes[place..<place + size]
        }
        while place < bytes.count {
            let kind = Kind(rawValue: bytes[place])
            place += 1
            switch kind {
            case .null, nil: row.append(.null)
            case .integer: row.append(.integer(Int64(bitPattern: number())))
            case .real: row.append(.real(Double(bitPattern: number())))
            case .text: row.append(.text(String(decoding: part(), as: UTF8.self)))
            case .blob: row.append(.blob(Array(part())))
            case .rowEnd:
                try body(row)
                row.removeAll(keepingCapacity: true)
            }
        }
    }
}
