import PushModel
import PushText

extension APIService {
    /// Answers below `/v3/bulk_import`.
    func routeBulkImport(
        _ request: ServiceRequest, _ verb: String, _ rest: [String], _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        switch (verb, rest.count) {
        case ("list", 0):
            try request.require("GET")
            return .json(200, ["bulk_imports": .array(bulkImports.sessions.map(\.json))])
        case ("show", 1), ("list_parts", 1), ("error_records", 1):
            try request.require("GET")
            return read(verb, bulkImports.sessions[try bulkImports.index(rest[0])])
        case ("upload_part", 2):
            try request.require("PUT")
            return try upload(request.body, rest[0], part: rest[1])
        default:
            try request.require("POST")
            return try change(request, verb, rest, now)
        }
    }

    private func read(_ verb: String, _ session: BulkImport) -> ServiceResponse {
        switch verb {
        case "show": return .json(200, session.json)
        case "list_parts":
            let names = session.parts.map { JSON.string($0.name) }
            return .json(
                200,
                [
                    "name": .string(session.name), "bulk_import": .string(session.name),
                    "parts": .array(names),
                ])
        default:
            let packed = session.faulty.packed
            return ServiceResponse(
                status: 200, headers: [HeaderField("Content-Type", "application/gzip")],
                body: packed.isEmpty ? codec.pack([]) : packed)
        }
    }

    private func change(
        _ request: ServiceRequest, _ verb: String, _ rest: [String], _ now: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        switch (verb, rest.count) {
        case ("create", 3): try create(rest)
        case ("delete", 1): try bulkImports.delete(rest[0])
        case ("delete_part", 2): try deletePart(rest[0], part: rest[1])
        case ("freeze", 1), ("unfreeze", 1):
            try bulkImports.change(rest[0]) { $0.isFrozen = verb == "freeze" }
        case ("perform", 1): return try perform(rest[0], now)
        case ("commit", 1): try commit(rest[0], now)
        default: throw .noPath(request)
        }
        return .json(200, ["name": .string(rest[0]), "bulk_import": .string(rest[0])])
    }

