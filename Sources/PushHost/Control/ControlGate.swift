import PushBackends
import PushCommands
import PushModel
import PushText

/// The reason why a request to the control port is rejected, with its status.
struct ControlRefusal: Error, Equatable {
    var status: Int
    var fault: ControlFault
    var headers: [HeaderField] = []

    /// Makes a refusal with its HTTP status.
    init(_ status: Int, _ message: String, hint: String? = nil, _ headers: [HeaderField] = []) {
        self.status = status
        fault = ControlFault(message, hint: hint)
        self.headers = headers
    }

    /// Makes the refusal of a request that is malformed: 400.
    init(_ fault: ControlFault) {
        status = 400
        self.fault = fault
    }
}

/// Admits requests from programs on this machine that know the token.
///
/// A web page in the user's browser can reach a port of this machine, but its requests carry its
/// origin or the page's host name, even if that name was made to resolve to 127.0.0.1. Neither is
/// admitted, whatever token it has.
struct ControlGate {
    private let token: [UInt8]

    init(token: String) { self.token = Array(token.utf8) }

    /// Refuses a request that is not admitted.
    ///
    /// The order matters: a page learns nothing about the token. 403 is for pages, 401 for a
    /// missing token.
    func check(_ request: ServiceRequest) throws(ControlRefusal) {
        let hosts = request.headers.filter { $0.name.lowercased() == "host" }.map(\.value)
        guard hosts.count == 1, let host = hosts.first, Self.isHere(host) else {
            throw ControlRefusal(
                403, "the request names a host other than this machine",
                hint: "use 127.0.0.1 or localhost")
        }
        let origins = request.headers.filter { $0.name.lowercased() == "origin" }.map(\.value)
        let site = request.header("Sec-Fetch-Site") ?? "none"
        guard origins.allSatisfy({ $0.lowercased() == "http://" + host.lowercased() }),
            site == "none" || site == "same-origin"
        else { throw ControlRefusal(403, "the request comes from a page of another origin") }
        guard isAuthorised(request) else {
            throw ControlRefusal(
                401, "the request needs the token: `Authorization: Bearer TOKEN`",
                hint: "it is in the line of JSON that `serve` prints",
                [HeaderField("WWW-Authenticate", "Bearer realm=\"pushsh\"")])
        }
    }

    /// Whether a `Host` is a name of this machine, with or without a port.
    private static func isHere(_ host: String) -> Bool {
        let host = host.lowercased()
        return Loopback.hosts.contains { name in
            guard host.hasPrefix(name) else { return false }
            let rest = host.dropFirst(name.count)
            return rest.isEmpty
                || rest.hasPrefix(":") && (2...6).contains(rest.utf8.count)
                    && rest.dropFirst().isDigits
        }
    }

    /// Whether the request has exactly one `Authorization`, with the token.
    private func isAuthorised(_ request: ServiceRequest) -> Bool {
        let fields = request.headers.filter { $0.name.lowercased() == "authorization" }
        guard fields.count == 1, let token = ServiceRequest.bearerToken(in: fields[0].value) else {
            return false
        }
        return isToken(Array(token.utf8))
    }

    /// Compares every byte, so that the time does not reveal where a guess is wrong.
    private func isToken(_ guess: [UInt8]) -> Bool {
        var difference: UInt8 = guess.count == token.count ? 0 : 1
        for (index, byte) in token.enumerated() {
            difference |= byte ^ (guess.isEmpty ? 0 : guess[index % guess.count])
        }
        return difference == 0
    }
}
