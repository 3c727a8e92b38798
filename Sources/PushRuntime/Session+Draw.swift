import PushCommands
import PushModel
import PushText

/// The random values of queries, which are drawn from the world's randomness.
extension Session {
    /// Draws the place where the values of `uuid()` in a query begin; nil if the query has none.
    ///
    /// The draw is a change of the world, so that the next process goes on from there. In the
    /// journal it is the `seed` after it, which a later recording replays.
    ///
    /// - Throws: the store's failure. A workspace that cannot be changed keeps no draw.
    func drawSeed(
        for sql: String, in dialect: QueryDialectName
    ) throws(Failure) -> UInt64? {
        guard dialect == .trino, sql.callsUUID else { return nil }
        let line = try? edge.history.lastFact()
        let written = memory.undo.written
        let seed: UInt64
        do throws(Failure) {
            if try edge.begin() { try reload() }
            seed = world.surroundings.random.next()
            if edge.isDurable { try saveDocuments() }
            try journal(
                at: world.surroundings.now, device: world.device.name,
                text: keepsText ? "seed \(world.surroundings.random.state)" : "")
            try edge.commit()
        } catch {
            edge.rollback()
            guard error.code != .outside(.workspaceReadOnly) else {
                return world.surroundings.random.next()
            }
            try restoreAfterFailure()
            throw error
        }
        // `undo` takes it back with the command before it, as the query itself changes nothing.
        if let line {
            extendLastStep(
                from: line, written: written, uploads: world.surroundings.counters.upload)
            moveNextStep(from: line, written: written)
        }
        return seed
    }
}

extension String {
    /// Whether a query may call `uuid()`; one that only seems to costs a draw, and nothing else.
    fileprivate var callsUUID: Bool {
        var rest = lowercased()[...]
        while let name = rest.firstRange(of: "uuid") {
            rest = rest[name.upperBound...]
            let next = rest.first { !($0.isWhitespace || $0 == "\"") }
            // A comment may stand before the parenthesis.
            if let next, "(/-".contains(next) { return true }
        }
        return false
    }
}
