import PushModel
import PushSimulation
import PushText

/// The answer about the user of an event, whose column is null if nobody was logged in (TD-03).
extension ChainWalk {
    /// The answer from the events in question: of those without a user the newest; nil if there are
    /// none.
    var userAnswer: Explanation.Answer? {
        let records = expectedEvents
        guard let newest = records.last?.queued.event, let app = currentApp else { return nil }
        guard let event = records.last(where: { $0.queued.event.userID == nil })?.queued.event
        else {
            return Explanation.Answer(
                verdict: .yes,
                sentence: "user_id: \(Self.name(newest)) has `\(newest.userID ?? "")`",
                link: ChainLink(
                    .event, .ok, "\(Self.name(newest)) has a user_id", Basis(.userAssociation)))
        }
        let time = InstantText.format(event.time * 1000)
        let found = "nobody was logged in when \(Self.name(event)) was tracked at \(time)"
        let since =
            newest.userID.map { "; \(Self.name(newest)), which is newer, has `\($0)`" } ?? ""
        let login =
            app.userID == nil ? "`login USER` before the event is tracked; " : ""
        return Explanation.Answer(
            verdict: .no, sentence: "user_id is null: \(found)\(since)",
            link: ChainLink(
                .event, .quiet, found, Basis(.userAssociation), cause: .noUser,
                cure: login + "the view \(app.settings.database).\(app.settings.table)_resolved "
                    + "fills it in from other events of the same token"))
    }

    /// An event as a sentence names it.
    private static func name(_ event: Event) -> String {
        event.kind.rawValue + (event.messageID.map { " " + $0 } ?? "")
    }
}
