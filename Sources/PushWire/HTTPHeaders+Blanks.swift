import NIOHTTP1
import PushText

extension HTTPHeaders {
    /// The fields without the blanks around their values.
    ///
    /// A parser of HTTP/1 must leave these out (RFC 9110, section 5.5); NIO's keeps those at the
    /// end.
    var withoutBlanksAround: HTTPHeaders {
        let hasBlanks = contains {
            Self.isBlank($0.value.utf8.last) || Self.isBlank($0.value.utf8.first)
        }
        guard hasBlanks else { return self }
        return HTTPHeaders(
            map { ($0.name, String(Substring($0.value.utf8.trimming(where: Self.isBlank)))) })
    }

    /// Whether a byte is one of the two that may stand around a value.
    static func isBlank(_ byte: UInt8?) -> Bool { byte == Ascii.space || byte == Ascii.tab }
}
