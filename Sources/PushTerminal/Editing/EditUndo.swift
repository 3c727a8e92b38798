/// The earlier states of an entry, for ^_, and those that were undone, for Alt-/.
struct EditUndo {
    /// A text with its cursor position.
    struct State: Equatable {
        var text: [UInt32]
        var cursor: Int
    }

    /// The most states kept, and the longest text of one.
    static let limit = 200
    static let textLimit = 16384

    private var states: [State] = []
    private var undone: [State] = []
    private var current: State?

    /// Notes the state before the next key.
    mutating func note(_ state: State) {
        if let current, current.text != state.text {
            states.append(current)
            undone = []
            if states.count > EditUndo.limit { states.removeFirst() }
        }
        current = state
    }

    /// Returns the state before the last change, and makes it the current one.
    mutating func undo() -> State? {
        guard let state = states.popLast() else { return nil }
        if let current { undone.append(current) }
        current = state
        return state
    }

    /// Returns the state that was undone last, and makes it the current one.
    mutating func redo() -> State? {
        guard let state = undone.popLast() else { return nil }
        if let current { states.append(current) }
        current = state
        return state
    }
}
