import PushLanguage
import PushText

/// A word of the language with its meaning, for completion and help.
public struct LanguageWord: Sendable {
    /// The word.
    public let name: String
    /// One sentence.
    public let summary: String

    private init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }

    /// The words that begin a statement.
    public static let all: [LanguageWord] = LanguageTopic.all.map { .init($0.name, $0.summary) }

    /// The words that begin a query, as `expect` and `let` take one.
    public static let queries: [LanguageWord] =
        [.init("$", "The value of the last command; `$.a.b[0]` is a part of it.")]
        + Query.names.map { .init($0, meanings[$0] ?? "") }

    /// The queries with one sentence each; a query that is missing here is offered without one.
    private static let meanings: [String: String] = [
        "sql": "The rows of a query.", "events": "The types of the events tracked in this test.",
        "event": "The last event of a type.",
        "queue": "How many events are waiting to be uploaded.",
        "output": "What the last command printed.",
        "status": "Whether the last command succeeded: `ok` or `failed`.",
        "error.code": "The code of the last failure.",
        "error.message": "The message of the last failure.", "var": "A variable.",
        "count": "The number of elements, characters or, of `sql`, rows of another query.",
        "badge": "The number on the app's icon.", "screen": "The screen that the app shows.",
        "shown": "The notifications on display, by their IDs.",
        "callbacks": "The methods of the app that were called in this test.",
        "token": "The registration token.", "user": "Who is logged in.",
    ]

    /// The predicates that a query's value can be checked against.
    public static let predicates: [LanguageWord] = Predicate.allCases.map { predicate in
        .init(predicate.rawValue, meaning(of: predicate))
    }

    /// The sentence about a predicate; the compiler asks for one for each.
    private static func meaning(of predicate: Predicate) -> String {
        switch predicate {
        case .equal: "The value equals the one that follows."
        case .notEqual: "The value differs from the one that follows."
        case .less: "The value is less."
        case .lessOrEqual: "The value is less or equal."
        case .greater: "The value is greater."
        case .greaterOrEqual: "The value is greater or equal."
        case .contains:
            "The text contains another text, the list an element, or a row of a query a value."
        case .startsWith: "The text starts with another text."
        case .endsWith: "The text ends with another text."
        case .matches: "The text contains a match of a `/regular expression/`."
        case .exists: "The query finds a value, be it `null`; of rows or events at least one."
        case .empty: "The value is empty, or there is none; of a number of things: it is zero."
        }
    }
}

extension LanguageTopic {
    /// Queries, predicates, and the words that accompany statements.
    static let parts: [LanguageTopic] =
        LanguageWord.queries.map {
            LanguageTopic(name: $0.name, form: "expect \($0.name) …", summary: $0.summary)
        }
        + LanguageWord.predicates.map {
            LanguageTopic(name: $0.name, form: "expect QUERY \($0.name) …", summary: $0.summary)
        }
        + [
            LanguageTopic(
                name: "within", form: "expect within DURATION QUERY PREDICATE VALUE",
                summary: "Lets time pass until the expectation holds, for at most DURATION."),
            LanguageTopic(
                name: "not", form: "expect QUERY not PREDICATE VALUE",
                summary: "Negates the expectation."),
            LanguageTopic(
                name: "unordered", form: "expect QUERY unordered == [a, b]",
                summary: "Compares lists regardless of order."),
            LanguageTopic(
                name: "golden", form: "| text",
                summary:
                    "A golden line below a command is what it must print; `|2` is standard "
                    + "error, `|...` any lines."
            ),
        ]
}
