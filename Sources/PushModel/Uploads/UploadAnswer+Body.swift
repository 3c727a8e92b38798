import PushText

extension UploadAnswer {
    /// The message of a client that gave up waiting.
    package static let timeout = "time-out"

    /// The message for an answer with status 200 whose body cannot be read.
    package static let notJSON = "the answer is not JSON"

    /// Errors of receipts that repetition cannot fix: the SDK deletes such events (TDClient.m).
    package static let poisonErrors = [
        "InvalidCollectionNameError", "InvalidPropertyNameError", "InvalidPropertyValueError",
    ]

    /// The text in place of a missing receipt.
    package static let noReceipt = "no receipt"

    /// Returns the receipts of a planted answer by position; nil for an accepted event.
    public static func receipts(count: Int, fail: [Int], error: String) -> [String?] {
        let errors = error.split(separator: ",").map { PercentCoding.decode($0) }
        var receipts = [String?](repeating: nil, count: count)
        for (index, position) in fail.enumerated() where position <= count {
            receipts[position - 1] = errors.isEmpty ? "" : errors[min(index, errors.count - 1)]
        }
        return receipts
    }

    /// Reads an answer as the uploader does, from whatever source.
    ///
    /// - Parameters:
    ///   - status: the HTTP status.
    ///   - body: the body, JSON if the service works.
    ///   - retryAfter: seconds that the service asks for; nil if it asks for none.
    ///   - count: the number of events sent.
    ///   - toPostback: whether they were sent in postback's form, whose 200 has no receipts.
    ///   - shown: the part of the service's own words that a person sees.
    public init(
        status: Int, body: [UInt8], retryAfter: Int?, events count: Int, toPostback: Bool,
        shown: (String) -> String
    ) {
        let json = try? JSONParser.parse(body)
        let isTaken = status == 200 || status == 206
        if isTaken, let receipts = json?["receipts"]?.arrayValue {
            self = .status(
                status, receipts: receipts.map(Self.error(of:)), retryAfter: retryAfter,
                message: "")
            return
        }
        if status == 200, toPostback {
            // Postback answers 200 and `{}`: the one record was accepted.
            self = .status(
                200, receipts: Array(repeating: nil, count: count), retryAfter: nil, message: "")
            return
        }
        let said = json.map(Self.message) ?? ""
        self = .status(
            status, receipts: [], retryAfter: retryAfter,
            message: isTaken && said.isEmpty
                ? (json == nil ? Self.notJSON : "the answer has no receipts") : shown(said))
    }

    /// Returns the error of a receipt; nil for success, which the SDK also accepts as the text
    /// `true`.
    private static func error(of receipt: JSON) -> String? {
        if receipt["success"]?.boolValue == true || receipt["success"]?.stringValue == "true" {
            return nil
        }
        let name = receipt["error"]?["name"]?.stringValue ?? "InternalError"
        return String(name.prefix(80))
    }

    /// Returns the service's own message, in one of the forms that Treasure Data's APIs have.
    public static func message(_ json: JSON) -> String {
        json["error"]?["message"]?.stringValue ?? json["message"]?.stringValue
            ?? json["error"]?.stringValue ?? json["text"]?.stringValue ?? ""
    }
}
