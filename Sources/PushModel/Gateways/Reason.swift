/// Why a push goes no further: the rule, and what was found.
package struct Reason: Equatable, Sendable {
    /// The rule that it stands on.
    package var rule: RuleID
    /// The fault as a line of output words it.
    package var text: String
    /// The reason or error code of the gateway that refuses, in its vendor's spelling.
    package var answer: String?

    package init(_ rule: RuleID, _ text: String, answer: String? = nil) {
        self.rule = rule
        self.text = text
        self.answer = answer
    }
}
