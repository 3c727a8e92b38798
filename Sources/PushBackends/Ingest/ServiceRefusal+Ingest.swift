import PushText

/// The refusals of a whole request to the Ingest API.
///
/// The statuses follow Treasure Data's own sample (treasure-boxes, Kinesis): 400, 401, 403 and 422
/// are final, others may be repeated. The names are ours if the SDK's are not known.
extension ServiceRefusal {
    static func badRequest(_ message: String) -> Self {
        Self(status: 400, message: message)
    }

    static func badName(_ message: String) -> Self {
        Self(status: 400, name: "InvalidCollectionNameError", message: message)
    }

    static func unauthorized(_ message: String) -> Self {
        Self(status: 401, message: message)
    }

    static func forbidden(_ message: String) -> Self {
        Self(status: 403, message: message)
    }

    static func notFound(_ message: String) -> Self {
        Self(status: 404, message: message)
    }

    static func tooLarge(_ found: String, limit: Int) -> Self {
        Self(
            status: 413,
            message: "\(found), wanted at most \(limit)")
    }

    static func unsupportedType(_ message: String) -> Self {
        Self(status: 415, message: message)
    }

    static func unprocessable(_ message: String) -> Self {
        Self(status: 422, message: message)
    }

    static func unavailable(_ reason: String) -> Self {
        Self(
            status: 503, message: reason,
            headers: [HeaderField("Retry-After", "1")])
    }
}
