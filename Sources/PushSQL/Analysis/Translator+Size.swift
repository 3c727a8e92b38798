/// Checks of sizes that SQLite limits, since its own message has no place, and of the translation's
/// own work (decision 1068).
extension Translator {
    /// The most bytes of an expression's text; SQLite takes a statement of 1 MB.
    private static let textLimit = 4 << 20
    /// The most bytes of all expressions together, each as often as it is translated.
    private static let workLimit = 512 << 20
    /// The cost of an expression beside its bytes.
    private static let expressionCost = 512
    /// The maximum number of columns of a result, and of keys to sort or group by.
    private static let columnLimit = 2000
    /// The maximum number of parts in a chain of UNION ALL.
    private static let partLimit = 500
    /// The maximum number of relations that one FROM joins.
    private static let relationLimit = 64

    /// Refuses a result with too many columns.
    func checkColumns(_ count: Int, at place: Int) throws(Fault) {
        guard count > Self.columnLimit else { return }
        throw Fault(
            .notSupported, "a result of \(count) columns is not supported", at: place
        ).hinting("at most \(Self.columnLimit) are")
    }

    /// Refuses more grouping sets than SQLite joins by UNION ALL.
    func checkSets(_ count: Int, at place: Int) throws(Fault) {
        guard count > Self.partLimit else { return }
        throw Fault(
            .notSupported, "a GROUP BY of \(count) grouping sets is not supported", at: place
        ).hinting("at most \(Self.partLimit) are")
    }

    /// Counts the text of an expression, and refuses one that is too long or one too many.
    ///
    /// Each level of a form that writes a part twice doubles the text, and each that seeks a type
    /// by trying doubles the work.
    func checkSize(_ bytes: Int, at place: Int) throws(Fault) {
        written += Self.expressionCost + bytes
        guard bytes > Self.textLimit || written > Self.workLimit else { return }
        throw Fault(.notSupported, "a statement of this size is not supported", at: place)
            .hinting("move part of it into a separate query")
    }

    /// Refuses a list with too many keys, at the first key over the limit.
    func checkKeys(_ keys: [Expression], _ clause: String) throws(Fault) {
        guard keys.count > Self.columnLimit else { return }
        throw keys[Self.columnLimit].unsupported(
            "\(clause) with \(keys.count) keys", hint: "at most \(Self.columnLimit) are")
    }

    /// Refuses a chain with too many parts, whose last is an operation.
    func checkParts(_ operation: SetOperation) throws(Fault) {
        var count = 2
        var body = operation.left
        while case .operation(let inner) = body {
            count += 1
            body = inner.left
        }
        guard count > Self.partLimit else { return }
        throw Fault(
            .notSupported, "a set operation of \(count) queries is not supported",
            at: operation.place
        ).hinting("at most \(Self.partLimit) are; VALUES takes any number of rows")
    }

    /// Refuses a join of too many relations, at the first one over the limit.
    func checkRelations(_ relation: Relation) throws(Fault) {
        var places: [Int] = []
        var rest = [relation]
        while let next = rest.popLast() {
            switch next.kind {
            case .join(_, let left, let right, _): rest += [right, left]
            case .aliased(let inner, _, _), .sampled(let inner, _): rest.append(inner)
            default: places.append(next.place)
            }
        }
        guard places.count > Self.relationLimit else { return }
        throw Fault(
            .notSupported, "a join of \(places.count) relations is not supported",
            at: places[Self.relationLimit]
        ).hinting("at most \(Self.relationLimit) are")
    }
}
