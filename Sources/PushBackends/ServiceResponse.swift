import PushText

/// The answer of an embedded service.
public struct ServiceResponse: Equatable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header fields in their order.
    public var headers: [HeaderField]
    /// The body.
    public var body: [UInt8]
    /// The part of a file that follows the body; nil if there is none.
    public var file: ServiceFile?
    /// Whether the client is known from here on, so that its connection may have many streams at
    /// once.
    public var opensStreams = false

    /// Makes a response.
    public init(
        status: Int, headers: [HeaderField] = [], body: [UInt8] = [], file: ServiceFile? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.file = file
    }

    /// Makes an answer whose body a person wrote: JSON, or any other text.
    public init(planted status: Int, _ text: String, retryAfter: Int?) {
        let body = Array(text.utf8)
        let isJSON = (try? JSONParser.parse(body)) != nil
        var headers = [
            HeaderField(
                "Content-Type", isJSON ? "application/json" : "text/plain; charset=utf-8")
        ]
        if let retryAfter { headers.append(HeaderField("Retry-After", String(retryAfter))) }
        self.init(status: status, headers: headers, body: body)
    }

    /// A response whose body is a JSON value.
    public static func json(
        _ status: Int, _ value: JSON, _ more: [HeaderField] = []
    ) -> Self {
        var body: [UInt8] = []
        value.write(to: &body)
        return .json(status, body: body, more)
    }

    /// Returns a response whose body is JSON already.
    static func json(_ status: Int, body: [UInt8], _ more: [HeaderField] = []) -> Self {
        Self(
            status: status, headers: [HeaderField("Content-Type", "application/json")] + more,
            body: body)
    }

    /// A response as Google's services send it, with the charset of the JSON.
    public static func google(
        _ status: Int, _ value: JSON, _ more: [HeaderField] = []
    ) -> Self {
        var response = json(status, value, more)
        response.headers[0].value = "application/json; charset=UTF-8"
        return response
    }
}
