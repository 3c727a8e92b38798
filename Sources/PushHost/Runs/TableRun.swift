import PushRuntime
import PushSimulation
import PushStore
import PushText
import PushWire

/// The upload of one table: one bulk import after another, until no row is left.
///
/// Each step first checks the service's progress, then does what comes next and notes it. A step
/// that was not noted is repeated, which changes nothing: a part replaces the one of the same name,
/// and a bulk import is committed once.
final class TableRun {
    /// The reason why a step did not succeed.
    private struct Stop: Error {
        var error: Failure
        var mayPass = false
    }

    private let uploader: LiveUploader
    private let order: UploadOrder
    private let table: UploadedTable
    private let client: BulkImportClient
    private let ledger: UploadLedger
    private var entry: UploadLedger.Entry
    private var result: TableUpload
    private var checks = 0
    private var looks = 0

    /// The pauses, in milliseconds, before retrying after a failure that may pass.
    private static let pauses: [Int64] = [500, 1000, 2000, 4000, 8000, 16_000]
    /// The intervals, in milliseconds, for polling a busy service; the last one repeats.
    private static let looks: [Int64] = [100, 200, 500, 1000, 2000, 5000]
    /// The number of jobs that may fail to check the parts.
    private static let checkLimit = 3

    init(
        _ uploader: LiveUploader, _ order: UploadOrder, _ table: UploadedTable,
        _ client: BulkImportClient, _ ledger: UploadLedger, _ entry: UploadLedger.Entry
    ) {
        self.uploader = uploader
        self.order = order
        self.table = table
        self.client = client
        self.ledger = ledger
        self.entry = entry
        result = TableUpload(source: table.source, target: table.target)
    }

    /// Uploads every row that exists now.
    func finish() throws(Failure) -> TableUpload {
        do throws(Stop) {
            try settle()
            if order.options.restarts { try giveUp() }
            let end = try rows { (warehouse) throws(StoreError) in
                try warehouse.lastRow(of: table.name, database: table.database)
            }
            while entry.session != nil || entry.through < end {
                if entry.session == nil { try begin(end) }
                try patiently()
            }
            tidy()
        } catch { throw error.error }
        return result
    }

    /// Accepts a person's word for a commit that nobody saw, if the table has such a one.
    private func settle() throws(Stop) {
        guard let settlement = order.options.settlement, let session = entry.session,
            session.isCommitting
        else { return }
        if settlement == .stored { return try close(session) }
        entry.session = nil
        try note()
    }

    /// Abandons a bulk import that was begun and never committed.
    private func giveUp() throws(Stop) {
        guard let session = entry.session else { return }
        guard !session.isCommitting else {
            throw Stop(
                error: Failure(
                    .uploadUncertain, "the commit of \(session.name) has already been requested",
                    hint: "`upload` without `--restart` completes it"))
        }
        entry.session = nil
        entry.leftovers.append(session.name)
        try note()
    }

    private func begin(_ end: Int64) throws(Stop) {
        let bound = min(end, entry.through + LiveUploader.sessionRows)
        let chance = RandomUUID.make().lowercased()
        entry.session = .init(name: "pushsh_\(chance)", bound: bound, sent: entry.through)
        checks = 0
        looks = 0
        try note()
    }

    /// Does the next step, repeating it after a pause if it failed and may succeed.
    private func patiently() throws(Stop) {
        var failures = 0
        while let session = entry.session {
            do throws(Stop) { return try step(session) } catch {
                guard error.mayPass, failures < Self.pauses.count else { throw error }
                try pause(Self.pauses[failures], "asking again: \(error.error.message)")
                failures += 1
            }
        }
    }

    /// Asks for the status of the bulk import and takes the step that it calls for.
    private func step(_ session: UploadLedger.Session) throws(Stop) {
        let seen = try ask { () throws(TreasureDataFault) in
            try client.progress(of: session.name)
        }
        guard let seen else { return try open(session) }
        switch seen.status {
        case "uploading" where seen.isFrozen: try check(session)
        case "uploading" where session.sent < session.bound: try sendPart(session)
        case "uploading" where session.records == 0: try close(session)
        case "uploading":
            try ask { () throws(TreasureDataFault) in try client.freeze(session.name) }
        case "performing", "committing":
            try pause(
                Self.looks[min(looks, Self.looks.count - 1)],
                "\(table.source): the service is \(seen.status)")
            looks += 1
        case "ready": try commit(session, seen)
        case "committed": try closeCommitted(session)
        default:
            let status = VisibleText.escape(String(seen.status.prefix(40)))
            throw refusal("bulk import \(session.name) has the status `\(status)`")
        }
    }

    /// Begins a bulk import at the service.
    private func open(_ session: UploadLedger.Session) throws(Stop) {
        guard !session.isCommitting else {
            throw Stop(
                error: Failure(
                    outside: .uploadUncertain,
                    "the service knows no bulk import \(session.name), whose commit was "
                        + "requested: there is no way to tell whether \(session.records) records "
                        + "of \(table.source) are stored",
                    hint: "count them there, then continue with `--settle stored` or `--settle "
                        + "lost`"))
        }
        try ask { () throws(TreasureDataFault) in
            try client.make(database: table.targetDatabase, table: table.targetName)
            try client.create(
                session.name, database: table.targetDatabase, table: table.targetName)
        }
        guard session.parts > 0 else { return }
        result.notes.append(
            "\(table.source): the service forgot bulk import \(session.name) before its commit; "
                + "its parts are sent again")
        entry.session = .init(
            name: session.name, bound: session.bound, sent: entry.through)
        try note()
    }

