import PushText

/// Determines the meaning of a statement, and writes it for SQLite.
///
/// One translator serves one statement. The parts are methods in extensions, by the subject of
/// their file; they read the tree (`Expression`, `Query`), and write `Term`, `Source` and `Output`.
/// Its state is what depends on the place in the statement, set and restored by the part that
/// enters it.
final class Translator {
    let catalog: any TrinoCatalog
    let session: TrinoSession
    /// Whether an outer join is anywhere in the statement.
    let hasOuterJoin: Bool
    /// The aliases in use: none is used twice in one statement.
    private var aliases: Set<String> = []
    /// The number that was last put behind a name to make an alias.
    private var aliasNumbers: [String: Int] = [:]
    /// The bytes of the expressions so far, with what each costs beside them (`checkSize`).
    var written = 0
    /// The queries that WITH names, those of inner queries after those of outer ones.
    var named: [NamedOutput] = []
    /// The number of `TRY(…)` around the current place; inside, functions must not stop the query.
    var tryDepth = 0

    /// The frame over which the aggregate that is being written runs; its arguments have none.
    var frameUse = FrameUse.none

    /// The kinds of frames that decide how an aggregate is written.
    enum FrameUse {
        /// There is no OVER.
        case none
        /// With OVER, SQLite takes no DISTINCT.
        case fixed
        /// Rows leave the frame, too.
        case moving
    }

    /// The place at which the current SELECT begins.
    var selectPlace = 0
    /// The alias by which the current SELECT names its own recursion.
    var recursionAlias: String?

    /// The relations of subqueries that an index may be made for, those of inner queries after
    /// those of outer ones.
    var reads: [IndexedRead] = []
    /// The FULL JOINs of the current SELECTs, which are written once these are complete.
    var fulls: [IndexedRead] = []
    /// Whether the current SELECT joins relations.
    var isJoining = false
    /// The number of calls so far that answer differently each time.
    var draws = 0
    /// The number of copies so far of expressions, as the columns that were named stand for them.
    var copies = 0
    /// The number of queries inside expressions around the current place.
    var subqueryDepth = 0
    /// The number of columns so far that LATERAL gives to expressions.
    var columns = 0
    /// The tables that were read so far, each once.
    var tablesRead: [TablePlace] = []
    /// Those tables' columns whose cells are not all of one type, by the numbers that the texts
    /// give the runtime.
    var mixed: [QueryColumn] = []
    /// The types that parameters take, by the places of their `?`.
    var inputs: [Int: TrinoType] = [:]
    /// The queries that the flat form names before the statement.
    let parts = FlatQueries()
    /// The names in SQLite of queries in WITH that have UNION ALL in them.
    var unions: [String] = []
    /// The names in SQLite of queries in WITH that have a RIGHT or FULL JOIN in them.
    var rights: [String] = []

    /// A query of WITH that can be named in FROM.
    struct NamedOutput {
        /// The name in lower case.
        let key: String
        /// Its name in SQLite, unique in the statement.
        let sqlName: String
        let columns: [Output.Column]
        /// Whether duplicates are removed where it is read: a recursive UNION without ALL.
        var isDistinct = false
        /// Whether its own step is being read.
        var isOpen = false
    }

    init(catalog: any TrinoCatalog, session: TrinoSession, hasOuterJoin: Bool) {
        self.catalog = catalog
        self.session = session
        self.hasOuterJoin = hasOuterJoin
    }

    /// Makes an alias unique in the statement, derived from a name.
    ///
    /// SQLite would resolve a name that occurs twice by its own rules.
    func alias(_ name: String) -> String {
        let key = name.lowercased()
        var number = aliasNumbers[key] ?? 1
        while !aliases.insert(number == 1 ? key : "\(key)_\(number)").inserted { number += 1 }
        aliasNumbers[key] = number
        return number == 1 ? name : "\(name)_\(number)"
    }

    /// A state on which the names of the relations in an expression depend: two translations from
    /// the same one give them the same names.
    struct Naming {
        fileprivate let aliases: Set<String>
        fileprivate let numbers: [String: Int]
        fileprivate let columns: Int
        fileprivate let parts: FlatQueries.State
        /// The queries that the translation put before the statement.
        var moved: ArraySlice<String> = []
    }

