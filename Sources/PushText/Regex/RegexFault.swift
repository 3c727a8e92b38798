/// The reason why a regular expression cannot be used, as a sentence without a full stop.
package struct RegexFault: Error, Equatable, Sendable {
    /// The sentence, which quotes the pattern.
    package let message: String

    /// Whether other engines accept the pattern, so that it is not a mistake of its author.
    package let isUnknown: Bool

    init(_ message: String, isUnknown: Bool = false) {
        self.message = message
        self.isUnknown = isUnknown
    }
}
