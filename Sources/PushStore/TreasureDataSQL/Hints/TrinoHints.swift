/// Hints for people who bring Trino's SQL to SQLite.
public enum TrinoHints {
    /// Returns what to write instead of the first construct or function that SQLite lacks.
    ///
    /// It considers only the words of the text, never strings, quoted names or comments, and
    /// answers only for errors that such a construct causes.
    public static func hint(forSQL sql: String, error: String) -> String? {
        let words = SQLWords(sql).words
        if let function = missing("no such function: ", in: error) {
            return functionHint(function.lowercased(), words) ?? lambdaHint(words, nil)
        }
        if let table = missing("no such table: ", in: error) {
            // SQLite takes the text to search in `position(part IN text)` for a table.
            let isUnnest = table.uppercased() == "UNNEST"
            return constructHint(words) { $0 == (isUnnest ? "UNNEST" : "POSITION") }
        }
        if let column = missing("no such column: ", in: error)?.uppercased() {
            return lambdaHint(words, column) ?? constructHint(words) { $0 == column }
        }
        let isSyntax = ["syntax error", "unrecognized token", "incomplete input"].contains {
            error.contains($0)
        }
        guard isSyntax else { return nil }
        return castHint(words) ?? constructHint(words) { _ in true }
            ?? words.firstIndex(of: .arrow).flatMap { _ in lambdaHint(words, nil) }
    }

