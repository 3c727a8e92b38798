import PushExplain
import PushModel
import PushText
import Testing

@testable import PushStore

/// Rows that no app of the workspace tracked, which `why` tells from an event that is stored twice.
@Suite struct StrangeRowsTests {
    let place = TemporaryDirectory()

    /// A workspace in which the app uploaded an `open`, and another client a few rows.
    private func workspace(_ kind: Kind, strangers: [[JSON.Member]]) throws -> Workspace {
        let workspace: Workspace =
            kind == .ephemeral ? .ephemeral() : try .open(directory: place.path)
        let queued = event(1)
        let upload = UploadRow(
            sequence: 1, app: app, at: .scriptStart, endpoint: "embedded", database: "mobile",
            table: "push_events", attempt: 1, events: 1, status: 200, accepted: 1, note: "",
            receipts: [UploadReceipt(event: 1, error: nil)])
        try workspace.device.command(
            .event(queued, app: app), .upload(upload), .eventState([1], .uploaded, upload: 1))
        try workspace.device.command(.notification(notification(1, id: "msg-1")))
        let own: [JSON.Member] = [
            .init(key: "type", value: "open"), .init(key: "message_id", value: "msg-1"),
            .init(key: "time", value: .int(Int(queued.event.time))),
            .init(key: "user_id", value: "cust-001"), .init(key: "fcm_token", value: "t"),
        ]
        _ = try workspace.warehouse.insert(
            database: "mobile", table: "push_events",
            records: ([own] + strangers).map { JSON.object($0) },
            uuids: ["U-1"] + strangers.map { _ in nil }, receivedAt: queued.event.time)
        return workspace
    }

    private func row(_ type: String, of id: String) -> [JSON.Member] {
        [
            .init(key: "type", value: .string(type)), .init(key: "message_id", value: .string(id)),
            .init(key: "time", value: 1_767_225_601),
        ]
    }

    @Test(arguments: Kind.allCases)
    func `[TD-06] rows of a message beyond its events are those of another client`(
        _ kind: Kind
    ) throws {
        let workspace = try workspace(
            kind, strangers: [row("open", of: "msg-1"), row("dismiss", of: "msg-1")])
        var subject = WhySubject(symptom: .open)
        #expect(try workspace.evidence(for: subject, app: app).strangeRows == [])
        subject.asksForCopies = true
        #expect(
            try workspace.evidence(for: subject, app: app).strangeRows == [
                StrangeRows(
                    id: "msg-1", type: "open", count: 2, known: 1, table: "mobile.push_events")
            ])
    }

    @Test(arguments: Kind.allCases)
    func `so are those of a push that never came`(_ kind: Kind) throws {
        let workspace = try workspace(kind, strangers: [row("open", of: "x-9")])
        let evidence = try workspace.evidence(
            for: WhySubject(id: "x-9", symptom: .open), app: app)
        #expect(
            evidence.strangeRows == [
                StrangeRows(
                    id: "x-9", type: "open", count: 1, known: 0, table: "mobile.push_events")
            ])
        #expect(try workspace.evidence(for: .message("x-8"), app: app).strangeRows == [])
    }

    @Test(arguments: Kind.allCases)
    func `an event that is stored once is nobody else's`(_ kind: Kind) throws {
        let workspace = try workspace(kind, strangers: [])
        var subject = WhySubject(symptom: .warehouse)
        subject.asksForCopies = true
        #expect(try workspace.evidence(for: subject, app: app).strangeRows == [])
    }
}
