import PushBackends
import PushModel
import PushStore
import PushText

/// A sink that keeps what it is given and answers as it is told.
final class RecordingSink: RecordSink {
    var calls: [String] = []
    var records: [JSON] = []
    var uuids: [String?] = []
    var failure: RecordSinkError?

    func insert(
        database: String, table: String, records: [JSON], uuids: [String?], receivedAt: Int64
    ) throws(RecordSinkError) -> [RecordOutcome] {
        calls.append("\(database).\(table) \(records.count) at \(receivedAt)")
        self.records += records
        self.uuids += uuids
        if let failure { throw failure }
        return records.map { record in
            record["bad"] == nil
                ? .stored : .refused(name: "InvalidPropertyNameError", message: "`bad`")
        }
    }
}

let batchType = "application/vnd.treasuredata.v1+json"

func request(
    _ body: String, path: String = "/mobile/push_events", method: String = "POST",
    type: String? = batchType, authorization: String? = "TD1 1/abc"
) -> ServiceRequest {
    var headers: [HeaderField] = []
    if let type { headers.append(HeaderField("content-type", type)) }
    if let authorization { headers.append(HeaderField("authorization", authorization)) }
    return ServiceRequest(method: method, path: path, headers: headers, body: Array(body.utf8))
}

extension ServiceResponse {
    var text: String { String(decoding: body, as: UTF8.self) }

    /// Status and error name, as `404 NotFoundError`.
    var summary: String {
        let name = (try? JSONParser.parse(body))?["error"]?["name"]?.stringValue
        return name.map { "\(status) \($0)" } ?? "\(status)"
    }
}
