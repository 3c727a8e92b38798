import NIOHPACK
import NIOHTTP1
import PushBackends
import PushText

/// Reads the heads of requests over HTTP/2, and finds the malformed ones (RFC 9113, 8.2 and 8.3).
///
/// NIO's own check splits and compares each field several times, which is a fifth of what a small
/// request costs; here every byte is examined once, on the way into the request.
enum StreamHead {
    /// A well-formed head.
    struct Parts {
        /// The request, without its body.
        var request: ServiceRequest
        /// The announced length of its body; nil if the head does not say.
        var contentLength: Int?
    }

    /// The pseudo-fields of a request, each of which may occur only once.
    private struct Seen: OptionSet {
        let rawValue: UInt8
        static let method = Seen(rawValue: 1)
        static let scheme = Seen(rawValue: 2)
        static let path = Seen(rawValue: 4)
        static let authority = Seen(rawValue: 8)
        static let needed: Seen = [.method, .scheme, .path]
        /// The pseudo-fields of `CONNECT`, which names only a host.
        static let neededToConnect: Seen = [.method, .authority]
    }

    /// Reads the head of a request; nil if it is malformed.
    static func parts(
        _ fields: HPACKHeaders, from address: String, on connection: ServiceConnection
    ) -> Parts? {
        var parts = Parts(
            request: ServiceRequest(
                method: "", path: "", remoteAddress: address, connection: connection))
        parts.request.headers.reserveCapacity(fields.count)
        var seen = Seen()
        for (name, value, _) in fields {
            guard name.utf8.first == UInt8(ascii: ":") else {
                guard add(name, value, to: &parts) else { return nil }
                continue
            }
            // After the first ordinary field only ordinary ones may follow, and `host` is not one
            // of them.
            guard parts.request.headers.count == (seen.contains(.authority) ? 1 : 0),
                isValue(value), let field = take(name, value, into: &parts.request),
                !seen.contains(field)
            else { return nil }
            seen.insert(field)
        }
        let isWhole =
            parts.request.method == "CONNECT"
            ? seen == .neededToConnect
            : seen.isSuperset(of: .needed) && !parts.request.path.isEmpty
        return isWhole ? parts : nil
    }

    /// Whether the fields after a body are well-formed.
    static func areTrailers(_ fields: HPACKHeaders) -> Bool {
        fields.allSatisfy { isName($0.name) && !isOfConnection($0.name) && isValue($0.value) }
    }

    /// The first thing that is wrong with malformed fields, as a sentence.
    static func fault(of fields: HPACKHeaders) -> String {
        for (name, value, _) in fields {
            let shown = "`\(VisibleText.escape(String(name.prefix(60))))`"
            guard isValue(value) else {
                if HTTPHeaders.isBlank(value.utf8.last) { return shown + " ends with a blank" }
                return shown
                    + (HTTPHeaders.isBlank(value.utf8.first)
                        ? " begins with a blank" : " has the end of a line or a null in it")
            }
            guard name.utf8.first != UInt8(ascii: ":") else { continue }
            guard isName(name) else { return "\(shown) is not a name in lower case" }
            guard !isOfConnection(name) else { return "\(shown) is a field of HTTP/1" }
        }
        return "its fields are incomplete, come twice, or contradict each other"
    }

    private static func take(
        _ name: String, _ value: String, into request: inout ServiceRequest
    ) -> Seen? {
        switch name {
        case ":method":
            request.method = value
            return .method
        case ":path":
            request.path = value
            return .path
        case ":scheme": return .scheme
        case ":authority":
            request.headers.append(HeaderField("host", value))
            return .authority
        default: return nil
        }
    }

    private static func add(_ name: String, _ value: String, to parts: inout Parts) -> Bool {
        guard isName(name), isValue(value), !isOfConnection(name),
            name != "te" || value == "trailers"
        else { return false }
        if name == "content-length" {
            // `Int` would also take a sign.
            guard all(value, Ascii.isDigit), let length = Int(value),
                parts.contentLength == nil || parts.contentLength == length
            else { return false }
            parts.contentLength = length
        }
        parts.request.headers.append(HeaderField(name, value))
        return true
    }

    /// Whether a field is about an HTTP/1 connection, which HTTP/2 forbids.
    private static func isOfConnection(_ name: String) -> Bool {
        switch name.utf8.count {
        case 7: name == "upgrade"
        case 10: name == "connection" || name == "keep-alive"
        case 16: name == "proxy-connection"
        case 17: name == "transfer-encoding"
        default: false
        }
    }

    /// Whether a text is a token in lower case.
    private static func isName(_ name: String) -> Bool {
        !name.isEmpty
            && all(name) { byte in
                switch byte {
                case 0x21, 0x23...0x27, 0x2a, 0x2b, 0x2d, 0x2e, 0x30...0x39, 0x5e...0x7a, 0x7c,
                    0x7e:
                    true
                default: false
                }
            }
    }

    /// Whether a text has no character that ends a line or a string, and no blank around it.
    private static func isValue(_ value: String) -> Bool {
        !HTTPHeaders.isBlank(value.utf8.first) && !HTTPHeaders.isBlank(value.utf8.last)
            && all(value) { $0 > 0x0d || $0 != 0 && $0 != 0x0a && $0 != 0x0d }
    }

    /// Whether every byte of a text passes a test; strings are slower than their bytes.
    @inline(__always)
    private static func all(_ text: String, _ isFine: (UInt8) -> Bool) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(isFine) }
            ?? text.utf8.allSatisfy(isFine)
    }
}
