import Foundation
import PushModel
import PushSimulation
import PushText
import Testing

@testable import PushStore

/// TD-11: damage is found, told, and mended only when asked; rows that can be read are saved.
@Suite struct RepairTests {
    let place = TemporaryDirectory()
    var path: String { place.path + "/w" }
    static let records = 2000

    /// A workspace with rows enough for several levels of pages.
    init() throws {
        let workspace = try Workspace.open(directory: path)
        _ = try workspace.device.begin()
        for number in 1...1500 {
            try workspace.device.apply(.event(event(Int64(number)), app: app))
        }
        try workspace.device.journal(at: .scriptStart, device: "phone", text: "x", status: 0)
        try workspace.device.commit()
        let records: [JSON] = (1...Self.records).map {
            ["type": "open", "message_id": .string("message-number-\($0)"), "own_key": .int($0)]
        }
        for start in stride(from: 0, to: Self.records, by: 500) {
            _ = try workspace.warehouse.insert(
                database: "mobile", table: "push_events",
                records: Array(records[start..<(start + 500)]),
                uuids: (start..<(start + 500)).map { "uuid-\($0)" }, receivedAt: 5)
        }
    }

    func damage(_ file: String, _ change: (inout Data) -> Void) throws {
        let url = URL(fileURLWithPath: "\(path)/\(file)")
        for suffix in ["-wal", "-shm"] {
            try? FileManager.default.removeItem(atPath: url.path + suffix)
        }
        var bytes = try Data(contentsOf: url)
        change(&bytes)
        try bytes.write(to: url)
    }

    func contents() -> [String: Data] {
        var found: [String: Data] = [:]
        for name in ["device.db", "warehouse/mobile.db"] {
            found[name] = FileManager.default.contents(atPath: "\(path)/\(name)")
        }
        return found
    }

    func count(_ table: String) throws -> Int64 {
        let sink = RowCollector()
        try Workspace.open(directory: path).query(
            "SELECT count(*) FROM \(table)", options: QueryOptions(now: 0), into: sink)
        guard case .integer(let count)? = sink.rows.first?.first else { return -1 }
        return count
    }

    func repair(writes: Bool) throws -> RepairReport {
        try Workspace.rescue(directory: path).repair(writes: writes)
    }

    @Test func `a sound workspace is told to be sound, and nothing is done`() throws {
        let report = try Workspace.open(directory: path).repair(writes: true)
        #expect(report.files.map(\.state) == [.sound, .sound])
        #expect(report.aside == nil)
        #expect(place.names("w").allSatisfy { !$0.hasPrefix("damaged") })
    }

    /// The numbers of the leaf pages of a table's tree.
    func leaves(_ bytes: Data) -> [Int] {
        (1..<(bytes.count / 4096)).filter { bytes[$0 * 4096] == 0x0d }
    }

