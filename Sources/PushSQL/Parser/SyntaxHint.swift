import PushText

/// Spellings of other dialects, with what Trino writes instead.
///
/// They are looked for only after a syntax error, around the word at which the parser stopped.
enum SyntaxHint {
    /// Returns the hint for an error at a token; nil if nothing typical is there.
    static func hint(tokens: [Token], at index: Int) -> String? {
        let token = tokens[index]
        let previous = index > 0 ? tokens[index - 1] : token
        if let hint = constructHint(tokens, index) { return hint }
        if token.kind == .unrecognized {
            if let hint = typographicHint(token.text) { return hint }
            if let name = name(tokens, index) {
                return "a name with letters other than a to z is quoted: \"\(name)\""
            }
        }
        if token.kind == .symbol || token.kind == .unrecognized {
            return symbolHint(token.text, previous: previous)
        }
        if token.kind == .integer, previous.text == "TOP" { return words[previous.text] }
        // A word that is not a keyword of Trino's may have been read as an alias.
        let alias = previous.kind == .word ? words[previous.text] : nil
        guard token.kind == .word else { return alias }
        if token.text == "OFFSET", tokens[..<index].contains(where: { $0.text == "LIMIT" }) {
            return "OFFSET goes before LIMIT: `OFFSET 2 LIMIT 5`"
        }
        if token.text == "VIEW" || previous.text == "LATERAL" {
            return "Trino's form of LATERAL VIEW explode(a) is `CROSS JOIN UNNEST(a) AS t (x)`"
        }
        return words[token.text] ?? alias
    }

    /// Returns the keyword that a word was probably to be: the word at which the parser stopped, or
    /// the one before it, which may have been read as an alias; nil if none is that near.
    static func keyword(tokens: [Token], at index: Int, among expected: Set<String>) -> String? {
        var keywords = expected.sorted().filter { $0.hasPrefix("'") }.map {
            String($0.dropFirst().dropLast())
        }
        if expected.contains("<query>") { keywords += ["SELECT", "VALUES"] }
        for token in [tokens[index]] + (index > 0 ? [tokens[index - 1]] : [])
        where token.kind == .word {
            if keywords.contains(token.text) { continue }
            if let meant = Suggestion.nearest(token.text, keywords, limit: 1) {
                return "did you mean `\(meant)`?"
            }
        }
        return nil
    }

    /// Hints that the words before an error give.
    private static func constructHint(_ tokens: [Token], _ index: Int) -> String? {
        let token = tokens[index]
        func word(_ distance: Int) -> String {
            index >= distance ? tokens[index - distance].text : ""
        }
        let isNumber = token.kind == .integer || token.kind == .decimal
        if word(1) == "INTERVAL" && isNumber
            || word(2) == "INTERVAL" && tokens[index - 1].kind == .string
        {
            return "an interval is written `INTERVAL '7' DAY`"
        }
        if word(1) == "(", word(2) == "EXCEPT", word(3) == "*" {
            return "there is no `* EXCEPT`; name the columns"
        }
        if word(1) == ",", endsList(tokens, index) { return "the comma before it is one too many" }
        if token.text == ",", word(2) == "LIMIT" {
            return "rows are skipped by OFFSET, which goes before LIMIT: `OFFSET 2 LIMIT 5`"
        }
        if let hint = clauseHint(token, word) { return hint }
        if let pivot = tokens[..<index].indices.last(where: { isPivot(tokens, $0) }) {
            return tokens[pivot].text == "PIVOT"
                ? "there is no PIVOT; write count(*) FILTER (WHERE x = 'a') for each column"
                : "there is no UNPIVOT; write CROSS JOIN UNNEST(ARRAY[x, y])"
        }
        let isCast = tokens[..<index].contains { $0.kind == .word && $0.text == "SAFE_CAST" }
        return token.text == "AS" && isCast ? "write TRY_CAST(x AS type)" : nil
    }

