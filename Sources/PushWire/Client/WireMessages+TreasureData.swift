import PushModel
import PushText

/// What requests to Treasure Data's REST API and their answers have in common.
extension WireRequest.Header {
    /// The fields by which the API knows the account and the program.
    static func treasureData(key: String) -> [WireRequest.Header] {
        [.init("Authorization", "TD1 " + key), .init("User-Agent", "pushsh")]
    }
}

extension WireResponse {
    /// The body as JSON; nil if it is not JSON.
    var json: JSON? { try? JSONParser.parse(body) }

    /// The API's message on a refusal, in which the key is not shown; empty if it has none.
    func message(hiding key: String) -> String {
        IngestMessage.shown(json.map(UploadAnswer.message) ?? "", key: key)
    }
}
