import PushModel
import Testing

@testable import PushStore

@Suite struct QueueTests {
    let store: DeviceStore

    init() throws {
        store = try Workspace.ephemeral().device
        for number in 1...10 {
            try store.command(.event(event(Int64(number)), app: number == 5 ? otherApp : app))
        }
    }

    @Test func `the queue is read in batches, per app`() throws {
        let first = try store.queuedEvents(app: app, limit: 4)
        #expect(first == [event(1), event(2), event(3), event(4)])
        #expect(try store.queuedEvents(app: app, after: 4, limit: 2) == [event(6), event(7)])
        #expect(try store.queuedCount(app: app) == 9)
        #expect(try store.queuedCount(app: otherApp) == 1)
    }

    @Test func `uploaded events leave the queue and stay in the history`() throws {
        try store.command(.eventState([1, 2, 3, 7, 9], .uploaded, upload: 4))
        #expect(
            try store.queuedEvents(app: app, limit: 9).map(\.sequence) == [4, 6, 8, 10])
        #expect(try store.lastEventSequence() == 10)
        let marked = try store.connection.integer(
            "SELECT sum(upload) FROM events WHERE state = 'uploaded'")
        #expect(marked == 20)
    }

    @Test func `the oldest are dropped, of this app alone`() throws {
        try store.command(.eventState([1], .uploaded, upload: 1))
        try store.command(.dropOldestEvents(4, app: app), .dropOldestEvents(-1, app: app))
        #expect(try store.queuedEvents(app: app, limit: 9).map(\.sequence) == [7, 8, 9, 10])
        #expect(try store.queuedCount(app: otherApp) == 1)
    }

    @Test func `an event of an unknown type is refused, not renamed`() throws {
        try store.connection.execute("UPDATE events SET type = 'purchase' WHERE sequence = 2")
        let error = failure { _ = try store.queuedEvents(app: app, limit: 4) }
        #expect(
            error
                == StoreError(
                    .newer,
                    "the workspace holds an event of the type `purchase`, which this pushsh does "
                        + "not know",
                    hint: "a newer pushsh wrote it, or the file was edited; `repair` names it, and "
                        + "`repair --write` sets it aside"))
        #expect(try store.queuedCount(app: app) == 9)
        // The types of what was tracked do not leave it out.
        #expect(failure { _ = try store.eventTypes(after: 0) } == error)
        #expect(try store.eventTypes(after: 2).count == 8)
    }

    @Test func `types and the last event of a type are found`() throws {
        try store.command(.event(event(11, .linkOpen, user: nil), app: app))
        #expect(try store.eventTypes(after: 9) == [.open, .linkOpen])
        #expect(try store.lastEvent(.linkOpen) == event(11, .linkOpen, user: nil))
        #expect(try store.lastEvent(.open, after: 10) == nil)
        #expect(try store.lastEvent(.dismiss) == nil)
    }

    @Test func `an upload keeps its receipts by position`() throws {
        let receipts = [3, 4, 6, 7, 8].map {
            UploadReceipt(event: $0, error: $0 == 7 ? "InvalidPropertyNameError" : nil)
        }
        var upload = UploadRow(
            sequence: 1, app: app, at: .scriptStart, endpoint: "embedded", database: "mobile",
            table: "push_events", attempt: 2, events: 5, status: 206, accepted: 4, note: "",
            receipts: receipts)
        try store.command(.upload(upload))
        #expect(try store.receipts(upload: 1) == receipts)
        #expect(try store.uploads(last: 3) == [upload])
        upload.sequence = 2
        upload.status = nil
        upload.receipts = []
        try store.command(.upload(upload))
        #expect(try store.uploads(last: 1) == [upload])
        #expect(try store.allUploads().map(\.sequence) == [1, 2])
    }

    @Test func `the view of receipts unfolds the runs`() throws {
        let receipts = (1...4).map { UploadReceipt(event: $0, error: $0 == 3 ? "X" : nil) }
        try store.command(
            .upload(
                UploadRow(
                    sequence: 1, app: app, at: .scriptStart, endpoint: "e", database: "d",
                    table: "t", attempt: 1, events: 4, status: 206, accepted: 3, note: "",
                    receipts: receipts)))
        let rows = try store.connection.statement(
            "SELECT position, event, error FROM receipts"
        ).rows {
            "\($0.integer(0)) \($0.integer(1)) \($0.text(2))"
        }
        #expect(rows == ["0 1 ", "1 2 ", "2 3 X", "3 4 "])
    }
}
