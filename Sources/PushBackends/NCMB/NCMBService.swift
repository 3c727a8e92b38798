import PushModel
import PushText

/// The NIFCLOUD mobile backend, embedded: its real service closed on 2024-03-31.
///
/// A request in, a response and its changes out; the caller holds the records. Statuses and codes
/// are those of the SDK's `NCMBApiErrorCode`; which of them a fault gets is pushsh's reading.
public struct NCMBService {
    private let keys: NCMBKeys
    private let sign: (_ text: String, _ key: String) -> String

    /// Makes a backend of one application, with a function that computes HMAC-SHA256 in Base64.
    public init(keys: NCMBKeys, sign: @escaping (_ text: String, _ key: String) -> String) {
        self.keys = keys
        self.sign = sign
    }

    /// Answers a request over the records.
    ///
    /// A new record gets `newID`, and keeps `receivedAt`; the answer repeats the request's own
    /// timestamp.
    public func answer(
        _ request: ServiceRequest, records: NCMBRecords, newID: String, receivedAt: Tick
    ) -> (response: ServiceResponse, change: NCMBChange?) {
        do throws(ServiceRefusal) {
            try authenticate(request)
            let parts = request.pathParts
            guard parts.first == "2013-09-01" else { throw .noService }
            switch (parts.dropFirst().first, parts.count) {
            case ("installations", 2), ("installations", 3):
                return try installations(
                    request, parts.count == 3 ? parts[2] : nil, records, newID, receivedAt)
            case ("push", 4) where parts[3] == "openNumber":
                return try countOpen(request, parts[2], records)
            default: throw .noService
            }
        } catch {
            return (Self.response(to: error), nil)
        }
    }

    private func authenticate(_ request: ServiceRequest) throws(ServiceRefusal) {
        guard let application = request.header("X-NCMB-Application-Key"),
            let timestamp = request.header("X-NCMB-Timestamp"),
            let signature = request.header("X-NCMB-Signature")
        else { throw .badHeader("a header of the signature is missing") }
        guard application == keys.application else { throw .noApplication }
        let parts = request.path.split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let wanted = NCMBSignature(
            method: request.method, path: String(parts[0]),
            query: parts.count > 1 ? String(parts[1]) : "", applicationKey: application,
            timestamp: timestamp)
        guard sign(wanted.text, keys.client) == signature else {
            throw .badHeader("the signature is wrong")
        }
    }

    private func installations(
        _ request: ServiceRequest, _ id: String?, _ records: NCMBRecords, _ newID: String,
        _ now: Tick
    ) throws(ServiceRefusal) -> (ServiceResponse, NCMBChange?) {
        let known = try id.map { (id) throws(ServiceRefusal) in
            guard let found = records.installation(id: id) else { throw .noRecord }
            return found
        }
        if request.method == "GET" {
            guard let known else {
                return (
                    .json(200, ["results": .array(records.installations.map(\.fields))]), nil
                )
            }
            return (.json(200, known.fields), nil)
        }
        guard request.method == (id == nil ? "POST" : "PUT") else { throw .badMethod }
        let body = try fields(request)
        var record = NCMBInstallation(fields: body)
        guard record.deviceToken.utf8.count >= 64,
            record.deviceToken.utf8.allSatisfy({ Self.isLowerHex($0) })
        else { throw .invalid("deviceToken is not lower-case hexadecimal") }
        if let other = records.installation(deviceToken: record.deviceToken), other.objectID != id {
            throw .duplicate("deviceToken is duplication")
        }
        record.objectID = id ?? newID
        record.updatedAt = now
        let date: JSON = .string(request.header("X-NCMB-Timestamp") ?? "")
        let isNew = id == nil
        return (
            .json(
                isNew ? 201 : 200,
                isNew
                    ? ["objectId": .string(newID), "createDate": date] : ["updateDate": date]),
            .saved(record)
        )
    }

    private func countOpen(
        _ request: ServiceRequest, _ push: String, _ records: NCMBRecords
    ) throws(ServiceRefusal) -> (ServiceResponse, NCMBChange?) {
        guard request.method == "POST" else { throw .badMethod }
        let body = try fields(request)
        guard let token = body["deviceToken"]?.stringValue,
            records.installation(deviceToken: token) != nil
        else { throw .noDeviceToken }
        let date: JSON = .string(request.header("X-NCMB-Timestamp") ?? "")
        return (.json(200, ["updateDate": date]), .opened(push: push))
    }

    private func fields(_ request: ServiceRequest) throws(ServiceRefusal) -> JSON {
        guard let json = try? JSONParser.parse(request.body), json.objectMembers != nil else {
            throw .badJSON
        }
        return json
    }

    private static func response(to refusal: ServiceRefusal) -> ServiceResponse {
        .json(
            refusal.status,
            ["code": .string(refusal.name ?? ""), "error": .string(refusal.message)])
    }

    private static func isLowerHex(_ byte: UInt8) -> Bool {
        Ascii.isDigit(byte) || (97...102).contains(byte)
    }
}

/// The refusals of the backend, which have a code each.
extension ServiceRefusal {
    static let badJSON = Self(
        status: 400, name: "E400001", message: "the body is not a JSON object")
    static let noApplication = Self(
        status: 404, name: "E404005", message: "no such application")
    static let noService = Self(status: 404, name: "E404002", message: "no such path")
    static let noRecord = Self(status: 404, name: "E404001", message: "no such installation")
    static let noDeviceToken = Self(
        status: 404, name: "E404004", message: "no installation has the deviceToken")
    static let badMethod = Self(
        status: 405, name: "E405001", message: "the method is not allowed")

    static func badHeader(_ message: String) -> Self {
        Self(status: 401, name: "E401001", message: message)
    }

    static func invalid(_ message: String) -> Self {
        Self(status: 400, name: "E400004", message: message)
    }

    static func duplicate(_ message: String) -> Self {
        Self(status: 409, name: "E409001", message: message)
    }
}
