import PushModel
import PushPayload
import PushSimulation
import PushText

/// The link of the upload.
extension ChainWalk {
    /// Adds the upload: acknowledged, waiting, or failed.
    ///
    /// The first event that is lost or waits decides; one that is stored waits only for its answer.
    /// Events that were dropped never came here, unless they are stored.
    mutating func walkUpload(_ app: App, _ records: [EventRecord]) {
        if records.isEmpty || records.contains(where: \.isLost) {
            if status(.event) == .notNeeded {
                skipped(.upload, .queueFlush, "no event is expected")
            } else {
                pending(.upload, .queueFlush, "not reached")
            }
            return
        }
        if let poisoned = records.first(where: { $0.state == .poisoned }) {
            let error = receipt(of: poisoned) ?? "the service cannot store it"
            broken(
                .upload, .eventPoisoned,
                "\(poisoned.queued.event.kind.rawValue) was discarded: \(error)",
                Basis(.uploadReceipts), cure: "change the event's names and values to what it takes"
            )
        } else if let waiting = records.first(where: { $0.state == .queued && !$0.isStored })
            ?? records.first(where: { $0.state == .queued })
        {
            walkWaiting(app, waiting)
        } else if let dropped = records.first(where: { $0.state == .dropped }) {
            let found = dropped.copy.map(broughtElsewhere)
            ok(
                .upload, found ?? "the events came, though an answer was lost", .uploadReceipts)
        } else {
            let numbers = records.compactMap(\.upload).map(String.init)
            let unique = numbers.indices.filter { !numbers[..<$0].contains(numbers[$0]) }
            let text = unique.map { numbers[$0] }.joined(separator: ", ")
            ok(
                .upload,
                (text.isEmpty ? "acknowledged" : "acknowledged, upload \(text)")
                    + repetitions(of: records), .uploadReceipts)
        }
    }

    /// The event in question that waited longest for the upload that took it, for a minute or more;
    /// nil if none did.
    var lateUpload: String? {
        let waits = expectedEvents.compactMap { record -> (EventRecord, UploadRow, Int64)? in
            guard let upload = evidence.uploads.first(where: { $0.sequence == record.upload })
            else { return nil }
            return (record, upload, upload.at.unixSeconds - record.queued.event.time)
        }
        guard let (record, upload, seconds) = waits.max(by: { $0.2 < $1.2 }), seconds >= 60 else {
            return nil
        }
        let event = record.queued.event
        return "the \(event.kind.rawValue) of \(InstantText.format(seconds: event.time)) was "
            + "uploaded at \(InstantText.format(upload.at.milliseconds)), and `time` in its row is "
            + "that of the event: "
            + (currentApp?.settings.uploadsByItself == true
                ? "`uploads` lists what was sent in between"
                : "events are only uploaded by hand; automatically: "
                    + "`app set td.upload-in-background on`")
    }

    /// The other uploads that sent the same events, which may be in the warehouse twice.
    private func repetitions(of records: [EventRecord]) -> String {
        var others: [String] = []
        for upload in evidence.uploads {
            let isRepeated = records.contains {
                $0.upload != upload.sequence && upload.stored($0.queued.sequence)
            }
            if isRepeated { others.append(String(upload.sequence)) }
        }
        return others.isEmpty
            ? "" : "; stored by upload \(others.joined(separator: ", ")), too"
    }

    /// The error that the newest receipt of an event names.
    private func receipt(of record: EventRecord) -> String? {
        for upload in evidence.uploads.reversed() {
            if let receipt = upload.receipts.first(where: { $0.event == record.queued.sequence }) {
                return receipt.error
            }
        }
        return nil
    }

