import PushModel

/// The decision table: the reaction of iOS to a push in every state, as one value.
///
/// The tests run each row against the world, and `markdown` renders the same rows, so document
/// and behaviour cannot differ. The numbers are those of the table that the rows were taken from.
public enum ArrivalTable {
    /// Every row: arrivals first, then the user's actions.
    public static let rows: [ArrivalRow] =
        foreground + background + notRunning + unshown + system + interactions

    static func row(
        _ number: String, _ name: String, _ states: [ArrivalRow.Condition],
        _ payloads: [SamplePayload], _ permissions: [Permission.Status] = [.authorized],
        given: [ArrivalRow.Circumstance] = [], when trigger: ArrivalRow.Trigger = .arrives,
        then outcome: ArrivalRow.Outcome, _ rules: [RuleID], _ confidence: Rule.Confidence
    ) -> ArrivalRow {
        ArrivalRow(
            number: number, name: name, states: states, payloads: payloads,
            permissions: permissions, given: given, trigger: trigger, outcome: outcome,
            rules: rules, confidence: confidence)
    }

    static let anyPermission: [Permission.Status] = [
        .authorized, .provisional, .denied, .notDetermined,
    ]
}
