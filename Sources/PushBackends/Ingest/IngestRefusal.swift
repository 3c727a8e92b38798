/// The reason why a whole request is refused.
///
/// The statuses follow Treasure Data's own sample (treasure-boxes, Kinesis): 400, 401, 403 and 422
/// are final, others may be repeated. The names are ours if the SDK's are not known.
struct IngestRefusal: Error, Equatable {
    var status: Int
    var name: String
    var message: String
    var headers: [ServiceHeader] = []

    var response: ServiceResponse { .refusal(status, name, message, headers) }

    static func badRequest(_ message: String) -> Self {
        Self(status: 400, name: "BadRequestError", message: message)
    }

    static func badName(_ message: String) -> Self {
        Self(status: 400, name: "InvalidCollectionNameError", message: message)
    }

    static func unauthorized(_ message: String) -> Self {
        Self(status: 401, name: "UnauthorizedError", message: message)
    }

    static func forbidden(_ message: String) -> Self {
        Self(status: 403, name: "ForbiddenError", message: message)
    }

    static func notFound(_ message: String) -> Self {
        Self(status: 404, name: "NotFoundError", message: message)
    }

    static func methodNotAllowed(_ message: String) -> Self {
        Self(
            status: 405, name: "MethodNotAllowedError", message: message,
            headers: [ServiceHeader("Allow", "POST")])
    }

    static func tooLarge(_ found: String, limit: Int) -> Self {
        Self(
            status: 413, name: "PayloadTooLargeError",
            message: "\(found), wanted at most \(limit)")
    }

    static func unsupportedType(_ message: String) -> Self {
        Self(status: 415, name: "UnsupportedMediaTypeError", message: message)
    }

    static func unprocessable(_ message: String) -> Self {
        Self(status: 422, name: "UnprocessableEntityError", message: message)
    }

    static func unavailable(_ reason: String) -> Self {
        Self(
            status: 503, name: "ServiceUnavailableError", message: reason,
            headers: [ServiceHeader("Retry-After", "1")])
    }
}
