import PushModel
import PushText

/// The parts that all requests to Treasure Data's REST API share, and all of its answers.
extension HeaderField {
    /// The fields by which the API knows the account and the program.
    static func treasureData(key: String) -> [HeaderField] {
        [.init("Authorization", "TD1 " + key), .init("User-Agent", "pushsh")]
    }
}

extension WireResponse {
    /// The body as JSON; nil if it is not JSON.
    private var json: JSON? { try? JSONParser.parse(body) }

    /// Returns the body as JSON, which every answer of the API is.
    func requiredJSON() throws(TreasureDataFault) -> JSON {
        guard let json else { throw .unreadable("the answer is not JSON") }
        return json
    }

    /// The API's message on a refusal, in which the key is not shown; empty if it has none.
    func message(hiding key: String) -> String {
        IngestMessage.shown(json.map(UploadAnswer.message) ?? "", key: key)
    }
}
