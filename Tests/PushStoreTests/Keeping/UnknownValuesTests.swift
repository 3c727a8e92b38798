import Foundation
import PushModel
import PushText
import Testing

@testable import PushStore

/// A word in a row that this version does not know is found, told, and set aside when asked.
@Suite struct UnknownValuesTests {
    let place = TemporaryDirectory()
    var path: String { place.path + "/w" }

    init() throws {
        let workspace = try Workspace.open(directory: path)
        _ = try workspace.device.begin()
        for number in 1...3 { try workspace.device.apply(.event(event(Int64(number)), app: app)) }
        try workspace.device.save(
            document: DocumentKey("app-now", "phone/com.example.myapp"),
            ["queued": 3, "screen": "home"])
        try workspace.device.commit()
        try workspace.device.connection.execute(
            """
            INSERT INTO notifications(sequence, id, device, app, arrived_ms, state, changed_ms,
              push_type, payload) VALUES(1, 'n', 'phone', 'a', 0, 'shown', 0, 'alert', '{}');
            INSERT INTO tokens(sequence, device, app, at_ms, kind, token, scope, change, reason)
            VALUES(1, 'phone', 'a', 0, 'apns', 't', '', 'issued', '');
            INSERT INTO links(sequence, device, app, at_ms, url, outcome, detail)
            VALUES(1, 'phone', 'a', 0, 'u', 'screen', '')
            """)
    }

    static let columns = [
        ("events", "type"), ("events", "state"), ("notifications", "state"), ("tokens", "change"),
        ("links", "outcome"),
    ]

