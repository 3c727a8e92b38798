import PushExplain
import PushModel
import Testing

@testable import PushStore

/// The columns of a row are listed once: the schema has the same, and the record keeps its form.
@Suite struct StoredRowTests {
    /// Each type of rows, with the columns of its table that it does not list.
    static let rows: [(any (StoredRow & SendableMetatype).Type, besides: Set<String>)] = [
        (NotificationRow.self, ["changed_ms"]), (NotificationPlace.self, ["notification"]),
        (QueuedEvent.self, ["device", "app", "state", "upload"]),
        (EventRecord.self, ["device", "app"]), (TokenRow.self, ["sequence"]),
        (LinkRow.self, ["sequence"]), (UploadRow.self, []),
    ]

    @Test(arguments: 0..<rows.count)
    func `the schema has a row's columns and no others`(index: Int) throws {
        let (row, besides) = Self.rows[index]
        // Columns that are computed from others are hidden in this table of SQLite's.
        let store = try Workspace.ephemeral().device
        let found = try store.connection.prepare(
            "SELECT name FROM pragma_table_info('\(row.tableName)')"
        ).rows { $0.text(0) }
        let listed = row.columns.map { $0.filter { $0 != "`" } }
        #expect(Set(found) == Set(listed).union(besides))
        #expect(Set(listed).count == listed.count && besides.isDisjoint(with: listed))
    }

    /// Workspaces hold records of commands that nobody has read yet, and another version may have
    /// written them: their fields keep their order.
    @Test func `the record of a row has its fields in the order of the first version`() {
        let app = AppAddress(device: "P", bundleID: "B")
        let at = Tick(milliseconds: 5)
        var encoder = RecordEncoder(RecordBuffer(capacity: 0))
        encoder.encode(
            .notification(
                NotificationRow(
                    sequence: 1, id: "i", app: app, arrivedAt: at, state: .held, title: "t",
                    subtitle: "s", body: "b", campaignID: "c", link: "l", threadID: "r",
                    category: "g", collapseID: "o", pushType: "p", payload: "y",
                    place: .banner, attachment: "a", level: .passive)))
        encoder.encode(
            .event(
                QueuedEvent(
                    sequence: 2,
                    event: Event(
                        kind: .open, uuid: "u", time: 3, campaignID: "c", messageID: "m",
                        userID: "n", value: "v", fcmToken: "f")), app: app))
        encoder.encode(
            .token(
                TokenRow(
                    app: app, kind: "k", token: "t", scope: "s", change: .issued, reason: "r",
                    at: at)))
        encoder.encode(
            .link(
                LinkRow(
                    app: app, at: at, url: "u", outcome: .screen, detail: "d", notification: "n")))
        encoder.encode(
            .upload(
                UploadRow(
                    sequence: 4, app: app, at: at, endpoint: "e", database: "d", table: "t",
                    attempt: 6, events: 7, status: 8, accepted: 9, note: "n", receipts: [])))
        // Bytes that are zero are left out: a number has one byte then, and a text has its length
        // and one before its letters.
        let bytes = encoder.buffer.bytes.filter { $0 != 0 }
        #expect(
            bytes.map { $0 > 32 ? String(UnicodeScalar($0)) : "\\\($0)" }.joined(separator: " ")
                == #"""
                \12 \1 \2 i \2 P \2 B \5 \5 h e l d \2 t \2 s \2 b \2 c \2 l \2 r \2 g \2 o \#
                \2 p \2 y \7 b a n n e r \2 a \8 p a s s i v e \#
                \2 \2 P \2 B \2 \5 o p e n \2 u \3 \2 c \2 m \2 n \2 v \2 f \#
                \5 \2 P \2 B \2 k \2 t \2 s \7 i s s u e d \2 r \5 \#
                \7 \2 P \2 B \5 \2 u \7 s c r e e n \2 d \2 n \#
                \6 \4 \2 P \2 B \5 \2 e \2 d \2 t \2 n \6 \7 \9 \1 \8
                """#)
    }
}
