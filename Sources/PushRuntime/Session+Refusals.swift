import PushExplain
import PushModel
import PushPayload
import PushSimulation
import PushText

/// A push that was refused, and the statement that sent it.
struct NotedRefusal {
    /// The number of refusals that are remembered; the oldest is forgotten.
    static let limit = Int64(Evidence.rememberedRefusals)
    /// The longest statement that a workspace keeps with a refusal, in bytes: a push that some
    /// gateway takes fits several times.
    private static let keptText = 16 << 10

    /// The place in the order of all refusals.
    var number: Int64
    var push: RefusedPush
    /// The statement, behind the journal's line with its number; nil if no texts are kept.
    var statement: JournalEntry?
}

/// The form in which a workspace keeps a refusal: one small document, so that none is written
/// again with the next.
extension NotedRefusal {
    /// The document's key, which the refusal shares with the one that it drives out.
    var key: DocumentKey { .refusal(number % Self.limit) }

    /// The document that `init(_:)` reads.
    var json: JSON {
        var json: JSON = ["number": .int64(number), "push": push.json]
        if let statement, statement.text.utf8.count <= Self.keptText {
            json["statement"] = [
                "text": .string(statement.text), "at": .int64(statement.at.milliseconds),
                "device": .string(statement.device), "status": .int(statement.status),
                "after": .int64(statement.sequence),
            ]
        }
        return json
    }

    /// Reads a document; nil if it is a later version's.
    init?(_ json: JSON) {
        guard let number = json["number"]?.int64Value,
            let push = json["push"].flatMap(RefusedPush.init)
        else { return nil }
        self.init(number: number, push: push)
        guard let kept = json["statement"], let text = kept["text"]?.stringValue,
            let at = kept["at"]?.int64Value
        else { return }
        statement = JournalEntry(
            at: Tick(milliseconds: at), device: kept["device"]?.stringValue ?? "", text: text,
            status: kept["status"]?.intValue ?? 1, sequence: kept["after"]?.int64Value ?? 0)
    }
}

extension Session {
    /// Returns the newest refused pushes, oldest first.
    func refusals() throws(Failure) -> [NotedRefusal] {
        if let known = memory.refusals { return known }
        let stored = try edge.history.refusals().compactMap(NotedRefusal.init)
            .sorted { $0.number < $1.number }
        memory.refusals = stored
        return stored
    }

    /// Remembers a push that the world or a gateway refused.
    func note(
        _ refusal: Refusal, of push: Push, to device: String?, addresses: [ChainLink],
        sentBy text: () -> String
    ) {
        note(refused(refusal, push, device, addresses), sentBy: text)
    }

    /// Remembers a refused push; in a shared workspace in a transaction of its own, since the
    /// refused command's has been rolled back.
    func note(_ push: RefusedPush, sentBy text: () -> String) {
        // A workspace that cannot be read keeps none; the refusal is the answer all the same.
        guard var noted = try? numbered(push) else { return }
        if keepsText, let line = noted.push.place {
            // The journal does not keep it because it changes nothing, but a recording that
            // begins later needs it.
            noted.statement = JournalEntry(
                at: world.surroundings.now, device: world.device.name,
                text: Secrets.redacted(text()), status: 1, sequence: line)
        }
        guard edge.isDurable else { return remember(noted) }
        do throws(Failure) {
            if try edge.begin() {
                try reload()
                noted.number = try numbered(push).number
            }
            try edge.save(noted.key, noted.json)
            try edge.commit()
        } catch {
            // The refusal is the answer, and not that it is kept only in this session.
            edge.rollback()
        }
        remember(noted)
    }

    /// Remembers a push that was refused among others, in their transaction.
    func noteArrival(
        _ refusal: Refusal, of push: Push, to device: String?, addresses: [ChainLink]
    ) throws(Failure) {
        let noted = try numbered(refused(refusal, push, device, addresses))
        if edge.isDurable { try edge.save(noted.key, noted.json) }
        remember(noted)
    }

    /// Remembers a push that a gateway refused to its sender, whose statement the journal has; in
    /// the transaction of that statement.
    func noteSent(_ push: RefusedPush) throws(Failure) {
        let noted = try numbered(push)
        if edge.isDurable { try edge.save(noted.key, noted.json) }
        remember(noted)
    }

    private func refused(
        _ refusal: Refusal, _ push: Push, _ device: String?, _ addresses: [ChainLink]
    ) -> RefusedPush {
        var refused = RefusedPush(
            id: push.id ?? push.payload.messageID,
            bundleID: push.bundleID ?? push.payload.simulatorBundleID, device: device,
            refusal: refusal, at: world.surroundings.now,
            arrivals: world.surroundings.counters.notification, addresses: addresses)
        refused.isSilent = push.isDataOnly
        return refused
    }

    /// Throws if the earlier ones cannot be read: a number of one of them would overwrite it.
    private func numbered(_ push: RefusedPush) throws(Failure) -> NotedRefusal {
        var noted = NotedRefusal(number: (try refusals().last?.number ?? 0) + 1, push: push)
        noted.push.place = try edge.history.lastFact()
        return noted
    }

    /// Remembers one; if the earlier ones cannot be read, the next question reads all of them.
    private func remember(_ noted: NotedRefusal) {
        guard let known = try? refusals() else {
            memory.refusals = nil
            return
        }
        memory.refusals = Array((known + [noted]).suffix(Int(NotedRefusal.limit)))
    }

    /// The journal, with the statements whose pushes were refused at their places.
    func withRefusals(_ journal: [JournalEntry]) throws(Failure) -> [JournalEntry] {
        var refused = try refusals().compactMap(\.statement)[...]
        var entries: [JournalEntry] = []
        for entry in journal {
            while let next = refused.first, next.sequence < entry.sequence {
                entries.append(refused.removeFirst())
            }
            entries.append(entry)
        }
        entries += refused
        // A payload that is refused as a push as well is noted twice.
        return entries.indices.filter { $0 == 0 || entries[$0] != entries[$0 - 1] }
            .map { entries[$0] }
    }
}
