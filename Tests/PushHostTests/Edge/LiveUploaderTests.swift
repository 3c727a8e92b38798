import PushBackends
import PushCommands
import PushCrypto
import PushModel
import PushStore
import PushTestSupport
import PushText
import Testing

@testable import PushHost
@testable import PushRuntime

/// TD-06: what an upload of the warehouse to Treasure Data would do.
@Suite struct LiveUploaderTests {
    private let stage: Stage
    private let directory: TemporaryDirectory
    private let uploader: LiveUploader
    private static let site = "https://api.treasuredata.com"

    init() throws {
        directory = try TemporaryDirectory()
        stage = try Stage(try Workspace.open(directory: directory.path + "/w"))
        uploader = LiveUploader(stage.workspace) { false }
        stage.run("database create shop")
        for table in ["orders", "other"] { stage.run("table create shop.\(table)") }
        try insert(3, into: "orders")
    }

    private func insert(_ count: Int, into table: String) throws {
        let records = (0..<count).map { number -> JSON in
            ["time": 1_767_225_600, "n": .int(number)]
        }
        _ = try stage.workspace.warehouse.insert(
            database: "shop", table: table, records: records, uuids: records.map { _ in nil },
            receivedAt: 1_767_225_600)
    }

    private func order(_ source: String, to target: String? = nil) -> UploadOrder {
        var options = UploadOptions(source: source)
        options.target = target
        return UploadOrder(
            options: options, site: Self.site, key: .variable("PUSHSH_TEST_NO_SUCH_KEY"),
            wire: WireSettings())
    }

