import PushText

/// A link of a notification, parsed as far as routing needs it (TD-07).
///
/// Follows the URL Standard (url.spec.whatwg.org) in what decides where a link leads: the scheme's
/// case, backslashes and missing slashes of web links, user names, ports, percent-encoding and
/// dots. What the standard repairs in silence and deceives people, such as a tab, is refused.
public struct Link: Equatable, Sendable {
    /// The destination of a link.
    public enum Destination: Equatable, Sendable {
        /// A web page, shown in the in-app Safari.
        case web
        /// A screen of the app: its path, and the parameters that were let through.
        case screen(String, parameters: [String])
        /// Nowhere: the reason.
        case refused(String)
    }

    /// The link as it was given.
    public var text: String
    /// The scheme, lower case.
    public var scheme: String
    /// The text after the scheme and its colon.
    public var rest: String

    /// The longest link that is followed, in bytes; a payload has no room for a longer one.
    public static let sizeLimit = 4096

    /// Splits a link; nil if it has no scheme.
    public init?(_ text: String) {
        let parts = text.withBytes { bytes in
            bytes.firstIndex(of: UInt8(ascii: ":")).map { colon in
                (
                    scheme: String(decoding: bytes[..<colon], as: UTF8.self),
                    rest: String(decoding: bytes[(colon + 1)...], as: UTF8.self)
                )
            }
        }
        guard let parts else { return nil }
        var scheme = parts.scheme
        if !Self.isScheme(scheme) {
            scheme = scheme.lowercased()
            guard Self.isScheme(scheme) else { return nil }
        }
        self.text = text
        self.scheme = scheme
        rest = parts.rest
    }

    /// Whether a text is a scheme in lower case, as nearly every one is written.
    private static func isScheme(_ text: String) -> Bool {
        text.withBytes { bytes in
            guard let first = bytes.first, Ascii.isLower(first) else { return false }
            return bytes.allSatisfy {
                Ascii.isLower($0) || Ascii.isDigit($0) || $0 == Ascii.plus || $0 == Ascii.minus
                    || $0 == Ascii.dot
            }
        }
    }

    /// Schemes no app may open from a notification, registered or not.
    package static let dangerous = [
        "javascript", "data", "file", "vbscript", "blob", "about", "filesystem", "view-source",
    ]

    /// Why the text as a whole is not followed, as a line says it.
    package func textFault(_ reading: URLReading) -> String? { textProblem(reading)?.text }

    /// A reason not to follow a text, whatever it leads to.
    package enum TextProblem {
        case tooLong, control, space, invisible
        case beyondASCII(Unicode.Scalar)

        var text: String {
            switch self {
            case .tooLong: "it is longer than \(Link.sizeLimit) bytes"
            case .control: "it contains control characters"
            case .space: "it contains a space, which must be written %20"
            case .invisible: "it contains invisible characters"
            case .beyondASCII(let scalar): "it contains `\(scalar)`, which must be percent-encoded"
            }
        }

        /// The sender's remedy.
        package func cure(for text: String) -> String {
            switch self {
            case .tooLong: "shorten the link to \(Link.sizeLimit) bytes"
            case .control: "remove the control characters from the link"
            case .space: "write the space in the link as `%20`"
            case .invisible: "remove the invisible characters from the link"
            case .beyondASCII: URLReading.cure(for: text)
            }
        }
    }

    /// Why the text as a whole is not followed.
    package func textProblem(_ reading: URLReading) -> TextProblem? {
        guard text.utf8.count <= Self.sizeLimit else { return .tooLong }
        // Nearly every link is printable ASCII, which its bytes alone show.
        let isPlain = text.withBytes { $0.allSatisfy { (0x21...0x7E).contains($0) } }
        if isPlain { return nil }
        for scalar in text.unicodeScalars {
            if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) { return .control }
            if LinkPath.isInvisible(scalar) { return .invisible }
            guard reading == .strict else { continue }
            if scalar == " " { return .space }
            if !scalar.isASCII { return .beyondASCII(scalar) }
        }
        return nil
    }
}
