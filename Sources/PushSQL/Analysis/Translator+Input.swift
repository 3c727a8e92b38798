/// DESCRIBE INPUT.
extension Translator {
    /// Notes the type to which a value is converted, if it is a parameter; of several the last
    /// counts, as in Trino.
    func note(_ term: Term, as type: TrinoType) {
        guard let place = term.parameter, type != .unknown else { return }
        inputs[place] = type
    }

    /// Notes the types that a function wants which converts its arguments by itself.
    func note(_ terms: [Term], of name: String, _ expression: Expression) {
        guard terms.contains(where: { $0.parameter != nil }),
            let function = FunctionTable.function(name),
            let (_, bound) = try? bind(function, terms, expression)
        else { return }
        for (term, type) in zip(terms, bound.parameters) { note(term, as: type) }
    }

    /// Makes the answer of DESCRIBE INPUT of the statement that was translated: a row for each
    /// parameter, with the type that it takes where it stands, `unknown` if nothing converts it.
    func inputs(of text: String) -> TranslatedQuery {
        let rows = BoundStatement.places(in: text).enumerated().map { number, place in
            "(\(number), \(SQLText.string((inputs[place] ?? .unknown).displayName)))"
        }
        let columns = [
            QueryColumn(name: "Position", type: .bigint),
            QueryColumn(name: "Type", type: .varchar(nil)),
        ]
        let sql =
            rows.isEmpty
            ? "SELECT NULL, NULL WHERE 0" : "VALUES \(rows.joined(separator: ", "))"
        return TranslatedQuery(sql: sql, columns: columns, target: .result)
    }
}
