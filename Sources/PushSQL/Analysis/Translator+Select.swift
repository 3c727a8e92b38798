/// One column of a select list.
struct OutputItem {
    let term: Term
    /// The alias, or the name of the column or field; nil for any other expression.
    let name: String?
    /// Whether the statement itself gives the name.
    let isAliased: Bool
    /// The table that it is a column of, if it is one.
    var origin: TablePlace?
    var expression: Expression?
    /// Whether it names columns of enclosing queries.
    var reachesOut = false
    /// Whether SQLite computes a window of the query in it.
    var hasWindow = false
    /// The term that ORDER BY reads instead, if duplicate rows were removed before.
    var sorted: Term?
}

/// SELECT.
extension Translator {
    /// Translates a SELECT with the clauses that follow it.
    ///
    /// The order is that in which names become known: FROM, WHERE, the groups, the select list,
    /// HAVING, and ORDER BY, which alone sees the select list's aliases. `isNamed` gives every
    /// column a name in SQLite, which a subquery needs and a result does not.
    func select(
        _ select: Select, clauses: Clauses, outer: Scope?, isNamed: Bool
    ) throws(Fault) -> Output {
        let stepAlias = recursionAlias
        recursionAlias = nil
        defer { recursionAlias = stepAlias }
        let place = selectPlace
        selectPlace = select.place
        defer { selectPlace = place }
        let around = scope(around: select.from, outer)
        let (start, fullStart) = (reads.count, fulls.count)
        let source = try select.from.map { (relation) throws(Fault) in
            try joining(relation, outer: around)
        }
        let scope = Scope(.query, source?.columns ?? [], parent: outer)
        scope.windows = try Self.checked(select.windows)
        scope.outputs = Set(
            select.items.compactMap { item in
                if case .expression(_, let alias) = item { alias?.key } else { nil }
            })
        var parts = SelectParts(isDistinct: select.isDistinct, mayBeMissing: hasOuterJoin)
        parts.from = source?.sql
        if let condition = select.condition {
            try forbidAggregates([condition], "WHERE clause")
            parts.condition = try filter(condition, scope, "WHERE clause").sql
            noteKeys(condition, scope, in: start..<reads.count)
        }
        let joined = settled(
            since: start, select, scope, reachesOut: scope.reachesOut || around.reachesOut)
        scope.grouping = try grouping(select, clauses, scope, &parts)
        scope.anchor = anchor(of: source, scope, &parts)
        try checkWindows(scope)
        if recursionAlias != nil { try checkStep(select, scope) }
        try computeWindows(select, clauses.order, scope, &parts)
        var items = try items(select, scope)
        parts.ownColumns = isNamed ? scope.ownColumns : nil
        if select.isDistinct { parts.tellApart(&items, self) }
        if let having = select.having {
            try forbidWindows([having], "HAVING clause")
            parts.having = try whole(having, scope) { (having) throws(Fault) in
                try filter(having, scope, "HAVING clause")
            }.sql
        }
        let order = try order(clauses, items, select, scope, &parts)
        if let sets = scope.grouping?.sets {
            try parts.group(by: sets, scope.innerWindows, self)
        } else if select.groupBy == nil, select.having != nil {
            parts.wrapHaving(items, isAggregate)
        }
        var output = parts.output(
            items, order: order, clauses: clauses, isNamed: isNamed, step: recursionAlias)
        output.sql = completed(output.sql, joined, fullJoinsSince: fullStart)
        let isOneGroup = scope.grouping.map { $0.keys.isEmpty && $0.sets == nil } ?? false
        output.isOneRow =
            (isOneGroup || select.from == nil && select.condition == nil)
            && select.having == nil && clauses.limitText.isEmpty
        output.isAtMostOneRow = output.isOneRow || clauses.isAtMostOne || isOneGroup
        output.reachesOut = scope.reachesOut || around.reachesOut
        return output
    }