    @Test func `a page of the warehouse is lost, and all other rows are saved`() throws {
        try damage("warehouse/mobile.db") { bytes in
            let leaves = leaves(bytes)
            let page = leaves[leaves.count / 2]
            bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
        }
        let before = contents()
        let found = try repair(writes: false)
        #expect(contents() == before)
        let file = try #require(found.damaged.first)
        #expect(file.path == path + "/warehouse/mobile.db")
        #expect(!file.faults.isEmpty)
        let table = try #require(file.tables.first { $0.name == "push_events" })
        let lost = try #require(table.lost)
        #expect((1...200).contains(lost))
        #expect(table.rows + Int(lost) == Self.records)
        let mended = try repair(writes: true)
        #expect(mended.damaged.map(\.tables) == [file.tables])
        #expect(try count("mobile.push_events") == table.rows)
        #expect(try count("mobile.push_events_resolved") == table.rows)
        let listed = try Workspace.open(directory: path).warehouse.tableList("mobile")
        #expect(listed.first { $0.name == "push_events" }?.records == table.rows)
        #expect(try count("mobile.push_events WHERE own_key BETWEEN 1 AND 2000") == table.rows)
        let aside = try #require(mended.aside)
        #expect(
            FileManager.default.contents(atPath: aside + "/warehouse/mobile.db")
                == before["warehouse/mobile.db"])
        #expect(try repair(writes: false).damaged.isEmpty)
        // It goes on being a warehouse.
        let workspace = try Workspace.open(directory: path)
        #expect(
            try workspace.warehouse.insert(
                database: "mobile", table: "push_events", records: [["type": "open"]],
                uuids: ["uuid-1999"], receivedAt: 5) == [.duplicate])
    }

    @Test(arguments: ["events", "documents", "pending"])
    func `a table of the warehouse may have the name of one of the device's`(name: String) throws {
        _ = try Workspace.open(directory: path).warehouse.createTable(name, database: "mobile")
        try damage("warehouse/mobile.db") { bytes in
            let page = leaves(bytes)[5]
            bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
        }
        #expect(try repair(writes: false).damaged.map(\.path) == [path + "/warehouse/mobile.db"])
        #expect(try repair(writes: true).damaged.count == 1)
        #expect(try count("mobile.\(name)") == 0)
        #expect(try (1800..<2000).contains(count("mobile.push_events")))
    }

    @Test func `a row that damage has given an earlier number is not the end of a walk`() throws {
        try damage("warehouse/mobile.db") { bytes in
            let page = leaves(bytes)[leaves(bytes).count / 2]
            bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
            // Row 1990 calls itself 10.
            let text = bytes.range(of: Data("message-number-1990".utf8))?.lowerBound ?? 0
            let number = bytes.range(of: Data([0x8f, 0x46]), options: .backwards, in: 0..<text)
            bytes.replaceSubrange(number ?? 0..<2, with: [0x80, 0x0a])
        }
        let table = try #require(
            try repair(writes: true).damaged.first?.tables.first { $0.name == "push_events" })
        #expect(table.rows > Self.records - 200)
        #expect(try count("mobile.push_events WHERE own_key > 1990") == 10)
        #expect(try count("mobile.push_events WHERE own_key = 10") == 1)
    }

    @Test func `a document that is no longer JSON is lost alone, on a sound page`() throws {
        let workspace = try Workspace.open(directory: path)
        _ = try workspace.device.begin()
        try workspace.device.save(document: DocumentKey("device", "phone"), ["name": "gone"])
        try workspace.device.save(document: DocumentKey("world"), ["name": "kept"])
        try workspace.device.commit()
        try Connection(path: path + "/device.db", .readWrite)
            .execute("PRAGMA wal_checkpoint(TRUNCATE)")
        try damage("device.db") { bytes in
            let text = bytes.range(of: Data("gone".utf8))?.lowerBound ?? 0
            bytes[text] = 0xFF
        }
        #expect(throws: StoreError.self) {
            try Workspace.open(directory: path).device.documents()
        }
        #expect(try Workspace.open(directory: path).isDeviceDamaged)
        let file = try #require(try repair(writes: false).damaged.first)
        let fault = try #require(file.faults.first)
        #expect(fault.hasPrefix("the document `device phone` is not JSON"))
        #expect(file.tables.first { $0.name == "documents" }?.lost == 1)
        #expect(file.tables.first { $0.name == "events" }?.rows == 1500)
        #expect(try repair(writes: true).aside != nil)
        let mended = try Workspace.open(directory: path)
        #expect(!mended.isDeviceDamaged)
        #expect(try mended.device.documents().map(\.0) == [DocumentKey("world")])
    }

    @Test(arguments: [false, true])
    func `a text that is not UTF-8 is told, and mended only when asked`(
        hasLostPage: Bool
    ) throws {
        try damage("warehouse/mobile.db") { bytes in
            for number in [1777, 1990] {
                let text = Data("message-number-\(number)".utf8)
                let start = bytes.range(of: text)?.lowerBound ?? 0
                bytes[start + 3] = 0xC3
            }
            guard hasLostPage else { return }
            let page = leaves(bytes)[leaves(bytes).count / 2]
            bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
        }
        let before = contents()
        let file = try #require(try repair(writes: false).damaged.first)
        #expect(contents() == before)
        let fault =
            "`message_id` of `push_events` has text that is not UTF-8 in 2 rows (1777, 1990): "
            + "U+FFFD stands for its invalid bytes once it is repaired"
        #expect(file.faults.last == fault, "\(file.faults)")
        #expect((file.faults.count == 1) == !hasLostPage)
        #expect(try repair(writes: true).aside == path + "/damaged/1")
        #expect(try repair(writes: false).damaged.isEmpty)
        let table = "mobile.push_events WHERE message_id"
        #expect(try count("\(table) = 'mes' || char(0xFFFD) || 'age-number-1777'") == 1)
        #expect(try count("\(table) LIKE '%' || char(0xFFFD) || '%'") == 2)
        #expect(try (1800...2000).contains(count("mobile.push_events")))
    }

    @Test func `the last page of a table is lost, and those before it are saved`() throws {
        try damage("warehouse/mobile.db") { bytes in
            // The last row's text is on the last leaf of its table.
            let end = bytes.range(of: Data("message-number-2000".utf8))?.lowerBound ?? 0
            let page = end / 4096
            bytes.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(count: 4096))
        }
        let table = try #require(
            try repair(writes: true).damaged.first?.tables.first { $0.name == "push_events" })
        #expect(table.lost == nil)
        #expect(table.rows > 1800)
        #expect(try count("mobile.push_events") == table.rows)
    }

    /// Damage that SQLite reads without an error, as fewer rows.
    enum Silent: CaseIterable { case cellsOfLeaf, cellsOfRoot, lastChild, cut }

    /// The first page of a kind of the records' table.
    private func page(_ kind: String) throws -> Int {
        let connection = try Connection(path: path + "/warehouse/mobile.db", .readOnly)
        let found = try connection.prepare(
            "SELECT pageno FROM dbstat WHERE name = 'push_events' AND pagetype = ? LIMIT 1"
        ).bind(kind).firstInteger()
        return Int(try #require(found))
    }

    @Test(arguments: Silent.allCases)
    func `a table that can be read to its end with rows missing is not called whole`(
        change: Silent
    ) throws {
        let (root, leaf) = (try page("internal"), try page("leaf"))
        try damage("warehouse/mobile.db") { bytes in
            // Of a page's head the bytes 3 and 4 count its cells, 8 to 11 name the last child.
            switch change {
            case .cellsOfLeaf:
                bytes.replaceSubrange((leaf - 1) * 4096 + 3..<(leaf - 1) * 4096 + 5, with: [0, 3])
            case .cellsOfRoot:
                bytes.replaceSubrange((root - 1) * 4096 + 3..<(root - 1) * 4096 + 5, with: [0, 4])
            case .lastChild:
                bytes.replaceSubrange(
                    (root - 1) * 4096 + 8..<(root - 1) * 4096 + 12, with: [0, 0, 0, UInt8(leaf)])
            case .cut: bytes.removeLast(1000)
            }
        }
        let file = try #require(try repair(writes: false).damaged.first)
        #expect(file.tables.allSatisfy { $0.lost == nil || $0.lost == 0 })
        if change != .cut {
            let table = try #require(file.tables.first { $0.name == "push_events" })
            // Leaves to which nothing leads are found, but not what a leaf no longer counts.
            #expect((table.rows < Self.records) == (change == .cellsOfLeaf))
            #expect(table.lost == nil)
        }
        let saved = file.tables.first { $0.name == "push_events" }?.rows ?? 0
        #expect(saved == Self.records || file.tables.contains { $0.lost == nil })
        let sink = RowCollector()
        let answer = failure {
            try Workspace.open(directory: path).query(
                "SELECT count(*), count(message_id) FROM mobile.push_events",
                options: QueryOptions(now: 0), into: sink)
        }
        if change == .cut { #expect(answer?.code == .damaged) }
    }

    @Test(arguments: [0, 16, 20]) func `the head of the device's file is lost`(
        start: Int
    ) throws {
        try damage("device.db") { $0.replaceSubrange(start..<24, with: Data(count: 24 - start)) }
        #expect(failure { _ = try Workspace.open(directory: path) } != nil)
        let report = try repair(writes: true)
        let events = try #require(report.damaged.first?.tables.first { $0.name == "events" })
        #expect(events == .init(name: "events", rows: 1500, lost: 0))
        #expect(try count("events") == 1500)
        #expect(report.aside == path + "/damaged/1")
    }

    /// Zeroes the first page, or what follows the header on it.
    private func loseFirstPage(of file: String, from start: Int) throws {
        try damage(file) { bytes in
            bytes.replaceSubrange(start..<4096, with: Data(count: 4096 - start))
        }
    }

    /// Makes forty tables more, so that the list of tables needs pages of its own.
    private func makeOrders() throws {
        let warehouse = try Workspace.open(directory: path).warehouse
        for number in 1...40 {
            let records: [JSON] = (1...20).map { ["type": "open", "number": .int($0 * number)] }
            try warehouse.createTable("orders_\(number)", database: "mobile", at: 0)
            _ = try warehouse.insert(
                database: "mobile", table: "orders_\(number)", records: records,
                uuids: records.map { _ in nil }, receivedAt: 5)
        }
    }

    @Test(arguments: [0, 100]) func `the page that lists the tables is lost, and no row is`(
        start: Int
    ) throws {
        try makeOrders()
        try loseFirstPage(of: "device.db", from: start)
        try loseFirstPage(of: "warehouse/mobile.db", from: start)
        #expect(failure { _ = try Workspace.open(directory: path) } != nil)
        let before = contents()
        let report = try repair(writes: false)
        #expect(contents() == before)
        #expect(report.damaged.map(\.tables.count) == [12, 47])
        #expect(report.damaged.allSatisfy { $0.tables.allSatisfy { $0.lost == 0 } })
        _ = try repair(writes: true)
        #expect(try repair(writes: false).damaged.isEmpty)
        #expect(try count("events") == 1500)
        #expect(try count("mobile.push_events WHERE own_key BETWEEN 1 AND 2000") == Self.records)
        #expect(try count("mobile.push_events_resolved") == Self.records)
        for number in 1...40 {
            #expect(try count("mobile.orders_\(number) WHERE number % \(number) = 0") == 20)
        }
    }

    @Test(arguments: [0, 100]) func `a list that was on the first page alone is told to be lost`(
        start: Int
    ) throws {
        try loseFirstPage(of: "warehouse/mobile.db", from: start)
        let lost = contents()["warehouse/mobile.db"]
        let report = try repair(writes: true)
        let file = try #require(report.damaged.first)
        #expect(file.tables.isEmpty && !file.faults.isEmpty)
        // What cannot be mended is kept, and the warehouse takes new rows.
        let aside = try #require(report.aside)
        #expect(FileManager.default.contents(atPath: aside + "/warehouse/mobile.db") == lost)
        #expect(try repair(writes: false).damaged.isEmpty)
    }

    @Test func `pages of an older list are not taken for the list`() throws {
        // A copy of a page of the list, as SQLite leaves one behind that it no longer uses.
        try damage("device.db") { bytes in
            let pages = (1..<(bytes.count / 4096)).filter { bytes[$0 * 4096] == 0x0d }
            let list = pages.first { page in
                bytes[page * 4096..<(page + 1) * 4096].range(of: Data("CREATE TABLE".utf8)) != nil
            }
            guard let list else { return }
            bytes.append(bytes[list * 4096..<(list + 1) * 4096])
        }
        try loseFirstPage(of: "device.db", from: 0)
        let report = try repair(writes: false)
        #expect(report.damaged.first?.tables.isEmpty == true)
    }

    @Test func `a cut file keeps what was before the cut`() throws {
        try damage("device.db") { $0 = $0.prefix($0.count * 3 / 4) }
        let report = try repair(writes: true)
        let events = try #require(report.damaged.first?.tables.first { $0.name == "events" })
        #expect(events.rows > 500)
        #expect(try count("events") == events.rows)
    }

    @Test(arguments: ["", "garbage", String(repeating: "x", count: 9000)])
    func `a file with nothing in it is replaced by an empty one`(content: String) throws {
        try damage("device.db") { $0 = Data(content.utf8) }
        let report = try repair(writes: true)
        #expect(report.damaged.first?.tables.allSatisfy { $0.rows == 0 } == true)
        #expect(try count("events") == 0)
        #expect(try count("mobile.push_events") == Self.records)
        #expect(
            FileManager.default.contents(atPath: path + "/damaged/1/device.db")
                == Data(content.utf8))
    }

    @Test func `a table whose definition was changed is damage`() throws {
        try damage("device.db") { bytes in
            guard let place = bytes.range(of: Data("url TEXT NOT NULL".utf8)) else { return }
            bytes[place.lowerBound + 1] = UInt8(ascii: "q")
        }
        let report = try repair(writes: false)
        #expect(
            report.damaged.first?.faults.contains { $0.contains("as pushsh makes it") } == true)
    }

    @Test func `another program's database is left alone`() throws {
        do {
            let other = try Connection(path: path + "/warehouse/other.db", .create)
            try other.execute("CREATE TABLE t(x)")
        }
        let report = try repair(writes: true)
        #expect(report.files.last?.state == .foreign)
        #expect(report.aside == nil)
    }
}
