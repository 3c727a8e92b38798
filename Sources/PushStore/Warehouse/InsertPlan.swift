/// How records with the same keys in the same order become rows.
struct InsertPlan {
    /// The destination of a member's value.
    enum Target: Equatable {
        /// To the next parameter of the statement.
        case parameter
        /// To the next parameter, as the record's time.
        case time
        /// Nowhere: the uuid is no column, and the last of equal keys wins.
        case skip
        /// Nowhere while it is null: no record brought a value for the key yet.
        case unborn
    }

    let keys: [String]
    let targets: [Target]
    /// The types that members' columns hold alone so far; nil if there is nothing to keep.
    let uniform: [ColumnType?]
    /// Whether a value for some key would make a column.
    let hasUnborn: Bool
    /// Whether the time of reception is to be bound after the members.
    let addsTime: Bool
    let statement: Statement
}
