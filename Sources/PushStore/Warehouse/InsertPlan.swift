/// The plan for turning records with the same keys in the same order into rows.
///
/// A table keeps a few; one that gets a column drops them all, since `unborn` may no longer be
/// true.
struct InsertPlan {
    /// The destination of a member's value.
    enum Target: Equatable {
        /// To the next parameter of the statement.
        case parameter
        /// To the next parameter, as the record's time.
        case time
        /// Nowhere: the uuid is not a column, and the last of equal keys wins.
        case skip
        /// Nowhere while it is null: no record has brought a value for the key yet.
        case unborn
    }

    /// The keys of the records that it fits, in their order.
    let keys: [String]
    /// One for each key.
    let targets: [Target]
    /// The types of which all cells of the members' columns are so far; nil if there is nothing to
    /// keep.
    let uniform: [ColumnType?]
    /// Whether a value for some key would create a column.
    let hasUnborn: Bool
    /// Whether the time of reception must be bound after the members.
    let addsTime: Bool
    /// Its parameters are the keys with a parameter, in order, and then the time if that is added.
    let statement: Statement
}
