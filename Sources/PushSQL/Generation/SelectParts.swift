/// The clauses of one SELECT, and how they are put together.
struct SelectParts {
    var isDistinct: Bool
    var from: String?
    var condition: String?
    /// The keys of GROUP BY.
    var keys: [String] = []
    var having: String?
    /// Whether the rows are numbered in the order of ORDER BY, which itself may not name columns of
    /// an enclosing query.
    var numbersRows = false
    /// The keys of ORDER BY as a query around reads them; nil if the query itself ranks its rows.
    var outerOrder: OuterOrder?
    /// Whether an outer join around the query may leave its rows out.
    ///
    /// It may if one is anywhere in the statement: SQLite merges a query into the one around, and
    /// that into the next.
    let mayBeMissing: Bool
    /// The texts of the columns of its relations, as `Scope` has them.
    var ownColumns: Set<String>?
    /// The keys that distinguish the rows of SELECT DISTINCT, if the cells alone do not serve.
    private var identities: (keys: [String], alias: String)?

    /// The keys of ORDER BY in a query around.
    struct OuterOrder {
        /// The hidden columns of the query inside.
        var columns: [String] = []
        /// The keys, in their order.
        var keys: [String] = []
    }

    /// The alias of the query inside, if there is one around it.
    var alias: String { identities?.alias ?? "rows" }

    init(isDistinct: Bool, mayBeMissing: Bool) {
        self.isDistinct = isDistinct
        self.mayBeMissing = mayBeMissing
    }

    /// Replaces FROM with several grouping sets, computed over one source, and with windows over
    /// them.
    mutating func group(
        by sets: GroupingSets, _ windows: InnerWindows?, _ translator: Translator
    ) throws(Fault) {
        try translator.checkSize(sets.size, at: translator.selectPlace)
        from = sets.relation(from: from, condition: condition, translator)
        condition = having
        having = nil
        keys = []
        if let windows { addWindows(windows, ["*"]) }
    }

    /// Puts windows, and other columns, into a query of their own in FROM, to which WHERE belongs.
    mutating func addWindows(_ windows: InnerWindows, _ columns: [String]) {
        var inner = "SELECT \((columns + windows.texts).joined(separator: ", "))"
        if let from { inner += " FROM \(from)" }
        if let condition { inner += " WHERE \(condition)" }
        from = "(\(inner)) AS \(SQLText.name(windows.alias))"
        condition = nil
    }

    /// Adds a subquery for HAVING if the select list has no aggregate, which SQLite requires: the
    /// condition becomes a column of the inner query.
    mutating func wrapHaving(_ items: [OutputItem], _ isAggregate: (Expression) -> Bool) {
        guard let having,
            !items.contains(where: { $0.expression?.contains(isAggregate) ?? false })
        else { return }
        var inner = "SELECT count(*), \(having) AS \"holds\""
        if let from { inner += " FROM \(from)" }
        if let condition { inner += " WHERE \(condition)" }
        from = "(\(inner))"
        condition = "\"holds\""
        self.having = nil
    }

    /// Puts the clauses together, with the select list and ORDER BY as texts.
    ///
    /// `step` is the alias by which the step of a recursive query names it; such a step gets the
    /// hidden column of its depth.
    func output(
        _ items: [OutputItem], order: [String], clauses: Translator.Clauses, isNamed: Bool,
        step: String?
    ) -> Output {
        let columns = Self.columns(items)
        let canMerge =
            mayBeMissing && isNamed && from != nil && keys.isEmpty && !isDistinct
            && clauses.limitText.isEmpty
        var texts: [String] = []
        for (item, column) in zip(items, columns) {
            let isShown = isNamed || item.isAliased || identities != nil
            let text = canMerge ? item.term.item(among: ownColumns) : item.term.sql
            texts.append(text + (isShown ? " AS \(SQLText.name(column.sqlName))" : ""))
        }
        if let step { texts.append(Recursion.nextDepth(step)) }
        let hasTies = clauses.limit?.hasTies == true
        var output = Output(sql: "", columns: columns)
        if hasTies {
            output.sql = tied(texts, columns, order, clauses, items)
        } else if numbersRows {
            output.sql = numbered(texts, columns, order, clauses, items)
        } else {
            output.sql = text(texts, columns)
            if !order.isEmpty { output.sql += " ORDER BY \(order.joined(separator: ", "))" }
            output.sql += clauses.limitText
        }
        output.isPlainSelect = order.isEmpty && clauses.limitText.isEmpty
        return output
    }

    /// Determines whether SQLite's DISTINCT distinguishes rows as Trino does, and otherwise the
    /// keys for it.
    ///
    /// ORDER BY then reads the columns of the query around, whose alias is noted in `sorted`.
    mutating func tellApart(_ items: inout [OutputItem], _ translator: Translator) {
        let columns = Self.columns(items)
        let alias = translator.alias("rows")
        guard let keys = translator.identities(columns, in: alias) else { return }
        identities = (keys, alias)
        for (index, column) in columns.enumerated() {
            items[index].sorted = column.term(in: alias)
        }
    }

