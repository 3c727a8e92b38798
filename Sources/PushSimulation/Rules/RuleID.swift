/// Names a rule of the simulation; `Rule.table` says what it states and where it comes from.
public enum RuleID: String, CaseIterable, Sendable {
    case command
}
