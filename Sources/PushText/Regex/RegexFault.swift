/// Why a regular expression cannot be used, as a sentence without a full stop.
package struct RegexFault: Error, Equatable, Sendable {
    /// The sentence, which quotes the pattern.
    package let message: String

    /// Whether other engines take the pattern, so that it is no mistake of who wrote it.
    package let isUnknown: Bool

    init(_ message: String, isUnknown: Bool = false) {
        self.message = message
        self.isUnknown = isUnknown
    }
}
