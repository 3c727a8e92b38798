import PushLanguage
import PushText
import Testing

/// A script that is wrong, and every word that must be said about it.
struct ErrorCase: Sendable, CustomTestStringConvertible {
    let source: String
    let expected: String

    var testDescription: String { source.split(separator: "\n").first.map(String.init) ?? "" }

    /// Reads cases divided by `%%` lines; `=>` stands between the script and its errors.
    static func read(_ text: String) -> [ErrorCase] {
        text.split(separator: "\n%%\n").map { part in
            let lines = part.split(separator: "\n", omittingEmptySubsequences: false)
            let middle = lines.firstIndex(of: "=>") ?? lines.endIndex
            return ErrorCase(
                source: lines[..<middle].joined(separator: "\n"),
                expected: lines[middle...].dropFirst().joined(separator: "\n"))
        }
    }

    /// The errors as drawn; the JSON check of the cases refuses `@` and nothing else.
    var drawn: String {
        Sample(source) { text in
            text.firstIndex(of: UInt8(ascii: "@")).map {
                JSONError(
                    kind: .unexpected, span: ByteSpan(start: $0, end: $0 + 1),
                    message: "`@` is no JSON")
            }
        }.errors
    }
}
