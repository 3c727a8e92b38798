/// TABLESAMPLE.
extension Translator {
    /// A share of a relation's rows, each drawn by its number: the same in every run, and wherever
    /// a statement reads the row.
    ///
    /// BERNOULLI and SYSTEM are the same here (decision 457). Rows are numbered before any join, so
    /// the relation becomes a query of its own; a sample of 100 percent leaves it as it is.
    func sampled(
        _ relation: Relation, _ percentage: Expression, outer: Scope?, beside: [Scope.Column]?,
        named name: String?
    ) throws(Fault) -> Source {
        let share = try share(percentage)
        switch Self.unaliased(relation).kind {
        case .unnest, .lateral:
            throw Fault(
                .notSupported, "a sample of UNNEST or LATERAL is not supported",
                at: relation.place
            ).hinting("sample the table before it")
        default: break
        }
        let source = try source(relation, outer: outer, beside: beside, named: name)
        guard share < 1 else { return source }
        let alias = alias(name ?? "sample")
        var texts: [String] = []
        let columns = source.columns.enumerated().map { index, column in
            let inner = SQLText.name("c\(index)")
            texts.append("\(column.term.sql) AS \(inner)")
            var term = column.term
            term.sql = "\(SQLText.name(alias)).\(inner)"
            term.level = .atom
            return column.read(by: term)
        }
        texts.append("row_number() OVER () AS \"number of row\"")
        let rows = "SELECT \(texts.joined(separator: ", ")) FROM \(source.sql)"
        let test = "trino_sampled(\"number of row\", \(SQLText.double(share)))"
        return Source(
            sql: "(SELECT * FROM (\(rows)) WHERE \(test)) AS \(SQLText.name(alias))",
            columns: columns)
    }

    /// Converts a percentage to a share.
    ///
    /// The percentage must be a constant between 0 and 100; an expression of constants counts only
    /// if it is folded.
    private func share(_ percentage: Expression) throws(Fault) -> Double {
        let hasName = percentage.contains {
            if case .name = $0.kind { true } else { false }
        }
        guard !hasName else {
            throw percentage.fault(
                .expressionNotConstant, "Sample percentage cannot contain column references")
        }
        let given = try term(percentage, Scope(.query, [], parent: nil))
        guard given.type.isNumeric || given.isNull else {
            throw percentage.fault(
                .typeMismatch, "Sample percentage should be a numeric expression")
        }
        let value: Double
        switch given.constant {
        case .integer(let whole): value = Double(whole)
        case .double(let number): value = number
        case .decimal(let text): value = Double(text) ?? 0
        case .null:
            throw percentage.fault(.invalidArguments, "Sample percentage cannot be NULL")
        default: throw percentage.unsupported("a sample percentage that is not a number")
        }
        guard value >= 0 else {
            throw percentage.fault(
                .numericValueOutOfRange,
                "Sample percentage must be greater than or equal to 0")
        }
        guard value <= 100 else {
            throw percentage.fault(
                .numericValueOutOfRange, "Sample percentage must be less than or equal to 100")
        }
        return value / 100
    }
}
