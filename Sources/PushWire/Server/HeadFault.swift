import NIOHTTP1
import PushBackends
import PushText

/// The reason why a readable head is not answered (RFC 9112).
struct HeadFault {
    let status: Int
    let message: String

    /// Finds the fault of a head; nil if there is none.
    init?(_ head: HTTPRequestHead) {
        let hosts = head.headers["host"].count
        if hosts != 1, hosts > 1 || head.version == .http1_1 {
            self.init(400, "found \(hosts == 0 ? "no" : "\(hosts) fields") `Host`, wanted one")
            return
        }
        let codings = head.headers[canonicalForm: "transfer-encoding"]
        guard codings.isEmpty || codings.elementsEqual(["chunked"], by: { $0.lowercased() == $1 })
        else {
            self.init(501, "found another transfer coding, wanted only `chunked`")
            return
        }
        return nil
    }

    private init(_ status: Int, _ message: String) {
        self.status = status
        self.message = message
    }
}

extension ServiceRequest {
    /// Splits `http://host/path`, as a client of a proxy writes it: the host in it is the one that
    /// counts.
    mutating func resolveAbsoluteForm() {
        for scheme in ["http://", "https://"] where path.lowercased().hasPrefix(scheme) {
            let rest = path.dropFirst(scheme.utf8.count)
            let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            headers.removeAll { $0.name.lowercased() == "host" }
            headers.append(HeaderField("Host", String(rest[..<end])))
            path = rest[end...].hasPrefix("/") ? String(rest[end...]) : "/" + rest[end...]
            return
        }
    }
}