    private func create(_ rest: [String]) throws(ServiceRefusal) {
        let number = try number(of: rest[2], in: rest[1])
        let isName = rest[0].utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                || (0x61...0x7A).contains(byte) || [0x2D, 0x2E, 0x5F].contains(byte)
        }
        guard isName, (1...255).contains(rest[0].utf8.count) else {
            throw ServiceRefusal(
                status: 422,
                message: "`\(visible(rest[0]))` is not a valid name: wanted 1 to 255 of A-Z, a-z, "
                    + "0-9, `_`, `.` and `-`")
        }
        try bulkImports.add(
            BulkImport(name: rest[0], database: rest[1], table: rest[2], tableNumber: number))
    }

    private func number(
        of table: String, in database: String
    ) throws(ServiceRefusal) -> Int64 {
        do throws(APICatalogError) {
            let tables = try catalog.tables(of: database)
            guard let found = tables.first(where: { $0.name == table }) else {
                throw .missing("no table `\(visible(table))` in `\(visible(database))`")
            }
            return found.number
        } catch { throw ServiceRefusal(error) }
    }

    /// Takes a part as it is: its faults are told at once, though they count only when the import
    /// is performed.
    private func upload(
        _ bytes: [UInt8], _ name: String, part: String
    ) throws(ServiceRefusal) -> ServiceResponse {
        try Self.requireOpen(bulkImports.sessions[try bulkImports.index(name)])
        let held = bulkImports.uploadedBytes
        let uploaded = try BulkImport.Part(part, bytes, codec)
        try bulkImports.change(name) { (session) throws(ServiceRefusal) in
            guard held + uploaded.heldBytes <= BulkImports.partBytes else {
                throw ServiceRefusal(
                    status: 413,
                    message: "the uploaded parts have over \(BulkImports.partBytes) bytes: "
                        + "commit or delete a bulk import first")
            }
            session.parts.removeAll { $0.name == part }
            session.parts.append(uploaded)
            session.status = .uploading
            try session.size.requireFit()
        }
        return .json(200, .object(answer(to: uploaded, of: name)))
    }

    private func answer(to part: BulkImport.Part, of name: String) -> [JSON.Member] {
        var answer: [JSON.Member] = [
            .init(key: "name", value: .string(name)),
            .init(key: "bulk_import", value: .string(name)),
        ]
        if part.faulty.count > 0 {
            answer.append(.init(key: "error_records", value: .int(part.faulty.count)))
        }
        return answer + part.remarks
    }

    private func deletePart(_ name: String, part: String) throws(ServiceRefusal) {
        try bulkImports.change(name) { (session) throws(ServiceRefusal) in
            try Self.requireOpen(session)
            guard session.parts.contains(where: { $0.name == part }) else {
                throw ServiceRefusal(.missing("no part `\(visible(part))`"))
            }
            session.parts.removeAll { $0.name == part }
            session.status = .uploading
        }
    }

    private static func requireOpen(_ session: BulkImport) throws(ServiceRefusal) {
        guard session.status != .committed, !session.isFrozen else {
            let state = session.isFrozen ? "frozen" : session.status.rawValue
            throw ServiceRefusal(
                status: 422,
                message: "bulk import `\(visible(session.name))` is \(state): "
                    + "its parts cannot be changed")
        }
    }

    /// Sums up what was found in the parts, and answers with the job that did.
    private func perform(_ name: String, _ now: Int64) throws(ServiceRefusal) -> ServiceResponse {
        var session = bulkImports.sessions[try bulkImports.index(name)]
        guard session.status != .committed else {
            throw ServiceRefusal(
                status: 422, message: "bulk import `\(visible(name))` is committed already")
        }
        session.check(codec)
        let number = try add { id in
            Job(
                id: id, type: "bulkload", database: session.database,
                query: "bulk import \(session.name)", scheduledTime: now, createdAt: now,
                startAt: now, endAt: now, status: .success)
        }
        session.job = number
        session.status = .ready
        session.isFrozen = true
        try bulkImports.change(name) { $0 = session }
        let id = JSON.string(String(number))
        return .json(200, ["name": .string(name), "bulk_import": .string(name), "job_id": id])
    }

    private func commit(_ name: String, _ now: Int64) throws(ServiceRefusal) {
        let session = bulkImports.sessions[try bulkImports.index(name)]
        guard session.status == .ready else {
            throw ServiceRefusal(
                status: 422,
                message: "bulk import `\(visible(name))` is \(session.status.rawValue), "
                    + "wanted ready: perform it first")
        }
        guard try number(of: session.table, in: session.database) == session.tableNumber else {
            throw ServiceRefusal(
                status: 422,
                message: "bulk import `\(visible(name))` was created for the table that had the "
                    + "name `\(visible(session.table))` then, which another table has now: "
                    + "nothing is stored")
        }
        var refused = FaultyGatherer(codec)
        refused.add(session.faulty)
        var messages: [String] = []
        do throws(RecordSinkError) {
            try sink.together { () throws(RecordSinkError) in
                for part in session.parts where part.isReadable {
                    try commit(part, of: session, now, &refused, &messages)
                }
            }
        } catch { throw ServiceRefusal(error) }
        try bulkImports.change(name) { kept in
            kept.status = .committed
            kept.faulty = refused.records
            for message in messages { kept.say(visible(message)) }
            kept.validRecords -= kept.faulty.count - session.faulty.count
            kept.parts = []
        }
    }

    /// Stores the records of a part, which are in memory only meanwhile.
    private func commit(
        _ part: BulkImport.Part, of session: BulkImport, _ now: Int64,
        _ refused: inout FaultyGatherer, _ messages: inout [String]
    ) throws(RecordSinkError) {
        let records = ImportFile(part.packed, codec).records
        let outcomes = try sink.insert(
            database: session.database, table: session.table, records: records,
            uuids: records.map { _ in nil }, receivedAt: now)
        for (record, outcome) in zip(records, outcomes) {
            guard case .refused(_, let message) = outcome else { continue }
            refused.add(record)
            if messages.count < BulkImport.messageLimit { messages.append(message) }
        }
    }
}
