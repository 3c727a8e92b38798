import Foundation
import PushModel
import Testing

@testable import PushStore

@Suite struct WarehouseTrinoCatalogTests {
    private let place = TemporaryDirectory()

    /// A catalog of a database that is attached, whose file is damaged then.
    private func catalog(_ damage: (FileHandle) throws -> Void) throws -> WarehouseTrinoCatalog {
        let path = "\(place.path)/shop.db"
        try Connection(path: path, .create).execute("CREATE TABLE items(x); CREATE TABLE more(x)")
        let connection = try Connection(path: "\(place.path)/main.db", .create)
        try connection.prepare("ATTACH ? AS shop").bind(path).run()
        _ = try connection.prepare("SELECT count(*) FROM shop.items").firstInteger()
        let file = try #require(FileHandle(forWritingAtPath: path))
        try damage(file)
        try file.close()
        return WarehouseTrinoCatalog(
            connection, QueryOptions(now: 0), zones: ZoneDatabase(), all: { ["shop"] },
            lister: { _ in connection }, trace: { $0 })
    }

    @Test func `a database is read as long as its file is sound`() throws {
        let catalog = try catalog { _ in }
        #expect(catalog.tables(in: "shop") == ["items", "more"])
        #expect(catalog.tables(in: "none") == nil)
        #expect(catalog.unusable.isEmpty)
    }

    @Test func `a list that cannot be read is never an empty one`() throws {
        let catalog = try catalog { try $0.write(contentsOf: Data(repeating: 1, count: 100)) }
        for _ in 1...2 {
            #expect(catalog.tables(in: "shop") == nil)
            #expect(catalog.columns(of: "items", in: "shop") == nil)
        }
        #expect(catalog.unusable.map(\.name) == ["shop"])
        #expect(catalog.unusable.first?.reason.isOfFile == true)
    }
}
