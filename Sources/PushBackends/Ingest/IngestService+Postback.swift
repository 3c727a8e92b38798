import PushModel
import PushText

extension IngestService {
    /// Answers a postback: one record, and 200 even for a wrong key, which is checked later.
    ///
    /// Sources: docs.treasuredata.com, REST API import; docs.treasure.ai, postback v2.
    func postback(
        _ request: ServiceRequest, _ parts: [String], receivedAt: Int64
    ) throws(ServiceRefusal) -> ServiceResponse {
        guard parts.count == 5, parts[1] == "v3", parts[2] == "event" else {
            throw .notFound("no such path, wanted `/postback/v3/event/{database}/{table}`")
        }
        try request.require("POST")
        guard let key = Self.postbackKey(request) else {
            throw .forbidden("no write key, wanted `X-TD-Write-Key` or `Authorization: TD1`")
        }
        guard request.body.count <= limits.postbackBytes else {
            throw .tooLarge(
                "the body has \(request.body.count) bytes", limit: limits.postbackBytes)
        }
        var record = try parse(request.body)
        guard record.objectMembers != nil else {
            throw .badRequest("the body is \(record.kindName), wanted one object")
        }
        guard writeKey.accepts(key) else {
            report.refusal = "the write key is not accepted, so the record is not stored"
            return .json(200, [:])
        }
        Self.setTime(of: &record, receivedAt: receivedAt)
        let outcomes = try store(
            [record], [Self.uuid(of: record)], (parts[3], parts[4]), receivedAt: receivedAt)
        if case .refused(let name, let message)? = outcomes.first {
            throw ServiceRefusal(status: 400, name: name, message: message)
        }
        if let note = RecordNote.text(of: record) {
            return .json(200, ["note": .string(note)])
        }
        return .json(200, [:])
    }

    /// Returns the key of a postback: `Authorization` wins over `X-TD-Write-Key`, and both over the
    /// query.
    private static func postbackKey(_ request: ServiceRequest) -> String? {
        request.header("Authorization").flatMap(WriteKey.key(inAuthorization:))
            ?? request.header("X-TD-Write-Key") ?? request.queryValue("td_write_key")
    }

    private static let oldestSeconds: Int64 = 7 * 86400
    private static let newestSeconds: Int64 = 3 * 86400

    /// Sets the time from `td_record_time`, unless that is over a week old or three days ahead.
    private static func setTime(of record: inout JSON, receivedAt: Int64) {
        guard let given = record["td_record_time"] else { return }
        record["td_record_time"] = nil
        guard let time = given.intValue.map(Int64.init),
            time >= receivedAt - oldestSeconds, time <= receivedAt + newestSeconds
        else { return }
        record["time"] = .int64(time)
    }
}
