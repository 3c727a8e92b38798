/// Statements that create and drop schemas, which are the databases of the warehouse.
extension Translator {
    /// Translates CREATE SCHEMA and DROP SCHEMA, whose errors are those of Trino's CreateSchemaTask
    /// and DropSchemaTask.
    func schemaChange(_ statement: Statement) throws(Fault) -> TranslatedQuery {
        switch statement {
        case .createSchema(let schema, let isOptional, let start):
            let (label, name) = try schemaPlace(schema, "creating schemas", at: start)
            guard !metadata(label).schemas.contains(name) else {
                guard isOptional else {
                    throw Fault(
                        .schemaAlreadyExists, "Schema '\(label).\(name)' already exists", at: start)
                }
                return nothing("CREATE SCHEMA")
            }
            return TranslatedQuery(
                sql: "", columns: [], target: .schemaCreation(name, isOptional: isOptional))
        case .dropSchema(let schema, let isOptional, let start):
            let (label, name) = try schemaPlace(schema, "dropping schemas", at: start)
            guard let tables = metadata(label).tables(in: name) else {
                guard isOptional else {
                    throw Fault(
                        .schemaNotFound, "Schema '\(label).\(name)' does not exist", at: start)
                }
                return nothing("DROP SCHEMA")
            }
            guard tables.isEmpty else {
                throw Fault(
                    .schemaNotEmpty, "Cannot drop non-empty schema '\(label).\(name)'", at: start
                ).hinting("DROP TABLE goes before, for each of its tables")
            }
            return TranslatedQuery(sql: "", columns: [], target: .schemaRemoval(name))
        default: throw Fault(.notSupported, "this is not supported", at: 0)
        }
    }

    private func nothing(_ kind: String) -> TranslatedQuery {
        TranslatedQuery(sql: "", columns: [], target: .nothing(kind))
    }

    /// Returns a schema with its catalog; those that describe others are refused.
    private func schemaPlace(
        _ schema: QualifiedName, _ change: String, at start: Int
    ) throws(Fault) -> (label: String, name: String) {
        let named = schema.parts.count > 1 ? schema.parts[0] : nil
        let label = try catalogName(named, "not found", at: start)
        guard !metadata(label).describes(schema.last.key) else {
            throw Fault(
                .notSupported, "This connector does not support \(change)", at: schema.start,
                to: schema.end)
        }
        return (label, schema.last.key)
    }
}
