/// The reason why a push goes no further: the rule, and what was found.
package final class Reason: Error, Equatable, Sendable {
    /// The rule behind the reason.
    package let rule: RuleID
    /// The fault as a line of output words it.
    package let text: String
    /// The reason or error code of the gateway that refuses, in its vendor's spelling.
    package let answer: String?
    /// The part of the request that was wrong, if the answer covers several.
    package let fault: RequestFault?

    /// Makes a reason; `answer` and `fault` are nil where no gateway refuses.
    package init(
        _ rule: RuleID, _ text: String, answer: String? = nil, fault: RequestFault? = nil
    ) {
        self.rule = rule
        self.text = text
        self.answer = answer
        self.fault = fault
    }

    package static func == (left: Reason, right: Reason) -> Bool {
        left === right
            || (left.rule == right.rule && left.text == right.text
                && left.answer == right.answer && left.fault == right.fault)
    }
}
