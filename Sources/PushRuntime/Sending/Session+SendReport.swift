import PushCommands
import PushGateways
import PushModel
import PushSimulation
import PushText

/// The answers of `send` as lines, as a value, and as lists of targets.
extension Session {
    /// The most answers to list one by one; of more, only those that were not accepted are listed.
    static let shownAnswers = 20

    /// Prints the answers, writes the lists, and fails if something was not accepted.
    ///
    /// `halt` is the answer that ended the run before its last target; `line` stands for the table
    /// where all answers are the same.
    func tell(
        _ answers: [SendAnswer], of plan: SendPlan, halt: SendAnswer? = nil, as line: String? = nil
    ) throws(Failure) {
        let malformed = plan.list.malformed
        last.value = .array(
            zip(plan.entries, answers).enumerated().map { index, told in
                told.1.json(to: told.0.target, isDryRun: plan.isDryRun(index))
            } + malformed.map(\.json))
        let summary = Self.summary(of: answers, plan)
        if let line {
            say(line)
        } else {
            draw(answers, of: plan)
            say((plan.options.isDryRun ? "checked " : "send    ") + summary)
        }
        note(lost: answers.count { $0.isLost })
        try write(answers, of: plan, to: plan.options.failedPath) {
            $0.verdict == .retry || $0.isAboutSender
        }
        try write(answers, of: plan, to: plan.options.deadPath) { $0.verdict == .dead }
        guard let index = answers.firstIndex(where: { $0.verdict != .sent }) else {
            return try tell(malformed, of: plan, summary)
        }
        let first = answers[index]
        // If no target was judged, the sender or the connection is at fault.
        let isNobodys = answers.allSatisfy {
            $0.isAboutSender || $0.isForeign
                || last.isOnWire && $0.status == nil && $0.reason != "Interrupted"
        }
        if let fault = halt ?? (isNobodys ? first : nil) { throw halted(fault, plan, summary) }
        throw Failure(
            .sendRefused, "\(Self.count(answers.count + malformed.count)): \(summary)",
            hint: hint(on: first, plan, at: index))
    }

    /// The number of targets of each verdict: `2 sent, 1 fix`.
    private static func summary(of answers: [SendAnswer], _ plan: SendPlan) -> String {
        var counts: [String: Int] = [:]
        for (index, answer) in answers.enumerated() {
            counts[answer.verdict.text(isDryRun: plan.isDryRun(index)), default: 0] += 1
        }
        if !plan.list.malformed.isEmpty {
            counts[SendAnswer.Verdict.fix.rawValue, default: 0] += plan.list.malformed.count
        }
        let words = SendAnswer.Verdict.allCases.flatMap { verdict in
            Set([false, true].map { verdict.text(isDryRun: $0) }).sorted(by: >)
        }
        return words.compactMap { word in counts[word].map { "\($0) \(word)" } }
            .joined(separator: ", ")
    }

    /// Says that some of those to send again may have arrived.
    private func note(lost count: Int) {
        guard count > 0 else { return }
        say(
            count == 1
                ? "note    an answer was lost: the push may have arrived, and sending it again may "
                    + "show it twice"
                : "note    \(count) answers were lost: the pushes may have arrived, and sending "
                    + "them again may show them twice")
    }

    /// Fails if any lines were skipped.
    func tell(
        _ malformed: [SendList.Malformed], of plan: SendPlan, _ summary: String
    ) throws(Failure) {
        guard let first = malformed.first, let source = plan.source else { return }
        throw Failure(
            .sendRefused, "\(Self.count(plan.entries.count + malformed.count)): \(summary)",
            hint: "\(source.name):\(first.number): \(first.message)")
    }

    private func hint(on first: SendAnswer, _ plan: SendPlan, at index: Int) -> String? {
        guard let remedy = remedy(of: first, plan, at: index) else { return nil }
        let isListed =
            first.verdict == .dead && first.status == 400 && plan.options.deadPath == nil
        return "\(first.reason ?? ""): \(remedy)"
            + (isListed ? "; `--dead FILE` lists such tokens" : "")
    }

