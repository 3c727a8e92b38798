import PushModel
import PushSimulation
import PushText
import Testing

@testable import PushStore

/// A workspace of before is brought to the newest schema, with everything in it.
@Suite struct MigrationTests {
    let place = TemporaryDirectory()

    /// Makes a workspace of 0.1.0: the state of an app was one document.
    private func makeOld() throws {
        let old = Schema(
            applicationID: Schema.device.applicationID, pageSize: 1024,
            steps: [Schema.device.steps[0]])
        let connection = try StoreFile.open(
            place.path + "/device.db", old, busyMilliseconds: 0)
        try connection.execute(
            """
            INSERT INTO documents VALUES
              ('world', '', '{"now":5,"random":"7","device":"phone","devices":["phone"],
                "counters":{"notification":2,"event":3,"upload":1,"id":4}}'),
              ('device', 'phone', '{"apps":["com.example.myapp"]}'),
              ('app', 'phone/com.example.myapp', '{"profile":"td"}'),
              ('app-state', 'phone/com.example.myapp', '{"state":"background","launched":true,
                "user":"u","screen":"home","badge":6,"queued":3,"dropped":8}');
            INSERT INTO notifications
              SELECT value, 'm-' || value, 'phone', 'com.example.myapp', 1,
                iif(value = 1, 'tapped', 'shown'), 1, 'alert', NULL, NULL, 'b', NULL, NULL, NULL,
                NULL, NULL, '{}' FROM json_each('[1,2]')
            """)
    }

    private func documents(_ store: DeviceStore) throws -> [DocumentKey: JSON] {
        Dictionary(uniqueKeysWithValues: try store.documents().map { ($0.0, $0.1) })
    }

    private func view(_ store: DeviceStore) throws -> [[Cell]] {
        try store.connection.prepare(
            "SELECT device, bundle_id, profile, state, user_id, screen, badge, queued FROM apps"
        ).rows { row in (0..<8).map { row.cell($0) } }
    }

    @Test func `an old world is read, and written in the new form`() throws {
        try makeOld()
        let store = try Workspace.open(directory: place.path).device
        var world = try #require(World(documents: documents(store)))
        #expect(world.surroundings.now == Tick(milliseconds: 5))
        #expect(world.surroundings.random.state == 7)
        #expect(world.surroundings.counters.event == 3)
        #expect(world.app?.state == .background && world.app?.screen == "home")
        #expect(world.app?.badge == 6 && world.app?.queue.dropped == 8)
        let found: [Cell] = [.text("phone"), .text("com.example.myapp"), .text("td")]
        #expect(
            try view(store) == [
                found + [
                    .text("background"), .text("u"), .text("home"), .integer(6), .integer(3),
                ]
            ])
        world.surroundings.counters.event = 4
        world.devices[0].apps[0].state = .notRunning
        world.devices[0].apps[0].screen = nil
        for key in [DocumentKey.worldNow, .appNow(app)] {
            try store.save(document: key, #require(world.document(key)))
        }
        #expect(try World(documents: documents(store)) == world)
        #expect(
            try view(store) == [
                found + [.text("not running"), .text("u"), .null, .integer(6), .integer(3)]
            ])
    }

    @Test func `facts that were written before are read whole`() throws {
        try makeOld()
        let old = try Connection(path: place.path + "/device.db", .readWrite)
        try old.execute(
            #"""
            INSERT INTO journal(sequence, at_ms, device, text, status, facts)
              VALUES (1, 7, 'phone', 'receive x', 0, '[["note","","a\u0000b","command",null]]')
            """#)
        let store = try Workspace.open(directory: place.path).device
        let rows = try store.connection.prepare(
            "SELECT statement, position, at_ms, device, verb, text FROM facts"
        ).rows { row in (0..<6).map { row.cell($0) } }
        #expect(
            rows == [
                [
                    .integer(1), .integer(1), .integer(7), .text("phone"), .text("note"),
                    .text("a\u{0}b"),
                ]
            ])
    }

    @Test func `a notification of before has no level of its own`() throws {
        let old = Schema(
            applicationID: Schema.device.applicationID, pageSize: 1024,
            steps: Array(Schema.device.steps[..<4]))
        let connection = try StoreFile.open(
            place.path + "/device.db", old, busyMilliseconds: 0)
        try connection.execute(
            """
            INSERT INTO notifications VALUES(1, 'm-1', 'phone', 'com.example.myapp', 1, 'shown', 1,
              'alert', NULL, NULL, 'b', NULL, NULL, NULL, NULL, NULL,
              '{"aps":{"interruption-level":"time-sensitive"}}');
            INSERT INTO places VALUES(1, 'banner', 'image/png, 1 KB')
            """)
        let store = try Workspace.open(directory: place.path).device
        let row = try #require(try store.notification(id: "m-1"))
        #expect(row.place == .banner && row.attachment == "image/png, 1 KB" && row.level == nil)
        try store.command(.notification(notification(4, id: "m-4")))
        #expect(try store.notification(id: "m-4") == notification(4, id: "m-4"))
    }

    @Test func `lines whose facts may last are found as before`() throws {
        let old = Schema(
            applicationID: Schema.device.applicationID, pageSize: 4096,
            steps: Array(Schema.device.steps.prefix(7)))
        let before = try StoreFile.open(place.path + "/device.db", old, busyMilliseconds: 0)
        try before.execute(
            """
            INSERT INTO journal(sequence, at_ms, device, text, status, facts) VALUES
              (1, 7, 'phone', 'app launch', 0,
                '[["token","device","abc","apns-registration",null,null,"@phone/a.b:"]]'),
              (2, 8, 'phone', 'tap m', 0, '[["tapped","m","","tap",1,null,"tapped"]]'),
              (3, 9, 'phone', 'tap', 1, NULL);
            INSERT INTO fact_subjects VALUES(1, 2)
            """)
        let store = try Workspace.open(directory: place.path).device
        let found = try store.connection.prepare("SELECT * FROM fact_subjects")
            .rows { row in (0..<2).map { row.cell($0) } }
        #expect(found == [[.integer(0), .integer(1)], [.integer(1), .integer(2)]])
    }

    @Test func `what waits is found by its index`() throws {
        try makeOld()
        let store = try Workspace.open(directory: place.path).device
        #expect(try store.waitingNotifications(app: app, limit: 9).map(\.id) == ["m-2"])
        let plan = try store.connection.prepare(
            """
            EXPLAIN QUERY PLAN SELECT sequence FROM notifications
            WHERE device = '' AND app = ''
              AND (state = 'shown' OR state = 'listed' OR state = 'held')
            """
        ).rows { $0.text(3) }
        #expect(plan.first?.contains("notifications_waiting") == true, "\(plan)")
    }
}
