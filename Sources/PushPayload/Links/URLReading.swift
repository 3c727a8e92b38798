import PushText

/// The ways in which Foundation makes a URL of a text, `URL(string:)` (A-URL).
///
/// The system decides, and the SDK that the app was linked with: both must be of iOS 17 for the
/// newer one.
package enum URLReading: Sendable {
    /// Since iOS 17: what a URL cannot hold is percent-encoded.
    case encoding
    /// Before iOS 17: a blank or a character beyond ASCII makes the text no URL.
    case strict

    /// Whether the two readings differ for a text.
    package static func dependsOnSystem(_ text: String) -> Bool {
        text.contains(byte: Ascii.space) || !text.isASCII
    }

    /// The first character that the strict reading does not take; nil if there is none.
    package static func firstRefused(in text: String) -> Unicode.Scalar? {
        dependsOnSystem(text) ? text.unicodeScalars.first { $0 == " " || !$0.isASCII } : nil
    }

    /// The text as every system reads it; nil if its host is not ASCII, which has another form.
    package static func encoded(_ text: String) -> String? {
        if let link = Link(text), link.isSpecial, dependsOnSystem(link.host) { return nil }
        return PercentCoding.encode(text, keeping: kept)
    }

    /// The printable ASCII characters other than letters and digits.
    private static let kept = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"

    /// The sender's remedy for a text that only the newer reading takes.
    package static func cure(for text: String) -> String {
        encoded(text).map { "send it percent-encoded: `\($0)`" }
            ?? "send it with the ASCII form of its host (`xn--…`), and percent-encoded"
    }
}