    private func note(_ adjust: (inout UploadLedger.Entry) -> Void) throws {
        let table = try #require(
            try stage.workspace.warehouse.tableList("shop").first { $0.name == "orders" })
        var entry = UploadLedger.Entry(
            site: Self.site, source: "shop.orders", target: "shop.orders", table: table.id,
            createdAt: table.createdAt)
        adjust(&entry)
        try UploadLedger(in: stage.workspace.directory).note(entry)
    }

    @Test func `a database is all its tables, a table is one`() throws {
        let all = try uploader.plan(order("shop"))
        #expect(all.map(\.source) == ["shop.orders", "shop.other"])
        #expect(all.map(\.records) == [3, 0] && all.map(\.target) == all.map(\.source))
        let one = try uploader.plan(order("shop.other"))
        #expect(one.map(\.source) == ["shop.other"])
    }

    @Test(
        arguments: [
            (nil, "shop.orders"), ("there", "there.orders"), ("there.all", "there.all"),
        ] as [(String?, String)])
    func `the target may have other names`(target: String?, wanted: String) throws {
        #expect(try uploader.plan(order("shop.orders", to: target)).map(\.target) == [wanted])
    }

    @Test(arguments: [
        ("nope", "no database `nope` in the warehouse"),
        ("shop.nope", "no table `nope` in the database `shop`"),
    ])
    func `a source that is not there is told`(source: String, message: String) {
        let error = failure { () throws(Failure) in _ = try uploader.plan(order(source)) }
        #expect(error?.code.name == "no_table" && error?.message == message)
    }

    @Test func `what was uploaded is left out, and an import that is open is told`() throws {
        let table = UploadedTable(
            database: "shop", name: "orders", id: 0, createdAt: nil, targetDatabase: "shop",
            targetName: "orders")
        let mark = try uploader.digest(of: 2, in: table)
        try note {
            $0.through = 2
            $0.mark = mark
            $0.session = .init(name: "pushsh_x", bound: 3, sent: 3, parts: 1, records: 1)
        }
        let plan = try uploader.plan(order("shop.orders"))
        #expect(plan.map(\.records) == [1] && plan.first?.session == "pushsh_x")
        #expect(plan.first?.sent == 1)
        // Another target has nothing yet.
        #expect(try uploader.plan(order("shop.orders", to: "there")).map(\.records) == [3])
    }

    @Test func `rows that are not those of which it was noted are refused`() throws {
        try note {
            $0.through = 2
            $0.mark = "another row's"
        }
        let error = failure { () throws(Failure) in
            _ = try uploader.plan(order("shop.orders"))
        }
        #expect(error?.code.name == "upload_uncertain")
        #expect(error?.hint == "`--to` another table uploads all of it")
    }

    @Test func `a table that was made anew begins anew, unless an import is open`() throws {
        try note {
            $0.table += 100
            $0.through = 3
        }
        #expect(try uploader.plan(order("shop.orders")).map(\.records) == [3])
        try note {
            $0.createdAt = 5
            $0.session = .init(name: "pushsh_x", bound: 3, sent: 0)
        }
        let error = failure { () throws(Failure) in
            _ = try uploader.plan(order("shop.orders"))
        }
        #expect(error?.code.name == "upload_uncertain")
    }

    @Test func `a table that was swapped away and comes back continues`() throws {
        let table = UploadedTable(
            database: "shop", name: "orders", id: 0, createdAt: nil, targetDatabase: "shop",
            targetName: "orders")
        let mark = try uploader.digest(of: 3, in: table)
        try note {
            $0.through = 3
            $0.mark = mark
        }
        func swap() throws {
            try stage.workspace.warehouse.swapTables("orders", "other", database: "shop")
        }
        try swap()
        try insert(2, into: "orders")
        // The table that has the name now is another one, of which nothing is there.
        #expect(try uploader.plan(order("shop")).map(\.records) == [2, 3])
        // Its own target has what was sent to it, under whatever name it is here.
        #expect(
            try uploader.plan(order("shop.other", to: "shop.orders")).map(\.records) == [0])
        try note {
            $0.through = 2
            $0.mark = (try? uploader.digest(of: 2, in: table)) ?? ""
        }
        try swap()
        #expect(try uploader.plan(order("shop")).map(\.records) == [0, 2])
    }

    @Test func `records that were deleted are not missed, and those left are not sent again`()
        throws
    {
        let warehouse = try stage.workspace.warehouse
        func insert(at time: Int) throws {
            _ = try warehouse.insert(
                database: "shop", table: "other", records: [["time": .int(time)]], uuids: [nil],
                receivedAt: 1)
        }
        for time in [1, 3600, 2, 3601] { try insert(at: time) }
        let table = try #require(
            try warehouse.tableList("shop").first { $0.name == "other" })
        var entry = UploadLedger.Entry(
            site: Self.site, source: "shop.other", target: "shop.other", table: table.id,
            createdAt: table.createdAt)
        entry.through = 2
        entry.mark = try uploader.digest(
            of: 2,
            in: UploadedTable(
                database: "shop", name: "other", id: 0, createdAt: nil, targetDatabase: "",
                targetName: ""))
        try UploadLedger(in: stage.workspace.directory).note(entry)
        func planned() throws -> [Int] {
            try uploader.plan(order("shop.other")).map(\.records)
        }
        #expect(try planned() == [2])
        // The third record is left, then none of the uploaded ones.
        #expect(try warehouse.deleteRecords(of: "other", database: "shop", in: 3600..<7200) == 2)
        #expect(try planned() == [1])
        #expect(try warehouse.deleteRecords(of: "other", database: "shop", in: 0..<3600) == 2)
        #expect(try planned() == [0])
        try insert(at: 5)
        #expect(try planned() == [1])
    }

    @Test func `a private workspace cannot note what it sent`() {
        let other = LiveUploader(.ephemeral()) { false }
        let error = failure { () throws(Failure) in
            try other.run(order("mobile")) { _ in }
        }
        #expect(error?.code.name == "not_supported")
    }

    @Test func `one process uploads at a time, and none without a key`() throws {
        let error = failure { () throws(Failure) in
            try uploader.run(order("shop")) { _ in }
        }
        #expect(error?.code.name == "no_key")
        let hold = UploadHold.take(
            file: try #require(stage.workspace.directory) + "/uploads.lock")
        let busy = failure { () throws(Failure) in
            try uploader.run(order("shop")) { _ in }
        }
        #expect(busy?.code.name == "workspace_busy")
        withExtendedLifetime(hold) {}
    }

    @Test func `a row's digest is that of its record, and a missing one's that of nothing`()
        throws
    {
        let table = UploadedTable(
            database: "shop", name: "orders", id: 0, createdAt: nil, targetDatabase: "",
            targetName: "")
        let digests = try (1...3).map { try uploader.digest(of: Int64($0), in: table) }
        #expect(Set(digests).count == 3)
        #expect(
            try uploader.digest(of: 99, in: table) == Hex.text(Fingerprint.sha256([])))
    }

    @Test func `a part is packed records, without the columns that a record lacks`() throws {
        var part = UploadPart()
        part.add(7, ["time", "name", "none"], [.integer(5), .text("a"), .null])
        part.add(9, ["time"], [.integer(6)])
        #expect(part.records == 2 && part.last == 9 && part.bytes > 0)
        part.finish()
        let bytes = try Gzip.decompress(part.packed, limit: 1 << 20)
        let wanted: [UInt8] =
            [0x82, 0xA4] + Array("time".utf8) + [5, 0xA4] + Array("name".utf8) + [0xA1, 0x61]
            + [0x81, 0xA4] + Array("time".utf8) + [6]
        #expect(bytes == wanted && part.bytes == wanted.count)
    }

    @Test func `a large part is packed as it grows`() throws {
        var part = UploadPart()
        let text = String(repeating: "x", count: 50_000)
        for number in 1...12 { part.add(Int64(number), ["a"], [.text(text)]) }
        #expect(!part.packed.isEmpty && part.bytes > 600_000)
        part.finish()
        #expect(try Gzip.decompress(part.packed, limit: 1 << 21).count == part.bytes)
    }
}