    /// Reports a waiting event: nobody has uploaded, or the last attempt failed.
    private mutating func walkWaiting(_ app: App, _ record: EventRecord) {
        let since = isNewerThanUploads(record) ? record.queued.event.time + 1 : nil
        let target = sdkTarget(of: record, app)
        let tries = evidence.uploads.filter { upload in
            upload.at.unixSeconds >= since ?? record.queued.event.time
                && target?.isOf(upload) ?? true
        }
        if case .missing(let refusal) = evidence.writeKey, !isOffline {
            // Whatever was answered before: nothing leaves the machine without a key.
            broken(
                .upload, .wrongWriteKey, "no upload can be sent: \(refusal.message)", .writeKey,
                cure: (refusal.hint.map { $0 + "; then" } ?? "put a write-only key there, then")
                    + " `flush`")
        } else if let target, target.key != app.settings.writeKey {
            otherKey(app, record, target)
        } else if let last = tries.last, !isAnswered(last) {
            failed(app, last)
        } else if let error = receipt(of: record) {
            unacknowledged(record, error)
        } else if let stored = uploadStoring(record) {
            keptAfterPartial(record, stored)
        } else if record.isStored, let copy = record.copy {
            ok(.upload, broughtElsewhere(copy), .uploadReceipts)
        } else {
            notUploaded(app, record, after: tries.last)
        }
    }

    /// Reports an event that td-ios-sdk 1.2 keeps although a 206 said that the service stored it; a
    /// planted 206 says so, and nothing is stored.
    private mutating func keptAfterPartial(_ record: EventRecord, _ upload: UploadRow) {
        let kind = record.queued.event.kind.rawValue
        let lacksRow = record.storage != nil && !record.isStored
        let found =
            lacksRow
            ? "upload \(upload.sequence) was answered with 206, as if \(kind) had been stored"
            : "upload \(upload.sequence) stored \(kind)"
        broken(
            .upload, .receiptFailed,
            found + ", and it stays in the queue, since td-ios-sdk 1.2 treats 206 as an error",
            Basis(.sdkPartial),
            cure: !lacksRow
                ? repeatedUUID
                : hasPlantedAnswer
                    ? Self.clearingStub : "`flush`")
    }

    /// Whether an event was tracked after the last upload, according to the history.
    ///
    /// Their times are equal within a second, and within one instant of a script.
    private func isNewerThanUploads(_ record: EventRecord) -> Bool {
        let kind = record.queued.event.kind.rawValue
        let tracked = (evidence.facts + evidence.appFacts).last {
            $0.fact.verb == .tracked && $0.fact.subject == kind
        }
        let upload = evidence.appFacts.last { $0.fact.verb == .upload }
        guard let tracked, let upload, tracked.place > 0 else { return false }
        return tracked.place > upload.place && upload.place > 0
    }

    /// Reports that the answer to the last upload did not acknowledge an event.
    private mutating func unacknowledged(_ record: EventRecord, _ error: String) {
        let kind = record.queued.event.kind.rawValue
        if isOfSDK, UploadAnswer.poisonErrors.contains(error) {
            broken(
                .upload, .eventPoisoned,
                "\(kind) stays in the queue for good: \(error) comes back with every upload, since "
                    + "td-ios-sdk 1.2 deletes nothing after a 206",
                Basis(.sdkPartial),
                cure: "change the event's names and values to what it takes; until the app's data "
                    + "is deleted (`app clear-data`), each upload sends the whole queue again, and "
                    + "what repeats after an hour is stored again: count distinct rows")
            return
        }
        let isElsewhere = error == UploadAnswer.noReceipt
        broken(
            .upload, .receiptFailed,
            isElsewhere
                ? "the answer has no receipt for \(kind), which stays in the queue"
                : "\(kind) stays in the queue: \(error)",
            Basis(.uploadReceipts),
            cure: isElsewhere
                ? otherService
                : hasPlantedAnswer ? Self.clearingStub : "`flush` sends it again")
    }

    /// The remedy for an answer that is not Treasure Data's.
    private var otherService: String {
        "the answer may not come from Treasure Data, but from a proxy or a network with a login "
            + "page: check `endpoint` and `network`, "
            + (hasPlantedAnswer ? "here `stub clear` first, " : "") + "then `flush`"
    }

    /// Whether the service answered with receipts: an answer without any is no acknowledgement.
    func isAnswered(_ upload: UploadRow) -> Bool {
        !upload.receipts.isEmpty
    }

