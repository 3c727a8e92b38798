import PushText

/// The reason why an embedded service refuses a request; each service has its own form for it.
public struct ServiceRefusal: Error, Equatable, Sendable {
    /// The HTTP status.
    public var status: Int
    /// The vendor's name or code for it; nil for the usual one of the status.
    var name: String?
    /// The sentence that says what was found and what was wanted.
    public var message: String
    /// The header fields that the answer has besides those of its form.
    var headers: [HeaderField]

    /// Makes a refusal.
    public init(
        status: Int, name: String? = nil, message: String, headers: [HeaderField] = []
    ) {
        (self.status, self.name) = (status, name)
        (self.message, self.headers) = (message, headers)
    }
}

extension ServiceRequest {
    /// Refuses the request if it has another method; HEAD is allowed where GET is.
    public func require(_ wanted: String) throws(ServiceRefusal) {
        let isForGet = wanted == "GET"
        guard isForGet ? !isGet : method != wanted else { return }
        throw ServiceRefusal(
            status: 405, message: "found `\(visible(method))`, wanted `\(wanted)`",
            headers: [HeaderField("Allow", isForGet ? "GET, HEAD" : wanted)])
    }
}

extension ServiceKind {
    /// Returns a refusal in this service's form.
    public func response(to refusal: ServiceRefusal) -> ServiceResponse {
        let (status, headers) = (refusal.status, refusal.headers)
        let message = JSON.string(refusal.message)
        switch self {
        case .ingest:
            // Treasure Data's envelope for errors of the Ingest API is not documented; this one
            // is ours.
            let name = JSON.string(refusal.name ?? StatusName.name(status))
            return .json(status, ["error": ["name": name, "message": message]], headers)
        case .api:
            // The keys that Treasure Data's clients read (td-client-python, `api.py`).
            return .json(
                status,
                [
                    "error": message, "message": message, "text": message, "severity": "error",
                    "status_code": .int(status),
                ], headers)
        case .trino:
            let type = HeaderField("Content-Type", "text/plain; charset=utf-8")
            return ServiceResponse(
                status: status, headers: [type] + headers, body: Array(refusal.message.utf8))
        case .apns, .channels:
            return .json(status, ["reason": .string(Self.reason(status))], headers)
        case .fcm: return .google(status, refusal.message, headers)
        case .control:
            // In the form of a request that the control protocol itself refuses.
            let error: JSON = ["code": "invalid_request", "message": message, "hint": .null]
            return .json(status, ["error": error], headers)
        }
    }

    /// Returns a refusal in this service's form, for requests that never reached it.
    public func refusal(
        _ status: Int, _ message: String, retryAfter: Int? = nil
    ) -> ServiceResponse {
        let headers = retryAfter.map { [HeaderField("Retry-After", String($0))] } ?? []
        return response(to: ServiceRefusal(status: status, message: message, headers: headers))
    }
}
