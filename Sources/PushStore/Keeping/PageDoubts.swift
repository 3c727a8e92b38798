import CSQLite

/// The pages of a damaged database of which the check says that they are not as they were written.
///
/// A table can be read to its end although rows of it are gone: a page that was changed may name
/// fewer of them, or fewer pages. So a walk without an error does not show that a table is whole.
struct PageDoubts {
    /// The pages that a finding names.
    private var pages: Set<Int64> = []
    /// Whether pages may hold rows that are reached from no table, or a finding names no page.
    private(set) var hasStrays = false

    /// The number of lines that are read; if there are more, nothing is certain.
    private static let limit = 10_000

    /// Checks a database to its end; `lost` are pages whose newest content is known to be gone, nil
    /// if more may be.
    init(_ connection: Connection, lost: Set<Int64>?) {
        var findings: [String] = []
        let check = try? connection.prepare("PRAGMA integrity_check(\(Self.limit))")
        // The check of the pages comes first; reading the rows then may end it with an error.
        while (try? check?.step()) == true, let check { findings.append(check.text(0)) }
        check?.reset()
        let lines = findings.flatMap { $0.split(separator: "\n") }
        pages = lost ?? []
        hasStrays = lost == nil || lines.isEmpty || lines.count >= Self.limit
        if lines == ["ok"] {
            hasStrays = lost == nil || Self.unreached(in: connection) > 0
            return
        }
        for line in lines where !line.hasPrefix("*** in database") { read(line) }
    }

    /// The number of pages that belong to no table, index or list of unused pages; 0 if that cannot
    /// be found out.
    ///
    /// SQLite's check leaves that question out where a view happens to be the first in its memory:
    /// it takes the view's lack of a page for the request to check a part.
    static func unreached(in connection: Connection) -> Int64 {
        let count = try? connection.integer(
            """
            SELECT (SELECT page_count FROM pragma_page_count)
              - (SELECT freelist_count FROM pragma_freelist_count)
              - (SELECT count(*) FROM dbstat)
              -- The page at 1 GiB is for locks.
              - ((SELECT page_count FROM pragma_page_count)
                > 1073741824 / (SELECT page_size FROM pragma_page_size))
            """)
        return max(0, count ?? 0)
    }

    /// Reads a line of SQLite's check, which says it in no other way.
    private mutating func read(_ line: Substring) {
        // An index, or a constraint: no row of a table is missing for that.
        let isOfIndex = ["index ", "NULL value in ", "CHECK constraint"]
            .contains { line.contains($0) }
        let named = Self.pages(in: line)
        if line.hasSuffix("never used") || named.isEmpty && !isOfIndex { hasStrays = true }
        pages.formUnion(named)
    }

    /// The numbers behind the word `page`.
    private static func pages(in line: Substring) -> [Int64] {
        let words = line.split { " :;,.".contains($0) }
        return zip(words, words.dropFirst()).compactMap { word, number in
            word.lowercased() == "page" ? Int64(number) : nil
        }
    }

    /// Whether rows of a table may be missing although all of it could be read.
    func concern(_ table: String, in connection: Connection) -> Bool {
        guard hasStrays || !pages.isEmpty else { return false }
        let list = try? connection.prepare("SELECT pageno FROM dbstat WHERE name = ?")
        guard let own = try? list?.bind(table).rows({ $0.integer(0) }), !own.isEmpty else {
            return true
        }
        // A table of one page reaches no other.
        return hasStrays && own.count > 1 || own.contains(where: pages.contains)
    }
}
