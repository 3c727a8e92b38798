import PushText

/// A relation of FROM as text, with its columns.
struct Source {
    var sql: String
    var columns: [Scope.Column]
    /// Whether it only adds columns, computed from the neighbouring ones.
    var isInline = false
    /// Whether the text joins several relations.
    var isJoin = false
    /// The query for a side of a FULL JOIN that is kept.
    var kept: KeptSide?
}

/// FROM.
extension Translator {
    /// Translates a relation of FROM.
    ///
    /// - `outer`: the scope of the enclosing query, if there is one.
    /// - `beside`: the columns to the left, which UNNEST and LATERAL may name; nil for the first
    ///   relation.
    /// - `name`: the alias that SQLite sees, made unique; without one the relation's own name is
    ///   taken.
    func source(
        _ relation: Relation, outer: Scope?, beside: [Scope.Column]?, named name: String? = nil
    ) throws(Fault) -> Source {
        switch relation.kind {
        case .table(let table):
            return try self.table(table, named: name, joinsRight: outer?.joinsRight ?? false)
        case .query(let query):
            let output = try self.query(query, outer: outer, isNamed: true)
            return derived(output, named: name, joinsRight: outer?.joinsRight ?? false)
        case .lateral(let query):
            return try lateral(query, outer, beside ?? [], name)
        case .unnest(let list, let hasOrdinality):
            let scope = Scope(.query, beside ?? [], parent: outer)
            return try unnest(list, hasOrdinality, scope, named: name)
        case .aliased(let inner, let name, let columns):
            let source = try source(
                inner, outer: outer, beside: beside, named: name.text)
            return try aliased(source, name, columns, relation)
        case .sampled(let inner, let percentage):
            return try sampled(inner, percentage, outer: outer, beside: beside, named: name)
        case .join(let join, let left, let right, let criteria):
            return try joined(
                join, left, right, criteria, relation, outer: outer)
        }
    }

    /// Makes a relation of a query; it is noted as one that an index can be made for, if it does
    /// not depend on the row outside.
    func derived(_ output: Output, named name: String?, joinsRight: Bool) -> Source {
        let alias = alias(name ?? "q")
        let columns = output.columns.map {
            Scope.Column(
                name: $0.name, qualifiers: [], term: $0.term(in: alias), origin: $0.origin)
        }
        var rows = relation(output)
        if joinsRight, holdsUnion(output.sql) { rows = Self.apart(rows) }
        let source = Source(sql: "\(rows) AS \(SQLText.name(alias))", columns: columns)
        if !output.reachesOut { note(source, alias, Self.texts(output.columns, alias)) }
        return source
    }

    /// Returns the names of columns with the texts that read them, as `IndexedRead` wants them.
    private static func texts(
        _ columns: [Output.Column], _ alias: String
    ) -> [(name: String, text: String)] {
        columns.map { ($0.sqlName, $0.term(in: alias).sql) }
    }

    /// Gives a relation an alias, which hides its own name, and names for its columns; with names,
    /// hidden columns are gone.
    private func aliased(
        _ source: Source, _ name: Name, _ names: [Name]?, _ relation: Relation
    ) throws(Fault) -> Source {
        var source = source
        if names != nil { source.columns.removeAll(where: \.isHidden) }
        if let names, names.count != source.columns.count {
            throw Fault(
                .mismatchedColumnAliases,
                """
                Column alias list has \(names.count) entries but '\(name.text)' has \
                \(source.columns.count) columns available
                """, at: relation.place)
        }
        source.columns = source.columns.enumerated().map { index, column in
            Scope.Column(
                name: names?[index].text ?? column.name, qualifiers: [name.key],
                term: column.term, isHidden: column.isHidden, origin: column.origin)
        }
        return source
    }

