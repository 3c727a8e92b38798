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
            hasStrays = lost == nil
            return
        }
        for line in lines where !line.hasPrefix("*** in database") { read(line) }
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
