import PushLanguage
import PushModel
import PushText

/// SQL by clause: the words that may follow the one before the cursor.
///
/// The query is not parsed: it is unfinished most of the time. The last word before the cursor and
/// the last clause decide, so that some words are offered that the grammar does not take.
extension Assist {
    /// Fills in the next word of a query in quotes; outside of quotes, what begins one.
    ///
    /// The part that is completed is the name before the cursor, which may hold a dot.
    func sql(_ typed: TypedStatement.Word, _ found: inout Found) {
        guard typed.quote != nil else {
            found.ignoresCase = true
            found.words = [
                Proposal("\"SELECT ", "a query in quotes"),
                Proposal("\"WITH ", "a query with named parts, in quotes"),
            ]
            return
        }
        guard typed.isOpen, let quote = typed.quote else { return }
        let tokens = Self.tokens(typed.value)
        let isInWord = typed.value.last.map { Self.isNamePart($0) } ?? false
        let current = isInWord ? tokens.last ?? "" : ""
        let before = Array(isInWord ? tokens.dropLast()[...] : tokens[...])
        // Between single quotes each apostrophe of the query is written twice.
        let written = Self.inside(current, quote)
        guard typed.text.utf8.suffix(written.utf8.count).elementsEqual(written.utf8) else { return }
        found.start = typed.range.upperBound - written.utf8.count
        found.typed = current
        found.ignoresCase = true
        let upper = before.map { $0.uppercased() }
        guard let last = upper.last else {
            found.words = [
                Proposal("SELECT", "what to read"), Proposal("WITH", "named parts first"),
            ]
            return
        }
        follow(last, upper, before, &found)
    }

    /// The words that begin a clause, or go on with it; the last one tells what may follow a name.
    private static let clauses: Set = [
        "SELECT", "FROM", "JOIN", "WHERE", "BY", "HAVING", "LIMIT", "ON", "AND", "OR", "NOT",
        "DISTINCT", "OFFSET", "AS", "LIKE", "IN", "BETWEEN", "IS",
    ]

    /// Fills in the words behind one that was typed, both in upper case.
    private func follow(
        _ last: String, _ upper: [String], _ before: [String], _ found: inout Found
    ) {
        let clause = upper.last { Self.clauses.contains($0) } ?? ""
        if last == "(" || last == ",", let head = Self.headOfList(upper) {
            comparison(head, &found)
            guard found.words.isEmpty else { return }
        }
        switch last {
        case "SELECT", "DISTINCT":
            columns(before, &found)
            found.words += source.functions
            if last == "SELECT" { found.words.append(Proposal("DISTINCT", "each row once")) }
            found.words.append(Proposal("count(*)", "the number of rows"))
            found.words.append(Proposal("*", "every column"))
        case "FROM", "JOIN":
            found.words = source.tables.map {
                Proposal($0.name, "\($0.columns.count) columns")
            }
        case "WHERE", "AND", "OR", "NOT", "ON", "HAVING", "BY", ",", "(":
            columns(before, &found)
            found.words += source.functions
            if last == "WHERE" || last == "AND" { found.words.append(Proposal("NOT", "negates")) }
        case "GROUP", "ORDER": found.words = [Proposal("BY", "columns follow")]
        case "LIMIT": found.words = ["10", "20", "100"].map { Proposal($0, "rows at most") }
        case "IS":
            found.words = [
                Proposal("NULL", "no value"), Proposal("NOT NULL", "some value"),
            ]
        case "=", "<>", "!=": comparison(upper, &found)
        case "IN":
            comparison(upper, &found)
            found.words = found.words.map { Proposal("(\($0.text))", $0.meaning) }
        default: clauseEnd(clause, &found)
        }
    }

    /// The words up to the `IN` whose list is still open; nil without one.
    private static func headOfList(_ upper: [String]) -> [String]? {
        guard let open = upper.lastIndex(of: "("), !upper[open...].contains(")"),
            upper[..<open].last == "IN"
        else { return nil }
        return Array(upper[..<open])
    }

