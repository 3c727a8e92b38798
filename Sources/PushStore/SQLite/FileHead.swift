/// The first 100 bytes of a database, many of which can have only one value in a file of ours.
///
/// SQLite believes most of what it finds there: with one other bit it takes a file for read-only,
/// or reads other rows from the same pages (sqlite.org, fileformat2.html).
struct FileHead {
    /// The size in bytes.
    static let size = 100

    let bytes: [UInt8]

    /// The mark of every database of SQLite.
    private static let mark = Array("SQLite format 3\u{0}".utf8)
    /// The bytes of every file of ours, by their place: no reserved space, the fractions that never
    /// change, the newest row format, no vacuum, texts in UTF-8, and no vacuum again.
    private static let fixed: [(place: Int, bytes: [UInt8])] = [
        (0, mark), (20, [0, 64, 32, 32]), (44, [0, 0, 0, 4]), (52, [0, 0, 0, 0, 0, 0, 0, 1]),
        (64, [0, 0, 0, 0]),
    ]
    /// The places of the two versions: 2 with a log, 1 on a file system that cannot have one.
    private static let versions = 18...19
    /// The sizes of pages that files of ours have; the smaller one was an older version's.
    private static let pageSizes: [Int64] = [4096, 1024]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the head of a file; nil if it is too short.
    init?(of path: String) throws(StoreError) {
        let file = try PlainFile(reading: path)
        var bytes = [UInt8](repeating: 0, count: Self.size)
        guard try file.read(at: 0, into: &bytes) == Self.size else { return nil }
        self.bytes = bytes
    }

    /// The page with which the list of unused pages begins; 0 if there are none.
    var firstFreePage: Int64 { number(32) }

    /// The number of unused pages that the file is said to have.
    var freePageCount: Int64 { number(36) }

    private func number(_ place: Int) -> Int64 { Int64(LogHead.word(bytes, place)) }

    /// Whether the file says that it is one of a workspace's.
    var isOurs: Bool {
        let kind = number(68)
        return [Schema.device, .warehouse, .history].contains { $0.applicationID == kind }
    }

    /// Whether every byte with one possible value has it.
    var isSound: Bool {
        Self.versions.allSatisfy { (1...2).contains(bytes[$0]) }
            && Self.fixed.allSatisfy { bytes[$0.place...].starts(with: $0.bytes) }
    }

    /// Returns the head with those bytes as they must be.
    ///
    /// `size` is the file's length in bytes if no log can have other pages: the number of pages
    /// follows from it, and their size if it does not fit.
    func mended(size: Int64?) -> [UInt8] {
        var bytes = bytes
        for (place, right) in Self.fixed {
            bytes.replaceSubrange(place..<(place + right.count), with: right)
        }
        for place in Self.versions where !(1...2).contains(bytes[place]) { bytes[place] = 2 }
        guard let size, pageSize > 0 else { return bytes }
        var fitting = pageSize
        if fitting * pageCount != size,
            let other = Self.pageSizes.first(where: { $0 * pageCount == size })
        {
            fitting = other
            (bytes[16], bytes[17]) = (UInt8(other >> 8), 0)
        }
        let count = UInt32(truncatingIfNeeded: size / fitting)
        for index in 0..<4 {
            bytes[28 + index] = UInt8(truncatingIfNeeded: count >> (24 - 8 * index))
        }
        return bytes
    }

    /// The size of a page in bytes; 1 stands for the largest.
    var pageSize: Int64 {
        let number = Int64(bytes[16]) << 8 | Int64(bytes[17])
        return number == 1 ? 65_536 : number
    }

    /// The number of pages that the file is said to have.
    var pageCount: Int64 { number(28) }

    /// Whether a database begins with SQLite's mark.
    var isDatabase: Bool { bytes.starts(with: Self.mark) }
}
