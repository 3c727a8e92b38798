import Glibc
import PushModel
import PushTestSupport
import PushText
import Testing

@testable import PushStore

/// A script's commands are one row each until somebody looks, which nobody can tell.
@Suite struct PendingCommandTests {
    let place = TemporaryDirectory()

    private func open() throws -> DeviceStore {
        try Workspace.open(directory: place.path).device
    }

    /// Opens the workspace as a script does.
    private func openDeferring() throws -> DeviceStore {
        let store = try open()
        try store.deferRows(true)
        return store
    }

    /// How many rows a table of the file has, without looking through the store.
    private func count(_ table: String) throws -> Int64? {
        let connection = try Connection(path: place.path + "/device.db", .readOnly)
        return try connection.prepare("SELECT count(*) FROM \(table)").firstInteger()
    }

    private func world(_ number: Int64) -> JSON { .array([.string(String(number))]) }

    private func documents(_ store: DeviceStore) throws -> [JSON] {
        try store.documents().map(\.1)
    }

    private func command(_ store: DeviceStore, _ number: Int64) throws {
        _ = try store.begin()
        try store.apply(.event(event(number), app: app))
        try store.apply(.fact(Fact(.note, "\(number)", rule: .command, notification: number)))
        try store.save(document: DocumentKey("world"), world(number))
        try store.journal(at: .scriptStart, device: "phone", text: "c\(number)", status: 0)
        try store.commit()
    }

    @Test func `a commit writes one row, and a look writes the others`() throws {
        let store = try openDeferring()
        for number in 1...3 { try command(store, Int64(number)) }
        #expect(try count("events") == 0 && count("journal") == 0 && count("pending") == 4)
        #expect(try store.journal(from: 1).map(\.text) == ["c1", "c2", "c3"])
        #expect(try count("events") == 3 && count("fact_subjects") == 3)
        #expect(try documents(store) == [world(3)])
        #expect(try store.facts(notification: 2).map(\.subject) == ["2"])
    }

    /// Limits the pages of the file; nil lifts the limit.
    private func limit(_ store: DeviceStore, to pages: Int64?) throws {
        try store.base.execute("PRAGMA max_page_count = \(pages ?? 1_000_000)")
    }

    @Test func `on a full disk readers see the commands, which stay kept until there is room`()
        throws
    {
        let store = try openDeferring()
        for number in 1...400 { try command(store, Int64(number)) }
        try limit(store, to: try store.base.integer("PRAGMA page_count") + 2)
        #expect(try store.journal(from: 1).count == 400)
        #expect(try store.queuedCount(app: app) == 400)
        #expect(try documents(store) == [world(400)])
        // Nothing of that is in the file.
        #expect(try count("events") == 0 && count("journal") == 0)
        #expect(store.standIn != nil)
        // A command that still finds room for its row is seen by the next reader.
        try command(store, 401)
        #expect(try store.journal(from: 1).last?.text == "c401")
        try limit(store, to: nil)
        #expect(try store.journal(from: 1).count == 401)
        #expect(try count("events") == 401 && count("journal") == 401)
        #expect(store.standIn == nil)
    }

