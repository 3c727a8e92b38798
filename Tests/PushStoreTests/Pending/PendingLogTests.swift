import PushModel
import Testing

@testable import PushStore

/// What an ephemeral store was told comes back from its log as it was, from memory and from disk.
@Suite struct PendingLogTests {
    static let long = String(repeating: "長い\u{0}\n", count: 400)

    /// One change of each kind, with texts that are missing, empty, long and foreign.
    static let changes: [Change] = [
        .notification(notification(1, id: "m-1")), .notification(notification(4, id: "m-4")),
        .notification(
            NotificationRow(
                sequence: .max, id: "", app: otherApp, arrivedAt: Tick(milliseconds: .min),
                state: .shown, title: long, subtitle: "", body: nil, campaignID: nil,
                link: "l", threadID: "t", category: nil, collapseID: "c", pushType: "background",
                payload: long)),
        .notificationState(sequence: 3, state: .tapped, at: Tick(milliseconds: -4)),
        .event(event(4), app: app),
        .event(event(5, .delivery, user: nil), app: app),
        .event(
            QueuedEvent(
                sequence: 6,
                event: Event(
                    kind: .tokenRegister, uuid: "", time: -1, campaignID: nil, messageID: nil,
                    userID: nil, value: long, fcmToken: nil)), app: otherApp),
        .event(event(7), app: app),
        .eventState([4, 5, 9], .uploaded, upload: 2), .eventState([], .poisoned, upload: nil),
        .dropOldestEvents(3, app: otherApp),
        .token(
            TokenRow(
                app: app, kind: "registration", token: String(repeating: "x", count: 253),
                scope: String(repeating: "y", count: 254), change: .issued, reason: "first",
                at: .scriptStart)),
        .upload(
            UploadRow(
                sequence: 1, app: app, at: .scriptStart, endpoint: "e", database: "d",
                table: "t", attempt: 2, events: 3, status: nil, accepted: 0, note: "",
                receipts: [
                    UploadReceipt(event: 4, error: nil), UploadReceipt(event: 5, error: "bad"),
                ])),
        .link(
            LinkRow(
                app: app, at: .scriptStart, url: "myapp://x", outcome: .screen, detail: "",
                notification: nil)),
    ]

    private func drained(_ log: PendingLog) throws -> [PendingRecord] {
        var found: [PendingRecord] = []
        try log.drain { found.append($0) }
        return found
    }

    @Test func `every kind of change comes back as it was`() throws {
        let log = PendingLog()
        for change in Self.changes { try log.append(change) }
        #expect(try drained(log) == Self.changes.map(PendingRecord.change))
        #expect(log.isEmpty)
        #expect(try drained(log).isEmpty)
    }

    @Test func `facts wait for their line, and come back with it`() throws {
        let log = PendingLog()
        try log.append(.fact(Fact(.note, "gone", rule: .command)))
        log.forgetFacts()
        #expect(!log.hasFacts && log.isEmpty)
        try log.append(.fact(Fact(.shown, "m-1", Self.long, rule: .tap, notification: 7)))
        var late = Fact(.note, "", "two", rule: .command)
        late.at = Tick(milliseconds: -1)
        try log.append(.fact(late))
        #expect(log.hasFacts)
        try log.appendLine(at: .scriptStart, device: "phone", text: "tap", status: 1)
        try log.appendLine(at: Tick(milliseconds: 5), device: "", text: "", status: 0)
        let facts = [
            PendingFact(
                verb: "shown", subject: "m-1", text: Self.long, rule: RuleID.tap.rawValue,
                notification: 7),
            PendingFact(
                verb: "note", subject: "", text: "two", rule: RuleID.command.rawValue,
                notification: nil, at: -1),
        ]
        #expect(
            try drained(log) == [
                .line(
                    PendingLine(
                        at: .scriptStart, device: "phone", text: "tap", status: 1, facts: facts)),
                .line(PendingLine(at: Tick(milliseconds: 5), device: "", text: "", status: 0)),
            ])
    }

    @Test(arguments: [1, 64, 1000, 1 << 17]) func `a long log comes back from disk in order`(
        limit: Int
    ) throws {
        let log = PendingLog(limit: limit)
        let expected = (0..<60).flatMap { _ in Self.changes }
        for round in 0..<3 {
            for change in expected { try log.append(change) }
            try log.append(
                .notificationState(sequence: Int64(round), state: .held, at: .scriptStart))
            let found = try drained(log)
            #expect(found.dropLast() == expected.map(PendingRecord.change)[...])
            #expect(found.count == expected.count + 1)
        }
    }

    @Test(arguments: [1, 500, 1 << 20]) func `after an error the rest is still there`(
        limit: Int
    ) throws {
        let log = PendingLog(limit: limit)
        for change in Self.changes { try log.append(change) }
        for stop in [0, 3, 5] {
            var left = stop
            let error = failure {
                try log.drain { _ throws(StoreError) in
                    guard left > 0 else { throw StoreError(.full, "full") }
                    left -= 1
                }
            }
            #expect(error?.code == .full)
        }
        try log.append(Self.changes[0])
        #expect(
            try drained(log)
                == (Self.changes[8...] + [Self.changes[0]]).map(PendingRecord.change))
    }

    @Test func `a copy goes its own way`() throws {
        let log = PendingLog()
        try log.append(.event(event(1), app: app))
        let copy = try #require(PendingLog(copyOf: log))
        let untold = QueuedEvent(
            sequence: 2,
            event: Event(
                kind: .open, uuid: "u", time: 1, campaignID: nil, messageID: nil, userID: nil,
                value: nil, fcmToken: nil))
        try copy.append(.event(untold, app: app))
        try copy.append(.event(event(3), app: app))
        #expect(
            try drained(copy) == [
                .change(.event(event(1), app: app)), .change(.event(untold, app: app)),
                .change(.event(event(3), app: app)),
            ])
        #expect(try drained(log) == [.change(.event(event(1), app: app))])
    }

    @Test func `a log that is long or on disk is not copied`() throws {
        let onDisk = PendingLog(limit: 1)
        try onDisk.append(.event(event(1), app: app))
        #expect(PendingLog(copyOf: onDisk) == nil)
        let long = PendingLog()
        for number in 0..<20 {
            try long.append(
                .notification(notification(Int64(number), id: Self.long)))
        }
        #expect(PendingLog(copyOf: long) == nil)
    }
}
