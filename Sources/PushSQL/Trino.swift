/// The front end: statements of Trino become statements of SQLite.
public enum Trino {
    /// Translates one statement, or reports in Trino's words what is wrong with it.
    public static func translate(
        _ text: String, catalog: some TrinoCatalog, session: TrinoSession
    ) throws(TrinoError) -> TranslatedQuery {
        do throws(Fault) {
            let statement = try Parser.statement(text)
            let translator = Translator(catalog: catalog, session: session)
            return try translator.statement(statement)
        } catch {
            throw TrinoError(error, in: text.utf8)
        }
    }
}
