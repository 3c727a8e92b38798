import PushSQL

/// Trino's spellings for a Hive query.
public enum HiveSpelling {
    /// Searched for as plain text in lower case: strings and comments count too, which a hint may.
    private static let pairs: [(hive: String, trino: String)] = [
        ("nvl(", "`nvl(a, b)` is `coalesce(a, b)`"),
        ("size(", "`size(x)` is `cardinality(x)`"),
        ("collect_set(", "`collect_set(x)` is `array_agg(DISTINCT x)`"),
        ("collect_list(", "`collect_list(x)` is `array_agg(x)`"),
        ("get_json_object(", "`get_json_object(j, p)` is `json_extract_scalar(j, p)`"),
        ("lateral view", "`LATERAL VIEW explode(a) t AS x` is `CROSS JOIN UNNEST(a) AS t(x)`"),
        ("explode(", "`explode(a)` is `UNNEST(a)` in FROM"),
        ("distribute by", "`DISTRIBUTE BY` has no counterpart: leave it out"),
        ("cluster by", "`CLUSTER BY` has no counterpart: leave it out"),
        ("sort by", "`SORT BY` is `ORDER BY`"),
        ("rlike", "`a RLIKE p` is `regexp_like(a, p)`"),
        (" regexp ", "`a REGEXP p` is `regexp_like(a, p)`"),
        ("unix_timestamp(", "`unix_timestamp(x)` is `to_unixtime(x)`"),
        ("datediff(", "`datediff(a, b)` is `date_diff('day', b, a)`"),
        ("date_sub(", "`date_sub(d, n)` is `date_add('day', -n, d)`"),
        ("percentile(", "`percentile(x, p)` is `approx_percentile(x, p)`"),
        ("instr(", "`instr(a, b)` is `strpos(a, b)`"),
        ("parse_url(", "`parse_url(u, 'HOST')` is `url_extract_host(u)`"),
        ("named_struct(", "`named_struct('a', x)` is `CAST(ROW(x) AS ROW(a bigint))`"),
        ("left semi join", "`a LEFT SEMI JOIN b` is `WHERE a.x IN (SELECT x FROM b)`"),
        (
            "insert overwrite",
            "`INSERT OVERWRITE` is a job's result with `mode=replace`, or DROP TABLE and CREATE "
                + "TABLE AS"
        ),
        ("td_sessionize(", "`TD_SESSIONIZE` is `TD_SESSIONIZE_WINDOW(t, gap) OVER (…)`"),
        ("==", "`==` is `=`"),
        ("`", "put names in double quotes instead of backquotes"),
        ("string)", "`string` is `varchar` in CAST"),
    ]

    /// The reason why a Hive query is not run.
    public static let refusal = "Hive queries are not supported: wanted Trino's"

    /// Returns Trino's spellings for the Hive ones in a query; nil if the query has none.
    public static func hint(for sql: String) -> String? {
        let spellings = found(in: sql)
        return spellings.isEmpty ? nil : "in Trino: " + spellings.joined(separator: "; ")
    }

    /// Returns the spellings for what a query contains, in the order of a list.
    public static func found(in sql: String) -> [String] {
        let text = sql.lowercased()
        let known = pairs.filter { text.contains($0.hive) }.map(\.trino)
        return known + calls(in: SQLWords(sql).words)
            + (text.contains("\"") ? ["put texts in single quotes instead of double ones"] : [])
    }

    /// Returns the spellings for the calls in a query, each once.
    private static func calls(in words: [SQLWords.Word]) -> [String] {
        var found: [String] = []
        for (index, word) in words.enumerated() {
            guard case .name(let capitals) = word, words.dropFirst(index + 1).first == open else {
                continue
            }
            let name = capitals.lowercased()
            guard !pairs.contains(where: { $0.hive == name + "(" }),
                let spelling = pairSpelling(name, words[(index + 1)...])
                    ?? TrinoSpelling.hint(for: name).map({ "`\(name)(…)`: \($0)" }),
                !found.contains(spelling)
            else { continue }
            found.append(spelling)
        }
        return found
    }

    private static let open = SQLWords.Word.mark(UInt8(ascii: "("))
    private static let close = SQLWords.Word.mark(UInt8(ascii: ")"))
    private static let comma = SQLWords.Word.mark(UInt8(ascii: ","))

    /// Returns the spelling for a function that Trino has with other arguments than these two.
    private static func pairSpelling(
        _ name: String, _ words: ArraySlice<SQLWords.Word>
    ) -> String? {
        let spelling: String
        switch name {
        case "from_unixtime":
            spelling = "`from_unixtime(x, 'yyyy-MM-dd')` is `td_time_format(x, 'yyyy-MM-dd')`"
        case "date_add": spelling = "`date_add(d, n)` is `date_add('day', n, d)`"
        default: return nil
        }
        var depth = 0
        var commas = 0
        for word in words {
            if word == open { depth += 1 }
            if word == close { depth -= 1 }
            if word == comma, depth == 1 { commas += 1 }
            if depth == 0 { break }
        }
        return commas == 1 ? spelling : nil
    }
}
