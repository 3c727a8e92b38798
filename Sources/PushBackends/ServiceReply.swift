import PushText

/// The embedded service that a request is for.
public enum ServiceKind: String, CaseIterable, Equatable, Sendable {
    /// Treasure Data's Ingest API and postback.
    case ingest
    /// Treasure Data's REST API.
    case api
    /// Trino's own protocol, as Treasure Data's endpoint for Presto speaks it.
    case trino
    /// The provider API of Apple's push service.
    case apns
    /// The management of Apple's broadcast channels, which has a host and a port of its own.
    case channels
    /// Firebase Cloud Messaging's HTTP v1 API, and the other services that its libraries use.
    case fcm
    /// The shell itself, for tests that drive it.
    case control
}

extension ServiceKind {
    /// Whether it is one of Apple's.
    public var isAPNs: Bool { self == .apns || self == .channels }

    /// Whether senders of pushes use it.
    public var isGateway: Bool { isAPNs || self == .fcm }

    /// Returns APNs' reason for something that never became a request, by its status.
    static func reason(_ status: Int) -> String {
        switch status {
        case 403: "Forbidden"
        case 413: "PayloadTooLarge"
        case 408: "IdleTimeout"
        case 400..<500: "BadPath"
        default: "ServiceUnavailable"
        }
    }
}

extension ServiceResponse {
    /// Returns a refusal in the envelope of Google's APIs, for a request that reached none of their
    /// methods.
    static func google(
        _ status: Int, _ message: String, _ headers: [HeaderField]
    ) -> ServiceResponse {
        let name: String
        switch status {
        case 501: name = "UNIMPLEMENTED"
        case 500...: name = "UNAVAILABLE"
        case 401: name = "UNAUTHENTICATED"
        case 403: name = "PERMISSION_DENIED"
        case 404: name = "NOT_FOUND"
        default: name = "INVALID_ARGUMENT"
        }
        return .json(
            status,
            [
                "error": [
                    "code": .int(status), "message": .string(message), "status": .string(name),
                ]
            ], headers)
    }
}

/// The names that errors carry, by status.
enum StatusName {
    static func name(_ status: Int) -> String {
        switch status {
        case 400: "BadRequestError"
        case 401: "UnauthorizedError"
        case 403: "ForbiddenError"
        case 404: "NotFoundError"
        case 405: "MethodNotAllowedError"
        case 408: "RequestTimeoutError"
        case 409: "ConflictError"
        case 413: "PayloadTooLargeError"
        case 415: "UnsupportedMediaTypeError"
        case 416: "RangeNotSatisfiableError"
        case 417: "ExpectationFailedError"
        case 422: "UnprocessableEntityError"
        case 429: "TooManyRequestsError"
        case 431: "HeaderFieldsTooLargeError"
        case 503: "ServiceUnavailableError"
        case 505: "VersionNotSupportedError"
        default: status < 500 ? "RequestError" : "InternalError"
        }
    }
}

/// The reply to a request on the wire; a stub may ask for less than an answer.
public enum ServiceReply: Equatable, Sendable {
    /// An answer.
    case response(ServiceResponse)
    /// A head, and a body that continues while the client stays; over HTTP/1.1 only.
    case stream(ServiceResponse, ServiceFeed)
    /// No answer ever, until the client gives up.
    case silence
    /// The connection is closed in an orderly way, without an answer.
    case hangUp
    /// The connection is reset.
    case reset
    /// The connection accepts no further requests (GOAWAY in HTTP/2), with a reason; earlier ones
    /// are answered.
    ///
    /// Over HTTP/1.1 the connection closes after the answer.
    indirect case goAway(reason: [UInt8], after: ServiceReply)
    /// The head of an answer at once, and its body in pieces over a number of milliseconds.
    case slow(ServiceResponse, milliseconds: Int64)
    /// Another reply, a number of milliseconds late.
    indirect case late(ServiceReply, milliseconds: Int64)

    /// The HTTP status of the answer; nil if there is none.
    public var status: Int? {
        switch self {
        case .response(let response), .stream(let response, _), .slow(let response, _):
            response.status
        case .silence, .hangUp, .reset: nil
        case .goAway(_, let reply), .late(let reply, _): reply.status
        }
    }
}
