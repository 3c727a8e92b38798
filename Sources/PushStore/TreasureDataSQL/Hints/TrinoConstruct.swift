/// A construct of Trino's SQL that SQLite lacks, and what to write in its place.
struct TrinoConstruct: Sendable {
    /// One word of the construct's form.
    enum Part: Sendable {
        case name(String)
        case oneOf([String])
        case anyName
        case string
        case number
        case mark(Character)
        case arrow
    }

    /// The words that must follow each other.
    let form: [Part]
    /// The sentence for people: what SQLite lacks and what to write.
    let hint: String

    init(_ form: [Part], _ hint: String) {
        self.form = form
        self.hint = hint
    }

    /// Whether the construct is at an index of a text's words.
    func matches(_ words: [SQLWords.Word], at index: Int) -> Bool {
        guard index + form.count <= words.count else { return false }
        return zip(form, words[index...]).allSatisfy { part, word in
            switch (part, word) {
            case (.name(let wanted), .name(let found)): wanted == found
            case (.oneOf(let wanted), .name(let found)): wanted.contains(found)
            case (.anyName, .name): true
            case (.string, .string), (.number, .number), (.arrow, .arrow): true
            case (.mark(let wanted), .mark(let found)): wanted.asciiValue == found
            default: false
            }
        }
    }

    /// In order of precedence where several could match at one word.
    static let all: [TrinoConstruct] = [
        TrinoConstruct(
            [.name("SHOW"), .oneOf(["TABLES", "SCHEMAS", "COLUMNS", "CREATE"])],
            "SQLite has no `SHOW`: the command `tables` lists tables with their columns"),
        TrinoConstruct(
            [.name("DESCRIBE"), .anyName],
            "SQLite has no `DESCRIBE`: the command `.schema TABLE` lists a table's columns"),
        TrinoConstruct(
            [.name("INTERVAL"), .string],
            "SQLite has no `INTERVAL`: write `td_time_add(t, '-1d')` or `date_add('day', -1, t)`"),
        TrinoConstruct(
            [.name("TIMESTAMP"), .string],
            "SQLite has no `TIMESTAMP '…'`: write the text alone, or `td_time_parse('…')` to "
                + "compare with unix seconds"),
        TrinoConstruct(
            [.name("DATE"), .string],
            "SQLite has no `DATE '…'`: write the text alone, or `td_time_parse('…')` to compare "
                + "with unix seconds"),
        TrinoConstruct(
            [.name("UNNEST")],
            "SQLite has no `UNNEST`: arrays are JSON text, read with `FROM t, json_each(t.items)`"),
        TrinoConstruct(
            [.name("ARRAY"), .mark("[")],
            "SQLite has no `ARRAY[…]`: arrays are JSON text, made with `json_array(…)`"),
        TrinoConstruct(
            [.name("MAP"), .mark("(")],
            "SQLite has no `MAP(…)`: maps are JSON text, made with `json_object('key', value)`"),
        TrinoConstruct(
            [.name("ROW"), .mark("(")],
            "SQLite has no `ROW(…)`: rows are JSON text, made with `json_object('name', value)`"),
        TrinoConstruct(
            [.mark(")"), .mark("[")],
            "SQLite has no subscripts: write `element_at(x, 1)`"),
        TrinoConstruct(
            [.name("AT"), .name("TIME"), .name("ZONE")],
            "SQLite has no `AT TIME ZONE`: write `at_timezone(t, 'Asia/Tokyo')`"),
        TrinoConstruct(
            [.name("GROUPING"), .name("SETS")],
            "SQLite has no `GROUPING SETS`: join one query for each grouping with `UNION ALL`"),
        TrinoConstruct(
            [.oneOf(["ROLLUP", "CUBE"]), .mark("(")],
            "SQLite has no `ROLLUP` or `CUBE`: join one query for each grouping with `UNION ALL`"),
        TrinoConstruct(
            [.name("FETCH"), .oneOf(["FIRST", "NEXT"])],
            "SQLite has no `FETCH FIRST`: write `LIMIT 10`"),
        TrinoConstruct(
            [.name("OFFSET"), .number, .oneOf(["ROW", "ROWS"])],
            "SQLite has no `OFFSET … ROWS`: write `LIMIT 10 OFFSET 20`"),
        TrinoConstruct(
            [.name("WITH"), .name("ORDINALITY")],
            "SQLite has no `WITH ORDINALITY`: `json_each` gives the position as `key`"),
        TrinoConstruct(
            [.name("ROWS"), .name("FROM")],
            "SQLite has no `ROWS FROM`: join the calls, as in `FROM json_each(a), json_each(b)`"),
        TrinoConstruct(
            [.name("TABLESAMPLE")],
            "SQLite has no `TABLESAMPLE`: write `ORDER BY random() LIMIT 100`"),
        TrinoConstruct(
            [.name("EXTRACT"), .mark("(")],
            "SQLite has no `EXTRACT`: write `year(t)`, `month(t)`, `day(t)` or `hour(t)`"),
        TrinoConstruct(
            [.oneOf(["EXCEPT", "INTERSECT"]), .name("ALL")],
            "SQLite has no `EXCEPT ALL` or `INTERSECT ALL`: write them without `ALL`"),
        TrinoConstruct(
            [.name("LATERAL")],
            "SQLite has no `LATERAL`: `json_each(t.column)` may follow its table in `FROM`"),
        TrinoConstruct(
            [.name("TRY"), .mark("(")],
            "SQLite has no `TRY(…)`: `try_cast(x, 'bigint')` gives NULL for what cannot be read"),
        TrinoConstruct(
            [.name("POSITION"), .mark("(")],
            "SQLite has no `POSITION(x IN y)`: write `strpos(y, x)`"),
        TrinoConstruct(
            [.mark("("), .mark(")"), .arrow],
            "SQLite has no lambdas: use a query over `json_each`"),
    ]
}
