import PushText

/// Finds out what a statement means, and writes it down for SQLite.
final class Translator {
    let catalog: any TrinoCatalog
    let session: TrinoSession
    /// The aliases that are taken: none is used twice in one statement.
    private var aliases: Set<String> = []
    /// The queries that WITH names, those of inner queries behind those of outer ones.
    var named: [NamedOutput] = []
    /// How many `TRY(…)` are around the place; inside, functions must not stop the query.
    var tryDepth = 0

    /// Whether the aggregate that is read runs over a frame that leaves rows behind.
    var isFrameMoving = false

    /// Whether the aggregate that is read has an OVER, which SQLite does not take with DISTINCT.
    var isWindowed = false

    /// The place at which the current SELECT begins.
    var selectPlace = 0
    /// The alias under which the SELECT that is read names its own recursion.
    var recursionAlias: String?

    /// A query of WITH that can be named in FROM.
    struct NamedOutput {
        let key: String
        let sqlName: String
        let columns: [Output.Column]
        var isDistinct = false
        /// Whether its own step is being read.
        var isOpen = false
    }

    init(catalog: any TrinoCatalog, session: TrinoSession) {
        self.catalog = catalog
        self.session = session
    }

    /// Makes an alias that nothing else in the statement has, out of the name it stands for.
    func alias(_ name: String) -> String {
        var candidate = name
        var number = 2
        while !aliases.insert(candidate.lowercased()).inserted {
            candidate = "\(name)_\(number)"
            number += 1
        }
        return candidate
    }

    /// Writes a call of a function of the run time.
    func call(_ function: String, _ arguments: String...) -> String {
        call(function, arguments)
    }

    func call(_ function: String, _ arguments: [String]) -> String {
        let isGuarded = tryDepth > 0 && function.hasPrefix("trino_")
        return "\(isGuarded ? "try_" : "")\(function)(\(arguments.joined(separator: ", ")))"
    }

    /// A type as an argument of the run time's functions.
    func argument(_ type: TrinoType) -> String { SQLText.string(type.text) }
}

/// A query as text, and what its columns are.
struct Output {
    struct Column {
        let name: String?
        /// The name inside SQLite.
        let sqlName: String
        let type: TrinoType
        var isNullable = true
        var mayBeNaN = false
        var bounds: ClosedRange<Int64>?
        var isFinite = false

        /// The column as a term, where the relation that holds it has an alias.
        func term(in alias: String) -> Term {
            var term = Term(
                "\(SQLText.name(alias)).\(SQLText.name(sqlName))", type, isNullable: isNullable,
                mayBeNaN: mayBeNaN)
            term.bounds = bounds
            term.isFinite = isFinite
            return term
        }
    }

    var sql: String
    var columns: [Column]
    /// Whether it gives one row, never more and never fewer.
    var isOneRow = false
    /// Whether it gives at most one row.
    var isAtMostOneRow = false
    /// Whether it can stand beside UNION as it is.
    var isPlainSelect = false
    /// Whether it is a compound that can stand left of UNION as it is.
    var isCompound = false
    /// Whether it names columns of a query around it.
    var reachesOut = false
}

extension Expression {
    func fault(
        _ code: TrinoErrorCode, _ message: String, hint: String? = nil
    ) -> Fault {
        Fault(code, message, at: place, to: place == start ? end : place + 1).hinting(hint)
    }

    /// Refuses what cannot be translated exactly.
    func unsupported(_ what: String, hint: String? = nil) -> Fault {
        fault(.notSupported, "\(what) is not supported", hint: hint)
    }
}