    /// Returns what to do about an answer of a run; nil if nothing is known.
    func remedy(of answer: SendAnswer, _ plan: SendPlan, at index: Int) -> String? {
        if answer.reason == "BadDeviceToken", answer.verdict == .fix {
            return "the token belongs to the other environment, or to no app that this gateway "
                + "knows"
        }
        if answer.verdict == .dead, answer.status == 400 {
            // The environment is right: the gateway accepted other tokens of the run.
            return "forget the token, since others in this run were accepted"
        }
        return cure(of: answer, plan, at: index)
    }

    /// The cure for an answer; over the wire only the reason is known, and what was sent.
    private func cure(of answer: SendAnswer, _ plan: SendPlan, at index: Int) -> String? {
        guard answer.fault == nil, plan.gateway == .apns else { return answer.cure(plan.gateway) }
        let isActivity = plan.letter(index).type == .liveactivity
        switch (answer.reason, plan.entries[index].target) {
        // `send` writes whole seconds, so only the channel's policy can be at odds with them.
        case ("BadExpirationDate", .channel): return RequestFault.channelStoresNothing.cure
        case ("BadPath", _) where last.isOnWire: return Self.otherPort
        case ("InvalidPushType", .channel): return RequestFault.broadcastType.cure
        case ("DeviceTokenNotForTopic", .device) where isActivity:
            return RequestFault.ordinaryTokenForActivity.cure
                + "; or the token was issued to another app"
        default: return answer.cure(plan.gateway)
        }
    }

    /// The cure for BadPath, as `send` writes the path itself.
    static let otherPort =
        "the path is right for pushes, so this is another of APNs' ports: `serve --channels` is "
        + "for managing channels"

    private func draw(_ answers: [SendAnswer], of plan: SendPlan) {
        let isWhole = ["csv", "tsv", "line"].contains(settings.mode)
        let writer = TableWriter(mode: settings.mode, width: outputWidth) { [unowned self] in
            last.lines.append($0)
        }
        var (rows, omitted) = (0, 0)
        for (index, (entry, answer)) in zip(plan.entries, answers).enumerated() {
            let isShown =
                answers.count <= Self.shownAnswers
                || answer.verdict != .sent && rows < 5 * Self.shownAnswers
            guard isShown || isWhole else {
                if answer.verdict != .sent { omitted += 1 }
                continue
            }
            if rows == 0 { writer.columns(["to", "verdict", "status", "reason", "id"]) }
            rows += 1
            let status = answer.status.map { Cell.integer(Int64($0)) } ?? .null
            _ = writer.row([
                .text(TokenText.short(entry.target.text)),
                .text(answer.verdict.text(isDryRun: plan.isDryRun(index))), status,
                answer.reason.map(Cell.text) ?? .null,
                // Another process's ID of the event means nothing to `why` here.
                (last.isOnWire ? answer.id : answer.event ?? answer.id).map(Cell.text) ?? .null,
            ])
        }
        for line in plan.list.malformed {
            guard isWhole || rows < 5 * Self.shownAnswers else {
                omitted += 1
                continue
            }
            if rows == 0 { writer.columns(["to", "verdict", "status", "reason", "id"]) }
            rows += 1
            _ = writer.row([
                .text(TokenText.short(line.address)), .text(SendAnswer.Verdict.fix.rawValue), .null,
                .text(line.reason), .null,
            ])
        }
        if rows > 0 { writer.end() }
        if omitted > 0 { say("        … and \(omitted) more: `.mode csv` lists them all") }
    }

    /// Writes the targets whose answers belong in a list, each as the line that named it.
    func write(
        _ answers: [SendAnswer], of plan: SendPlan, to path: String?,
        where belongs: (SendAnswer) -> Bool
    ) throws(Failure) {
        guard let path else { return }
        var text: [UInt8] = []
        for (entry, answer) in zip(plan.entries, answers) where belongs(answer) {
            text += entry.line.utf8
            text.append(10)
        }
        try edge.write(text, to: settings.path(path))
    }
}
