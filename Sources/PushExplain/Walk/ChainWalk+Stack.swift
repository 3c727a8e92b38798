import PushModel
import PushPayload
import PushSimulation
import PushText

/// The answers about a notification and others: in one stack, replaced, or there twice.
extension ChainWalk {
    /// The answer about a stack: the thread ID and the collapse ID that decide, and what lacks.
    var stackAnswer: Explanation.Answer {
        let isTwice = subject.stacking == .twice
        if isTwice, let stored = link(.warehouse), stored.cause == .storedTwice {
            return without(.warehouse, stored)
        }
        if isTwice, let answer = postedTwice { return answer }
        if let obstacle { return without(.stack, obstacle) }
        if showsNothing { return nothingShown(.stack) }
        switch subject.stacking {
        case .thread, nil: return threadAnswer
        case .collapse: return collapseAnswer
        case .twice: return twiceAnswer
        }
    }

    /// The app's other notifications that are still there, oldest first.
    private var others: [PushNotification] {
        currentApp?.center.waiting.filter { $0.sequence != row?.sequence } ?? []
    }

    /// The name of the push in a sentence.
    private var named: String { id ?? "it" }

    /// The answer about the stack that it is in.
    private var threadAnswer: Explanation.Answer {
        if let misplaced = misplacedKey("thread-id") {
            return no(.stack, misplaced.found, .notStacked, .threadStack, cure: misplaced.cure)
        }
        guard let thread = row?.threadID else {
            let companions = others.filter { $0.threadID == nil }
            return no(
                .stack,
                "\(content) has no `thread-id`, so \(named) is in the app's own stack"
                    + Self.list(companions), .notStacked, .threadStack,
                cure: "give those that belong together one `thread-id` in \(apsName), as "
                    + "`\"thread-id\": \"chat-1\"`")
        }
        let companions = others.filter { $0.threadID == thread }
        if companions.isEmpty, let other = others.last {
            return no(
                .stack,
                "\(named) is alone in the thread `\(thread)`, and \(other.id) "
                    + (other.threadID.map { "is in `\($0)`" } ?? "has no `thread-id`"),
                .notStacked, .threadStack,
                cure: "send both with the same `thread-id`, letter by letter")
        }
        return held("\(named) is in the thread `\(thread)`" + Self.list(companions), .threadStack)
    }

    /// The answer about what it should have replaced.
    private var collapseAnswer: Explanation.Answer {
        let cure = "send every update with the same one: `--collapse-id ID`"
        guard let collapseID = row?.collapseID else {
            if let answer = misplacedHeader { return answer }
            return denied(
                "not replaced",
                "\(named) came without a collapse ID, so it is a notification of its own",
                .notCollapsed, .collapse, cure: cure)
        }
        if row?.state == .replaced {
            return held(
                "a newer one with its collapse ID `\(collapseID)` has replaced \(named)",
                .collapse)
        }
        let earlier = others.last { $0.sequence < row?.sequence ?? 0 }
        guard let earlier, !isLocal else {
            return held(
                "\(named) has the collapse ID `\(collapseID)`, and a newer one with it replaces it",
                .collapse)
        }
        return denied(
            "not replaced",
            "\(named) has the collapse ID `\(collapseID)`, and \(earlier.id), which came before "
                + "it, has " + (earlier.collapseID.map { "`\($0)`" } ?? "none"),
            .notCollapsed, .collapse,
            cure: "send both with the same one, letter by letter: `--collapse-id \(collapseID)`")
    }

    /// Notes what FCM made of the message, beside an answer about other notifications: a header
    /// that APNs ignores may be the collapse ID that is missed.
    mutating func noteMessage() {
        guard subject.symptom == .stack else { return }
        for entry in evidence.facts where entry.fact.verb == .note {
            if entry.fact.rule == .fcmMessage { note(entry.fact.text) }
        }
    }

