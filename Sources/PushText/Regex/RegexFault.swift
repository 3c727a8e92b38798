/// Why a regular expression cannot be used, as a sentence without a full stop.
package struct RegexFault: Error, Equatable, Sendable {
    /// The sentence, which quotes the pattern.
    package let message: String

    init(_ message: String) { self.message = message }
}