    /// Translates the select list, with its stars spelled out.
    private func items(_ select: Select, _ scope: Scope) throws(Fault) -> [OutputItem] {
        var items: [OutputItem] = []
        for item in select.items {
            switch item {
            case .expression(let expression, let alias):
                let copies = self.copies
                var (term, reachesOut, hasWindow) = try reaching(scope) { () throws(Fault) in
                    try whole(expression, scope) { (expression) throws(Fault) in
                        try self.term(expression, scope)
                    }
                }
                term.copies = min(self.copies - copies, 1000)
                if Self.nameParts(expression).isEmpty, term.constant == nil { term.copies += 1 }
                items.append(
                    OutputItem(
                        term: term, name: alias?.text ?? Self.implicitName(expression),
                        isAliased: alias != nil, origin: Self.origin(of: expression, scope),
                        expression: expression, reachesOut: reachesOut, hasWindow: hasWindow))
            case .all(let base, let aliases, let place):
                items += try all(base, aliases, place, scope)
            }
        }
        try checkColumns(items.count, at: select.place)
        return items
    }

    /// Returns the table that an expression names a column of; nil for anything else.
    private static func origin(of expression: Expression, _ scope: Scope) -> TablePlace? {
        let parts = nameParts(expression)
        return parts.isEmpty ? nil : scope.columns(named: parts).first?.origin
    }

    /// Returns the name that a column or field gives to a select item.
    static func implicitName(_ expression: Expression) -> String? {
        switch expression.kind {
        case .name(let name), .field(_, let name): name.text
        default: nil
        }
    }

    /// Returns the expressions of the select list and ORDER BY.
    static func expressions(_ select: Select, _ order: [SortItem]) -> [Expression] {
        let items = select.items.compactMap { item -> Expression? in
            if case .expression(let expression, _) = item { expression } else { nil }
        }
        return items + order.map(\.expression)
    }

    /// Translates an expression over groups; a fault in a part is reported for the whole.
    func whole(
        _ expression: Expression, _ scope: Scope,
        _ translate: (Expression) throws(Fault) -> Term
    ) throws(Fault) -> Term {
        do {
            return try translate(expression)
        } catch {
            guard error.code == .expressionNotAggregate, scope.grouping != nil, !error.isFinal
            else { throw error }
            throw expression.fault(
                .expressionNotAggregate,
                "'\(expression.text)' must be an aggregate expression or appear in GROUP BY clause",
                hint: error.hint)
        }
    }

    /// Returns the columns of `*`, of `t.*`, or of a row's fields, with the names of `AS (a, b)`.
    ///
    /// In a grouped query each of them must be a key. A star that names no relation may name a row.
    private func all(
        _ base: Expression?, _ aliases: [Name], _ place: Int, _ scope: Scope
    ) throws(Fault) -> [OutputItem] {
        var columns = scope.columns.filter { !$0.isHidden }
        if let base {
            let parts = Self.nameParts(base)
            // What is not a name, such as a row that is written out, is no relation.
            columns = columns.filter { column in
                !parts.isEmpty && column.qualifiers.suffix(parts.count).elementsEqual(parts)
            }
            if columns.isEmpty { return try fields(base, aliases, scope) }
        } else if columns.isEmpty {
            throw Fault(
                .columnNotFound, "SELECT * not allowed in queries without FROM clause",
                at: place)
        }
        guard aliases.isEmpty || aliases.count == columns.count else {
            throw Fault(
                .mismatchedColumnAliases,
                "Column alias list has \(aliases.count) entries but relation has "
                    + "\(columns.count) columns", at: place)
        }
        var items: [OutputItem] = []
        for (index, column) in columns.enumerated() {
            var term = column.term
            if let grouping = scope.grouping {
                guard let key = grouping.key(term) else {
                    let name = ((column.qualifiers.last.map { [$0] } ?? []) + [column.name ?? ""])
                        .joined(separator: ".")
                    throw Fault(
                        .expressionNotAggregate, "Column '\(name)' not in GROUP BY clause",
                        at: place
                    ).placeless
                }
                term = key
            }
            let name = aliases.isEmpty ? column.name : aliases[index].text
            items.append(
                OutputItem(
                    term: term, name: name, isAliased: !aliases.isEmpty, origin: column.origin))
        }
        return items
    }

