import PushText

/// The source from which an `expect` or a `let` takes its value.
public struct Query: Equatable, Sendable {
    /// The sources of values.
    public indirect enum Kind: Equatable, Sendable {
        /// `$.a.b[0]`, a part of the last command's value.
        case path(ValuePath)
        /// `sql "SELECT …"`, the rows of a SQL query.
        case sql(Word)
        /// `var name`, a variable.
        case variable(Word)
        /// `error.code`, the code of the last failure.
        case errorCode
        /// `error.message`, the message of the last failure.
        case errorMessage
        /// `output`, the text that the last command printed.
        case output
        /// `status`, whether the last command succeeded.
        case status
        /// `count QUERY`, the number of elements, rows or code points.
        case count(Query)
        /// `events`, the types of the events tracked in this test, in order.
        case events
        /// `event TYPE [$.path]`, the last event of a type.
        case event(type: Word, path: ValuePath?)
        /// `queue`, the number of events waiting for upload.
        case queue
        /// `badge`, the number on the app's icon.
        case badge
        /// `screen`, the app's current screen.
        case screen
        /// `shown`, the notifications on display.
        case shown
        /// `callbacks`, the delegate methods that were called, in order.
        case callbacks
        /// `token`, the registration token.
        case token
        /// `user`, the user who is logged in.
        case user
        /// A quoted text that is its own value.
        case literal(Word)
    }

    /// The source of the value.
    public let kind: Kind
    /// From the query's first word to its last.
    public let span: Span

    /// Whether it reads or counts a part of something, which may be missing: `$` with a path, or an
    /// event.
    public var isPath: Bool {
        switch kind {
        case .path, .event: true
        case .count(let inner): inner.isPath
        default: false
        }
    }

    /// Whether it is `$` itself, which after `query` is a list of rows.
    public var isWhole: Bool {
        if case .path(let path) = kind { path.steps.isEmpty } else { false }
    }

    /// Whether it finds rows by SQL.
    public var isSQL: Bool { if case .sql = kind { true } else { false } }

    /// Whether its value is always a number, which has no elements.
    public var isNumber: Bool {
        switch kind {
        case .queue, .badge, .count: true
        default: false
        }
    }

    /// The words that start a query; `$.path` does too, and after `let` so does quoted text.
    public static let names = [
        "sql", "events", "event", "queue", "output", "status", "error.code", "error.message", "var",
        "count", "badge", "screen", "shown", "callbacks", "token", "user",
    ]

    static let choices = "write \(Suggestion.list(["$.path"] + names))"
}

/// The path into a value: `$.items[0]."a key"`.
public struct ValuePath: Equatable, Sendable {
    /// One step of the path.
    public enum Step: Equatable, Sendable {
        /// The value of an object's key.
        case key(String)
        /// An element of an array, from 0; negative numbers count from the end.
        case index(Int)
    }

    /// The steps, none for `$` itself.
    public let steps: [Step]
    /// The place of the path.
    public let span: Span
}
