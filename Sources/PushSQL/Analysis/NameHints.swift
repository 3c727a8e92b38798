import PushText

/// Guesses at the name that somebody meant, for a name that does not exist.
enum NameHints {
    /// Returns the hint on a column that cannot be resolved; nil if the expression is not a name.
    ///
    /// In order: an alias of the select list, which Trino knows only in ORDER BY; a table that is
    /// not in FROM; a similar column; double quotes around what was meant as a text; the list of
    /// all columns. Columns of enclosing queries count too.
    static func column(_ expression: Expression, _ scope: Scope) -> String? {
        let word: String
        switch expression.kind {
        case .name(let name): word = name.text
        case .field(_, let name): word = name.text
        default: return nil
        }
        var names: [String] = []
        var tables: [String] = []
        var place: Scope? = scope
        while let current = place {
            if case .name(let name) = expression.kind, current.outputs.contains(name.key) {
                return alias
            }
            names += current.columns.compactMap(\.name)
            tables += current.columns.compactMap(\.qualifiers.last)
            place = current.parent
        }
        if case .field(let base, _) = expression.kind, case .name(let table) = base.kind,
            !tables.isEmpty, !tables.contains(table.key)
        {
            return nearest(table.text, tables) ?? "the tables here are \(list(tables))"
        }
        if let nearest = Suggestion.nearest(word, names) { return "did you mean `\(nearest)`?" }
        if case .name(let name) = expression.kind, name.end - name.start > name.text.utf8.count {
            return text(name.text)
        }
        guard !names.isEmpty else {
            return "there is no FROM here; \(text(word))"
        }
        return "columns are \(list(names))"
    }

    /// Returns names as a list for people, each once.
    private static func list(_ names: [String]) -> String {
        var seen: Set<String> = []
        return Suggestion.list(names.filter { seen.insert($0).inserted })
    }

    /// Returns the hint on a bare word in a comparison: it was meant as a text, or it is misspelt.
    static func operand(_ expression: Expression, _ fault: Fault) -> Fault {
        guard case .name(let name) = expression.kind, fault.code == .columnNotFound,
            fault.start == expression.start, fault.hint != alias
        else { return fault }
        let text = text(name.text)
        guard let hint = fault.hint, hint.hasPrefix("did you mean") else {
            return fault.hinting(text)
        }
        return fault.hinting("\(text); or \(hint)")
    }

    private static let alias =
        "an alias is known only in the query's ORDER BY; repeat its expression"

    private static func text(_ word: String) -> String { "text goes in single quotes: '\(word)'" }

    /// Returns a hint with the most similar name; nil if none is similar enough.
    static func nearest(_ word: String, _ names: [String]) -> String? {
        Suggestion.nearest(word, names).map { "did you mean `\($0)`?" }
    }
}
