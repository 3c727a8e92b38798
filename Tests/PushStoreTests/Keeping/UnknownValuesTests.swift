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