    /// The answer if the collapse ID is in the payload, where nobody reads it.
    private var misplacedHeader: Explanation.Answer? {
        let names = ["apns-collapse-id", "collapse-id", "collapse-key"]
        for object in [payload?.root, payload?.root["aps"], payload?.root["aps"]?["alert"]] {
            for name in names {
                let found = object?[name].map { JSON.Member(key: name, value: $0) }
                guard let member = found ?? Self.member(respelling: name, in: object) else {
                    continue
                }
                let value = member.value.stringValue ?? "ID"
                return denied(
                    "not replaced",
                    "`\(member.key)` is in the payload, where it does nothing: the collapse ID is "
                        + "a header of the request", .notCollapsed, .collapse,
                    cure: "send it as the header `apns-collapse-id`, with FCM in `apns.headers`: "
                        + "`--collapse-id \(value)`")
            }
        }
        return nil
    }

    /// The answer about two notifications where one was expected.
    private var twiceAnswer: Explanation.Answer {
        let like = others.last { other in
            isTwin(other) || row?.campaignID != nil && other.campaignID == row?.campaignID
                || (other.title ?? other.body) != nil
                    && (other.title, other.body) == (row?.title, row?.body)
        }
        guard let like else {
            return held("\(named) came once: no other notification says the same", .collapse)
        }
        let pair = isTwin(like) ? "two pushes have the ID \(named)" : "\(like.id) and \(named)"
        let campaign =
            row?.campaignID.map { like.campaignID == $0 ? " of the campaign `\($0)`" : "" } ?? ""
        let ids = [like.collapseID, row?.collapseID].map { $0.map { "`\($0)`" } ?? "none" }
        return denied(
            "two notifications",
            (isTwin(like) ? pair : pair + " are two pushes" + campaign)
                + (ids == ["none", "none"]
                    ? ", and neither has a collapse ID"
                    : ", and their collapse IDs differ: \(ids[0]) and \(ids[1])"),
            .notCollapsed, .collapse,
            cure: (hasSecondToken
                ? "FCM delivers to an earlier token of the app as well, so the server forgets that "
                    + "one: `tokens export` lists the present one; or "
                : "") + "send it once, or each time with the same collapse ID, so that the newer "
                + "one replaces the other: `--collapse-id \(row?.campaignID ?? named)`")
    }

    /// Whether FCM delivers to another token of the app than its present one: of an earlier
    /// project, or one that was deleted while FCM could not be reached.
    private var hasSecondToken: Bool {
        guard let tokens = currentApp?.tokens else { return false }
        return tokens.orphanedToken != nil || tokens.cache.count(where: \.isRegistered) > 1
    }

    /// Whether another notification has the ID of the one in question.
    private func isTwin(_ other: PushNotification) -> Bool { id?.isExactly(other.id) == true }

    /// The answer if the app itself posted the second one, for a push that was shown as well.
    private var postedTwice: Explanation.Answer? {
        guard let id = row?.id else { return nil }
        let ending = App.localEnding
        let pushed = isLocal && id.hasSuffix(ending) ? String(id.dropLast(ending.count)) : id
        let local = pushed + ending
        let other = id.isExactly(local) ? pushed : local
        guard others.contains(where: { $0.id.isExactly(other) }) else { return nil }
        return denied(
            "two notifications",
            "\(pushed) has an alert, and for its `content-available` the app posted \(local) "
                + "itself", .postedTwice, .localNotification,
            cure: "send the silent push without an alert, or the app posts none: "
                + "`app set local-notification off`")
    }

    /// Names the notifications that are with it.
    private static func list(_ companions: [PushNotification]) -> String {
        switch companions.count {
        case 0: ", alone"
        case 1: ", with \(companions[0].id)"
        default: ", with \(companions.count) others"
        }
    }

    /// A positive answer that names what decided.
    private func held(_ text: String, _ rule: RuleID) -> Explanation.Answer {
        yes(.stack, text, ChainLink(.display, .ok, text, Basis(rule)))
    }

    /// A negative answer in the words of the complaint.
    private func denied(
        _ complaint: String, _ reason: String, _ cause: Cause, _ rule: RuleID, cure: String
    ) -> Explanation.Answer {
        Explanation.Answer(
            verdict: .no, sentence: "\(complaint): \(reason)",
            link: ChainLink(.display, .broken, reason, Basis(rule), cause: cause, cure: cure))
    }
}