    @Test func `on a full disk a query reads the commands and the warehouse`() throws {
        let workspace = try Workspace.open(directory: place.path)
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["value": "a"]], uuids: [nil],
            receivedAt: 1)
        let store = try workspace.device
        try store.deferRows(true)
        for number in 1...400 { try command(store, Int64(number)) }
        func counts() throws -> [String] {
            try ["SELECT count(*) FROM events", "SELECT count(*) FROM mobile.push_events"].map {
                let sink = Recorder()
                try workspace.query($0, options: QueryOptions(now: 1), into: sink)
                return sink.log.last ?? ""
            }
        }
        try limit(store, to: try store.base.integer("PRAGMA page_count") + 2)
        #expect(try counts() == ["integer(400)", "integer(1)"])
        let denied = failure {
            try workspace.query(
                "DELETE FROM events", options: QueryOptions(now: 1), into: Recorder())
        }
        #expect(denied?.code == .denied)
        try limit(store, to: nil)
        try command(store, 401)
        #expect(try counts() == ["integer(401)", "integer(1)"])
        #expect(try count("events") == 401)
    }

    @Test func `on a full disk a backup has the commands, and the files can be examined`() throws {
        let workspace = try Workspace.open(directory: place.path + "/w")
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events", records: [["value": "a"]], uuids: [nil],
            receivedAt: 1)
        let store = try workspace.device
        try store.deferRows(true)
        for number in 1...400 { try command(store, Int64(number)) }
        try limit(store, to: try store.base.integer("PRAGMA page_count") + 2)
        func kept(_ name: String) throws -> Workspace {
            let file = "\(place.path)/\(name).tar"
            _ = try workspace.backUp(to: file, replaces: false, at: 1, digest: testDigest)
            let other = Workspace.ephemeral()
            _ = try other.restore(from: file, digest: testDigest)
            #expect(try other.warehouse.tableList("mobile").map(\.records) == [1])
            return other
        }
        #expect(try kept("full").device.journal(from: 1).count == 400)
        // A command that still finds room for its row is in the next one.
        try command(store, 401)
        #expect(try kept("more").device.journal(from: 1).last?.text == "c401")
        #expect(store.standIn != nil)
        let report = try workspace.repair(writes: false)
        #expect(report.files.allSatisfy { $0.state == .sound })
        try limit(store, to: nil)
        #expect(try kept("room").device.journal(from: 1).count == 401)
        #expect(store.standIn == nil)
    }

    @Test func `a command notes a notification once, in whatever order its facts name it`() throws {
        let store = try openDeferring()
        _ = try store.begin()
        for number in [2, 1, 2, 3, 2, 3] as [Int64] {
            try store.apply(.fact(Fact(.note, "\(number)", rule: .command, notification: number)))
        }
        try store.journal(at: .scriptStart, device: "phone", text: "c", status: 0)
        try store.commit()
        #expect(try store.facts(notification: 2).count == 3)
        #expect(try store.facts(notification: 3).count == 2)
        #expect(try count("fact_subjects") == 3)
    }

    @Test func `a command that the disk did not sync keeps its place`() throws {
        let store = try openDeferring()
        try command(store, 1)
        store.survivesLossOfPower = true
        _ = try store.begin()
        try store.apply(.event(event(2), app: app))
        try store.journal(at: .scriptStart, device: "phone", text: "c2", status: 0)
        // The rows go into the open files; the folder, which is synced too, is not found.
        let away = place.path + "-away"
        #expect(rename(place.path, away) == 0)
        #expect(failure { try store.commit() }?.code == .io)
        #expect(rename(away, place.path) == 0)
        try command(store, 3)
        #expect(try store.journal(from: 1).map(\.text) == ["c1", "c2", "c3"])
        #expect(try count("events") == 3)
    }

    @Test func `what becomes of a notification is written with it, or behind it`() throws {
        let store = try openDeferring()
        let count = Int64(4 * PushNotification.capacity)
        func change(_ sequence: Int64) -> Change {
            .notificationState(
                sequence: sequence, state: .evicted, at: Tick(milliseconds: 9000 + sequence))
        }
        // The second waits for its extension, and its row comes behind the third's.
        for sequence in [1, 3, 2] + Array(4...count) {
            _ = try store.begin()
            try store.apply(.notification(notification(sequence, id: "n-\(sequence)")))
            if sequence > 1000 { try store.apply(change(sequence - 1000)) }
            try store.journal(at: .scriptStart, device: "phone", text: "", status: 0)
            try store.commit()
        }
        _ = try store.begin()
        try store.apply(change(count))
        try store.commit()
        _ = try store.journal(from: 1)
        let rows = try store.connection.prepare(
            """
            SELECT count(*) FROM notifications WHERE CASE
              WHEN sequence <= \(count - 1000) OR sequence = \(count)
                THEN state = 'evicted' AND changed_ms = 9000 + sequence
              ELSE state = 'shown' AND changed_ms = arrived_ms END
            """
        ).firstInteger()
        #expect(rows == count)
    }

    @Test(arguments: [("open", "opex"), ("queued", "queuer")])
    func `a kept command with a kind that this version does not know is refused`(
        old: String, new: String
    ) throws {
        do {
            let store = try openDeferring()
            _ = try store.begin()
            try store.apply(.event(event(1), app: app))
            try store.apply(.eventState([1], .queued, upload: nil))
            try store.journal(at: .scriptStart, device: "phone", text: "c1", status: 0)
            try store.commit()
        }
        let file = try Connection(path: place.path + "/device.db", .readWrite)
        let record = try file.statement("SELECT lower(hex(record)) FROM pending WHERE slot = 1")
            .rows { $0.text(0) }.first
        let changed = try #require(record).replacing(
            Hex.text(Array(old.utf8)), with: Hex.text(Array(new.utf8)))
        try file.execute("UPDATE pending SET record = X'\(changed)' WHERE slot = 1")
        let error = failure { _ = try open().queuedCount(app: app) }
        #expect(error?.code == .newer)
        #expect(error?.message.contains("`\(new)`") == true)
        #expect(try count("events") == 0)
    }

    @Test func `the end of a script writes everything and leaves no row behind`() throws {
        let store = try openDeferring()
        for number in 1...3 { try command(store, Int64(number)) }
        try store.deferRows(false)
        #expect(try count("events") == 3 && count("pending") == 1)
        try command(store, 4)
        #expect(try count("events") == 4 && count("pending") == 1)
    }

    @Test func `who opens the workspace of a killed script finds its commands`() throws {
        do {
            let store = try openDeferring()
            for number in 1...3 { try command(store, Int64(number)) }
            _ = try store.begin()
            try store.apply(.event(event(4), app: app))
        }
        let store = try open()
        #expect(try store.queuedEvents(app: app, limit: 9).map(\.sequence) == [1, 2, 3])
        #expect(try store.journal(from: 1).map(\.text) == ["c1", "c2", "c3"])
        #expect(try documents(store) == [world(3)])
    }

    @Test func `rows are written when many commands have gathered`() throws {
        let store = try openDeferring()
        let limit = DeviceStore.pendingLimit
        for number in 1...limit { try command(store, number) }
        #expect(try count("events") == 0)
        try command(store, limit + 1)
        #expect(try count("events") == limit + 1)
        try command(store, limit + 2)
        // The next round goes over the rows of the first.
        #expect(try count("events") == limit + 1 && count("pending") == limit + 1)
        #expect(try store.lastEventSequence() == limit + 2)
        #expect(try store.newestLine() == limit + 2)
    }

    @Test func `of many drops the oldest events are marked, in the table and before they enter it`()
        throws
    {
        let store = try openDeferring()
        for number in 1...3 { try command(store, Int64(number)) }
        #expect(try store.queuedCount(app: app) == 3)
        let other = AppAddress(device: "phone", bundleID: "other")
        for number in 4...7 {
            _ = try store.begin()
            try store.apply(.dropOldestEvents(1, app: app))
            try store.apply(.event(event(Int64(number)), app: app))
            try store.apply(.event(event(Int64(number) + 100), app: other))
            if number == 6 { try store.apply(.dropOldestEvents(2, app: other)) }
            try store.journal(at: .scriptStart, device: "phone", text: "c", status: 0)
            try store.commit()
        }
        // The upload stands between the drops, which come first.
        _ = try store.begin()
        try store.apply(.eventState([5], .uploaded, upload: 1))
        try store.apply(.dropOldestEvents(1, app: app))
        try store.journal(at: .scriptStart, device: "phone", text: "c", status: 0)
        try store.commit()
        #expect(try store.queuedEvents(app: app, limit: 9).map(\.sequence) == [7])
        #expect(try store.queuedEvents(app: other, limit: 9).map(\.sequence) == [106, 107])
        let dropped = try store.connection.statement(
            "SELECT sequence FROM events WHERE state = 'dropped' ORDER BY sequence"
        ).rows { $0.integer(0) }
        #expect(dropped == [1, 2, 3, 4, 6, 104, 105])
    }

    @Test func `what is taken back was never there`() throws {
        let store = try openDeferring()
        try command(store, 1)
        _ = try store.begin()
        try store.apply(.event(event(2), app: app))
        try store.apply(.fact(Fact(.note, "lost", rule: .command, notification: 2)))
        store.rollback()
        try command(store, 3)
        #expect(try store.eventTypes(after: 0).count == 2)
        #expect(try store.facts(notification: 2).isEmpty)
    }

    @Test func `a look in the middle of a command is taken back with it`() throws {
        let store = try openDeferring()
        try command(store, 1)
        _ = try store.begin()
        try store.apply(.event(event(2), app: app))
        #expect(try store.queuedCount(app: app) == 2)
        store.rollback()
        #expect(try count("events") == 0)
        #expect(try store.queuedCount(app: app) == 1)
        try command(store, 3)
        #expect(try store.queuedCount(app: app) == 2)
    }

    @Test func `a look between two commands is not taken back with the second`() throws {
        let store = try openDeferring()
        try command(store, 1)
        #expect(try store.queuedCount(app: app) == 1)
        _ = try store.begin()
        try store.apply(.event(event(2), app: app))
        store.rollback()
        try command(store, 3)
        #expect(try store.queuedEvents(app: app, limit: 9).map(\.sequence) == [1, 3])
    }

    @Test func `a look in the middle of a command keeps its facts for its line`() throws {
        let store = try openDeferring()
        try command(store, 1)
        _ = try store.begin()
        try store.apply(.fact(Fact(.note, "early", rule: .command, notification: 7)))
        #expect(try store.queuedCount(app: app) == 1)
        try store.commit()
        _ = try store.begin()
        try store.apply(.fact(Fact(.note, "late", rule: .command, notification: 7)))
        try store.journal(at: .scriptStart, device: "phone", text: "c2", status: 0)
        try store.commit()
        #expect(try store.facts(notification: 7).map(\.subject) == ["early", "late"])
        #expect(try store.facts(notification: 1).map(\.subject) == ["1"])
    }

    @Test(arguments: 1...6) func `stores that take turns lose nothing`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let stores = [try openDeferring(), try open(), try openDeferring()]
        for number in 1...200 {
            let store = stores[Int.random(in: 0..<3, using: &generator)]
            if Int.random(in: 0..<5, using: &generator) == 0 {
                _ = try store.begin()
                try store.apply(.event(event(1_000), app: app))
                store.rollback()
            }
            try command(store, Int64(number))
            if Int.random(in: 0..<20, using: &generator) == 0 {
                #expect(try store.queuedCount(app: app) == number)
            }
            if Int.random(in: 0..<20, using: &generator) == 0 {
                try stores[0].deferRows(Bool.random(using: &generator))
            }
        }
        for store in stores {
            #expect(try store.journal(from: 1).map(\.text) == (1...200).map { "c\($0)" })
            #expect(try documents(store) == [world(200)])
            #expect(try store.eventTypes(after: 0).count == 200)
        }
    }

    @Test func `a command that cannot be read is damage, not a crash`() throws {
        try command(openDeferring(), 1)
        let whole = try Connection(path: place.path + "/device.db", .readWrite)
        let record = try whole.prepare("SELECT record FROM pending WHERE slot = 1")
            .rows { $0.bytes(0) }[0]
        for size in 1..<record.count {
            let torn = RecordDecoding.records(Array(record[..<size]))
            #expect(torn.isTorn || torn.count < RecordDecoding.records(record).count)
        }
        try whole.execute("UPDATE pending SET record = x'63' WHERE slot = 1")
        let error = failure { _ = try open() }
        #expect(error?.code == .damaged)
        #expect(error?.message.contains("a command in its table `pending`") == true)
        try whole.execute("DELETE FROM pending WHERE slot = 0")
        #expect(failure { try command(openDeferring(), 2) }?.code == .damaged)
    }

    @Test(arguments: 1...4) func `bytes of chance are read without a crash`(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<2_000 {
            let size = Int.random(in: 0..<90, using: &generator)
            var bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &generator) }
            if size > 0 { bytes[0] = UInt8.random(in: 0..<10, using: &generator) }
            let found = RecordDecoding.records(bytes)
            #expect(found.count <= size)
        }
    }

    @Test func `a workspace of before gets the table`() throws {
        let old = Schema(
            applicationID: Schema.device.applicationID, pageSize: 1024,
            steps: Schema.device.steps.dropLast())
        _ = try StoreFile.open(place.path + "/device.db", old, busyMilliseconds: 0)
        let store = try openDeferring()
        try command(store, 1)
        #expect(try count("pending") == 2 && count("events") == 0)
        #expect(try store.queuedCount(app: app) == 1)
    }
}

/// What a decoder makes of bytes.
private enum RecordDecoding {
    static func records(_ bytes: [UInt8]) -> (count: Int, isTorn: Bool) {
        bytes.withUnsafeBytes { bytes in
            var decoder = RecordDecoder(bytes)
            var count = 0
            while decoder.next() != nil { count += 1 }
            return (count, decoder.isTorn)
        }
    }
}
