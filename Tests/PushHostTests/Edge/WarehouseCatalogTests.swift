import PushBackends
import PushModel
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// TD-11: the warehouse as the REST API's catalog.
@Suite struct WarehouseCatalogTests {
    private let catalog = WarehouseCatalog(.ephemeral())

    private func fault(_ body: () throws(APICatalogError) -> Void) -> APICatalogError? {
        do throws(APICatalogError) {
            try body()
            return nil
        } catch { return error }
    }

    private func make(_ table: String) throws {
        try catalog.createDatabase("shop", at: 10)
        try catalog.createTable(table, in: "shop", at: 20)
    }

    private func insert(_ records: [JSON], uuids: [String?]? = nil) throws -> [RecordOutcome] {
        try catalog.insert(
            database: "shop", table: "orders", records: records,
            uuids: uuids ?? records.map { _ in nil }, receivedAt: 30)
    }

    @Test func `the first database is as old as the workspace`() throws {
        let directory = try TemporaryDirectory()
        let stage = try Stage(try Workspace.open(directory: directory.path + "/w"))
        #expect(stage.run("clock advance 1h").failure == nil)
        for workspace in [stage.workspace, .ephemeral()] {
            // A workspace on disk has a journal, and needs no clock.
            let start: Int64? = workspace === stage.workspace ? nil : 1_767_225_600
            let catalog = WarehouseCatalog(workspace, start: start)
            #expect(try catalog.databases().map(\.createdAt) == [1_767_225_600])
            #expect(try catalog.tables(of: "mobile").map(\.createdAt) == [1_767_225_600])
        }
    }

    @Test func `what was made is listed with its times and its size`() throws {
        try make("orders")
        _ = try insert([["time": 5, "price": 1.5, "name": "a", "count": 7]])
        let database = try catalog.databases().first { $0.name == "shop" }
        #expect(database?.count == 1 && database?.createdAt == 10)
        let table = try catalog.tables(of: "shop").first
        #expect(table?.name == "orders" && table?.count == 1 && table?.createdAt == 20)
        let columns = table?.columns.map { "\($0.name) \($0.type)" }.sorted()
        #expect(columns == ["count long", "name string", "price double"])
    }

    @Test func `a database that is damaged is told as such, and not as one that is there`() throws {
        let directory = try TemporaryDirectory()
        do { _ = try Workspace.open(directory: directory.path + "/w").warehouse }
        try directory.write("garbage, not a database", to: "w/warehouse/mobile.db")
        let catalog = WarehouseCatalog(try Workspace.open(directory: directory.path + "/w"))
        let made = fault { () throws(APICatalogError) in
            try catalog.createDatabase("mobile", at: 1)
        }
        let listed = fault { () throws(APICatalogError) in
            _ = try catalog.tables(of: "mobile")
        }
        for error in [made, listed] {
            guard case .failed(let reason)? = error else {
                Issue.record("found \(String(describing: error))")
                continue
            }
            #expect(reason.contains("mobile.db` is not a database"), "\(reason)")
        }
        #expect(try catalog.databases().isEmpty)
    }

    @Test func `what is there already is told as such`() throws {
        try make("orders")
        #expect(
            fault { () throws(APICatalogError) in try catalog.createDatabase("shop", at: 1) }
                == .exists("database `shop`"))
        #expect(
            fault { () throws(APICatalogError) in
                try catalog.createTable("orders", in: "shop", at: 1)
            } == .exists("table `orders`"))
        try catalog.createTable("other", in: "shop", at: 1)
        #expect(
            fault { () throws(APICatalogError) in
                try catalog.renameTable("orders", to: "other", in: "shop", overwrites: false)
            } == .exists("table `other`"))
    }

    @Test func `what is missing is told in a sentence`() throws {
        try make("orders")
        let database = "no database `nope` in the warehouse"
        let table = "no table `nope` in the database `shop`"
        let cases: [(APICatalogError?, String)] = [
            (fault { () throws(APICatalogError) in _ = try catalog.tables(of: "nope") }, database),
            (
                fault { () throws(APICatalogError) in
                    try catalog.createTable("t_1", in: "nope", at: 1)
                }, database
            ),
            (
                fault { () throws(APICatalogError) in try catalog.deleteDatabase("nope") },
                database
            ),
            (
                fault { () throws(APICatalogError) in
                    try catalog.deleteTable("nope", in: "shop")
                }, table
            ),
            (
                fault { () throws(APICatalogError) in
                    _ = try catalog.tail(of: "nope", in: "shop", count: 1, bytes: 100)
                }, table
            ),
            (
                fault { () throws(APICatalogError) in
                    try catalog.swapTables("orders", "nope", in: "shop")
                }, table
            ),
            (
                fault { () throws(APICatalogError) in
                    try catalog.setColumns(
                        [APIColumn(name: "a", type: "long")], of: "nope", in: "shop")
                }, table
            ),
        ]
        for (found, sentence) in cases { #expect(found == .missing(sentence)) }
    }

    @Test(arguments: ["a", "Shop", "a b", "", "päckchen"])
    func `a name that no database can have is told`(name: String) {
        #expect(
            fault { () throws(APICatalogError) in try catalog.createDatabase(name, at: 1) }
                == .invalid(
                    "`\(name)` cannot name a database: a name has 3 to 128 of `a-z`, `0-9` and `_`")
        )
    }

    @Test func `the newest records come first, within a number and a size`() throws {
        try make("orders")
        _ = try insert((1...5).map { number -> JSON in ["time": .int(number), "n": .int(number)] })
        func numbers(count: Int, bytes: Int) throws -> [String] {
            try catalog.tail(of: "orders", in: "shop", count: count, bytes: bytes).map { record in
                record.filter { $0.name == "n" }.map { "\($0.value)" }.joined()
            }
        }
        #expect(try numbers(count: 2, bytes: 10_000) == ["integer(5)", "integer(4)"])
        #expect(try numbers(count: 100, bytes: 10_000).count == 5)
        #expect(try numbers(count: 100, bytes: 1).count < 5)
    }

    @Test func `tables change names, and are gone`() throws {
        try make("orders")
        try catalog.createTable("other", in: "shop", at: 1)
        _ = try insert([["time": 1]])
        try catalog.swapTables("orders", "other", in: "shop")
        func counts() throws -> [String] {
            try catalog.tables(of: "shop").map { "\($0.name) \($0.count)" }
        }
        #expect(try counts() == ["orders 0", "other 1"])
        try catalog.renameTable("other", to: "last", in: "shop", overwrites: false)
        #expect(try counts() == ["last 1", "orders 0"])
        try catalog.deleteTable("last", in: "shop")
        #expect(try counts() == ["orders 0"])
        try catalog.deleteDatabase("shop")
        #expect(try !catalog.databases().contains { $0.name == "shop" })
    }

    @Test func `columns are added to a table that lacks them`() throws {
        try make("orders")
        try catalog.setColumns(
            [APIColumn(name: "a", type: "long"), APIColumn(name: "b", type: "string")],
            of: "orders", in: "shop")
        let columns = try catalog.tables(of: "shop").first?.columns.map { "\($0.name) \($0.type)" }
        #expect(columns == ["a long", "b string"])
    }
}
