import PushCommands
import PushExplain
import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// The most events, uploads or links to list; further ones are counted.
    private static let listedLines = 20

    func listQueue(_ app: App?) throws(Failure) {
        let count = app?.queue.count ?? 0
        say("queue   \(count) of \(world.surroundings.config.effectiveQueueLimit)")
        // A client that looks for an event in the value must not miss it among the rest.
        let events =
            try app.map { app throws(Failure) in
                try edge.history.queuedEvents(app: app.address, limit: count)
            } ?? []
        for queued in events.prefix(Self.listedLines) {
            let event = queued.event
            let about = event.value ?? event.messageID ?? event.userID ?? ""
            say("queued  \(event.kind.rawValue)" + (about.isEmpty ? "" : " " + about))
        }
        if count > Self.listedLines { say("        … and \(count - Self.listedLines) more") }
        let dropped = app?.queue.dropped ?? 0
        if dropped > 0 { say("dropped \(dropped) in all") }
        last.value = QueueAnswer.form.json(
            of: QueueAnswer(
                count: count, dropped: dropped, events: events.map(\.event),
                column: world.surroundings.config.campaignColumn))
    }

    func listUploads() throws(Failure) {
        let uploads = try edge.history.allUploads()
        for upload in listed(uploads) {
            let status = upload.status.map(String.init) ?? "no answer (\(upload.note))"
            say(
                "upload  #\(upload.sequence) \(instant(upload.at.milliseconds)) "
                    + "\(upload.events) to \(upload.database).\(upload.table) at \(upload.endpoint)"
                    + (upload.attempt > 1 ? ", try \(upload.attempt)" : "")
                    + ": \(status), \(upload.accepted) accepted")
        }
        last.value = .array(
            uploads.map {
                [
                    "id": .int64($0.sequence),
                    "at": .string(InstantText.format($0.at.milliseconds)),
                    "endpoint": .string($0.endpoint), "events": .int($0.events),
                    "attempt": .int($0.attempt), "status": $0.status.map(JSON.int) ?? .null,
                    "accepted": .int($0.accepted), "note": .string($0.note),
                ]
            })
    }

    /// Returns the newest of a list's entries, which are printed, and says how many are earlier.
    ///
    /// The value has all of them, so that counting and searching miss none.
    private func listed<Row>(_ rows: [Row]) -> ArraySlice<Row> {
        if rows.isEmpty { say("none") }
        let earlier = rows.count - Self.listedLines
        if earlier > 0 { say("        … and \(earlier) earlier") }
        return rows.suffix(Self.listedLines)
    }

    func listReceipts(_ upload: Int) throws(Failure) {
        let count = world.surroundings.counters.upload
        guard upload <= count else {
            throw Failure(
                .noUpload, "there is no upload `\(upload)`",
                hint: count == 0
                    ? "`flush` makes the first one"
                    : "uploads are numbered 1 to \(count); `uploads` lists the last ones")
        }
        let receipts = try edge.history.receipts(upload: Int64(upload))
        if receipts.isEmpty { say("none") }
        for (position, receipt) in receipts.enumerated() {
            say("receipt \(position + 1) event \(receipt.event): \(receipt.error ?? "ok")")
        }
        last.value = .array(
            receipts.map {
                ["event": .int64($0.event), "error": $0.error.map(JSON.string) ?? .null]
            })
    }

    func listTokens(_ app: App) throws(Failure) {
        let rows = try edge.history.tokens(app: app.address)
        if rows.isEmpty { say("none") }
        for row in rows {
            say(
                "token   \(instant(row.at.milliseconds)) \(row.kind) "
                    + "\(Self.short(row.token)) \(row.change.rawValue) (\(row.scope)): "
                    + row.reason)
        }
        last.value = .array(
            rows.map {
                [
                    "at": .string(InstantText.format($0.at.milliseconds)), "kind": .string($0.kind),
                    "token": .string($0.token), "change": .string($0.change.rawValue),
                    "scope": .string($0.scope), "reason": .string($0.reason),
                ]
            })
    }

    func listLinks() throws(Failure) {
        let rows = try edge.history.allLinks()
        for row in listed(rows) {
            say(
                "link    \(instant(row.at.milliseconds)) \(row.url): \(row.outcome.rawValue)"
                    + (row.detail.isEmpty ? "" : " " + row.detail))
        }
        last.value = .array(
            rows.map {
                [
                    "url": .string($0.url), "outcome": .string($0.outcome.rawValue),
                    "detail": .string($0.detail),
                ]
            })
    }

    /// Draws a notification as it was seen, or nothing if nobody ever saw it.
    private func draw(_ row: NotificationRow, seenAt: Tick) {
        if let reason = row.state.unseen {
            say("unseen  \(reason): `why \(row.id.asWord)` says why")
            return
        }
        let owner = world.devices.lazy.flatMap(\.apps).first { $0.address == row.app }
        let waiting = owner?.center.waiting.last { $0.sequence == row.sequence }
        var drawing = NotificationDrawing(
            row, app: NotificationDrawing.name(ofBundleID: row.app.bundleID),
            place: waiting?.place ?? .list)
        drawing.arrivedAt = seenAt
        drawing.attachment = waiting?.attachment
        // The user sees the level that applied, not the one the sender asked for.
        drawing.level =
            waiting?.level ?? row.level ?? owner?.effectiveLevel(drawing.level) ?? drawing.level
        let device = world.devices.first { $0.name == row.app.device }
        if device?.status.hidesPreviews == true {
            drawing.hidePreview(
                keeping: owner?.settings.previewOptions(ofCategory: row.category) ?? [])
        }
        let form: DrawingForm =
            isDrawn ? .box(width: outputWidth, isBold: false) : .plain
        add(drawing, form)
    }

    func show(_ text: String, _ app: App) throws(Failure) {
        let id = try pushID(text, on: app.address.device)
        guard let row = try edge.history.notification(id: id, app: app.address) else {
            throw Failure(
                .noNotification, "no notification `\(id)` has arrived",
                hint: id.lookalikeHint(among: app.center.waiting.map(\.id)))
        }
        let evidence = try edge.history.evidence(for: .message(row.id), app: app.address)
        let facts = evidence.notification?.sequence == row.sequence ? evidence.facts : []
        draw(row, seenAt: facts.last(where: \.isShown)?.at ?? row.arrivedAt)
        let changed = facts.last { $0.made(row.state) }?.at ?? row.arrivedAt
        say("state   \(row.state.rawValue) at \(instant(changed.milliseconds))")
        let payload = try? JSONParser.parse(Array(row.payload.utf8))
        for line in Payload(root: payload ?? [:]).userInfoLines { say(line) }
        last.value = [
            "id": .string(row.id), "state": .string(row.state.rawValue),
            "title": row.title.map(JSON.string) ?? .null,
            "body": row.body.map(JSON.string) ?? .null, "payload": payload ?? .null,
        ]
    }
}

extension TimedFact {
    /// Whether it reports that the user could see a notification.
    fileprivate var isShown: Bool {
        if case .shown? = fact.occurrence { true } else { false }
    }

    /// Whether it reports how a notification came to a state; nothing does for some.
    fileprivate func made(_ state: NotificationRow.State) -> Bool {
        switch state {
        case .shown: isShown
        case .tapped: fact.verb == .opened
        case .dismissed, .replaced, .evicted, .cleared, .removed: fact.verb == .removed
        default: false
        }
    }
}

extension NotificationRow.State {
    /// The reason why nobody ever saw such a notification; nil if somebody did.
    fileprivate var unseen: String? {
        switch self {
        case .refused: "no device got it"
        case .hidden: "it was not presented"
        case .live: "it changed a Live Activity, which `activity list` shows"
        case .silent: "it has nothing to show"
        case .stored: "it waits at APNs"
        case .shown, .listed, .held, .tapped, .dismissed, .replaced, .evicted, .cleared, .removed,
            .over:
            nil
        }
    }
}
