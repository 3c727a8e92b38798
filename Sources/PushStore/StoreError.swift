/// A failure of the store: one sentence, and the place that it is about.
public struct StoreError: Error, Equatable, Sendable {
    /// The kinds of failure that a caller may want to distinguish.
    public enum Code: String, Sendable {
        /// About files: the lock is another's, no room, not writable, not SQLite's, broken, another
        /// program's, of a later version, of length 0, not to be opened, another fault of the
        /// system.
        case busy, full, readOnly, notDatabase, damaged, foreign, newer, empty, cannotOpen, io
        /// The workspace was deleted, moved or replaced while it was open.
        case gone
        /// A copy of the workspace, which was to be brought back, is not sound; the workspace is as
        /// it was.
        case damagedCopy
        /// About queries and commands: ^C, the time limit, not permitted, SQLite's own refusal, too
        /// large, a constraint or a taken name, a name against the rules, nothing there, too many.
        case interrupted, timedOut, denied, sql, tooLarge, constraint, name, missing, limit
        /// The caller's mistake.
        case misuse
    }

    /// The kind of failure.
    public var code: Code
    /// The sentence that says what was found and what was wanted: lower case, no full stop.
    public var message: String
    /// The file or folder that the message is about; nil if it is about none.
    public var file: String?
    /// The remedy, only if it is certain.
    ///
    /// Shown as a line of its own below the message.
    public var hint: String?
    /// The text of the statement that failed.
    ///
    /// SQLite's text at first; `query` replaces it by the text that was typed.
    public var sql: String?
    /// The byte of `sql` that the message is about.
    public var offset: Int?
    /// SQLite's own message, if the message has it within another sentence.
    var engineMessage: String?
    /// Trino's name for the failure, if the query is one of Trino's.
    public var trino: TrinoFailure?
    /// Whether some or all of the records were stored all the same: storing them again may
    /// duplicate them.
    ///
    /// A caller that repeats what failed must not repeat this.
    public var isCommitted = false

    /// Makes an error.
    public init(
        _ code: Code, _ message: String, file: String? = nil, hint: String? = nil,
        sql: String? = nil, offset: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.file = file
        self.hint = hint
        self.sql = sql
        self.offset = offset
    }

    /// Returns the refusal of a row whose kind this version does not know, so that it is not taken
    /// for another kind.
    static func unknown(_ what: String, _ name: String) -> StoreError {
        StoreError(
            .newer,
            "the workspace holds \(what) `\(name)`, which this pushsh does not know",
            hint: "a newer pushsh wrote it, or the file was edited; `repair` names it, and "
                + "`repair --write` sets it aside")
    }
}

/// An error of Trino's: its name and number, and its place in the query.
public struct TrinoFailure: Equatable, Sendable {
    /// The name, such as `DIVISION_BY_ZERO`.
    public var name: String
    /// The number that Trino's protocol gives.
    public var number: Int
    /// Trino's message, without the place before it.
    public var message: String
    /// The line from 1, and the column in characters from 1; nil for an error at run time.
    public var place: Place?

    /// Describes an error.
    public init(name: String, number: Int, message: String, place: Place? = nil) {
        self.name = name
        self.number = number
        self.message = message
        self.place = place
    }

    /// A place in a query.
    public struct Place: Equatable, Sendable {
        /// The line, from 1.
        public var line: Int
        /// The column in characters, from 1.
        public var column: Int
    }
}

extension Statement {
    /// Returns the case that a column names; a name that this version does not know is refused.
    ///
    /// `what` says in the refusal what has the name, such as `an event of the type`.
    func named<Value: RawRepresentable<String>>(
        _ column: Int32, _ what: String
    ) throws(StoreError) -> Value {
        let name = text(column)
        guard let value = Value(rawValue: name) else { throw .unknown(what, name) }
        return value
    }
}