    @Test(arguments: columns) func `a row with an unknown word is set aside`(
        table: String, column: String
    ) throws {
        do {
            let workspace = try Workspace.open(directory: path)
            #expect(!workspace.isDeviceDamaged)
            try workspace.device.connection.execute(
                "UPDATE \(table) SET \(column) = 'odd' WHERE sequence = 1")
            #expect(workspace.isDeviceDamaged)
        }
        let file = try #require(
            try Workspace.open(directory: path).repair(writes: false).damaged.first)
        #expect(
            file.faults == [
                "row 1 of `\(table)` has the \(column) `odd`, which this pushsh does not know: "
                    + "the file was edited, or a newer pushsh wrote it"
            ])
        #expect(file.tables.filter { $0.lost != 0 }.map(\.name) == [table])
        #expect(try Workspace.open(directory: path).repair(writes: true).aside != nil)
        let mended = try Workspace.open(directory: path)
        #expect(!mended.isDeviceDamaged)
        let left: Int64 = table == "events" ? 2 : 3
        #expect(try mended.device.queuedEvents(app: app, limit: 9).count == Int(left))
        #expect(try mended.device.documents().first?.1["queued"] == .int64(left))
    }

    static let numbers = [
        ("events", "time"), ("events", "upload"), ("notifications", "arrived_ms"),
        ("notifications", "changed_ms"), ("tokens", "at_ms"), ("links", "at_ms"),
    ]

    @Test(arguments: numbers, [Int64.max, .min])
    func `a row with a number that no pushsh writes is set aside`(
        column: (table: String, name: String), number: Int64
    ) throws {
        do {
            let workspace = try Workspace.open(directory: path)
            try workspace.device.connection.execute(
                "UPDATE \(column.table) SET \(column.name) = \(number) WHERE sequence = 1")
            #expect(workspace.isDeviceDamaged)
        }
        let file = try #require(
            try Workspace.open(directory: path).repair(writes: false).damaged.first)
        #expect(
            file.faults == [
                "row 1 of `\(column.table)` has the \(column.name) \(number), which no pushsh "
                    + "writes"
            ])
        #expect(file.tables.filter { $0.lost != 0 }.map(\.name) == [column.table])
        #expect(try Workspace.open(directory: path).repair(writes: true).aside != nil)
        #expect(try !Workspace.open(directory: path).isDeviceDamaged)
    }

    @Test(arguments: [Int64.max, -1, 1 << 25])
    func `receipts that no upload can have are damage`(count: Int64) throws {
        let workspace = try Workspace.open(directory: path)
        try workspace.device.connection.execute(
            "INSERT INTO receipt_runs VALUES(1, 0, 1, \(count), NULL)")
        #expect(failure { _ = try workspace.device.receipts(upload: 1) }?.code == .damaged)
        #expect(
            try workspace.repair(writes: false).damaged.first?.faults == [
                "a row of `receipt_runs` has the count \(count), which no pushsh writes"
            ])
    }

    @Test(arguments: [Int64.max, .min])
    func `a document loses a number that no pushsh writes, and nothing else`(
        number: Int64
    ) throws {
        let body: JSON = [
            "now": .int64(number), "counters": ["event": 3, "id": .int64(number)],
            "times": [1, .int64(number)], "payload": ["a": .int64(number)],
            "stubs": [["times": .int64(number)]],
        ]
        do {
            let workspace = try Workspace.open(directory: path)
            _ = try workspace.device.begin()
            try workspace.device.save(document: .worldNow, body)
            try workspace.device.commit()
            let told = failure { _ = try workspace.device.documents() }
            #expect(told?.code == .damaged)
            #expect(told?.message.contains("has the number \(number) at `$.now`") == true)
            #expect(workspace.isDeviceDamaged)
        }
        let report = try Workspace.open(directory: path).repair(writes: true)
        #expect(
            report.damaged.first?.faults == [
                "the document `world-now` has the number \(number) at `$.now`, which no pushsh "
                    + "writes"
            ])
        #expect(report.damaged.first?.tables.allSatisfy { $0.lost == 0 } == true)
        let mended = try Workspace.open(directory: path).device.documents()
        let left: JSON = [
            "counters": ["event": 3, "notification": 1], "times": [1],
            "payload": ["a": .int64(number)], "stubs": [["times": .int64(number)]],
        ]
        #expect(mended.first { $0.0 == .worldNow }?.1 == left)
    }

    @Test(arguments: ["journal", "pending"])
    func `a command does not count on from a number that no pushsh writes`(
        table: String
    ) throws {
        let sql =
            table == "pending"
            ? "UPDATE pending SET round = \(Int64.max)"
            : "INSERT INTO journal VALUES(\(Int64.max), 0, 'phone', 'x', 0, NULL)"
        try Connection(path: path + "/device.db", .readWrite).execute(sql)
        #expect(Workspace.isDeviceDamaged(in: path))
        let told = failure {
            let workspace = try Workspace.open(directory: path)
            if table == "pending" { try workspace.device.deferRows(true) }
            _ = try workspace.device.begin()
            try workspace.device.journal(
                at: Tick(milliseconds: 0), device: "phone", text: "status", status: 0)
            try workspace.device.commit()
            _ = try workspace.device.journal(from: 1)
        }
        #expect(told?.code == .damaged, "\(String(describing: told))")
        _ = try Workspace.rescue(directory: path).repair(writes: true)
        #expect(!Workspace.isDeviceDamaged(in: path))
    }

    @Test func `a kept command that cannot be read does not keep the workspace closed`() throws {
        do {
            try Connection(path: path + "/device.db", .readWrite).execute(
                """
                INSERT OR REPLACE INTO pending
                SELECT 1, round, x'ff' FROM pending WHERE slot = 0
                """)
        }
        #expect(failure { _ = try Workspace.open(directory: path) }?.code == .damaged)
        #expect(Workspace.isDeviceDamaged(in: path))
        let report = try Workspace.rescue(directory: path).repair(writes: true)
        #expect(report.damaged.first?.faults == ["the kept command 1 cannot be read"])
        let mended = try Workspace.open(directory: path)
        #expect(try mended.device.queuedEvents(app: app, limit: 9).count == 3)
    }
}
