import PushModel
import PushText

extension IngestService {
    /// Answers as a stub says, and stores nothing: the answer comes from elsewhere.
    ///
    /// A planted 200 or 206 has a receipt for every record of a batch, like the service's own.
    /// - Parameters:
    ///   - request: the request, with its content coding removed.
    ///   - status: the HTTP status.
    ///   - fail: positions from 1 of the records whose receipt fails.
    ///   - error: the name of their error, or one for each, separated by commas.
    /// - Returns: nil if the status has no receipts, or the body no records.
    public func planted(
        _ request: ServiceRequest, status: Int, fail: [Int], error: String
    ) -> ServiceResponse? {
        guard status == 200 || status == 206,
            let form = try? IngestForm(contentType: request.contentType),
            let records = try? form.records(parse(request.body))
        else { return nil }
        let errors = UploadAnswer.receipts(count: records.count, fail: fail, error: error)
        let receipts: [JSON] = zip(records, errors).map { record, error in
            let uuid = JSON.string(Self.uuid(of: record) ?? makeUUID())
            guard let error else { return ["success": true, "uuid": uuid] }
            return [
                "success": false, "uuid": uuid,
                "error": ["name": .string(error), "message": "a stub fails this record"],
            ]
        }
        return .json(status, ["receipts": .array(receipts)])
    }
}
