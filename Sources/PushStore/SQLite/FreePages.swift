import CSQLite
import Glibc

/// The list of a database's unused pages, which SQLite's check does not read where the header
/// counts some of them (sqlite.org, fileformat2.html, 1.5).
///
/// With a wrong one everything can be read, and the next command that needs a page fails, or gets
/// one that a table has.
struct FreePages {
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let log: LogFile?
    /// The places of pages in the log that are newer than those of the file.
    private let newest: [Int64: Int64]
    private let pageSize: Int

    /// Returns what is wrong with the list; nil if nothing is, or if it cannot be read.
    ///
    /// Within a transaction pages may be elsewhere, so nothing is read then.
    static func fault(of connection: Connection) throws(StoreError) -> String? {
        guard !connection.isInTransaction else { return nil }
        // While this reads, nobody begins the log anew.
        try connection.execute("BEGIN")
        defer { connection.rollback() }
        guard try connection.integer("SELECT count(*) FROM sqlite_schema") > 0,
            let pages = try FreePages(connection), let free = pages.numbers()
        else { return nil }
        let fault = "its list of unused pages is not as it was written"
        guard let free else { return fault }
        guard !free.isEmpty else { return nil }
        let used = try connection.prepare("SELECT pageno FROM dbstat")
        defer { used.reset() }
        while try used.step() { if free.contains(used.integer(0)) { return fault } }
        return nil
    }

    /// Nil for a database without a name, or with a log that has none any more.
    private init?(_ connection: Connection) throws(StoreError) {
        var found: UnsafeMutablePointer<sqlite3_file>?
        guard
            sqlite3_file_control(
                connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &found) == SQLITE_OK,
            let found, found.pointee.pMethods != nil,
            let name = sqlite3_db_filename(connection.handle, "main")
        else { return nil }
        let path = String(cString: name)
        guard !path.isEmpty, access(path, F_OK) == 0 else { return nil }
        file = found
        log = try LogFile(of: path)
        newest = log?.newest ?? [:]
        var head = [UInt8](repeating: 0, count: FileHead.size)
        guard let read = found.pointee.pMethods.pointee.xRead,
            read(found, &head, Int32(FileHead.size), 0) == SQLITE_OK
        else { return nil }
        pageSize = Int(FileHead(head).pageSize)
    }

    /// Returns the numbers of the unused pages; nil within if the list is damaged, and nil if the
    /// first page cannot be read.
    private func numbers() -> Set<Int64>?? {
        guard let first = page(1) else { return nil }
        let head = FileHead(first)
        let (total, count) = (head.pageCount, Int(head.freePageCount))
        // Without a count nothing is taken from the list.
        guard count > 0 else { return .some([]) }
        var found: Set<Int64> = []
        func take(_ number: Int64) -> Bool {
            (2...max(2, total)).contains(number) && found.insert(number).inserted
        }
        var next = head.firstFreePage
        while next != 0 {
            guard found.count < count, take(next), let trunk = page(next).map(FreeTrunk.init),
                trunk.isSound, found.count + trunk.leaves.count <= count,
                trunk.leaves.allSatisfy(take)
            else { return .some(nil) }
            next = trunk.next
        }
        return .some(found.count == count ? found : nil)
    }

    /// Returns a page as the last commit left it; nil if it cannot be read.
    ///
    /// The file is read through SQLite's own descriptor: closing another would release its locks.
    private func page(_ number: Int64) -> [UInt8]? {
        if let place = newest[number] { return try? log?.content(at: place) }
        var bytes = [UInt8](repeating: 0, count: pageSize)
        guard let read = file.pointee.pMethods.pointee.xRead,
            read(file, &bytes, Int32(pageSize), (number - 1) * Int64(pageSize)) == SQLITE_OK
        else { return nil }
        return bytes
    }
}

extension LogFile {
    /// The places of the pages that SQLite reads in the log, each as the last commit wrote it.
    fileprivate var newest: [Int64: Int64] {
        let read = frames[..<readCount]
        guard let last = read.lastIndex(where: { $0.size > 0 }) else { return [:] }
        return Dictionary(read[...last].map { ($0.page, $0.offset) }) { $1 }
    }
}
