import PushText

/// Guesses at the name that somebody meant, for a name that does not exist.
enum NameHints {
    /// Returns the hint on a column that cannot be resolved; nil if the expression is not a name.
    ///
    /// In order: an alias of the select list, which Trino knows only in ORDER BY; a table that has
    /// an alias, or is not in FROM; a similar column; double quotes around what was meant as a
    /// text; the list of all columns. Columns of enclosing queries count too.
    static func column(_ expression: Expression, _ scope: Scope) -> String? {
        let word: String
        switch expression.kind {
        case .name(let name): word = name.text
        case .field(_, let name): word = name.text
        default: return nil
        }
        if case .name(let name) = expression.kind, isAlias(name, scope) {
            return "an alias is known only in the query's ORDER BY; repeat its expression"
        }
        let columns = columns(scope)
        if let hint = renamed(expression, columns) { return hint }
        let names = columns.compactMap(\.name)
        let tables = columns.compactMap(\.qualifiers.last)
        if case .field(let base, _) = expression.kind, case .name(let table) = base.kind,
            !tables.isEmpty, !tables.contains(table.key)
        {
            return Suggestion.hint(table.text, among: tables)
                ?? "the tables here are \(list(tables))"
        }
        // A column of USING, or of a query without an alias.
        let key = word.lowercased()
        if case .field = expression.kind,
            columns.contains(where: { $0.key == key && $0.qualifiers.isEmpty })
        {
            return "write it without a table: `\(word)`"
        }
        if let hint = Suggestion.hint(word, among: names) { return hint }
        if case .name(let name) = expression.kind, name.end - name.start > name.text.utf8.count {
            return text(name.text)
        }
        guard !names.isEmpty else {
            return "there is no FROM here; \(text(word))"
        }
        return "columns are \(list(names))"
    }

    /// Returns the hint on a column whose table has another name here: an alias hides the table's
    /// own; nil if it is no such column, or there are several.
    private static func renamed(
        _ expression: Expression, _ columns: [Scope.Column]
    ) -> String? {
        guard case .field(let base, let name) = expression.kind, let table = last(base) else {
            return nil
        }
        let aliases = columns.filter { $0.key == name.key && $0.origin?.table == table.key }
            .compactMap(\.qualifiers.last)
        guard aliases.count == 1, aliases[0] != table.key else { return nil }
        return "the table `\(table.text)` is called `\(aliases[0])` here: "
            + "`\(aliases[0]).\(name.text)`"
    }

    /// The last part of a name with qualifiers; nil if the expression is none.
    private static func last(_ expression: Expression) -> Name? {
        switch expression.kind {
        case .name(let name), .field(_, let name): name
        default: nil
        }
    }

    /// Returns the hint on a field of what is no row: in ORDER BY a column of the result hides the
    /// table of its name; nil if it does not.
    static func hidden(_ base: Expression, _ field: Name, _ scope: Scope) -> String? {
        guard case .name(let name) = base.kind, isAlias(name, scope),
            columns(scope).contains(where: {
                $0.qualifiers.last == name.key && $0.key == field.key
            })
        else { return nil }
        let output = scope.outputs.contains(field.key)
        return "`\(name.text)` is here the column that SELECT calls so, and hides the table; "
            + (output ? "give one of them another name" : "write `\(field.text)` without it")
    }

    /// Returns names as a list for people, each once.
    private static func list(_ names: [String]) -> String {
        var seen: Set<String> = []
        return Suggestion.list(names.filter { seen.insert($0).inserted })
    }

    /// Returns the hint on a bare word in a comparison: it was meant as a text, or it is misspelt.
    static func operand(_ expression: Expression, _ fault: Fault, _ scope: Scope) -> Fault {
        guard case .name(let name) = expression.kind, fault.code == .columnNotFound,
            fault.start == expression.start, !isAlias(name, scope)
        else { return fault }
        let text = text(name.text)
        let nearest = Suggestion.hint(name.text, among: columns(scope).compactMap(\.name))
        return fault.hinting(nearest.map { "\(text); or \($0)" } ?? text)
    }

    /// Whether a select list, here or around, gives the name.
    private static func isAlias(_ name: Name, _ scope: Scope) -> Bool {
        sequence(first: scope, next: \.parent).contains { $0.outputs.contains(name.key) }
    }

    /// The columns of a query and of those around it.
    private static func columns(_ scope: Scope) -> [Scope.Column] {
        sequence(first: scope, next: \.parent).flatMap(\.columns)
    }

    private static func text(_ word: String) -> String { "text goes in single quotes: '\(word)'" }
}
