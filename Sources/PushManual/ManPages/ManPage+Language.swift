extension ManPage {
    /// Adds what a statement is.
    static func languageOverview(_ page: inout Mdoc) {
        page.raw(".Sh DESCRIPTION")
        page.prose(
            """
            A line of a script is exactly what you type at the pushsh prompt. Plain words drive \
            the simulated world (`receive`, `tap`, `flush`); words that begin with a dot drive the \
            shell itself (`.mode`, `.record start`, `.read`), so the two can never collide. The \
            commands are described in pushsh-commands(7); this page describes everything else.

            A script is UTF-8 text with one statement per line; there are no continuation lines. \
            It may start with a byte-order mark, and its first line may be a `#!` line. Empty \
            lines are ignored. There are no functions, no conditional loops and no arithmetic: \
            every script terminates.
            """)
        page.literal(
            """
            psh 2                        # the language's version, optional
            clock set 2025-12-14T09:00:00+09:00
            app launch
            receive {"aps": {"alert": "Sale"}, "message_id": "promo-1"}
            expect shown == [promo-1]
            """)
        page.prose(
            """
            A script may begin with `psh` and the version of the language. There are two, which \
            differ only in SQL: in a script that says `psh 1` queries are in SQLite's dialect, in \
            all others in Trino's. Each included or read file has its own version; the prompt uses \
            the newest.
            """)
    }

    /// Adds the forms of a word, as the lexer reads them.
    static func words(_ page: inout Mdoc) {
        page.raw(".Sh WORDS")
        page.prose(
            """
            Words are separated by blanks. How a word begins and is quoted determines what it means:
            """)
        tagged(
            &page,
            [
                (
                    "# comment",
                    "A comment, at the start of a word only: `https://x/#top` is a word."
                ),
                (
                    "'text'",
                    "Literal text; two quotes in it stand for one. An apostrophe between two "
                        + "letters, as in `didn't`, opens none if nothing after it on the line "
                        + "could close it."
                ),
                (
                    "\"text\"",
                    "Text with the escapes `\\n`, `\\r`, `\\t`, `\\\"`, `\\\\`, `\\$` and "
                        + "`\\u{1F514}`, and with variables. Any other escape is an error."
                ),
                (
                    "${name}",
                    "The value of a variable, in bare words, double quotes and here-documents. "
                        + "The result is never split or expanded again. An undefined variable is "
                        + "an error, not empty text."
                ),
                (
                    "@path",
                    "As a whole word: the contents of a file, or the file itself where a command "
                        + "takes one. The path is relative to the script."
                ),
                (
                    "<<TAG",
                    "A here-document: the lines below, up to a line with only TAG. That line's "
                        + "indentation is removed from every line. Variables are expanded unless "
                        + "the tag is quoted: `<<'TAG'`. A CR in front of a line end is text, "
                        + "unless the statement's line ends with CR LF as well."
                ),
                (
                    "<<JSON",
                    "A here-document that must be JSON, which is checked before anything runs; a "
                        + "payload may have what Apple's parser accepts, such as a trailing "
                        + "comma. Variables in its strings are escaped as JSON requires."
                ),
                (
                    "{\"key\": …}",
                    "A JSON object, up to its closing brace, also over several lines. Unless `!` "
                        + "or `?` precedes it, it is checked before anything runs."
                ),
            ])
        optionsAndVariables(&page)
    }

    /// Adds the rule by which a word is an option or a value.
    private static func optionsAndVariables(_ page: inout Mdoc) {
        page.prose(
            """
            A word that begins with a dash is an option unless it is quoted, is a negative \
            number, or comes after `--`; a message ID that begins with one needs quotes: \
            `tap '-Nx1'`. A word that begins with `${name}` is a value, whatever comes out, and \
            never an option. A command's name and an option's cannot come from a variable, so \
            that every script can be checked before it runs; an option's value can: \
            `--to=${name}`. Quoted text may span lines. At the prompt, an unfinished quote, \
            here-document or block continues on the next line.
            """)
    }

    /// Adds what may stand before a command.
    static func commandsAndOutcomes(_ page: inout Mdoc) {
        page.raw(".Sh COMMANDS AND WHAT THEY MUST DO")
        page.prose(
            """
            A command must succeed, or its test fails. A prefix changes that:
            """)
        tagged(
            &page,
            [
                ("!command", "It must fail."),
                ("!code command", "It must fail with that code: `!already_handled tap msg-1`."),
                ("? command", "It may fail."),
                ("@NAME command", "It runs on another device, as if wrapped in `device use`."),
            ])
        page.prose(
            """
            A command that no run could carry out, since it has an unknown option for example, is \
            an error before anything runs, whatever is in front of it; only its own code expects \
            it: `!unknown_option tap --hard`.
            """)
        page.prose(
            """
            Besides its text, every command yields a JSON value, which is `$` in the next query; \
            `.mode json` prints it, which shows its members. `let name = QUERY` stores the value \
            of a query, or quoted text, in a variable.
            """)
        page.literal(
            """
            tap msg-1
            let first = event open $.time
            query "SELECT count(*) AS n FROM events WHERE time >= ${first}"
            expect $[0].n == 2
            """)
    }

    /// Adds golden lines and what matches within them.
    static func goldenLines(_ page: inout Mdoc) {
        page.raw(".Sh GOLDEN LINES")
        page.prose(
            """
            Lines that begin with a bar state what the command above them prints. Without any, its \
            output is not checked; with at least one, that whole stream is. Text in brackets is a \
            redaction: it stands for text that differs from run to run.
            """)
        tagged(
            &page,
            [
                ("| text", "A line on standard output."),
                ("|2 text", "A line on standard error."),
                ("|...", "Any number of lines, or none; `|2...` on standard error."),
                ("[..]", "Within a line: any text."),
                ("[UUID]", "Within a line: a UUID."),
                (
                    "[TIME]",
                    "Within a line: a time of day with seconds, or a date and time as in RFC 3339."
                ),
                ("[TOKEN]", "Within a line: a token, full or shortened; no word, date or URL."),
                ("[[]", "Within a line: a literal bracket where one of these would begin."),
            ])
    }

    /// Adds expectations with their queries.
    static func expectations(_ page: inout Mdoc) {
        page.raw(".Sh EXPECTATIONS")
        page.raw(
            ".D1 Ic expect Oo Cm within Ar DURATION Oc Ar QUERY Oo Cm not Oc Oo Cm unordered Oc "
                + "Ar PREDICATE Op Ar VALUE")
        page.paragraph()
        page.prose(
            """
            With `within`, the expectation has that long to become true, on the virtual clock: \
            `expect within 5m queue == 0`. It is checked every second for a minute, then every \
            minute, less often in a wait of several hours, and whenever something happens by \
            itself. The queries are:
            """)
        tagged(&page, queries)
    }

    /// Every query, with its result.
    static let queries: [(String, String)] = [
        ("$.path", "A part of the last command's value: `$.items[0].id`, `$[-1]`, `$.\"a key\"`."),
        (
            "sql \"SELECT …\"",
            "The rows of a query; one row of one column is just that value."
        ),
        ("var name", "A variable."),
        ("error.code", "The code of the last command's failure."),
        ("error.message", "Its message."),
        ("output", "The text the last command printed."),
        ("status", "`ok` or `failed`, of the last command."),
        (
            "count QUERY",
            "How many elements or members it has; of `sql` the rows, of a text the code points."
        ),
        ("events", "The types of the events tracked in this test, in order, not counting `setup`."),
        ("event TYPE", "The last event of a type; `event open $.user_id` is one of its fields."),
        ("queue", "How many events are waiting to be uploaded."),
        ("badge", "The number on the app's icon."),
        ("screen", "The screen the app shows."),
        ("shown", "The message IDs on display, the newest first."),
        (
            "callbacks",
            "The delegate methods that were called in this test, in order, not counting `setup`."
        ),
        ("token", "The registration token."),
        ("user", "Who is logged in."),
    ]

    /// Adds the predicates of expectations.
    static func predicates(_ page: inout Mdoc) {
        page.prose("The predicates are:")
        tagged(&page, predicateTexts)
        page.prose(
            """
            A value is a word, a number, `true`, `false`, `null`, a here-document, or a list in \
            brackets: `[open, link_open]`. `${before}` alone, without quotes, is the list, object \
            or boolean that `let` stored. Rows of one column are a list of values, other rows a \
            list of lists. Numbers are written as in JSON: `00`, `+1` and `.5` are texts, and to \
            compare one with a number fails. `unordered`, before `==` or `!=`, compares lists \
            regardless of order. A list of one element also equals that element, and a number its \
            own text: `"1" == 1`. Texts are compared by their code points, as in SQL: an accent \
            in a letter of its own, or a line end of two characters, makes a difference.

            If a path such as `$.user_id` leads nowhere, or no such event was tracked, only \
            `exists` and `empty` have an answer, also of its `count`: every other expectation \
            fails, also with `not`, so that a misspelt key is found. A word of the world without a \
            value, such as `user` when nobody is logged in, equals `null` and does not exist. A \
            text that is a number as a whole, such as the value of `${i}`, is ordered with numbers \
            as that number. Two values without an order, such as a number and another text, fail \
            `<` and `not <` alike. \
            Types that are compared with `events` must exist.
            """)
    }

    /// Every predicate, with its condition.
    static let predicateTexts: [(String, String)] = [
        (
            "==",
            "They are equal; objects compare by key, numbers and SQL's decimals by the value that "
                + "is written, to the last digit, a DOUBLE's by what `query` prints of it."
        ),
        ("!=", "They are not equal."),
        ("<", "The query's result is less than the value."),
        ("<=", "It is less than or equal to the value."),
        (">", "It is greater."),
        (">=", "It is greater than or equal to the value."),
        (
            "contains",
            "The text contains the text, the list the element, or the object the key. A row of a "
                + "query contains the whole value of one of its columns; where a single row has "
                + "it only as a part of its text, `not contains` does not hold either, and "
                + "`matches` looks for a part."
        ),
        ("startsWith", "The text starts with the value; a list or an object has no text."),
        ("endsWith", "The text ends with the value."),
        (
            "matches",
            "The text contains a match of `/pattern/`, which is not empty and takes no variables; "
                + "`/pattern/i` ignores case."
        ),
        ("exists", "There is a value, be it `null`; of rows or events there is at least one."),
        (
            "empty",
            "There is no value, or nothing in it; `queue`, `badge` and `count` are empty at 0."
        ),
    ]

    /// Adds a list of typed words, each with its meaning.
    static func tagged(_ page: inout Mdoc, _ rows: [(String, String)]) {
        page.raw(".Bl -tag -width \"error.message\"")
        for (head, text) in rows {
            page.macro("It Ic", head)
            page.prose(text, naming: .options)
        }
        page.raw(".El")
    }
}