    /// The state from which the next names are given.
    var naming: Naming {
        Naming(aliases: aliases, numbers: aliasNumbers, columns: columns, parts: parts.state)
    }

    /// Translates once more from a state, and goes back to the present one; nil if it fails, or
    /// puts other queries before the statement than the first time.
    func repeated(_ naming: Naming, _ translate: () throws(Fault) -> Term) -> Term? {
        let now = self.naming
        set(naming)
        defer { set(now) }
        guard let term = try? translate(), moved(since: naming) == naming.moved else { return nil }
        return term
    }

    private func set(_ naming: Naming) {
        aliases = naming.aliases
        aliasNumbers = naming.numbers
        columns = naming.columns
        parts.state = naming.parts
    }

    /// Returns the queries that were put before the statement since a state.
    func moved(since naming: Naming) -> ArraySlice<String> {
        parts.state.entries.dropFirst(naming.parts.entries.count)
    }

    /// Translates something as a part of an aggregate with such a frame, and goes back to the one
    /// before: what stands in an aggregate's arguments is not in its window.
    func within<Result>(
        _ use: FrameUse, _ translate: () throws(Fault) -> Result
    ) throws(Fault) -> Result {
        let before = frameUse
        frameUse = use
        defer { frameUse = before }
        return try translate()
    }

    /// Writes a call of a runtime function.
    func call(_ function: String, _ arguments: String...) -> String {
        call(function, arguments)
    }

    /// Writes a call of a runtime function; inside TRY by the name under which it cannot fail.
    func call(_ function: String, _ arguments: [String]) -> String {
        let isGuarded = tryDepth > 0 && function.hasPrefix("trino_")
        return "\(isGuarded ? "try_" : "")\(function)(\(arguments.joined(separator: ", ")))"
    }

    /// Returns a type as an argument of the runtime's functions.
    func argument(_ type: TrinoType) -> String { SQLText.string(type.text) }
}

/// A query as text, with its columns.
struct Output {
    struct Column {
        /// Trino's name for it; nil if it has none, which a result shows as `_col0`.
        let name: String?
        /// The name inside SQLite.
        let sqlName: String
        let type: TrinoType
        var isNullable = true
        /// Whether it may hold the text `NaN`; this and the rest are as in `Term`.
        var mayBeNaN = false
        var bounds: ClosedRange<Int64>?
        var isFinite = false
        var holdsConstant = false
        /// The expressions that SQLite computes where it reads the column, as in `Term`.
        var copies = 0
        /// Whether the select list renames it by AS.
        var isAliased = false
        /// The table that it is a column of, if it is.
        var origin: TablePlace?

        /// Returns the column as a term, under the alias of its relation.
        func term(in alias: String) -> Term {
            var term = Term(
                "\(SQLText.name(alias)).\(SQLText.name(sqlName))", type, isNullable: isNullable,
                mayBeNaN: mayBeNaN)
            term.bounds = bounds
            term.isFinite = isFinite
            term.holdsConstant = holdsConstant
            term.copies = copies
            return term
        }
    }

    var sql: String
    var columns: [Column]
    /// Whether it gives exactly one row.
    var isOneRow = false
    /// Whether it gives at most one row.
    var isAtMostOneRow = false
    /// Whether it can be an operand of UNION as it is.
    var isPlainSelect = false
    /// Whether it is a compound that can be the left operand of UNION as it is.
    var isCompound = false
    /// Whether it names columns of an enclosing query.
    var reachesOut = false
}

extension Expression {
    /// Makes a fault at the place that Trino names for the expression: for an operator the
    /// operator.
    func fault(
        _ code: TrinoErrorCode, _ message: String, hint: String? = nil
    ) -> Fault {
        Fault(code, message, at: place, to: place == start ? end : place + 1).hinting(hint)
    }

    /// Refuses what cannot be translated exactly.
    ///
    /// The message says what it is, and the hint what to write instead.
    func unsupported(_ what: String, hint: String? = nil) -> Fault {
        fault(.notSupported, "\(what) is not supported", hint: hint)
    }
}