    /// Returns the fields of a row as select items.
    private func fields(
        _ base: Expression, _ aliases: [Name], _ scope: Scope
    ) throws(Fault) -> [OutputItem] {
        let read = try? reaching(scope) { () throws(Fault) in try term(base, scope) }
        guard let (row, _, hasWindow) = read, case .row(let fields) = row.type else {
            throw base.fault(
                .tableNotFound, "Unable to resolve reference \(base.text)",
                hint: "before `.*` stands the alias of a relation in FROM")
        }
        return fields.indices.map { index in
            OutputItem(
                term: field(row, index, fields[index].type),
                name: aliases.indices.contains(index) ? aliases[index].text : fields[index].name,
                isAliased: aliases.indices.contains(index), hasWindow: hasWindow)
        }
    }

    /// Returns the parts of a dotted name; empty if an expression is not one.
    static func nameParts(_ expression: Expression) -> [String] {
        switch expression.kind {
        case .name(let name): [name.key]
        case .field(let base, let name): nameParts(base) + [name.key]
        default: []
        }
    }

    /// Refuses what SQLite cannot compute in the step of a recursive query: it takes the step's
    /// rows one by one.
    private func checkStep(_ select: Select, _ scope: Scope) throws(Fault) {
        let place = "the step of WITH RECURSIVE"
        let hint = "compute it in the query around, over all steps"
        let expressions = Self.expressions(select, [])
        for window in expressions.flatMap({ $0.all(where: Self.isWindow) }).prefix(1) {
            throw window.unsupported("a window function in \(place)", hint: hint)
        }
        guard scope.grouping != nil else { return }
        for aggregate in expressions.flatMap({ $0.all(where: isAggregate) }).prefix(1) {
            throw aggregate.unsupported("an aggregate in \(place)", hint: hint)
        }
        throw Fault(
            .notSupported, "GROUP BY in \(place) is not supported", at: select.place
        ).hinting(hint)
    }

    /// Writes the keys of ORDER BY; while they are read, the select list's aliases hide columns.
    private func order(
        _ clauses: Clauses, _ items: [OutputItem], _ select: Select, _ scope: Scope,
        _ parts: inout SelectParts
    ) throws(Fault) -> [String] {
        guard !clauses.order.isEmpty else { return [] }
        try checkKeys(clauses.order.map(\.expression), "ORDER BY")
        scope.aliases = items.compactMap { item in
            item.name.map {
                Scope.Alias(
                    key: $0.lowercased(), term: item.term, reachesOut: item.reachesOut,
                    hasWindow: item.hasWindow)
            }
        }
        defer { scope.aliases = [] }
        var keys: [String] = []
        var values: [(item: SortItem, value: SortValue)] = []
        var sortsByWindow = false
        for item in clauses.order {
            let (value, reachesOut, hasWindow) = try reaching(scope) { () throws(Fault) in
                try sortValue(item, items, scope, isDistinct: select.isDistinct)
            }
            guard let value else { continue }
            let key = try sortText(value.term, item, position: value.position)
            keys.append(key)
            values.append((item, value))
            if hasWindow || value.position.map({ items[$0 - 1].hasWindow }) == true {
                sortsByWindow = true
            }
            if reachesOut, SelectParts.position(key) == nil { parts.numbersRows = true }
        }
        // SQLite takes no window inside a window, and would count rows that DISTINCT removes.
        if parts.numbersRows || clauses.limit?.hasTies == true,
            select.isDistinct || sortsByWindow
        {
            parts.outerOrder = try outerOrder(values, items, parts.alias)
        }
        return keys
    }

    /// Writes the keys of ORDER BY for a query around; what is not in the select list becomes a
    /// hidden column.
    private func outerOrder(
        _ values: [(item: SortItem, value: SortValue)], _ items: [OutputItem], _ alias: String
    ) throws(Fault) -> SelectParts.OuterOrder {
        let columns = SelectParts.columns(items)
        var order = SelectParts.OuterOrder()
        for (item, value) in values {
            var term = value.term
            if let position = value.position {
                term = items[position - 1].sorted ?? columns[position - 1].term(in: alias)
            } else {
                let name = SQLText.name("sort key \(order.columns.count + 1)")
                order.columns.append("\(term.sql) AS \(name)")
                term.sql = "\(SQLText.name(alias)).\(name)"
                term.level = .atom
            }
            order.keys.append(try sortText(term, item))
        }
        return order
    }

