/// Which embedded service a request is for.
public enum ServiceKind: String, Equatable, Sendable {
    /// Treasure Data's Ingest API and postback.
    case ingest
    /// Treasure Data's REST API.
    case api

    /// A refusal as this service words them, for requests that never reached it.
    public func refusal(
        _ status: Int, _ message: String, retryAfter: Int? = nil
    ) -> ServiceResponse {
        let headers = retryAfter.map { [ServiceHeader("Retry-After", String($0))] } ?? []
        return switch self {
        case .ingest: .refusal(status, StatusName.name(status), message, headers)
        case .api: APIRefusal(status: status, message: message, headers: headers).response
        }
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

/// What becomes of a request on the wire; a stub may ask for less than an answer.
public enum ServiceReply: Equatable, Sendable {
    /// An answer.
    case response(ServiceResponse)
    /// No answer ever, until the client gives up.
    case silence
    /// The connection is closed in an orderly way, without an answer.
    case hangUp
    /// The connection is reset.
    case reset
    /// Another reply, so many milliseconds late.
    indirect case late(ServiceReply, milliseconds: Int64)
}
