import Glibc
import PushText

/// The sums of a snapshot's databases, in a file beside them: SQLite has none, so that a byte that
/// changed inside a value would come back as part of a sound workspace.
///
/// Each line has the sum in hexadecimal digits, a blank and the path in the snapshot. A snapshot of
/// an older version has no such file, and is checked without it.
enum CopySums {
    private static let name = "sums"
    /// The bytes that are summed at once.
    private static let blockSize = 1 << 20

    /// Writes the sums of the databases of a copy that is complete.
    static func write(in folder: String, _ files: [String]) throws(StoreError) {
        var lines = ""
        for file in files { lines += "\(try sum(of: "\(folder)/\(file)")) \(file)\n" }
        try Workspace.write(lines, to: "\(folder)/\(name)")
    }

    /// Returns a fault of a copy by its sums; nil if they agree, or if it has none.
    static func fault(in folder: String) throws(StoreError) -> String? {
        let sums = "\(folder)/\(name)"
        guard access(sums, F_OK) == 0 else { return nil }
        var left = Set(try Workspace.files(in: folder))
        let lines = Workspace.text(of: sums) ?? ""
        for line in lines.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1)
            let file = words.count == 2 ? String(words[1]) : ""
            guard BackupContents.schema(of: file) != nil else {
                return "`\(sums)` is damaged: found a line that names no database"
            }
            left.remove(file)
            let path = "\(folder)/\(file)"
            guard try StoreFile.exists(path) else { return "`\(path)` is missing" }
            guard try sum(of: path) == words[0] else {
                return "`\(path)` is damaged: a byte of it changed since the snapshot was made"
            }
        }
        return left.min().map { "`\(sums)` is damaged: it has no sum of `\($0)`" }
    }

    /// Returns the sum of a file: that of the sums of its blocks.
    private static func sum(of path: String) throws(StoreError) -> String {
        let file = try PlainFile(reading: path)
        var block = [UInt8](repeating: 0, count: blockSize)
        var sums: [UInt8] = []
        var offset: Int64 = 0
        while true {
            let count = try file.read(at: offset, into: &block)
            guard count > 0 else { break }
            append(Checksums.xxhash64(Array(block.prefix(count))), to: &sums)
            offset += Int64(count)
        }
        var bytes: [UInt8] = []
        append(Checksums.xxhash64(sums), to: &bytes)
        return Hex.text(bytes)
    }

    private static func append(_ sum: UInt64, to bytes: inout [UInt8]) {
        for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: sum >> (56 - 8 * place))) }
    }
}
