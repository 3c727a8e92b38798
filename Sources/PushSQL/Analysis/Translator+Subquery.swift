/// Queries inside expressions.
extension Translator {
    /// Returns a type as the messages about subqueries spell it: that of a row with one column.
    private func rowText(_ type: TrinoType, _ name: String? = nil) -> String {
        TrinoType.row([TrinoType.Field(name: name, type: type)]).text
    }

    /// Translates a query that must have one column, as after IN or ANY.
    private func oneColumn(
        _ query: Query, _ expression: Expression, _ scope: Scope
    ) throws(Fault) -> Output {
        let output = try self.query(query, outer: scope, isNamed: true)
        guard output.columns.count == 1 else {
            throw expression.fault(
                .notSupported,
                "Multiple columns returned by subquery are not yet supported. Found "
                    + "\(output.columns.count)")
        }
        return output
    }

    /// Translates a query used as a value; more than one row is an error at run time.
    ///
    /// No row gives NULL. The query runs as far as a second row, whose presence is the error; a
    /// query known to give one row at most is written without that check. Several columns become a
    /// row.
    func scalar(
        _ expression: Expression, _ query: Query, _ scope: Scope
    ) throws(Fault) -> Term {
        let output = rowQuery(try self.query(query, outer: scope, isNamed: true))
        let column = output.columns[0]
        var term = Term("", column.type, mayBeNaN: column.mayBeNaN)
        term.bounds = column.bounds
        term.isNullable = !output.isOneRow || column.isNullable
        guard !output.isAtMostOneRow else {
            term.sql = "(\(subquery(output)))"
            return term
        }
        let message = "'Scalar sub-query has returned multiple rows'"
        let name = SQLText.name(column.sqlName)
        term.sql = """
            (SELECT CASE WHEN count(*) > 1 THEN trino_fail('SUBQUERY_MULTIPLE_ROWS', \(message)) \
            ELSE max(\(name)) END FROM (SELECT \(name) FROM \(relation(output)) LIMIT 2))
            """
        return term
    }

    /// `(a, b) IN (SELECT x, y …)`.
    ///
    /// The rows are compared by SQLite, so the types must have the same cells on both sides; others
    /// are refused as NOT_SUPPORTED.
    private func isRowInQuery(
        _ expression: Expression, _ fields: [Expression], _ query: Query, _ scope: Scope
    ) throws(Fault) -> Term {
        let terms = try terms(fields, scope)
        let output = try self.query(query, outer: scope, isNamed: true)
        var isSame = terms.count == output.columns.count
        for (term, column) in zip(terms, output.columns) {
            guard let type = TrinoType.common(term.type, column.type) else {
                isSame = false
                break
            }
            guard Self.isSameEncoding(term.type, type), Self.isSameEncoding(column.type, type),
                !term.mayBeNaN, !column.mayBeNaN, Self.isCompared(type)
            else { throw expression.unsupported("IN with these types of columns") }
        }
        guard isSame else {
            let left = TrinoType.row(terms.map { TrinoType.Field(name: nil, type: $0.type) })
            let right = TrinoType.row(
                output.columns.map { TrinoType.Field(name: $0.name, type: $0.type) })
            throw expression.fault(
                .typeMismatch,
                "Value expression and result of subquery must be of the same type: "
                    + "\(left.text) vs \(right.text)")
        }
        return Term("(\(SQLText.list(terms))) IN (\(subquery(output)))", .boolean, .comparison)
    }

    /// Turns a query of several columns into one of rows.
    private func rowQuery(_ output: Output) -> Output {
        guard output.columns.count > 1 else { return output }
        let type = TrinoType.row(
            output.columns.map { TrinoType.Field(name: $0.name, type: $0.type) })
        let name = alias("r")
        let fields = output.columns.map { $0.term(in: name).sql }.joined(separator: ", ")
        var result = output
        result.sql =
            "SELECT trino_row(\(argument(type)), \(fields)) AS \"row\" FROM \(relation(output)) AS "
            + SQLText.name(name)
        result.columns = [Output.Column(name: nil, sqlName: "row", type: type)]
        return result
    }

    /// Translates EXISTS, which is never NULL.
    func exists(_ query: Query, _ scope: Scope) throws(Fault) -> Term {
        let output = try self.query(query, outer: scope, isNamed: true)
        return Term("EXISTS (\(subquery(output)))", .boolean, isNullable: false)
    }

    /// Translates `x IN (SELECT …)`.
    ///
    /// SQLite's IN is written where its cells compare as Trino's values do, otherwise `= ANY`.
    /// Throws TYPE_MISMATCH without a common type, and NOT_SUPPORTED for a query of several
    /// columns.
    func isInQuery(
        _ expression: Expression, _ value: Expression, _ query: Query, _ scope: Scope
    ) throws(Fault) -> Term {
        if case .row(let fields) = value.kind, fields.count > 1 {
            return try isRowInQuery(expression, fields, query, scope)
        }
        let tested = try term(value, scope)
        let output = try oneColumn(query, expression, scope)
        let column = output.columns[0]
        guard let type = TrinoType.common(tested.type, column.type) else {
            throw expression.fault(
                .typeMismatch,
                "Value expression and result of subquery must be of the same type: "
                    + "\(rowText(tested.type)) vs \(rowText(column.type, column.name))")
        }
        let isNested = !Self.isCompared(type) && Self.kind(type) != "tz"
        if type.isFloating && (tested.mayBeNaN || column.mayBeNaN) || isNested {
            return try quantified(expression, .equal, false, value, query, scope)
        }
        let name = alias("i")
        var item = coerced(column.term(in: name), to: type)
        if case .timestampWithZone = type { item.sql = instant(item) }
        let text =
            item.sql == column.term(in: name).sql
            ? subquery(output)
            : "SELECT \(item.sql) FROM \(relation(output)) AS \(SQLText.name(name))"
        let left = coerced(tested, to: type)
        var operand = left.operand(.sum)
        if case .timestampWithZone = type { operand = "(\(instant(left)))" }
        return Term(
            "\(operand) IN (\(text))", .boolean, .comparison,
            isNullable: tested.isNullable || column.isNullable)
    }

    /// Translates `x = ALL (q)` and the like: true, false, or unknown for want of a value.
    func quantified(
        _ expression: Expression, _ symbol: Expression.Comparison, _ isAll: Bool,
        _ value: Expression, _ query: Query, _ scope: Scope
    ) throws(Fault) -> Term {
        let tested = try term(value, scope)
        let output = try oneColumn(query, expression, scope)
        let name = alias("v")
        let column = output.columns[0].term(in: name)
        guard let (left, right, type) = unified(tested, column) else {
            throw expression.fault(
                .typeMismatch,
                "Value expression and result of subquery must be of the same type: "
                    + "\(rowText(tested.type)) vs "
                    + rowText(column.type, output.columns[0].name))
        }
        let test = compared(symbol, left, right, type)
        let rows = "FROM \(relation(output)) AS \(SQLText.name(name))"
        // ALL fails at the first false, ANY holds at the first true; NULL decides after that.
        let decisive = isAll ? "NOT (\(test.sql))" : test.sql
        return Term(
            """
            CASE WHEN EXISTS (SELECT 1 \(rows) WHERE \(decisive)) THEN \(isAll ? 0 : 1) \
            WHEN EXISTS (SELECT 1 \(rows) WHERE (\(test.sql)) IS NULL) THEN NULL \
            ELSE \(isAll ? 1 : 0) END
            """, .boolean)
    }
}