    /// Translates a table: a query of WITH, one that describes others, or one of the catalog; an
    /// unqualified name means a query of WITH first.
    private func table(
        _ table: QualifiedName, named name: String?, joinsRight: Bool
    ) throws(Fault) -> Source {
        if table.parts.count == 1, let known = named.last(where: { $0.key == table.last.key }) {
            return reference(known, name ?? table.last.text, table, joinsRight: joinsRight)
        }
        let place = try resolved(table)
        let metadata = metadata(place.catalog)
        if metadata.describes(place.schema) {
            guard let found = metadata.table(place.table, in: place.schema) else {
                throw unknownTable(table, place)
            }
            noteRead(place)
            return constant(found, name ?? table.last.text, place)
        }
        guard let columns = catalog.columns(of: place.table, in: place.schema) else {
            throw unknownTable(table, place)
        }
        let stored = alias(name ?? place.table)
        let qualifiers = [place.catalog, place.schema, place.table]
        let terms = columns.map { column in
            let term = Self.read(column, in: stored, number: mixed.count)
            if !column.isUniform {
                mixed.append(QueryColumn(name: column.name, type: column.type))
            }
            return Scope.Column(
                name: column.name, qualifiers: qualifiers, term: term, origin: place)
        }
        noteRead(place)
        let sql = catalog.source(of: place.table, in: place.schema)
        let source = Source(sql: "\(sql) AS \(SQLText.name(stored))", columns: terms)
        note(source, stored, zip(columns, terms).map { ($0.name, $1.term.sql) })
        return source
    }

    private func noteRead(_ place: TablePlace) {
        if !tablesRead.contains(place) { tablesRead.append(place) }
    }

    /// Reads a cell as its column's type; a cell of another type is NULL.
    ///
    /// The number tells the runtime which of the mixed columns lost a value.
    private static func read(
        _ column: TrinoColumn, in alias: String, number: Int
    ) -> Term {
        let name = "\(SQLText.name(alias)).\(SQLText.name(column.name))"
        guard !column.isUniform else {
            var term = Term(name, column.type, isNullable: !column.isNeverNull)
            term.isFinite = true
            return term
        }
        let isUnbounded = column.type == .double && !column.isFinite
        let suffix =
            isUnbounded
            ? "floating"
            : column.type.isInteger ? "bigint" : column.type == .double ? "double" : "varchar"
        var term = Term(
            "trino_column_\(suffix)(\(name), \(number))", column.type, mayBeNaN: isUnbounded)
        // JSON holds no infinite number, so that few columns have one.
        term.isFinite = !isUnbounded
        term.copies = 1
        return term
    }

    /// Finds the table that a name means; it need not exist.
    func resolved(_ table: QualifiedName) throws(Fault) -> TablePlace {
        let parts = table.parts
        guard parts.count <= 3 else {
            throw Fault(
                .syntaxError, "Too many dots in table name: \(table.text)", at: table.start,
                to: table.end)
        }
        let label = try catalogName(
            parts.count == 3 ? parts[0] : nil, "not found", at: table.start, to: table.end)
        guard parts.count == 1 else {
            return TablePlace(
                catalog: label, schema: parts[parts.count - 2].key, table: table.last.key)
        }
        guard let schema = catalog.defaultSchema else {
            throw Fault(
                .missingSchemaName,
                "Schema must be specified when session schema is not set", at: table.start,
                to: table.end)
        }
        let home = home(of: parts[0].key, or: schema.lowercased(), label)
        return TablePlace(catalog: label, schema: home, table: parts[0].key)
    }

    /// Returns the catalog that a name means; nil means that of the session.
    ///
    /// - Throws: CATALOG_NOT_FOUND, whose message says that it is `missing`.
    func catalogName(
        _ name: Name?, _ missing: String, at start: Int, to end: Int? = nil
    ) throws(Fault) -> String {
        let key = name?.key ?? catalog.defaultCatalog
        let own = [catalog.name] + catalog.otherNames
        guard key == MetadataTables.system || own.contains(key) else {
            throw Fault(.catalogNotFound, "Catalog '\(key)' \(missing)", at: start, to: end)
                .hinting("the catalog is \(own.map { "`\($0)`" }.joined(separator: " or "))")
        }
        return key
    }

    /// Returns the schema of an unqualified table.
    private func home(of table: String, or schema: String, _ label: String) -> String {
        guard !metadata(label).describes(schema),
            catalog.columns(of: table, in: schema) == nil
        else { return schema }
        return catalog.home(ofTable: table) ?? schema
    }

    /// The fault of a table that is missing, or of its schema if that is missing too.
    func unknownTable(_ table: QualifiedName, _ place: TablePlace) -> Fault {
        let metadata = metadata(place.catalog)
        guard let tables = metadata.tables(in: place.schema) else {
            return Fault(
                .schemaNotFound, "Schema '\(place.schema)' does not exist", at: table.start,
                to: table.end
            ).hinting(Suggestion.hint(place.schema, among: metadata.schemas))
        }
        let fault = Fault(
            .tableNotFound, "Table '\(place.text)' does not exist", at: table.start,
            to: table.end)
        guard !metadata.describes(place.schema) else {
            let own = place.catalog == MetadataTables.system ? "system." : ""
            return fault.hinting(
                Suggestion.hint(place.table, among: tables)
                    ?? "SHOW TABLES FROM \(own)\(place.schema) lists those that exist")
        }
        return fault.hinting(
            catalog.hint(forTable: place.table)
                ?? Suggestion.hint(place.table, among: named.map(\.key) + tables))
    }

