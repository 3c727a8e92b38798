import PushModel
import PushText

/// Treasure Data's Ingest API and its postback, embedded: a request in, a response out.
///
/// `POST /{database}/{table}` takes a batch as `{"events":[…]}` or `{"records":[…]}`, or one record
/// as `…v1.single+json`; `POST /postback/v3/event/{database}/{table}` takes one record. It holds no
/// state apart from its sink, so the same code serves a session in its process and a socket.
public final class IngestService {
    /// The limits for requests.
    public var limits = IngestLimits()
    /// The accepted write keys.
    public var writeKey = WriteKey.wellFormed
    /// The keys that the REST API accepts for reading alone; they are refused by their right.
    public var queryKeys: [String] = []
    let sink: any RecordSink
    let makeUUID: () -> String
    private var fault: ReceiptFault?
    var report = IngestReport()

    /// Makes a service that stores into a sink and gives a uuid to records without one.
    public init(sink: any RecordSink, makeUUID: @escaping () -> String) {
        self.sink = sink
        self.makeUUID = makeUUID
    }

    /// Answers a request that arrived at a time, in Unix seconds.
    public func answer(_ request: ServiceRequest, receivedAt: Int64) -> ServiceResponse {
        answer(request, receivedAt: receivedAt, fault: nil).response
    }

    /// Answers a request, and reports its effect.
    ///
    /// - Parameters:
    ///   - request: the request, its codings removed.
    ///   - receivedAt: the time of arrival, in Unix seconds.
    ///   - fault: records that a stub fails; they are not stored.
    /// - Returns: the answer, and what was stored.
    public func answer(
        _ request: ServiceRequest, receivedAt: Int64, fault: ReceiptFault?
    ) -> (response: ServiceResponse, report: IngestReport) {
        self.fault = fault
        report = IngestReport()
        do throws(ServiceRefusal) {
            let parts = request.pathParts
            if parts.first == "postback" {
                return (try postback(request, parts, receivedAt: receivedAt), report)
            }
            guard parts.count == 2 else {
                throw .notFound("no such path, wanted `/{database}/{table}`")
            }
            return (try ingest(request, (parts[0], parts[1]), receivedAt: receivedAt), report)
        } catch {
            report.refusal = error.message
            return (ServiceKind.ingest.response(to: error), report)
        }
    }

    private func ingest(
        _ request: ServiceRequest, _ place: (database: String, table: String), receivedAt: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        try request.require("POST")
        try authorize(request)
        let form = try IngestForm(contentType: request.contentType)
        guard request.body.count <= limits.bodyBytes else {
            throw .tooLarge("the body has \(request.body.count) bytes", limit: limits.bodyBytes)
        }
        var records = try form.records(try parse(request.body))
        guard (1...limits.records).contains(records.count) else {
            // The service's words, as users report them (td-ios-sdk issue 113).
            throw .badRequest("events size must be between 1 and \(limits.records)")
        }
        try checkSizes(records, body: request.body.count)
        if form == .mobile { addAddress(request.remoteAddress, to: &records) }
        let uuids = records.map(Self.uuid)
        let outcomes = try store(records, uuids, place, receivedAt: receivedAt)
        return respond(outcomes, uuids, records)
    }

    private func authorize(_ request: ServiceRequest) throws(ServiceRefusal) {
        guard let value = request.header("Authorization") else {
            throw .unauthorized("no `Authorization`, wanted `TD1 <write key>`")
        }
        guard let key = WriteKey.key(inAuthorization: value) else {
            throw .unauthorized("`Authorization` has another form, wanted `TD1 <write key>`")
        }
        switch writeKey.verdict(on: key) {
        case .accepted: return
        case .unknown where queryKeys.contains(key):
            throw .forbidden("this API key may only read and query")
        case .malformed:
            throw .unauthorized("the write key has another form, wanted `<account>/<key>`")
        case .unknown: throw .forbidden("the write key is not of this account")
        case .elsewhere: throw .unauthorized("no account of this region has the write key")
        }
    }

    func parse(_ body: [UInt8]) throws(ServiceRefusal) -> JSON {
        do throws(JSONError) {
            return try JSONParser.parse(body)
        } catch {
            throw .badRequest("the body is not JSON at byte \(error.span.start): \(error.message)")
        }
    }

