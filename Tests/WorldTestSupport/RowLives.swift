import PushModel

/// The lives of the rows of a history, against the transitions that are written with their states.
package struct RowLives {
    private struct Token: Hashable {
        let app: AppAddress
        let kind: String
        let scope: String
        let text: String
    }

    private var states: [Int64: NotificationRow.State] = [:]
    private var tokens: [Token: TokenRow.Change] = [:]

    /// Begins without rows.
    package init() {}

    /// Takes changes in their order; returns the transitions that are not written anywhere.
    package mutating func take(_ changes: [Change]) -> [String] {
        changes.compactMap { change in
            switch change {
            case .notification(let row):
                states[row.sequence] = row.state
                return row.state.isOver ? "a notification begins \(row.state)" : nil
            case .notificationState(let sequence, let state, _):
                guard let before = states.updateValue(state, forKey: sequence) else {
                    return "notification \(sequence) became \(state) before it arrived"
                }
                // What a service extension held comes on the screen later than its row.
                return before == state || before.canBecome(state)
                    ? nil : "a notification: \(before) → \(state)"
            case .token(let row):
                let token = Token(app: row.app, kind: row.kind, scope: row.scope, text: row.token)
                let before = tokens.updateValue(row.change, forKey: token)
                guard !row.change.canFollow(before) else { return nil }
                let earlier = before?.rawValue ?? "none"
                return "a \(row.kind) token: \(earlier) → \(row.change)"
            default: return nil
            }
        }
    }
}
