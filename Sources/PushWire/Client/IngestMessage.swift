import PushCrypto
import PushModel

/// Uploads in the forms of Treasure Data's Ingest API and of its postback, and their answers.
///
/// Sources: td-ios-sdk, TreasureData/TDClient.m; docs.treasuredata.com, REST API import.
public enum IngestMessage {
    private static let batchType = "application/vnd.treasuredata.v1+json"

    /// Returns the request with a batch, compressed, or with one record for postback.
    public static func request(for upload: UploadRequest, key: String) -> WireRequest {
        let isPostback = upload.endpoint.postback
        var base = upload.endpoint.url
        while base.hasSuffix("/") { base.removeLast() }
        let place = "\(upload.database)/\(upload.table)"
        var request = WireRequest(
            method: "POST", url: base + (isPostback ? "/postback/v3/event/" : "/") + place,
            limitMilliseconds: Int64(upload.wire.timeoutSeconds) * 1000)
        let plain = body(of: upload)
        if isPostback {
            request.headers = [
                .init("Content-Type", "application/json"), .init("X-TD-Write-Key", key),
            ]
            request.body = plain
        } else {
            request.headers = [
                .init("Authorization", "TD1 " + key), .init("Content-Type", batchType),
                .init("Accept", batchType), .init("Content-Encoding", "gzip"),
            ]
            request.body = Gzip.compress(plain)
        }
        request.headers.append(.init("User-Agent", upload.userAgent))
        return request
    }

    /// Returns the body before compression: `{"events":[…]}`, or the one record.
    static func body(of upload: UploadRequest) -> [UInt8] {
        var body: [UInt8] = []
        if !upload.endpoint.postback { body += #"{"events":["#.utf8 }
        for (index, queued) in upload.events.enumerated() {
            if index > 0 { body.append(UInt8(ascii: ",")) }
            queued.event.json(upload.campaignColumn).write(to: &body)
        }
        if !upload.endpoint.postback { body += "]}".utf8 }
        return body
    }

    /// Reads the service's answer to a batch.
    ///
    /// - Parameters:
    ///   - response: the answer.
    ///   - upload: the batch that was sent.
    ///   - key: the key that was sent, which a message from outside must not repeat.
    ///   - now: Unix seconds, for a `Retry-After` that is a date.
    /// - Returns: status, receipts by position, and the service's message.
    public static func answer(
        _ response: WireResponse, to upload: UploadRequest, key: String, now: Int64
    ) -> UploadAnswer {
        UploadAnswer(
            status: response.status, body: response.body,
            retryAfter: HTTPDate.retryAfter(response, now: now), events: upload.events.count,
            toPostback: upload.endpoint.postback
        ) { shown($0, key: key) }
    }

    /// Returns a text from outside, shortened and without the key.
    static func shown(_ text: String, key: String) -> String {
        let text = key.isEmpty ? text : text.replacing(key, with: "…**")
        return text.unicodeScalars.count > 200
            ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(200))) + "…" : text
    }
}
