import PushModel
import PushPayload
import PushSimulation
import PushText

/// The last link: whether the warehouse holds what was acknowledged, once and whole.
extension ChainWalk {
    /// Adds the warehouse: stored, or in what way it differs from what was sent.
    ///
    /// An event whose answer was lost is stored and queued at once, which is no fault. Only the
    /// embedded service's tables can be looked at.
    mutating func walkWarehouse(_ app: App, _ records: [EventRecord]) {
        let target = targets(app, records)
        guard !records.isEmpty else {
            withoutEvents(.warehouse, .uploadReceipts)
            return
        }
        for record in records {
            if let fault = storageFault(app, record, target) {
                links.append(fault)
                return
            }
        }
        if records.allSatisfy({ $0.state == .uploaded }) {
            links.append(
                ChainLink(.warehouse, .ok, "stored in \(target)" + unseen(records), .warehouse))
        } else if records.allSatisfy({ $0.state == .uploaded || $0.isStored }) {
            storedUnheard(target, records)
        } else {
            pending(.warehouse, .uploadReceipts, "not all of it is stored yet")
        }
    }

    /// Adds events that are stored, though the app does not take them for uploaded.
    private mutating func storedUnheard(_ target: String, _ records: [EventRecord]) {
        let isSentAgain = records.contains { $0.state == .queued }
        let isReceived = records.allSatisfy {
            $0.state == .uploaded || $0.copy != nil || uploadStoring($0) != nil
        }
        var found = "stored in \(target)"
        if !isReceived {
            found +=
                ", though the answer was lost" + (isSentAgain ? " and the app sends it again" : "")
        } else if let copied = records.lazy.compactMap(\.copy).last {
            found += ": " + broughtElsewhere(copied)
            if isSentAgain, subject.symptom != nil { note(repetition(of: copied)) }
        } else if isSentAgain {
            found += ", and td-ios-sdk 1.2 sends it again, since it takes 206 for an error"
            if subject.symptom != nil { note(repeatedUUID) }
        }
        links.append(ChainLink(.warehouse, .ok, found, .warehouse))
    }

    /// The report of an upload by another phone with the same queue.
    func broughtElsewhere(_ upload: UploadRow) -> String {
        "`\(upload.app.device)` has uploaded it (upload \(upload.sequence)), since a backup gave "
            + "both phones the same queue"
    }

    /// The remark about an event that waits here, and that another phone's upload has brought.
    private func repetition(of upload: UploadRow) -> String {
        let isRecognised = world.surroundings.now.unixSeconds - upload.at.unixSeconds < 3600
        return "it still waits on `\(device.name)`, and "
            + (isRecognised
                ? repeatedUUID
                : "the hour is over in which a repeated uuid is recognised: the next `flush` "
                    + "stores it a second time, so count distinct rows")
    }

    /// The upload whose receipt says that it stored an event, whatever the SDK made of the answer.
    func uploadStoring(_ record: EventRecord) -> UploadRow? {
        evidence.uploads.last { $0.stored(record.queued.sequence) }
    }

    /// The remedy for what the SDK sends again although it is stored.
    var repeatedUUID: String {
        let newest = evidence.uploads.last { !$0.receipts.isEmpty }
        let isForGood = newest?.receipts.contains {
            $0.error.map(UploadAnswer.poisonErrors.contains) ?? false
        }
        guard isOfSDK, isForGood == true else {
            return "a repeated uuid is only recognised within an hour: `flush` before that"
        }
        return "each upload sends it again, since the queue has an event that the service never "
            + "takes (`why upload`), and what repeats after an hour is stored again: count "
            + "distinct rows"
    }

    /// The words behind "stored" if only the newest of many events were looked up; empty if all
    /// were, or none can be.
    private func unseen(_ records: [EventRecord]) -> String {
        let seen = records.count { $0.storage != nil }
        let isCut = records.contains { $0.storage == nil && cameHere(evidence.upload(of: $0)) }
        guard seen > 0 else { return "" }
        // There may be more of them than were read.
        if evidence.events.count >= Evidence.limit {
            return ": the newest \(seen) events were looked up"
        }
        return isCut ? ": the newest \(seen) of \(records.count) events were looked up" : ""
    }

