/// Spellings of other dialects, with what Trino writes instead.
enum SyntaxHint {
    static func hint(tokens: [Token], at index: Int) -> String? {
        let token = tokens[index]
        let previous = index > 0 ? tokens[index - 1] : token
        if token.kind == .symbol || token.kind == .unrecognized {
            return symbolHint(token.text, previous: previous)
        }
        guard token.kind == .word else { return nil }
        if token.text == "OFFSET", tokens[..<index].contains(where: { $0.text == "LIMIT" }) {
            return "OFFSET goes before LIMIT: `OFFSET 2 LIMIT 5`"
        }
        if token.text == "VIEW" || previous.text == "LATERAL" {
            return "Trino's form of LATERAL VIEW explode(a) is `CROSS JOIN UNNEST(a) AS t (x)`"
        }
        // A word that is not a keyword of Trino's may have been read as an alias.
        return words[token.text] ?? words[previous.text]
    }

    private static func symbolHint(_ symbol: String, previous: Token) -> String? {
        switch symbol {
        case "=" where previous.text == "=": "equality is written with one `=`"
        case ":": "a conversion is written `CAST(x AS type)`"
        case "&", "|", "~", "^": "bits are computed by bitwise_and, bitwise_or, bitwise_xor(x, y)"
        case "<" where previous.text == "<", ">" where previous.text == ">":
            "bits are shifted by bitwise_left_shift and bitwise_right_shift(x, n)"
        case "!": "negation is written NOT"
        case "'": "the text that starts here is not closed"
        case "-" where previous.text == "LIMIT": "for all rows leave LIMIT out"
        default: nil
        }
    }

    private static let words: [String: String] = [
        "ILIKE": "there is no ILIKE; compare `lower(x) LIKE 'abc%'`",
        "RLIKE": "a pattern is matched by `regexp_like(x, 'pattern')`",
        "REGEXP": "a pattern is matched by `regexp_like(x, 'pattern')`",
        "GLOB": "a pattern is matched by LIKE, or by `regexp_like(x, 'pattern')`",
        "QUALIFY": "there is no QUALIFY; filter in a query around this one",
        "DISTRIBUTE": "this is Hive's; Trino needs no such clause, and ORDER BY sorts the result",
        "CLUSTER": "this is Hive's; Trino needs no such clause, and ORDER BY sorts the result",
        "SORT": "this is Hive's; Trino's ORDER BY sorts the result",
        "DIV": "integers are divided by `/`",
        "MOD": "the remainder is `a % b` or `mod(a, b)`",
        "COLLATE": "there are no collations; compare `lower(x)` for any case",
        "ISNULL": "write `x IS NULL`",
        "NOTNULL": "write `x IS NOT NULL`",
        "MINUS": "Trino's word is EXCEPT",
        "TOP": "write LIMIT at the end of the query",
    ]
}
