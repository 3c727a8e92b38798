import PushCommands
import PushExplain
import PushGateways
import PushModel
import PushPayload
import PushSimulation
import PushText

/// `send` over the network.
extension Session {
    /// Rehearses, asks for confirmation, sends, and keeps the answers in the history.
    func sendOut(
        _ whole: SendPlan, on device: String?, _ text: () -> String
    ) throws(Failure) {
        var plan = whole
        guard let credential = plan.credential else { return }
        let port = try sendPort()
        do throws(Failure) { try checkFile(of: credential) } catch { throw error.unsent }
        let options = plan.options
        try checkNotOwn(options.host)
        if !options.isForced || options.isDryRun { plan = try rehearse(plan) }
        if options.isDryRun, plan.gateway == .apns {
            return try tellChecked(plan, "Apple was not contacted, since APNs has no dry run")
        }
        try confirm(plan, credential, port)
        let order = SendOrder(
            credential, to: plan.hostName, host: options.host, authority: authority(options),
            count: plan.entries.count,
            pace: .init(jobs: options.jobs, rate: options.rate, retries: options.retries),
            timeoutSeconds: world.surroundings.config.wire.timeoutSeconds)
        last.isOnWire = true
        let queue: SendQueue
        queue = try port.send(order) { plan.request($0, id: port.makeUUID) }
        let answers = queue.finished()
        // The pushes are on their way: whoever sent them has to learn that, whatever fails now.
        var unnoted: Failure?
        do throws(Failure) { try note(answers, plan, credential, on: device, text) } catch {
            unnoted = error
        }
        do throws(Failure) { try tell(answers, of: plan, halt: queue.halt) } catch {
            guard unnoted != nil else { throw error }
            say("note    " + error.message)
        }
        if var unnoted {
            unnoted.message = "the answers above are not in the history: \(unnoted.message)"
            throw unnoted
        }
    }

    /// Asks before sending to many devices or to production.
    private func confirm(
        _ plan: SendPlan, _ credential: SenderCredential, _ port: any SendPort
    ) throws(Failure) {
        let place = plan.options.host.map { " at \($0)" } ?? ""
        let isProduction =
            plan.wireEnvironment == CredentialOptions.Environment.production.rawValue
        let environment = plan.wireEnvironment.map { "APNs \($0)" } ?? plan.route
        let what =
            "\(Self.count(plan.entries.count)) through \(environment)\(place) as "
            + "\(credential.name) (\(credential.shown))"
        // In the JSON forms only the answers are printed.
        if !settings.printsValues { tell(["send    " + what]) }
        guard plan.isMany || isProduction, !plan.options.isDryRun, !plan.options.isConfirmed else {
            return
        }
        let why = isProduction ? "this reaches production" : "this may reach many devices"
        guard settings.isAnswered else {
            throw unconfirmed("\(why): \(what)", hint: "confirm with `--yes`")
        }
        guard port.confirm("\(why); send? [y/N] ") else {
            throw unconfirmed("nothing was sent")
        }
    }

    /// The refusal of an unconfirmed send: the exit status says that nothing was sent.
    private func unconfirmed(_ message: String, hint: String? = nil) -> Failure {
        var failure = Failure(.notConfirmed, message, hint: hint)
        failure.isUsage = true
        return failure
    }

    /// Stores the accepted pushes for `why`, of a long list only the number, and the newest of
    /// those that were refused.
    private func note(
        _ answers: [SendAnswer], _ plan: SendPlan, _ credential: SenderCredential,
        on device: String?, _ text: () -> String
    ) throws(Failure) {
        var sent: [SentPush] = []
        if answers.count <= Self.shownAnswers {
            for (index, answer) in answers.enumerated()
            where answer.verdict == .sent && !plan.isDryRun(index) {
                var push = SentPush(plan.gateway, id: answer.id ?? "")
                push.uniqueID = answer.uniqueID
                push.messageID = plan.letter(index).messageID
                push.environment = plan.wireEnvironment
                push.host = plan.options.host
                sent.append(push)
            }
        }
        let printed = last.lines.count
        let refused = refusals(answers, plan)
        try act(
            { () throws(Failure) in
                // In the statement's own transaction, as its journal's line is.
                for push in refused { try noteSent(push) }
                return (.sent(sent, by: credential.name, at: edge.wallClock()), device)
            }, text)
        // The table of answers already says this.
        last.lines.removeSubrange(printed...)
    }

    /// The pushes that a gateway refused on the network, as `why` tells them.
    private func refusals(_ answers: [SendAnswer], _ plan: SendPlan) -> [RefusedPush] {
        let refused = answers.enumerated().filter { index, answer in
            answer.status != nil && answer.verdict != .sent && !plan.isDryRun(index)
        }
        let by = SentPush.answerer(plan.gateway, at: plan.options.host)
        return refused.suffix(Int(NotedRefusal.limit)).map { index, answer in
            let reason = answer.reason ?? ""
            var push = RefusedPush(
                id: plan.letter(index).messageID, bundleID: nil,
                refusal: Refusal(
                    .pushRefused,
                    "\(by) answered \(reason)"
                        + (answer.status.map { reason == "HTTP \($0)" ? "" : " (\($0))" } ?? ""),
                    hint: remedy(of: answer, plan, at: index), answer: reason),
                at: presentTime(), arrivals: world.surroundings.counters.notification)
            (push.isSentOut, push.sentID) = (true, answer.id)
            return push
        }
    }

    /// The failure of a run that ended before its last target, or before any target was judged.
    func halted(
        _ answer: SendAnswer, _ plan: SendPlan, _ summary: String
    ) -> Failure {
        if answer.status == nil, answer.attempts == 0 {
            return Failure(
                outside: .credentialRefused, "\(answer.reason ?? ""); \(summary)",
                hint: answer.message)
        }
        guard let status = answer.status else {
            return Failure(
                outside: .noAnswer,
                "no answer from \(plan.options.host ?? plan.hostName): \(answer.reason ?? ""); "
                    + summary, hint: answer.message)
        }
        if answer.isForeign {
            return foreign(answer, plan.gateway, at: plan.options.host ?? plan.hostName, summary)
        }
        return Failure(
            outside: .credentialRefused,
            "\(plan.gateway.rawValue) answers \(answer.reason ?? "") (\(status)) to whoever sends: "
                + summary, hint: answer.cure(plan.gateway))
    }

    /// The failure to reach a gateway, since something else listens at a place.
    func foreign(
        _ answer: SendAnswer, _ gateway: GatewayAnswer.Gateway, at place: String,
        _ summary: String? = nil
    ) -> Failure {
        Failure(
            outside: answer.isAboutSender ? .credentialRefused : .noAnswer,
            "\(place) answers \(answer.reason ?? ""), and not as \(gateway.rawValue) does"
                + (summary.map { ": " + $0 } ?? ""),
            hint: "with each refusal \(gateway.rawValue) gives "
                + (gateway == .apns ? "a `reason`" : "an `error`")
                + "; is this the port of another service?")
    }
}