    /// Hints that clauses of other dialects give; `word` returns a text at a distance before.
    private static func clauseHint(_ token: Token, _ word: (Int) -> String) -> String? {
        switch (word(1), token.text) {
        case ("DISTINCT", "ON"):
            "there is no DISTINCT ON; write max_by(x, time) with GROUP BY, or filter "
                + "row_number() OVER (PARTITION BY x ORDER BY y) in a query around this one"
        case ("ALL", _) where word(2) == "BY" && word(3) == "GROUP":
            "columns without aggregates are grouped by `GROUP BY AUTO`"
        case ("LEFT", "SEMI"): "rows with a match are found by `WHERE x IN (SELECT y FROM b)`"
        case ("LEFT", "ANTI"):
            "rows without a match are found by `WHERE NOT EXISTS (SELECT 1 FROM b WHERE b.x = a.x)`"
        default: nil
        }
    }

    /// Whether PIVOT or UNPIVOT begins there, which is read as an alias.
    private static func isPivot(_ tokens: [Token], _ index: Int) -> Bool {
        let token = tokens[index]
        return token.kind == .word && ["PIVOT", "UNPIVOT"].contains(token.text)
            && tokens[index + 1].text == "("
    }

    /// Whether a token can only follow the end of a list.
    private static func endsList(_ tokens: [Token], _ index: Int) -> Bool {
        let token = tokens[index]
        switch token.kind {
        case .end: return true
        case .symbol: return token.text == ")" || token.text == ","
        case .word:
            return ["FROM", "WHERE", "HAVING"].contains(token.text)
                || ["GROUP", "ORDER"].contains(token.text) && tokens[index + 1].text == "BY"
        default: return false
        }
    }

    /// Names the plain form of a character that a word processor or an input method has written.
    private static func typographicHint(_ character: String) -> String? {
        switch character {
        case "\u{2018}", "\u{2019}": return "a text stands between straight quotes: 'abc'"
        case "\u{201C}", "\u{201D}":
            return "straight quotes: 'abc' is a text, \"abc\" the name of a column"
        case "\u{3000}", "\u{A0}": return "the space here is not a plain one"
        default:
            guard let scalar = character.unicodeScalars.first,
                (0xFF01...0xFF5E).contains(scalar.value),
                let plain = Unicode.Scalar(scalar.value - 0xFEE0)
            else { return nil }
            return "this is a full-width character; write `\(plain)`"
        }
    }

    /// The name that a letter beyond ASCII belongs to, as `日本` or `naïve`; nil if it is no letter.
    private static func name(_ tokens: [Token], _ index: Int) -> String? {
        func isPart(_ token: Token) -> Bool {
            switch token.kind {
            case .word, .integer: true
            case .unrecognized: token.text.unicodeScalars.allSatisfy(\.properties.isAlphabetic)
            default: false
            }
        }
        guard isPart(tokens[index]) else { return nil }
        var first = index
        while first > 0, isPart(tokens[first - 1]), tokens[first - 1].end == tokens[first].start {
            first -= 1
        }
        var last = index
        while isPart(tokens[last + 1]), tokens[last + 1].start == tokens[last].end { last += 1 }
        // A word is kept in upper case, which does not matter in Trino's names.
        return tokens[first...last].map { $0.kind == .word ? $0.text.lowercased() : $0.text }
            .joined()
    }

    /// Whether a value may end here, so that an operator after it has two sides.
    private static func endsOperand(_ token: Token) -> Bool {
        switch token.kind {
        case .word: !Keywords.isReserved(token.text)
        case .quotedName, .string, .integer, .decimal, .double: true
        default: token.text == ")" || token.text == "]"
        }
    }

    /// Returns the hint for a symbol that Trino does not have, or not here.
    private static func symbolHint(_ symbol: String, previous: Token) -> String? {
        switch symbol {
        case "=" where previous.text == "=": "equality is written with one `=`"
        case ":": "a conversion is written `CAST(x AS type)`"
        case "~" where endsOperand(previous):
            "a pattern is matched by `regexp_like(x, 'pattern')`"
        case "&", "|", "~", "^": "bits are computed by bitwise_and, bitwise_or, bitwise_xor(x, y)"
        case "<" where previous.text == "<", ">" where previous.text == ">":
            "bits are shifted by bitwise_left_shift and bitwise_right_shift(x, n)"
        case "!": "negation is written NOT"
        case "'": "the text that starts here is not closed"
        case "\"": "the name that starts here is not closed"
        case "-" where previous.text == "LIMIT": "for all rows leave LIMIT out"
        case ";": "Trino takes one statement at a time, without a semicolon"
        default: nil
        }
    }

    /// Words of other dialects, and how Trino says it.
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