    /// The words behind "stored" that nothing is there twice, which people ask about; empty where
    /// that was not counted.
    var storedOnce: String {
        let records = expectedEvents
        guard !records.isEmpty,
            records.allSatisfy({ $0.state == .uploaded && $0.storage == .copies(1) })
        else { return "" }
        return records.count == 1 ? ", once" : ", each event once"
    }

    /// The answer that the rows are more than the app's events, since another client uploaded some;
    /// nil if they are not, or if something else is wrong with them.
    var strangeRowsAnswer: Explanation.Answer? {
        guard subject.asksForCopies, let strange = evidence.strangeRows.first,
            status(.warehouse) == .ok, let symptom = subject.symptom
        else { return nil }
        let found =
            "\(strange.table) has \(strange.count) rows of \(strange.type) \(strange.id), and the "
            + "apps here tracked \(strange.known): another client uploaded the rest"
        let place = symptom == .stack ? Symptom.warehouse : symptom
        return Explanation.Answer(
            .no, about: place.rawValue,
            ChainLink(
                .warehouse, .broken, found, .warehouse, cause: .storedTwice,
                cure: "let only one of them report it: `query \"SELECT * FROM \(strange.table) "
                    + "WHERE message_id = '\(strange.id)'\"` shows the rows side by side"))
    }

    /// Notes the rows of a message whose push never came, which only another client can have
    /// uploaded.
    mutating func noteStrangeRows() {
        guard !subject.asksForCopies, isPushMissing, let id = subject.id else { return }
        for strange in evidence.strangeRows {
            let rows = strange.count == 1 ? "a row" : "\(strange.count) rows"
            note(
                "\(strange.table) has \(rows) of \(strange.type) \(id), which another client "
                    + "uploaded: no app here tracked it")
        }
    }

    /// Notes which other devices or apps stored their events of the message, whose rows people take
    /// for copies.
    mutating func noteOtherSenders() {
        guard let row, subject.asksForCopies, !evidence.otherSenders.isEmpty else { return }
        let limit = 3
        var names: [String] = []
        for sender in evidence.otherSenders {
            let name = sender.device == row.app.device ? sender.bundleID : sender.device
            if !names.contains(name) { names.append(name) }
        }
        let shown =
            names.prefix(limit).map { "`\($0)`" } + (names.count > limit ? ["others"] : [])
        let owners = [shown.dropLast().joined(separator: ", "), shown.last ?? ""]
            .filter { !$0.isEmpty }.joined(separator: " and ")
        let kind = subject.event.map { $0.rawValue + " " } ?? ""
        note(
            "\(owners) got \(row.id) as well, and stored \(names.count == 1 ? "its" : "their") own "
                + "\(kind)events: one message has a row for each `fcm_token`")
    }

    /// Notes what is wrong in the warehouse, for a question that ends with the upload.
    mutating func noteWarehouse() {
        guard subject.symptom == .upload, status(.upload) == .ok,
            let stored = link(.warehouse), stored.status == .broken, let cure = stored.cure
        else { return }
        note("\(stored.found): \(cure)")
    }

    /// The fates that an acknowledged event without a row may have had, and what comes instead.
    private func lossCure(_ place: UploadRow?, kind: Event.Kind) -> String {
        // Which API an upload went to is not kept.
        let postback =
            place?.endpoint == Endpoint.embedded.name
            ? "" : "postback took a key that was wrong then, as it answers 200 to every key, "
        return "rows were deleted since, \(postback)or something else answered for the service "
            + "(`stub list`): they cannot be recovered; "
            + (kind == .tokenRegister ? "the next `login`" : "the next push")
            + " and `flush` are stored"
    }