    /// Reads a query of WITH.
    ///
    /// Without UNION ALL a recursive query is made distinct where it is read: its hidden column of
    /// depth keeps SQLite from removing duplicates itself (decision 204).
    private func reference(
        _ known: NamedOutput, _ name: String, _ table: QualifiedName, joinsRight: Bool
    ) -> Source {
        let stored = alias(name)
        let columns = known.columns.map {
            Scope.Column(
                name: $0.name, qualifiers: [table.last.key], term: $0.term(in: stored),
                origin: $0.origin)
        }
        var sql = SQLText.name(known.sqlName)
        if known.isOpen {
            recursionAlias = stored
        } else if known.isDistinct {
            let list = known.columns.map { SQLText.name($0.sqlName) }.joined(separator: ", ")
            sql =
                identities(known.columns, in: known.sqlName).map {
                    "(SELECT \(list) FROM \(sql) GROUP BY \($0.joined(separator: ", ")))"
                } ?? "(SELECT DISTINCT \(list) FROM \(sql))"
        } else if joinsRight, unions.contains(known.sqlName) {
            sql = Self.apart(sql)
        }
        let source = Source(sql: "\(sql) AS \(SQLText.name(stored))", columns: columns)
        if !known.isOpen { note(source, stored, Self.texts(known.columns, stored)) }
        return source
    }

    /// Translates UNNEST as `json_each`, of several arrays as an array of rows.
    ///
    /// A map gives two columns, an array of rows one for each field, WITH ORDINALITY one more that
    /// counts from 1. Throws INVALID_FUNCTION_ARGUMENT for other types.
    private func unnest(
        _ list: [Expression], _ hasOrdinality: Bool, _ scope: Scope, named name: String?
    ) throws(Fault) -> Source {
        try forbidAggregates(list, "UNNEST")
        let terms = try terms(list, scope)
        if let first = list.first { try checkCount(list.count, "UNNEST", first) }
        let alias = alias(name ?? "u")
        let row = "\(SQLText.name(alias)).value"
        var columns: [Scope.Column] = []
        for (index, term) in terms.enumerated() {
            let element = terms.count == 1 ? row : "trino_field(\(row), \(index))"
            switch term.type {
            case .array(.row(let fields)):
                let base = Term(element, .row(fields))
                columns += fields.indices.map { number in
                    Scope.Column(
                        name: fields[number].name, qualifiers: [],
                        term: field(base, number, fields[number].type))
                }
            case .array(let type):
                columns.append(
                    Scope.Column(name: nil, qualifiers: [], term: decoded(element, type)))
            case .map(let key, let value):
                let base = Term(element, .unknown)
                columns.append(
                    Scope.Column(name: nil, qualifiers: [], term: field(base, 0, key)))
                columns.append(
                    Scope.Column(name: nil, qualifiers: [], term: field(base, 1, value)))
            default:
                throw list[index].fault(
                    .invalidFunctionArgument, "Cannot unnest type: \(term.type.text)",
                    hint: term.type.isVarchar
                        ? "split(x, ',') makes an array, or CAST(json_parse(x) AS array(varchar))"
                        : nil
                ).placeless
            }
        }
        if hasOrdinality {
            var number = Term(
                "\(SQLText.name(alias)).key + 1", .bigint, .sum, isNullable: false)
            number.bounds = 0...1 << 40
            columns.append(Scope.Column(name: nil, qualifiers: [], term: number))
        }
        let argument =
            terms.count == 1 ? terms[0].sql : call("trino_unnest", terms.map(\.sql))
        return Source(
            sql: "json_each(\(argument)) AS \(SQLText.name(alias))", columns: columns)
    }

    /// Reads a value in JSON as its type.
    func decoded(_ sql: String, _ type: TrinoType) -> Term {
        let text =
            switch type {
            case .varbinary: "trino_from_base64(\(sql))"
            // A pair of noncharacters stands for a zero byte, at which `json_each` would end.
            case .varchar, .char: "replace(\(sql), char(64976, 64977), char(0))"
            default: sql
            }
        return Term(text, type, mayBeNaN: type.isFloating)
    }
}