    /// Adds an event that no upload has taken yet; `last` is one that only took older ones.
    private mutating func notUploaded(
        _ app: App, _ record: EventRecord, after last: UploadRow?
    ) {
        let settings = app.settings
        if let refusal = app.uploadObstacle(in: world.surroundings) {
            broken(
                .upload, .endpointUnreachable, refusal.message, Basis(.uploadRefused),
                cure: refusal.hint ?? "`endpoint embedded`")
            return
        }
        if !app.isRunning, app.state != .uninstalled {
            note(
                "only the running app uploads, and it is \(app.state.rawValue): on a phone it does "
                    + "so once it is opened; here `flush` needs no running app")
        }
        if settings.uploadsByItself {
            // An app that comes back from the background was launched before.
            let start = (app.isRunning ? "`app kill`, then " : "") + "`app launch`"
            let moment =
                settings.uploadMinutes > 0
                ? "when the app has been in front for \(settings.uploadMinutes) min"
                : settings.uploadsInBackground
                    ? "when the app enters the background"
                    : "at the next start of the app's process: \(start)"
            pending(.upload, .queueFlush, "it is uploaded \(moment)")
            return
        }
        let since = InstantText.format(seconds: record.queued.event.time)
        waiting(
            .upload, .manualUpload,
            "events are only uploaded by hand, and "
                + (last.map { "upload \($0.sequence) took only older ones" }
                    ?? "no upload has run since \(since)"),
            .queueFlush,
            cure: "\(flushNow); or upload automatically: `app set td.upload-in-background on`")
    }

    /// The upload that is due once nothing keeps it, after the network that it needs.
    var flushNow: String { onlineFirst + "`flush`" }

    /// Adds an upload without receipts, by its status; no status is no answer at all.
    mutating func failed(_ app: App, _ upload: UploadRow) {
        let answer = upload.status.map { "\($0)" } ?? "no answer"
        let said = upload.note.isEmpty ? "" : " (\(upload.note))"
        let found = "upload \(upload.sequence) to `\(upload.endpoint)`: \(answer)\(said)"
        guard let status = upload.status else {
            let current = world.surroundings.config.endpoint
            if !isOffline, let fault = Endpoint(upload.endpoint)?.hostFault {
                let isMended = current.hostFault == nil
                broken(
                    .upload, .endpointUnreachable, "\(found); it is \(fault.text)",
                    Basis(.uploadRefused),
                    cure: isMended
                        ? "the endpoint is another one now: \(flushNow)"
                        : "\(fault.cure) (TDEndpoint in Info.plist), then `flush`")
                return
            }
            let isBack = upload.note == "no network"
            let check =
                hasPlantedAnswer
                ? Self.clearingStub
                : "check `network` and `endpoint`, then `flush`"
            broken(
                .upload, .noAnswer, found, Basis(.uploadRetry),
                cure: isOffline
                    ? online + ", then `flush`"
                    : isBack ? "the network is back: `flush`" : check)
            return
        }
        switch status {
        case 401, 403: refusedKey(app, upload, found)
        case 404: missingStore(app, upload, found)
        case 408, 429, 500...599:
            // The SDK tries again only when nothing answers (TDClient.m).
            broken(
                .upload, .noAnswer, found, Basis(isOfSDK ? .uploadRefused : .uploadRetry),
                cure: "the service is busy or down: `flush` again later"
                    + (isPlanted(upload) ? "; here: `stub clear`, then `flush`" : ""))
        case 200..<400:
            // Treasure Data answers 200 with receipts, and sends nobody elsewhere.
            broken(
                .upload, .uploadRefused, found, Basis(.uploadRefused), cure: otherService)
        case 413 where upload.events == 1:
            broken(
                .upload, .uploadRefused, "\(found): a single event is larger than it accepts",
                Basis(.uploadRefused),
                cure: plantedCure(upload)
                    ?? "the app must put less into it; this one stays first in the queue, in the "
                    + "way of the others, until the app's data is deleted (`app clear-data`)")
        default:
            broken(
                .upload, .uploadRefused, found, Basis(.uploadRefused),
                cure: plantedCure(upload) ?? "fix what the service names, then `flush`")
        }
    }

    /// Whether the app uploads as td-ios-sdk 1.2 does.
    var isOfSDK: Bool { world.surroundings.config.sdkProfile == .iosSDK12 }