    /// Names the columns: SQLite's names are made unique, Trino's may repeat.
    static func columns(_ items: [OutputItem]) -> [Output.Column] {
        var columns: [Output.Column] = []
        var seen: Set<String> = []
        for (index, item) in items.enumerated() {
            let base = item.name ?? "_col\(index)"
            var sqlName = base
            var number = 2
            while !seen.insert(sqlName.lowercased()).inserted {
                sqlName = "\(base)_\(number)"
                number += 1
            }
            var column = Output.Column(name: item.name, sqlName: sqlName, type: item.term.type)
            column.isNullable = item.term.isNullable
            column.mayBeNaN = item.term.mayBeNaN
            column.bounds = item.term.bounds
            column.isFinite = item.term.isFinite
            column.holdsConstant = item.term.constant != nil || item.term.holdsConstant
            column.copies = item.term.copies
            column.isAliased = item.isAliased
            column.origin = item.origin
            columns.append(column)
        }
        return columns
    }

    /// Writes the query, with a GROUP BY around it if DISTINCT needs keys.
    private func text(_ items: [String], _ columns: [Output.Column]) -> String {
        guard let identities else { return plain(items) }
        let names = columns.map { SQLText.name($0.sqlName) }.joined(separator: ", ")
        return "SELECT \(names) FROM (\(plain(items))) AS \(SQLText.name(identities.alias)) "
            + "GROUP BY \(identities.keys.joined(separator: ", "))"
    }

    /// Writes the clauses in SQLite's order.
    private func plain(_ items: [String]) -> String {
        let word = isDistinct && identities == nil ? "DISTINCT " : ""
        var text = "SELECT \(word)\(items.joined(separator: ", "))"
        if let from { text += " FROM \(from)" }
        if let condition { text += " WHERE \(condition)" }
        if !keys.isEmpty { text += " GROUP BY \(keys.joined(separator: ", "))" }
        if let having { text += " HAVING \(having)" }
        return text
    }

    /// Returns the position that a key of ORDER BY is, from 1, and the words behind it; nil for an
    /// expression, which may begin with a number, too.
    static func position(_ key: String) -> (number: Int, rest: String)? {
        for rest in ["", " DESC", " DESC NULLS FIRST", " NULLS LAST"] where key.hasSuffix(rest) {
            if let number = Int(key.dropLast(rest.count)) { return (number, rest) }
        }
        return nil
    }

    /// FETCH FIRST n ROWS WITH TIES: the rows whose rank is n or less.
    ///
    /// OFFSET counts rows that tie as well, which takes their number beside their rank.
    private func tied(
        _ texts: [String], _ columns: [Output.Column], _ order: [String],
        _ clauses: Translator.Clauses, _ items: [OutputItem]
    ) -> String {
        let names = columns.map { SQLText.name($0.sqlName) }
        let inner = Self.named(texts, names)
        let rank = "\"rank of ties\""
        let number = "\"number of row\""
        let skipped = clauses.offset?.value ?? 0
        let limit = clauses.lastRow(behind: skipped)
        let offset = skipped > 0 ? " AND \(number) > \(skipped)" : ""
        let ranked = ranked(inner, columns, order, items) { window in
            "rank() \(window) AS \(rank)"
                + (skipped > 0 ? ", row_number() \(window) AS \(number)" : "")
        }
        return """
            SELECT \(names.joined(separator: ", ")) FROM (\(ranked)) \
            WHERE \(rank) <= \(limit)\(offset) ORDER BY \(rank)
            """
    }

    /// Orders by the number of each row.
    private func numbered(
        _ texts: [String], _ columns: [Output.Column], _ order: [String],
        _ clauses: Translator.Clauses, _ items: [OutputItem]
    ) -> String {
        let names = columns.map { SQLText.name($0.sqlName) }
        let number = "\"number of row\""
        let ranked = ranked(Self.named(texts, names), columns, order, items) { window in
            "row_number() \(window) AS \(number)"
        }
        return "SELECT \(names.joined(separator: ", ")) FROM (\(ranked)) ORDER BY "
            + "\(number)\(clauses.limitText)"
    }

    /// Adds columns that are windows over the order of the rows, in a query around if need be.
    private func ranked(
        _ inner: [String], _ columns: [Output.Column], _ order: [String], _ items: [OutputItem],
        _ added: (_ window: String) -> String
    ) -> String {
        guard let outerOrder else { return plain(inner + [added(window(order, items))]) }
        let window = "OVER (ORDER BY \(outerOrder.keys.joined(separator: ", ")))"
        let rows = text(inner + outerOrder.columns, columns)
        return "SELECT *, \(added(window)) FROM (\(rows)) AS \(SQLText.name(alias))"
    }

    /// Returns the select list with a name for each item.
    private static func named(_ texts: [String], _ names: [String]) -> [String] {
        zip(texts, names).map { text, name in
            text.hasSuffix(" AS \(name)") ? text : "\(text) AS \(name)"
        }
    }

    /// Writes ORDER BY as a window's; one knows no positions, so they become columns again.
    private func window(_ order: [String], _ items: [OutputItem]) -> String {
        let keys = order.map { key -> String in
            guard let (position, rest) = Self.position(key) else { return key }
            return "\(items[position - 1].term.atom)\(rest)"
        }
        return "OVER (ORDER BY \(keys.joined(separator: ", ")))"
    }
}