    /// The reason why the warehouse lacks an acknowledged event, or has it twice or changed.
    private func storageFault(
        _ app: App, _ record: EventRecord, _ target: String
    ) -> ChainLink? {
        let place = evidence.upload(of: record)
        // Nobody here knows what a service elsewhere has stored.
        guard record.state == .uploaded, cameHere(place), let storage = record.storage else {
            return nil
        }
        let kind = record.queued.event.kind.rawValue
        let database = place?.database ?? ""
        func fault(_ cause: Cause, _ found: String, _ cure: String) -> ChainLink {
            ChainLink(.warehouse, .broken, found, .warehouse, cause: cause, cure: cure)
        }
        switch storage {
        case .copies(1): return nil
        case .copies(0):
            let found = "\(kind) was acknowledged, but \(target) lacks it"
            if let key = place.flatMap({ unheardKey(app, $0, found) }) { return key }
            return fault(.notStored, found, lossCure(place, kind: record.queued.event.kind))
        case .newTable(let created):
            let time = InstantText.format(seconds: created)
            return fault(
                .tableDeleted,
                "\(kind) was acknowledged before the present \(target) was created, at \(time)",
                "what a table of that name held before is gone; the next push and `flush` are "
                    + "stored")
        case .removed(let rule, let days):
            return fault(
                .retentionOver, "\(kind) was stored in \(target), and retention has removed it",
                retentionCure(record, place, rule, expireDays: days))
        case .copies(let count):
            return fault(
                .storedTwice, "\(kind) is stored \(count) times in \(target)",
                "count each once: `query \"SELECT DISTINCT * FROM \(target)\"`; Treasure Data "
                    + "recognises a repeated `uuid` only within an hour"
            )
        case .noTable:
            return fault(
                .tableDeleted, "\(kind) was stored in \(target), and that table is deleted",
                "`table create \(target)`; what it held is gone")
        case .noDatabase:
            return fault(
                .tableDeleted, "\(kind) was stored in \(target), and that database is deleted",
                "`database create \(database)` and `table create \(target)`; what it held is gone")
        case .noColumns(let columns):
            let names = columns.map { "`\($0)`" }.joined(separator: ", ")
            return fault(
                .columnMissing, "\(kind) is stored in \(target) without \(names)",
                "the table lacks the column: `table delete \(target)` and `table create \(target)` "
                    + "recreate it")
        }
    }

    /// The way to keep such records from now on; the rules may have changed since one was removed.
    private func retentionCure(
        _ record: EventRecord, _ place: UploadRow?, _ rule: Retention?, expireDays days: Int64?
    ) -> String {
        let database = place?.database ?? ""
        let age = world.surroundings.now.unixSeconds - record.queued.event.time
        func removes(_ rule: Retention) -> Bool {
            if case .age(let seconds) = rule { age > seconds } else { true }
        }
        let isLost = "what was removed is gone, except from earlier backups"
        var steps: [String] = []
        if rule.map(removes) == true { steps.append("`database retention \(database) off`") }
        if let days, removes(.age(seconds: days * 86_400)) {
            steps.append(
                "`POST /v3/table/update/\(database)/\(place?.table ?? "")` with `expire_days=0`")
        }
        guard steps.isEmpty else {
            return steps.joined(separator: " and ")
                + " \(steps.count == 1 ? "keeps" : "keep") everything from now on; \(isLost)"
        }
        let kept = rule.map { "records of the last \($0.text)" } ?? "everything"
        return "`\(database)` keeps \(kept) by now; \(isLost): the next push and `flush` are stored"
    }

    /// The table each upload went to; the app's settings may have changed since then.
    func targets(_ app: App, _ records: [EventRecord]) -> String {
        var targets: [String] = []
        for record in records {
            guard let upload = evidence.upload(of: record) ?? record.copy else { continue }
            if !targets.contains(upload.store) { targets.append(upload.store) }
        }
        return targets.isEmpty
            ? app.settings.store : targets.joined(separator: ", ")
    }
}
