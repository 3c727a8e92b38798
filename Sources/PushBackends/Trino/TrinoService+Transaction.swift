import PushSQL
import PushText

/// A transaction that a client began.
///
/// Each of its statements reads what is committed when it begins, and none writes: that is the
/// isolation level READ COMMITTED.
struct TrinoTransaction: Equatable {
    /// The ID, which the client sends with each statement; it cannot be guessed.
    let id: String
    let isReadOnly: Bool
    /// Whether one of its statements failed: only its end is accepted then.
    var isAborted = false
    /// The time when a statement of it last began or ended.
    var usedAt: Int64
}

extension TrinoService {
    /// The isolation level that transactions have.
    private static let level = IsolationLevel.readCommitted

    /// Returns the transaction that a statement belongs to; nil for none.
    ///
    /// - Throws: the problem of a statement whose transaction is gone, or takes only its end.
    func openTransaction(
        of context: TrinoContext, _ now: Int64
    ) throws(TrinoProblem) -> TrinoTransaction? {
        guard let id = context.transaction else { return nil }
        guard let index = transactions.firstIndex(where: { $0.id == id }) else {
            throw Self.unknownTransaction(id)
        }
        guard !transactions[index].isAborted else {
            throw TrinoProblem(
                .transactionAlreadyAborted,
                "Current transaction is aborted, commands ignored until end of transaction block",
                hint: "ROLLBACK ends it")
        }
        transactions[index].usedAt = now
        return transactions[index]
    }

    private static func unknownTransaction(_ id: String) -> TrinoProblem {
        TrinoProblem(
            .unknownTransaction,
            "Unknown transaction ID: \(VisibleText.escape(String(id.prefix(100)))). "
                + "Possibly expired? Commands ignored until end of transaction block")
    }

    /// Begins a transaction, whose ID is returned in a header.
    func startTransaction(
        _ query: inout TrinoQuery, _ level: IsolationLevel, isReadOnly: Bool,
        _ context: TrinoContext
    ) throws(TrinoProblem) {
        guard context.keepsTransactions else {
            throw TrinoProblem(
                .incompatibleClient, "Client does not support transactions",
                hint: "it sends no header \(context.prefix)Transaction-Id")
        }
        guard context.transaction == nil else {
            throw TrinoProblem(.notSupported, "Nested transactions not supported")
        }
        guard level == .readUncommitted || level == Self.level else {
            throw TrinoProblem(
                .unsupportedIsolationLevel,
                "Connector supported isolation level \(Self.level.rawValue) does not meet "
                    + "requested isolation level \(level.rawValue)",
                hint: "each statement reads what is committed when it begins")
        }
        makeRoomForTransaction()
        let transaction = TrinoTransaction(
            id: makeSlug(), isReadOnly: isReadOnly, usedAt: query.createdAt)
        transactions.append(transaction)
        query.headers = [
            HeaderField(context.prefix + "Started-Transaction-Id", transaction.id)
        ]
        query.state = .found(.known(nil, updateType: "START TRANSACTION"))
    }

    /// Ends the client's transaction.
    ///
    /// It wrote nothing, so COMMIT and ROLLBACK differ only for one that is aborted.
    func endTransaction(
        _ query: inout TrinoQuery, _ context: TrinoContext, isCommit: Bool
    ) throws(TrinoProblem) {
        guard let id = context.transaction else {
            throw TrinoProblem(
                .notInTransaction, "No transaction in progress",
                hint: "each statement commits by itself")
        }
        let clear = [HeaderField(context.prefix + "Clear-Transaction-Id", "true")]
        query.headers = clear
        query.failureHeaders = clear
        guard let index = transactions.firstIndex(where: { $0.id == id }) else {
            throw Self.unknownTransaction(id)
        }
        let transaction = transactions.remove(at: index)
        guard !isCommit || !transaction.isAborted else {
            throw TrinoProblem(
                .transactionAlreadyAborted, "Current transaction has already been aborted")
        }
        query.state = .found(.known(nil, updateType: isCommit ? "COMMIT" : "ROLLBACK"))
    }

    /// Notes the end of a query for its transaction, which a failed one aborts.
    ///
    /// A statement that cannot be read never reached it.
    func noteEnd(of query: TrinoQuery, _ now: Int64) {
        guard let id = query.transaction?.id,
            let index = transactions.firstIndex(where: { $0.id == id })
        else { return }
        transactions[index].usedAt = now
        guard case .failed(let problem) = query.state,
            problem.name != TrinoErrorCode.syntaxError.rawValue
        else { return }
        transactions[index].isAborted = true
    }

    /// Drops transactions that nobody has used for as long as Trino's `transaction.idle-timeout`.
    func dropIdleTransactions(_ now: Int64) {
        let busy = Set(queries.lazy.filter { !$0.isOver }.compactMap { $0.transaction?.id })
        transactions.removeAll { now - $0.usedAt > Self.patience && !busy.contains($0.id) }
    }

    private func makeRoomForTransaction() {
        guard transactions.count >= Self.limit else { return }
        let oldest = transactions.indices.min { transactions[$0].usedAt < transactions[$1].usedAt }
        if let oldest { transactions.remove(at: oldest) }
    }
}

extension TrinoQuery {
    /// The reason why it may not change tables; nil if it may.
    var writeRefusal: TrinoProblem? {
        guard mayWrite else {
            return TrinoProblem(.permissionDenied, "Access Denied: this API key may only read")
        }
        guard let transaction else { return nil }
        guard !transaction.isReadOnly else {
            return TrinoProblem(
                .readOnlyViolation, "Cannot execute write in a read-only transaction")
        }
        return TrinoProblem(
            .autocommitWriteConflict,
            "Catalog only supports writes using autocommit: \(catalog ?? TrinoService.catalog)",
            hint: "COMMIT, and write outside of a transaction")
    }
}
