/// The front end: statements of Trino become statements of SQLite.
///
/// A statement goes through three steps, none of which knows SQLite's library: the lexer and parser
/// make a tree, the translator finds the meaning of each name and type in it, and writes it again.
/// What cannot be expressed exactly is refused as NOT_SUPPORTED, with a hint (decision 200).
public enum Trino {
    /// Translates one statement, or reports in Trino's words what is wrong with it.
    ///
    /// It reads no table, only the catalog. The place of an error is in the given text; if a
    /// client's parameters were put into it, `BoundStatement` finds the place in what the client
    /// wrote.
    public static func translate(
        _ text: String, catalog: some TrinoCatalog, session: TrinoSession
    ) throws(TrinoError) -> TranslatedQuery {
        do throws(Fault) {
            let (statement, hasOuterJoin) = try Parser.statement(text)
            let translator = Translator(
                catalog: catalog, session: session, hasOuterJoin: hasOuterJoin)
            var query = try translator.statement(statement)
            query.mixedColumns = translator.mixed
            if session.description == .input { return translator.inputs(of: text) }
            return session.form == .flat ? translator.flattened(query) : query
        } catch {
            throw TrinoError(error, in: text.utf8, from: session.origin)
        }
    }
}