    /// Checks the records' sizes: a record can only be too large in a body that is.
    private func checkSizes(_ records: [JSON], body: Int) throws(ServiceRefusal) {
        guard body > limits.recordBytes else { return }
        var bytes: [UInt8] = []
        for (index, record) in records.enumerated() {
            bytes.removeAll(keepingCapacity: true)
            record.write(to: &bytes)
            guard bytes.count <= limits.recordBytes else {
                throw .tooLarge(
                    "record \(index + 1) has \(bytes.count) bytes", limit: limits.recordBytes)
            }
        }
    }

    private func addAddress(_ address: String, to records: inout [JSON]) {
        for index in records.indices where records[index].objectMembers != nil {
            if records[index]["td_ip"] == nil { records[index]["td_ip"] = .string(address) }
        }
    }

    func store(
        _ records: [JSON], _ uuids: [String?], _ place: (database: String, table: String),
        receivedAt: Int64
    ) throws(ServiceRefusal) -> [RecordOutcome] {
        do throws(RecordSinkError) {
            let outcomes = try insert(records, uuids, place, receivedAt)
            report.count(outcomes, place)
            return outcomes
        } catch {
            switch error {
            case .noDatabase(let name): throw .notFound("no database `\(name)`")
            case .noTable(let name, let database):
                throw .notFound("no table `\(name)` in `\(database)`")
            case .badName(let name):
                throw .badName(
                    "`\(visible(name))` is not a valid name: wanted 3 to 128 of a-z, 0-9 and _")
            case .unavailable(let reason): throw .unavailable(reason)
            }
        }
    }

    private func insert(
        _ records: [JSON], _ uuids: [String?], _ place: (database: String, table: String),
        _ receivedAt: Int64
    ) throws(RecordSinkError) -> [RecordOutcome] {
        guard let fault else {
            return try sink.insert(
                database: place.database, table: place.table, records: records, uuids: uuids,
                receivedAt: receivedAt)
        }
        let kept = records.indices.filter { !fault.positions.contains($0 + 1) }
        var stored: [RecordOutcome] = []
        if !kept.isEmpty {
            stored = try sink.insert(
                database: place.database, table: place.table, records: kept.map { records[$0] },
                uuids: kept.map { uuids[$0] }, receivedAt: receivedAt)
        }
        var outcomes = records.map { _ in
            RecordOutcome.refused(name: fault.name, message: "a stub fails this record")
        }
        for (index, outcome) in zip(kept, stored) { outcomes[index] = outcome }
        return outcomes
    }

    /// Returns the receipts by position: 200 if all succeeded, 206 if some did not.
    ///
    /// A batch has up to 500: successful ones are written without creating a value for each.
    ///
    /// A receipt has a note if a number of its record is kept as text (decision 932), or if its
    /// time seems to be in milliseconds (decision 1029).
    private func respond(
        _ outcomes: [RecordOutcome], _ uuids: [String?], _ records: [JSON]
    ) -> ServiceResponse {
        var isPartial = false
        var body = Array(#"{"receipts":["#.utf8)
        body.reserveCapacity(64 * (outcomes.count + 1))
        for (index, (outcome, uuid)) in zip(outcomes, uuids).enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            let uuid = uuid ?? makeUUID()
            guard case .refused(let name, let message) = outcome else {
                body.append(contentsOf: #"{"success":true,"uuid":"#.utf8)
                JSON.write(string: uuid, to: &body)
                if let note = RecordNote.text(of: records[index]) {
                    body.append(contentsOf: #","note":"#.utf8)
                    JSON.write(string: note, to: &body)
                }
                body.append(UInt8(ascii: "}"))
                continue
            }
            isPartial = true
            let refusal: JSON = [
                "success": false, "uuid": .string(uuid),
                "error": ["name": .string(name), "message": .string(message)],
            ]
            refusal.write(to: &body)
        }
        body.append(contentsOf: "]}".utf8)
        return .json(isPartial ? 206 : 200, body: body)
    }

    /// Returns the uuid that the sender gave a record; nil if it is not a uuid.
    static func uuid(of record: JSON) -> String? {
        record["uuid"]?.stringValue.flatMap { UUIDText.isWhole($0) ? $0 : nil }
    }
}
