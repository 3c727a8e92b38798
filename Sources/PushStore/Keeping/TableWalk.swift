import CSQLite

/// Reads a damaged table from wherever it can be read.
struct TableWalk {
    /// The number of columns that are read, the row's number included.
    private let columnCount: Int32
    /// Reads a range of rows in the order of their numbers or keys.
    private let upwards: Statement
    /// The same from the other end.
    private let downwards: Statement
    /// Of two rows with one number the first is kept: on a damaged page a row may have another's.
    private let insert: Statement
    private let name: String
    private let columns: [String]
    private let hasNumbers: Bool
    /// Learns of the texts whose invalid bytes are replaced as they are copied.
    private let texts: InvalidTexts

    /// Makes a walk; `hasNumbers` says whether the table's rows have numbers by which they can be
    /// found.
    init(
        _ name: String, columns: [String], hasNumbers: Bool, from source: Connection,
        to target: Connection, noting texts: InvalidTexts
    ) throws(StoreError) {
        self.name = name
        self.columns = columns
        self.hasNumbers = hasNumbers
        self.texts = texts
        let table = WarehouseName.quoted(name)
        let wanted = (hasNumbers ? ["_rowid_"] : []) + columns.map(WarehouseName.quoted)
        columnCount = Int32(wanted.count)
        let list = wanted.joined(separator: ", ")
        let marks = wanted.map { _ in "?" }.joined(separator: ", ")
        // An index may be damaged too, and is not needed. The end of a range is no part of the
        // query, where a single row with a damaged number would be taken for it.
        let (from, through) =
            hasNumbers
            ? ("NOT INDEXED WHERE _rowid_ >= ?", "NOT INDEXED WHERE _rowid_ <= ?") : ("", "")
        let key = hasNumbers ? "_rowid_" : WarehouseName.quoted(columns[0])
        upwards = try source.prepare("SELECT \(list) FROM \(table) \(from) ORDER BY \(key)")
        downwards = try source.prepare(
            "SELECT \(list) FROM \(table) \(through) ORDER BY \(key) DESC")
        insert = try target.prepare("INSERT OR IGNORE INTO \(table)(\(list)) VALUES(\(marks))")
    }

    /// Searches rows by their numbers: forwards and backwards as far as possible, then by bisecting
    /// the gap.
    ///
    /// Ranges are taken breadth first, so that giving up costs no whole part of the table. Rows
    /// with negative numbers, which pushsh never gives, are not searched.
    ///
    /// - Parameter patience: the number of failed reads after which the search is given up.
    /// - Returns: the maximum number of lost rows; nil if unknown.
    /// - Throws: an error of the target.
    func byNumber(patience: Int) throws(StoreError) -> Int64? {
        var lost: Int64? = 0
        var waiting: [ClosedRange<Int64>] = [0 ... .max]
        var failures = 0
        var next = 0
        while next < waiting.count {
            let range = waiting[next]
            next += 1
            guard failures < patience else {
                lost = lost.map { $0 + Int64(range.count) }
                continue
            }
            let forwards = try copy(upwards, from: range.lowerBound) { $0 > range.upperBound }
            if forwards.isWhole { continue }
            failures += 1
            let low = Self.next(after: forwards.last, in: range)
            guard low <= range.upperBound else { continue }
            let backwards = try copy(downwards, from: range.upperBound) { $0 < low }
            if backwards.isWhole { continue }
            var high = backwards.last.map { $0 - 1 } ?? range.upperBound
            guard low <= high else { continue }
            if high == .max {
                // It is unknown how far the rows after the damage go.
                lost = nil
                guard forwards.last != nil else { break }
                // The greatest number itself is left out, or its range would have no end again.
                high = low + min(Self.reach, .max - 1 - low)
            }
            guard low < high else {
                lost = lost.map { $0 + 1 }
                continue
            }
            let middle = low + (high - low) / 2
            waiting.append(low...middle)
            waiting.append((middle + 1)...high)
        }
        return lost
    }

    /// Returns the number after the last one that a walk read; the start of its range if it read
    /// none.
    ///
    /// On a damaged page a row may have any number, even one outside the range. The greatest of all
    /// has none after it: the walk from the other end then gets the whole range.
    private static func next(after last: Int64?, in range: ClosedRange<Int64>) -> Int64 {
        guard let last, last < .max else { return range.lowerBound }
        return max(last + 1, range.lowerBound)
    }

    /// The distance after the last readable row within which others are searched.
    ///
    /// Beyond an unreadable last part nobody knows which numbers are used.
    private static let reach: Int64 = 1 << 24

    /// Reads rows without numbers in the order of their keys, from the first and from the last.
    ///
    /// Both walks stop at the first damage that they meet; what lies between two damages is lost.
    ///
    /// - Returns: 0 if none is lost; else nil, since the number is unknown.
    func fromBothEnds() throws(StoreError) -> Int64? {
        if try copy(upwards).isWhole { return 0 }
        _ = try copy(downwards)
        return nil
    }

    /// The number of rows in a row beyond the end of a range with which the range ends: fewer may
    /// have damaged numbers, and what follows them belongs to the range.
    private static let certainty = 64

    /// Copies rows until one cannot be read.
    ///
    /// Errors of the source end the walk; those of the target are thrown. Anything that no table of
    /// ours would accept is not a row of it, and is left out. `isBeyond` tells whether a number is
    /// beyond the range.
    ///
    /// - Returns: the number of the last row of the range, and whether all of it could be read.
    /// - Throws: an error of the target.
    private func copy(
        _ statement: Statement, from start: Int64? = nil,
        isBeyond: (Int64) -> Bool = { _ in false }
    ) throws(StoreError) -> (last: Int64?, isWhole: Bool) {
        var last: Int64?
        var beyond = 0
        if let start { statement.bind(start) }
        defer { statement.reset() }
        while beyond < Self.certainty {
            do {
                guard try statement.step() else { break }
            } catch {
                guard [.damaged, .notDatabase, .sql, .io].contains(error.code) else { throw error }
                return (last, false)
            }
            for index in 0..<columnCount { insert.bind(statement.cell(index)) }
            do {
                try insert.run()
                texts.look(at: statement, columns, of: name, hasNumbers: hasNumbers)
            } catch {
                guard error.code == .constraint else { throw error }
            }
            let number = statement.integer(0)
            if start != nil, isBeyond(number) {
                beyond += 1
            } else {
                (last, beyond) = (number, 0)
            }
        }
        return (last, true)
    }
}
