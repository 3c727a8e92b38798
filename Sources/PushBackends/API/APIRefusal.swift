/// The reason why the REST API refuses a request.
///
/// The envelope has the keys that Treasure Data's clients read (td-client-python, `api.py`).
struct APIRefusal: Error, Equatable {
    var status: Int
    var message: String
    var headers: [ServiceHeader] = []

    var response: ServiceResponse {
        .json(
            status,
            [
                "error": .string(message), "message": .string(message), "text": .string(message),
                "severity": "error", "status_code": .int(status),
            ], headers)
    }
}