    /// The values of columns that take only a few, behind an operator.
    private func comparison(_ upper: [String], _ found: inout Found) {
        switch upper.dropLast().last(where: { $0 != "NOT" }) {
        case "TYPE":
            for kind in Event.Kind.allCases {
                found.words.append(Proposal("'\(kind.rawValue)'", "an event's type"))
            }
        case "PLATFORM": found.words = [Proposal("'ios'", "the platform of every event here")]
        case "STATE":
            for state in EventState.allCases {
                found.words.append(Proposal("'\(state.rawValue)'", "an event's state"))
            }
        default: break
        }
    }

    /// The operators and clauses that may follow a name or a value.
    private func clauseEnd(_ clause: String, _ found: inout Found) {
        switch clause {
        case "SELECT", "DISTINCT":
            found.words = [
                Proposal("FROM", "where to read"), Proposal("AS", "another name for a column"),
            ]
        case "FROM", "JOIN", "AS":
            found.words = [
                Proposal("WHERE", "which rows"), Proposal("GROUP BY", "rows that belong together"),
                Proposal("ORDER BY", "the order of rows"), Proposal("LIMIT", "rows at most"),
                Proposal("JOIN", "rows of another table beside them"),
                Proposal("LEFT JOIN", "with NULL where the other has none"),
                Proposal("ON", "how rows belong together"), Proposal("AS", "another name"),
            ]
        case "WHERE", "AND", "OR", "ON", "HAVING", "NOT", "LIKE", "IN", "BETWEEN", "IS":
            found.words = [
                Proposal("=", "is"), Proposal("<>", "is not"), Proposal(">", "is more than"),
                Proposal("<", "is less than"), Proposal("LIKE", "is like a pattern"),
                Proposal("IN", "is one of"), Proposal("BETWEEN", "lies between"),
                Proposal("IS NULL", "has no value"), Proposal("IS NOT NULL", "has a value"),
                Proposal("AND", "and also"), Proposal("OR", "or else"),
                Proposal("GROUP BY", "rows that belong together"),
                Proposal("ORDER BY", "the order of rows"), Proposal("LIMIT", "rows at most"),
            ]
        case "BY":
            found.words = [
                Proposal("ASC", "smallest first"), Proposal("DESC", "largest first"),
                Proposal("HAVING", "which groups"), Proposal("ORDER BY", "the order of rows"),
                Proposal("OFFSET", "rows to skip"), Proposal("LIMIT", "rows at most"),
            ]
        case "OFFSET": found.words = [Proposal("LIMIT", "rows at most")]
        default: break
        }
    }

    /// The columns of the tables that the query names; without any, those of the events' table.
    private func columns(_ before: [String], _ found: inout Found) {
        let named = source.tables.filter { table in before.contains { $0 == table.name } }
        let usual = source.tables.filter { $0.name.hasSuffix(".push_events") }
        for table in named.isEmpty ? usual : named {
            found.words += table.columns.map { Proposal($0, "a column of \(table.name)") }
        }
    }

    /// Whether a character continues a name or a text.
    private static func isNamePart(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || character == "_" || character == "."
            || character == "'"
    }

    /// Names, numbers, quoted texts and marks of a query.
    ///
    /// A quoted text is one token even if its end is missing; operators of two characters are one.
    static func tokens(_ text: String) -> [String] {
        var tokens: [String] = []
        var current = ""
        var isQuoted = false
        for character in text {
            if character == "'" { isQuoted.toggle() }
            if isQuoted || isNamePart(character) {
                current.append(character)
                continue
            }
            if !current.isEmpty { tokens.append(current) }
            current = ""
            if character.isWhitespace { continue }
            if let last = tokens.last, ["<", ">", "!"].contains(last), "=>".contains(character) {
                tokens[tokens.count - 1] = last + String(character)
            } else {
                tokens.append(String(character))
            }
        }
        if !current.isEmpty { tokens.append(current) }
        return tokens
    }
}
