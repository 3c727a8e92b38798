/// The greatest numbers that the rows of a store have, so that no number is given twice.
public struct UsedNumbers: Equatable, Sendable {
    /// The greatest number of a notification; 0 if there is none.
    public var notification: Int64 = 0
    /// The greatest number of an event.
    public var event: Int64 = 0
    /// The greatest number of an upload.
    public var upload: Int64 = 0
    /// The rows of a store whose world's document is lost; nil if it is there.
    public var trace: Trace?

    /// The traces of a lost document in the rows.
    public struct Trace: Equatable, Sendable {
        /// The greatest number in an ID like `m-000001`.
        public var generatedID: Int64 = 0
        /// The greatest number of a line in the journal.
        public var statement: Int64 = 0
        /// The time of the newest row; nil if there is none.
        public var latest: Tick?

        /// Makes those of an empty store.
        public init() {}
    }

    /// Makes those of an empty store.
    public init() {}

    /// Whether no row has a number.
    public var isNone: Bool {
        notification == 0 && event == 0 && upload == 0 && (trace?.statement ?? 0) == 0
    }
}