    /// A value that a key of ORDER BY sorts by, and its position in the select list, from 1, if it
    /// is there.
    typealias SortValue = (term: Term, position: Int?)

    /// Writes one key of ORDER BY; nil if it changes nothing.
    ///
    /// An expression of the select list is written as its position, so that SQLite computes it
    /// once.
    func sortKey(
        _ item: SortItem, _ items: [OutputItem], _ scope: Scope, isDistinct: Bool
    ) throws(Fault) -> String? {
        guard let value = try sortValue(item, items, scope, isDistinct: isDistinct) else {
            return nil
        }
        return try sortText(value.term, item, position: value.position)
    }

    /// Reads one key of ORDER BY; nil if it changes nothing.
    ///
    /// A number is a position, from 1. A constant sorts nothing and is left out. DISTINCT allows
    /// only what is in the select list, as in Trino.
    private func sortValue(
        _ item: SortItem, _ items: [OutputItem], _ scope: Scope, isDistinct: Bool
    ) throws(Fault) -> SortValue? {
        let expression = item.expression
        if let position = expression.wholeNumber.map({ Int($0) }) {
            guard position > 0, position <= items.count else {
                throw expression.fault(
                    .invalidColumnReference,
                    "ORDER BY position \(position) is not in select list")
            }
            let column = items[position - 1]
            return (column.sorted ?? column.term, position)
        }
        let term = try whole(expression, scope) { (expression) throws(Fault) in
            try self.term(expression, scope)
        }
        let position = items.firstIndex { $0.term.sql == term.sql }
        guard !isDistinct || position != nil else {
            throw Fault(
                .expressionNotInDistinct,
                "For SELECT DISTINCT, ORDER BY expressions must appear in select list",
                at: selectPlace)
        }
        if term.constant != nil || position == nil && term.isWholeNumber { return nil }
        let shown = position.flatMap { items[$0].sorted } ?? term
        return (shown, position.map { $0 + 1 })
    }

    /// Writes a value to sort by, or its position if it is a column of the result.
    ///
    /// NULLs come last unless NULLS FIRST is written, in either direction. With NULLS FIRST a NaN
    /// is below every number (decision 661), for which a key of its own comes before the value's,
    /// unless there may be only one. Throws TYPE_MISMATCH for maps and JSON, which have no order.
    func sortText(
        _ term: Term, _ item: SortItem, position: Int? = nil, isOnlyKey: Bool = false
    ) throws(Fault) -> String {
        var text = position.map { "\($0)" } ?? term.sql
        // SQLite reads `x AND 0` as 0, and that as a position.
        if position == nil, term.level == .and { text = "CAST(\(text) AS INTEGER)" }
        switch term.type {
        case .timestampWithZone: text = instant(term)
        case .decimal: text = "trino_sort_key(\(argument(term.type)), \(term.sql))"
        case .array, .row:
            guard term.type.isOrderable else { fallthrough }
            text =
                "trino_order_key(\(argument(term.type)), \(term.sql)) COLLATE trino_order"
        case .map, .json:
            throw Fault(
                .typeMismatch,
                "Type \(term.type.text) is not orderable, and therefore cannot be used in "
                    + "ORDER BY: \(item.expression.text)", at: selectPlace)
        default: break
        }
        if item.nullsFirst == true, term.type.isFloating, term.mayBeNaN, !isOnlyKey {
            let comparison = item.isDescending ? "=" : "<>"
            text = "\(term.atom) \(comparison) 'NaN', \(text)"
        }
        if item.isDescending {
            return "\(text) DESC\(item.nullsFirst == true ? " NULLS FIRST" : "")"
        }
        return text + (item.nullsFirst == true || !term.isNullable ? "" : " NULLS LAST")
    }
}