    /// Returns the name behind a phrase of SQLite's message; nil if the phrase is not in it.
    private static func missing(_ phrase: String, in error: String) -> String? {
        guard let range = error.ranges(of: phrase).first else { return nil }
        let name = error[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
        return name.isEmpty ? nil : String(name)
    }

    /// Returns the hint for the first construct whose first word is wanted; nil stands for a mark.
    private static func constructHint(
        _ words: [SQLWords.Word], where isWanted: (String?) -> Bool
    ) -> String? {
        for index in words.indices {
            let construct = TrinoConstruct.all.first { $0.matches(words, at: index) }
            guard let found = construct else { continue }
            if case .name(let name) = words[index] {
                if isWanted(name) { return found.hint }
            } else if isWanted(nil) {
                return found.hint
            }
        }
        return nil
    }

    /// Returns the hint for `TRY_CAST(x AS type)`, with its own type in it.
    private static func castHint(_ words: [SQLWords.Word]) -> String? {
        guard let start = words.firstIndex(of: .name("TRY_CAST")) else { return nil }
        var depth = 0
        for index in words.indices.dropFirst(start + 1) {
            switch words[index] {
            case .mark(UInt8(ascii: "(")): depth += 1
            case .mark(UInt8(ascii: ")")):
                depth -= 1
                if depth == 0 { return nil }
            case .name("AS") where depth == 1:
                guard index + 1 < words.count, case .name(let type) = words[index + 1] else {
                    return nil
                }
                return
                    "SQLite has no `TRY_CAST(x AS …)`: write `try_cast(x, '\(type.lowercased())')`"
            default: break
            }
        }
        return nil
    }

    /// Returns the hint for a lambda, whose variable SQLite takes for a column.
    private static func lambdaHint(_ words: [SQLWords.Word], _ variable: String?) -> String? {
        for index in words.indices where words[index] == .arrow && index > 0 {
            // `column -> '$.path'` is SQLite's own way into JSON.
            if index + 1 < words.count, words[index + 1] == .string { continue }
            if let variable, !words[..<index].contains(.name(variable)) { continue }
            let before = words[index - 1]
            guard case .name = before else {
                if before == .mark(UInt8(ascii: ")")) { return lambda }
                continue
            }
            return lambda
        }
        return nil
    }

    private static let lambda = "SQLite has no lambdas `x -> …`: use a query over `json_each`"

    /// Returns the hint for a function that does not exist here; nil if nothing is known about it.
    private static func functionHint(_ name: String, _ words: [SQLWords.Word]) -> String? {
        if name.hasPrefix("td_ip_") || name == "td_lat_long_to_country" {
            return "`\(name)` needs a geographic database, which pushsh does not carry"
        }
        // Trino needs three functions for what is one here.
        let isDigest = name == "to_hex" || name == "to_utf8"
        let meant = isDigest && words.contains(.name("MD5")) ? "md5" : name
        return functions.first { $0.name == meant }?.hint
    }

    private static let functions: [(name: String, hint: String)] = [
        ("nvl", "Hive's `nvl(x, y)` is `coalesce(x, y)`"),
        ("size", "Hive's `size(x)` is `cardinality(x)`"),
        ("get_json_object", "Hive's `get_json_object(x, p)` is `json_extract_scalar(x, p)`"),
        ("collect_list", "Hive's `collect_list(x)` is `json_group_array(x)`"),
        ("collect_set", "Hive's `collect_set(x)` is `json_group_array(DISTINCT x)`"),
        ("array_agg", "SQLite's form of `array_agg(x)` is `json_group_array(x)`"),
        ("map_agg", "SQLite's form of `map_agg(k, v)` is `json_group_object(k, v)`"),
        ("listagg", "SQLite's form of `listagg(x, ',')` is `group_concat(x, ',')`"),
        ("json_parse", "JSON is text here: leave `json_parse(…)` out"),
        ("json_format", "JSON is text here: leave `json_format(…)` out"),
        ("map", "maps are JSON text here, made with `json_object('key', value)`"),
        ("row", "rows are JSON text here, made with `json_object('name', value)`"),
        ("unnest", "SQLite has no `unnest`: read arrays with `FROM t, json_each(t.items)`"),
        ("stddev", "SQLite has no `stddev`: `avg(x * x) - avg(x) * avg(x)` is the variance"),
        ("bool_and", "SQLite's form of `bool_and(x)` is `min(x)`"),
        ("every", "SQLite's form of `every(x)` is `min(x)`"),
        ("bool_or", "SQLite's form of `bool_or(x)` is `max(x)`"),
        ("any_value", "SQLite's form of `any_value(x)` is `arbitrary(x)`"),
        ("try", "SQLite has no `try(…)`: `try_cast(x, 'bigint')` gives NULL for no number"),
        ("rollup", "SQLite has no `ROLLUP`: join one query for each grouping with `UNION ALL`"),
        ("cube", "SQLite has no `CUBE`: join one query for each grouping with `UNION ALL`"),
        (
            "td_sessionize",
            "use `td_sessionize_window(t, timeout) OVER (PARTITION BY … ORDER BY t)`"
        ),
        ("td_avgif", "SQLite's form of `td_avgif(x, c)` is `avg(x) FILTER (WHERE c)`"),
        ("td_sumif", "SQLite's form of `td_sumif(x, c)` is `sum(x) FILTER (WHERE c)`"),
        ("md5", "SQLite has no `md5`: `td_md5(x)` gives the digest in hexadecimal digits"),
        ("to_hex", "SQLite's form of `to_hex(x)` is `hex(x)`"),
        ("to_utf8", "texts are bytes here already: leave `to_utf8(…)` out"),
        ("from_utf8", "SQLite's form of `from_utf8(x)` is `CAST(x AS TEXT)`"),
        ("rand", "a query gives the same answer each time, so there is no randomness"),
        ("uuid", "a query gives the same answer each time, so there is no randomness"),
        ("multimap_agg", "SQLite's form: `json_group_array(v)` grouped by the key"),
        ("histogram", "SQLite's form of `histogram(x)` is `count(*)` grouped by `x`"),
        ("sequence", "SQLite's form: `WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL …)`"),
        ("td_parse_user_agent", "write `json_extract_scalar(td_parse_agent(ua), '$.os')`"),
        ("td_currency_conv", "`td_currency_conv` needs rates, which pushsh does not carry"),
        ("td_approx_most_frequent", "SQLite's form: `GROUP BY x ORDER BY count(*) DESC LIMIT 3`"),
        ("truncate", "SQLite's form of `truncate(x)` is `trunc(x)`"),
        ("to_base64", "SQLite has no `to_base64`: `hex(x)` gives the bytes in hexadecimal digits"),
        ("smart_digest", "write `td_md5(x)`"),
        ("td_first", "Hive's `td_first(x, t)` is `min_by(x, t)` here, as in Trino"),
        ("td_last", "Hive's `td_last(x, t)` is `max_by(x, t)` here, as in Trino"),
        ("td_divide", "Hive's `td_divide(a, b)` is `coalesce(a * 1.0 / nullif(b, 0), 0)` here"),
    ]
}