    /// The table and key that td-ios-sdk keeps an event for; nil for the guide's uploader.
    private func sdkTarget(of record: EventRecord, _ app: App) -> EventQueue.Target? {
        guard isOfSDK else { return nil }
        return app.queue.target(of: record.queued.sequence)
    }

    /// Reports an event that the SDK does not send, since the app has another key by now.
    private mutating func otherKey(
        _ app: App, _ record: EventRecord, _ target: EventQueue.Target
    ) {
        let old = target.key.fault ?? "a write-only key of the account"
        broken(
            .upload, .wrongWriteKey,
            "\(record.queued.event.kind.rawValue) was tracked while TDWriteKey was \(old): "
                + "td-ios-sdk 1.2 sends the events of the present key alone",
            Basis(.sdkTarget),
            cure: target.key.fault == nil
                ? "the old key sends it: `app set td.write-key write-only`, then `flush`"
                : "it stays on the phone, and new events are sent: bring it about again, then "
                    + "`flush`")
    }

    /// 404: there is no such table, or there was none then.
    private mutating func missingStore(_ app: App, _ upload: UploadRow, _ found: String) {
        let store = upload.store
        let isOurs = cameHere(upload)
        // td-ios-sdk keeps an event for the table that it was tracked for.
        if !isOfSDK, app.settings.store != store, !isPlanted(upload) {
            return otherStore(app, found, isOurs: isOurs)
        }
        if isOurs, evidence.tables?.contains(store) == true {
            broken(
                .upload, .storeMissing, found, .storeExists,
                cure: isPlanted(upload)
                    ? "\(store) is there, but a stub denies it: `stub clear`, then `flush`"
                    : "\(store) is there now: \(flushNow)")
            return
        }
        let lacksDatabase = !(evidence.databases?.contains(upload.database) ?? true)
        let creation =
            !isOurs
            ? "create it in Treasure Data"
            : lacksDatabase
                ? "`database create \(upload.database)`, then `table create \(store)`"
                : "`table create \(store)`"
        let correction = app.settings.orStoring(in: isOurs ? evidence.nearStore(to: store) : nil)
        broken(
            .upload, .storeMissing, "\(found): there is no \(store)", .storeExists,
            cure: isOfSDK
                ? "\(creation), then `flush`; td.database and td.table (`app show`) only hold for "
                    + "new events"
                : creation
                    + (correction.isEmpty
                        ? ", or correct td.database and td.table (`app show`)" : correction)
                    + "; then `flush`")
    }

    /// Reports that there was no table of a name which the app has another one for by now.
    private mutating func otherStore(_ app: App, _ found: String, isOurs: Bool) {
        let store = app.settings.store
        guard isOurs, let missing = missingStore(app) else {
            return broken(
                .upload, .storeMissing, found, .storeExists,
                cure: "events go to \(store) now: \(flushNow)")
        }
        broken(
            .upload, .storeMissing, "\(found); events go to \(store) now, which is missing, too",
            .storeExists, cure: (missing.cure ?? "") + ", then `flush`")
    }

    /// The message of a planted answer that has none of its own.
    private static let plantedNote = "stub"

    /// Whether an upload met a planted answer, and one is still there.
    func isPlanted(_ upload: UploadRow) -> Bool {
        upload.note == Self.plantedNote && hasPlantedAnswer
    }

    /// The remedy for an upload that a planted answer refused; nil for another refusal.
    private func plantedCure(_ upload: UploadRow) -> String? {
        guard upload.note == Self.plantedNote else { return nil }
        return hasPlantedAnswer
            ? "a stub says so: `stub clear`, then `flush`" : "the stub is gone: `flush`"
    }

    /// Whether an upload came to the embedded service: each region is, under the simulated network.
    func cameHere(_ upload: UploadRow?) -> Bool {
        upload?.endpoint == Endpoint.embedded.name || evidence.accountRegion != nil
    }

    /// The remedy while an answer is planted.
    private static let clearingStub = "a stub answers instead: `stub clear`, then `flush`"

    /// Whether an answer of the ingest service is planted now.
    var hasPlantedAnswer: Bool {
        world.surroundings.network.stubs.contains {
            if case .ingest = $0.kind { true } else { false }
        }
    }
}
