/// The reason why a push goes no further: the rule, and what was found.
package struct Reason: Error, Equatable, Sendable {
    /// The rule behind the reason.
    package var rule: RuleID
    /// The fault as a line of output words it.
    package var text: String
    /// The reason or error code of the gateway that refuses, in its vendor's spelling.
    package var answer: String?
    /// The part of the request that was wrong, if the answer covers several.
    package var fault: RequestFault?

    package init(
        _ rule: RuleID, _ text: String, answer: String? = nil, fault: RequestFault? = nil
    ) {
        self.rule = rule
        self.text = text
        self.answer = answer
        self.fault = fault
    }
}
