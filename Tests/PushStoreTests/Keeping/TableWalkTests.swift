import Foundation
import Testing

@testable import PushStore

/// TD-11: rows are read around damage, whatever numbers a damaged page gives them.
@Suite struct TableWalkTests {
    let place = TemporaryDirectory()
    private static let pageSize = 512
    private static let greatest = Int64.max

    /// Writes a table of a thousand rows, numbered from `first`, and damages its leaves.
    ///
    /// With `hasGreatest` one more row has the greatest number of all.
    private func damagedTable(
        from first: Int64, hasGreatest: Bool = false,
        _ damage: (inout Data, _ leaves: [Range<Int>]) -> Void
    ) throws -> Connection {
        let path = place.path + "/table.db"
        do {
            let table = try Connection(path: path, .create)
            try table.execute("PRAGMA page_size = \(Self.pageSize); CREATE TABLE t(x)")
            try table.execute(
                """
                WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 999)
                INSERT INTO t(rowid, x) SELECT \(first) + i, 'row ' || i FROM n
                """)
            if hasGreatest {
                try table.execute("INSERT INTO t(rowid, x) VALUES(\(Self.greatest), 'last')")
            }
        }
        var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        let leaves = (1..<(bytes.count / Self.pageSize))
            .map { $0 * Self.pageSize..<($0 + 1) * Self.pageSize }
            .filter { bytes[$0.lowerBound] == 0x0d }
        damage(&bytes, leaves)
        try bytes.write(to: URL(fileURLWithPath: path))
        return try Connection(path: path, .readOnly)
    }

    /// Saves what can be read; returns the number of lost rows, and the database with the others.
    private func walk(_ source: Connection) throws -> (lost: Int64?, target: Connection) {
        let target = try Connection(path: "", .ephemeral)
        try target.execute("CREATE TABLE t(x)")
        let walk = try TableWalk(
            "t", columns: ["x"], hasNumbers: true, from: source, to: target,
            noting: InvalidTexts(isDevice: false))
        return (try walk.byNumber(patience: 50), target)
    }

    @Test func `numbers up to the greatest, whose last part cannot be read`() throws {
        let source = try damagedTable(from: Self.greatest - 999) { bytes, leaves in
            bytes.replaceSubrange(leaves[leaves.count - 1], with: Data(count: Self.pageSize))
        }
        let (lost, target) = try walk(source)
        #expect(lost == nil)
        #expect((900..<1000).contains(try target.integer("SELECT count(*) FROM t")))
    }

    @Test func `the greatest number before a part that cannot be read`() throws {
        let source = try damagedTable(from: 1, hasGreatest: true) { bytes, leaves in
            let middle = leaves.count / 2
            bytes.replaceSubrange(leaves[middle], with: Data(bytes[leaves[leaves.count - 1]]))
            bytes.replaceSubrange(leaves[middle + 1], with: Data(count: Self.pageSize))
        }
        let (_, target) = try walk(source)
        #expect(try target.integer("SELECT count(*) FROM t WHERE rowid <= 300") == 300)
        #expect(try target.integer("SELECT count(*) FROM t WHERE rowid > 700") == 301)
    }
}