    /// The name of a part follows from its number, so one that is sent again has the same name.
    private func sendPart(_ session: UploadLedger.Session) throws(Stop) {
        let part = try nextPart(session)
        var session = session
        if part.records > 0 {
            progress(session.records + part.records)
            let name = "part_" + String(100_000 + session.parts).dropFirst()
            try ask { () throws(TreasureDataFault) in
                try client.put(part.packed, part: name, of: session.name)
            }
            session.parts += 1
            session.records += part.records
        }
        session.sent = part.isLast ? session.bound : part.last
        entry.session = session
        try note()
    }

    private func nextPart(_ session: UploadLedger.Session) throws(Stop) -> UploadPart {
        var part = UploadPart()
        let limit = order.options.partRows
        try rows { (warehouse) throws(StoreError) in
            try warehouse.eachRow(
                of: table.name, database: table.database, after: session.sent,
                through: session.bound
            ) { number, columns, cells in
                guard part.records < limit, part.bytes < UploadPart.byteLimit,
                    !uploader.isInterrupted()
                else {
                    part.isLast = false
                    return false
                }
                part.add(number, columns, cells)
                return true
            }
        }
        if uploader.isInterrupted() { throw stopped }
        part.finish()
        return part
    }

    /// Has the parts checked.
    private func check(_ session: UploadLedger.Session) throws(Stop) {
        guard checks < Self.checkLimit else {
            throw refusal("the job that checks bulk import \(session.name) fails each time")
        }
        checks += 1
        try ask { () throws(TreasureDataFault) in try client.perform(session.name) }
    }

    /// The counts of the server are compared with those of the ledger first.
    private func commit(
        _ session: UploadLedger.Session, _ seen: BulkImportClient.Progress
    ) throws(Stop) {
        let isWhole =
            seen.errorRecords == 0 && seen.errorParts == 0
            && (seen.validRecords ?? session.records) == session.records
        guard isWhole else {
            let valid = seen.validRecords.map { String($0) } ?? "some"
            throw refusal(
                "the service can store \(valid) of \(session.records) records of "
                    + "\(table.source), and nothing was stored",
                hint: "`td bulk_import:error_records \(session.name)` shows the others; "
                    + "`--restart` sends all of them again")
        }
        looks = 0
        if !session.isCommitting {
            entry.session?.isCommitting = true
            // From here on the service may have stored them, whatever happens to this process.
            try note()
        }
        progress(session.records)
        try ask { () throws(TreasureDataFault) in try client.commit(session.name) }
    }

    /// Throws if somebody else committed it before it had all its parts.
    private func closeCommitted(_ session: UploadLedger.Session) throws(Stop) {
        guard session.isCommitting || session.sent == session.bound else {
            throw refusal(
                "someone committed bulk import \(session.name) before it had all its parts",
                hint: "`--to` another table uploads all of it")
        }
        try close(session)
    }

    /// Notes that the rows of a bulk import are stored.
    private func close(_ session: UploadLedger.Session) throws(Stop) {
        do throws(Failure) {
            entry.mark = try uploader.digest(of: session.bound, in: table)
        } catch { throw Stop(error: error) }
        entry.through = session.bound
        entry.session = nil
        entry.leftovers.append(session.name)
        try note()
        result.records += session.records
    }

    /// Has the service delete finished bulk imports; the rest waits for the next time.
    private func tidy() {
        for name in entry.leftovers {
            guard (try? client.delete(name)) != nil else { return }
            entry.leftovers.removeAll { $0 == name }
            try? ledger.note(entry)
        }
    }

    private func note() throws(Stop) {
        do throws(Failure) { try ledger.note(entry) } catch { throw Stop(error: error) }
    }

    private func rows<Value>(
        _ body: (Warehouse) throws(StoreError) -> Value
    ) throws(Stop) -> Value {
        do throws(Failure) { return try uploader.rows(body) } catch { throw Stop(error: error) }
    }

    private func progress(_ count: Int) {
        uploader.progress.show("\(table.source): \(count) records sent, ^C stops it")
    }

    private func pause(_ milliseconds: Int64, _ why: String) throws(Stop) {
        let isOver = Pause.wait(
            milliseconds, tick: { _ in uploader.progress.show(why) },
            isInterrupted: uploader.isInterrupted)
        if isOver { throw stopped }
    }

    /// Not an error of the server: the next upload continues at the place in the ledger.
    private var stopped: Stop {
        Stop(
            error: Failure(
                outside: .uploadStopped,
                "the upload was stopped; the next one continues where "
                    + "it stopped"
            ))
    }

    private func refusal(_ message: String, hint: String? = nil) -> Stop {
        Stop(error: Failure(outside: .remoteRefused, message, hint: hint))
    }

    private func ask<Answer>(
        _ body: () throws(TreasureDataFault) -> Answer
    ) throws(Stop) -> Answer {
        do throws(TreasureDataFault) { return try body() } catch {
            switch error {
            case .wire(let failure) where failure.kind == .interrupted: throw stopped
            case .wire(let failure):
                throw Stop(
                    error: Failure(outside: .noAnswer, failure.message, hint: failure.cure),
                    mayPass: error.mayPass)
            case .refused(let status, let said):
                var stop = refusal(
                    "Treasure Data answers \(status)" + (said.isEmpty ? "" : ": \(said)"),
                    hint: status == 401 || status == 403
                        ? "`config td.api_key` sets the key, `--site` its region" : nil)
                stop.mayPass = error.mayPass
                throw stop
            case .unreadable, .failed, .killed, .interrupted: throw Stop(error: Failure(error))
            }
        }
    }
}
