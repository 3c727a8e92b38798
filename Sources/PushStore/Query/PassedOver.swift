/// The databases of a warehouse whose files cannot be used.
///
/// They fail what names them, and nothing else (decision 892).
struct PassedOver {
    /// Those of the last query, with the reasons.
    var reasons: [(name: String, reason: StoreError)] = []
    /// Receives a sentence about each, once as long as the reason stays; nil if nobody reads it.
    var tell: ((String) -> Void)?
    /// The reasons that were told.
    private var told: Set<String> = []

    /// Tells that a database is left out.
    mutating func note(_ name: String, _ reason: StoreError) {
        guard let tell, told.insert(reason.message).inserted else { return }
        tell("\(reason.message): the database `\(name)` is left out")
    }
}

extension StoreError {
    /// Whether it is about a file that stays as it is, and not about the moment or the statement.
    var isOfFile: Bool {
        switch code {
        case .damaged, .notDatabase, .foreign, .newer, .empty, .cannotOpen, .io: true
        default: false
        }
    }
}

extension Workspace {
    /// Hands over the sentences about databases that are left out because their files cannot be
    /// used.
    public func tellPassedOver(_ tell: @escaping (String) -> Void) { passedOver.tell = tell }

    /// Fails a query that names a database whose file cannot be used; notes the others.
    ///
    /// A name in a comment counts as well. Without a text nothing is named. One that another
    /// process has deleted by now is like one that never was: the statement itself says so.
    func pass(
        over reasons: [(name: String, reason: StoreError)], in sql: String?
    ) throws(StoreError) {
        let reasons = reasons.filter { $0.reason.code != .missing }
        passedOver.reasons = reasons
        guard !reasons.isEmpty else { return }
        let names = sql.map { Self.words(of: $0, among: reasons.map(\.name)) } ?? []
        if let named = reasons.first(where: { names.contains($0.name) }) { throw named.reason }
        for (name, reason) in reasons { passedOver.note(name, reason) }
    }

    /// Returns the error of a query; for a name that is missing, the reason why the database of
    /// unqualified names is left out.
    func explained(_ error: StoreError, in database: String?) -> StoreError {
        let standard = database ?? Warehouse.defaultDatabase
        guard error.code == .sql, Self.missesName(error),
            let passed = passedOver.reasons.first(where: { $0.name == standard })
        else { return traced(error) }
        return passed.reason
    }
}
