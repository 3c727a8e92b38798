/// A word of the language that is not a command, listed so that `help` finds it too.
package struct LanguageTopic {
    /// The word.
    package let name: String
    /// Its written form.
    package let form: String
    /// One sentence.
    package let summary: String

    /// The topic of a word that begins a statement.
    ///
    /// Nil for a command's name, and for the parts of a statement.
    package static func named(_ name: String) -> LanguageTopic? { all.first { $0.name == name } }

    /// The topic of a query, a predicate, or a word that accompanies them.
    package static func part(_ name: String) -> LanguageTopic? { parts.first { $0.name == name } }

    /// The words that begin a statement.
    package static let all: [LanguageTopic] = [
        LanguageTopic(
            name: "expect", form: "expect [within DURATION] QUERY [not] PREDICATE [VALUE]",
            summary: "Fails the test unless the result of QUERY satisfies PREDICATE."),
        LanguageTopic(
            name: "let", form: "let NAME = QUERY",
            summary: "Stores the result of QUERY in the variable `${NAME}`."),
        LanguageTopic(
            name: "test", form: "test \"TITLE\" [@TAG…] … end",
            summary: "Runs its statements as a test, on a private copy of the state."),
        LanguageTopic(
            name: "setup", form: "setup … end",
            summary: "Contains the statements that run before each test."),
        LanguageTopic(
            name: "teardown", form: "teardown … end",
            summary: "Contains the statements that run after each test, failed or not."),
        LanguageTopic(
            name: "for", form: "for NAME in VALUE… … end",
            summary: "Runs its statements, and tests, once for each value; `1..5` is five values."),
        LanguageTopic(
            name: "repeat", form: "repeat N … end", summary: "Runs its statements N times."),
        LanguageTopic(
            name: "include", form: "include \"FILE\" [with NAME=VALUE…] [as NAME]",
            summary:
                "Runs another script, including its tests; it sees only the parameters passed to "
                + "it."
        ),
        LanguageTopic(
            name: "end", form: "end", summary: "Ends the open block."),
        LanguageTopic(
            name: "psh", form: "psh 2",
            summary:
                "Says which version of the language a script is in: with `psh 1` its queries are "
                + "in SQLite's dialect, otherwise in Trino's."
        ),
    ]
}
