import PushBackends
import PushModel
import PushRuntime
import PushStore
import PushText

/// Sends batches to the embedded Treasure Data as over the wire: bytes in, bytes out.
final class Uploads {
    private let service: IngestService
    private let warehouse: Warehouse
    private var body: [UInt8] = []

    /// The keys of the embedded account; they open nothing else.
    private static let writeOnlyKey = "1/" + String(repeating: "0", count: 40)
    private static let masterKey = "1/" + String(repeating: "f", count: 40)

    /// Returns the text of a kind of key; nil if the app sends none.
    private static func text(of kind: WriteKeyKind) -> String? {
        switch kind {
        case .writeOnly: writeOnlyKey
        case .master: masterKey
        case .otherAccount: "2/" + String(repeating: "0", count: 40)
        case .placeholder: "YOUR_WRITE_KEY"
        case .missing: nil
        }
    }

    init(_ warehouse: Warehouse) {
        self.warehouse = warehouse
        // Events always have a uuid, so the service never has to make one here.
        service = IngestService(sink: warehouse, makeUUID: { "" })
    }

    /// Sends a batch and reads the service's answer.
    ///
    /// Records whose receipt a stub fails are not sent, since the service would not have stored
    /// them.
    ///
    /// A warehouse failure that repetition cannot fix is an error of the workspace, not an answer.
    func send(_ request: UploadRequest, now: Tick) throws(StoreError) -> UploadAnswer {
        warehouse.deduplication = request.deduplicatesExactly ? .exact : .window
        warehouse.upload = request.number
        defer { warehouse.upload = nil }
        let sent = request.withoutFailing
        guard !sent.events.isEmpty else { return request.merged(nil) }
        let home = request.credential.accountRegion
        service.writeKey = .account(
            ServiceAccount(region: home, keys: [Self.writeOnlyKey, Self.masterKey]),
            askedIn: request.credential.region ?? home)
        let response = service.answer(message(sent), receivedAt: now.unixSeconds)
        if let failure = warehouse.failure, !Self.isPassing(failure) { throw failure }
        return request.merged(Self.read(response, count: sent.events.count))
    }

    /// Whether a storage failure may be over when the app retries.
    private static func isPassing(_ failure: StoreError) -> Bool {
        switch failure.code {
        case .damaged, .notDatabase, .foreign, .newer, .empty, .cannotOpen, .readOnly: false
        default: true
        }
    }

    private func message(_ request: UploadRequest) -> ServiceRequest {
        body.removeAll(keepingCapacity: true)
        let place = "\(request.database)/\(request.table)"
        let isPostback = request.endpoint.postback
        if !isPostback { body.append(contentsOf: #"{"events":["#.utf8) }
        for index in request.events.indices {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            request.events[index].event.json(request.campaignColumn).write(to: &body)
        }
        if !isPostback { body.append(contentsOf: "]}".utf8) }
        var headers = [
            HeaderField(
                "Content-Type",
                isPostback ? "application/json" : "application/vnd.treasuredata.v1+json")
        ]
        if let key = Self.text(of: request.credential.key) {
            headers.append(HeaderField("Authorization", "TD1 " + key))
        }
        return ServiceRequest(
            method: "POST", path: (isPostback ? "/postback/v3/event/" : "/") + place,
            headers: headers, body: body)
    }

    /// Reads status, receipts and message of an answer.
    private static func read(_ response: ServiceResponse, count: Int) -> UploadAnswer {
        let json = try? JSONParser.parse(response.body)
        guard let receipts = json?["receipts"]?.arrayValue else {
            // The postback API answers 200 without receipts: the one record was accepted.
            let isTaken = response.status == 200
            return .status(
                response.status, receipts: isTaken ? Array(repeating: nil, count: count) : [],
                retryAfter: nil, message: json?["error"]?["message"]?.stringValue ?? "")
        }
        return .status(
            response.status,
            receipts: receipts.map { receipt in
                receipt["success"]?.boolValue == true
                    ? nil : receipt["error"]?["name"]?.stringValue ?? "InternalError"
            }, retryAfter: nil, message: "")
    }
}
