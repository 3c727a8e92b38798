import PushCommands
import PushExplain
import PushGateways
import PushModel
import PushPayload
import PushSimulation
import PushText

/// `send` on the embedded gateways: all the way to a device, or only as far as a verdict.
extension Session {
    /// Sends to the simulated devices, and says that no other gateway was contacted.
    ///
    /// The plan is made `again` in the transaction: another process may have given the device
    /// another token since.
    func play(
        _ plan: SendPlan, again: (() throws(Failure) -> SendPlan)?, _ text: () -> String
    ) throws(Failure) {
        var plan = plan
        let vendor = plan.gateway == .apns ? "Apple" : "Google"
        if plan.options.isDryRun {
            return try foretell(try rehearse(plan), "\(vendor) was not contacted")
        }
        if let credential = plan.credential {
            do throws(Failure) { try checkFile(of: credential) } catch { throw error.unsent }
        }
        say(
            "send    \(Self.count(plan.entries.count)) through the embedded \(plan.route)"
                + (plan.credential.map { " as \($0.name)" } ?? "")
                + "; `network real` sends to \(vendor)")
        var answers: [SendAnswer]
        switch plan.gateway {
        case .apns:
            answers = try arrive(&plan, again, text) { (plan, world) throws(Failure) in
                var bench = try SendBench(self, plan.credential, plan.environment, edge.sending)
                return Self.judge(plan, at: &bench, in: world)
            }
        case .fcm:
            answers = try arrive(&plan, again, text) { (plan, world) throws(Failure) in
                try judgeAtFCM(plan)(world)
            }
        }
        complete(&answers, of: plan)
        if answers.count <= Self.shownAnswers { printFacts() }
        try tell(answers, of: plan, halt: answers.halt(plan))
    }

    /// Reports what the gateway would answer each target, of which the world learns nothing.
    private func foretell(_ plan: SendPlan, _ remark: String) throws(Failure) {
        let judged: [Judged]
        switch plan.gateway {
        case .apns:
            var bench = try SendBench(self, plan.credential, plan.environment, edge.sending)
            judged = Self.judge(plan, at: &bench, in: world).judged
        case .fcm: judged = try judgeAtFCM(plan)(world).judged
        }
        var answers = SendAnswer.settled(judged.map(\.planted))
        complete(&answers, of: plan)
        let isRight = answers.allSatisfy { $0.verdict == .sent }
        try tell(
            answers, of: plan, halt: answers.halt(plan),
            as: isRight ? checked(plan, remark) : nil)
    }

    /// Adds an answer for each target that a run did not reach.
    private func complete(_ answers: inout [SendAnswer], of plan: SendPlan) {
        let rest = plan.entries.count - answers.count
        answers += Array(repeating: SendAnswer.notSent, count: rest)
    }

    /// The verdict on one target, before its push reaches the world.
    private struct Judged {
        var answer: SendAnswer
        /// The fault that a stub plants for the push; nil if there is none.
        var fault: GatewayFault?
        /// The places of its pushes among those that arrive.
        var places = 0..<0

        /// The gateway's refusal of a push that has not reached the world, as `why` tells it.
        func refusal(_ gateway: GatewayAnswer.Gateway) -> Refusal? {
            guard let status = answer.status, status != 200, let reason = answer.reason else {
                return nil
            }
            let name = gateway == .apns ? "APNs" : "FCM"
            let row = GatewayAnswer.answered.first { $0.gateway == gateway && $0.reason == reason }
            return Refusal(
                .pushRefused,
                "`send` got \(reason) (\(status)) from \(name)"
                    + ((answer.fault?.clause ?? row?.cause).map { ": \($0)" } ?? ""),
                hint: answer.cure(gateway), answer: reason, fault: answer.fault)
        }

        /// Notes APNs' own refusal of a push, unless a stub comes before the check.
        ///
        /// - Returns: the trace of the push, for the world.
        mutating func refuse(
            _ request: APNsRequest, _ refusal: APNsRefusal, isSenderKnown: Bool,
            at bench: SendBench, _ world: World, _ network: inout Network
        ) -> [PushArrival] {
            let trace = bench.trace(
                of: request, refusal, in: world, isSenderKnown: isSenderKnown,
                meeting: &network, fault: &fault)
            if fault?.outcome ?? .taken == .taken { answer = SendAnswer(refusal) }
            return trace.map { [$0] } ?? []
        }

        /// The answer with what the stub makes of it.
        var planted: SendAnswer {
            guard answer.status == 200, let fault else { return answer }
            var planted = answer
            if let refusal = fault.answer(at: .apns) {
                planted = SendAnswer(.apns, status: refusal.status, reason: refusal.reason)
                planted.message = refusal.cause
            } else if fault.outcome == .silence || fault.outcome == .reset {
                planted = SendAnswer(reason: "NoAnswer", verdict: .retry)
            }
            planted.retryAfter = fault.retryAfter
            return planted
        }
    }

    /// The verdicts on the targets of a run, and what they would let arrive in the world.
    private struct Judgement {
        var arrivals: [PushArrival] = []
        var judged: [Judged] = []
    }

    /// Judges the pushes at APNs in turn, until one ends the run.
    private static func judge(
        _ plan: SendPlan, at bench: inout SendBench, in world: World
    ) -> Judgement {
        var network = world.surroundings.network
        var judgement = Judgement()
        var streak = FailureStreak(jobs: plan.options.jobs)
        for (index, entry) in plan.entries.enumerated() {
            let request = plan.letter(index).request(to: entry.target, id: plan.options.id)
            var found = Judged(answer: SendAnswer(.apns, status: 200, reason: nil))
            let start = judgement.arrivals.count
            if case .channel(let channel) = entry.target {
                let verdict = bench.judge(request, in: world)
                found.answer.id = verdict.id
                switch verdict.outcome {
                case .broadcast(let push):
                    found.fault = network.takeAPNsFault(
                        of: .init(token: channel, topic: push.bundleID, connection: nil))
                    judgement.arrivals.append(PushArrival(.broadcast(push)))
                case .refused(let refusal):
                    judgement.arrivals += found.refuse(
                        request, refusal, isSenderKnown: verdict.isProviderKnown, at: bench,
                        world, &network)
                case .change, .answer: break
                }
            } else {
                judgement.arrivals += judge(request, &found, &bench, world, &network)
            }
            found.places = start..<judgement.arrivals.count
            judgement.judged.append(found)
            if found.planted.ends(&streak) { break }
        }
        return judgement
    }

    /// Judges a push to a device.
    ///
    /// - Returns: the arrival in the world: of the push, or of the trace of a refused one.
    private static func judge(
        _ request: APNsRequest, _ found: inout Judged, _ bench: inout SendBench, _ world: World,
        _ network: inout Network
    ) -> [PushArrival] {
        let verdict = bench.judge(request)
        found.answer.id = verdict.id
        switch verdict.outcome {
        case .accepted(let push):
            guard let app = verdict.app else { return [] }
            found.fault = network.takeAPNsFault(
                of: .init(token: request.deviceToken, topic: push.bundleID, connection: nil))
            return [PushArrival(push, on: app.device)]
        case .refused(let refusal):
            return found.refuse(
                request, refusal, isSenderKnown: verdict.isProviderKnown, at: bench, world,
                &network)
        }
    }

    /// Returns what judges the messages at FCM in turn, until one ends the run.
    private func judgeAtFCM(_ plan: SendPlan) throws(Failure) -> (World) -> Judgement {
        let denied = try plan.credential.flatMap { (credential) throws(Failure) in
            try refusal(ofAccount: credential)
        }
        let project =
            plan.credential?.projectID
            ?? world.devices.lazy.flatMap(\.apps).compactMap(\.settings.firebase?.projectID).first
            ?? "example-push"
        let (history, now) = (edge.history, presentTime())
        return { world in
            var bench = FCMBench(world, now: now) { (try? history.allTokens()) ?? [] }
            var judgement = Judgement()
            var streak = FailureStreak(jobs: plan.options.jobs)
            for (index, entry) in plan.entries.enumerated() {
                let message = plan.letter(index).message(to: entry.target, isDryRun: false)
                var found = Judged(answer: SendAnswer(.fcm, status: 200, reason: nil))
                let start = bench.arrivals.count
                do throws(FCMRefusal) {
                    if let denied { throw denied }
                    found.answer.id = try bench.judge(
                        try FCMRequest(message), of: project, fault: &found.fault)
                } catch {
                    var refusal = error
                    if bench.arrivals.count == start {
                        refusal = bench.refuse(
                            message, error, at: denied == nil ? .identified : .received,
                            fault: &found.fault)
                    }
                    found.answer = SendAnswer(refusal)
                }
                found.places = start..<bench.arrivals.count
                judgement.judged.append(found)
                if found.planted.ends(&streak) { break }
            }
            judgement.arrivals = bench.arrivals.map(PushArrival.init)
            return judgement
        }
    }

    /// Lets the pushes arrive in one transaction, and turns each report into an answer.
    private func arrive(
        _ plan: inout SendPlan, _ again: (() throws(Failure) -> SendPlan)?,
        _ text: () -> String, _ judge: (SendPlan, World) throws(Failure) -> Judgement
    ) throws(Failure) -> [SendAnswer] {
        var judged: [Judged] = []
        let reports: [ArrivalReport]
        reports = try arrive(as: text) { (world, _) throws(Failure) in
            if let again { plan = try again() }
            let judgement = try judge(plan, world)
            judged = judgement.judged
            for (index, target) in judged.enumerated().suffix(Int(NotedRefusal.limit))
            where target.places.isEmpty {
                guard let refusal = target.refusal(plan.gateway) else { continue }
                try noteSent(
                    RefusedPush(
                        id: plan.letter(index).messageID, bundleID: nil, refusal: refusal,
                        at: presentTime(),
                        arrivals: world.surroundings.counters.notification))
            }
            return judgement.arrivals
        }
        return SendAnswer.settled(judged.map { Self.answer($0, reports[$0.places]) })
    }

    /// The gateway's own answer stands unless it was 200 and the world refused the push.
    private static func answer(
        _ judged: Judged, _ reports: ArraySlice<ArrivalReport>
    ) -> SendAnswer {
        var answer = judged.planted
        answer.event = reports.lazy.compactMap(\.id).first
        // The world knows the app's devices better than the index of tokens does.
        if answer.status == 200, let refusal = reports.lazy.compactMap(\.refusal).first {
            let reason = refusal.code == .payloadTooLarge ? "PayloadTooLarge" : "BadDeviceToken"
            answer = SendAnswer(APNsRefusal(reason))
        }
        return answer
    }

    /// Reports the result of a dry run, for which the vendor was not contacted.
    func tellChecked(_ plan: SendPlan, _ remark: String) throws(Failure) {
        say(checked(plan, remark))
        last.value = ["checked": .int(plan.entries.count), "asked": false]
        // No target got an answer, and lists of an earlier run would be taken for this one's.
        for path in [plan.options.failedPath, plan.options.deadPath] {
            try write([], of: plan, to: path) { _ in false }
        }
        try tell(
            plan.list.malformed, of: plan,
            "\(plan.entries.count) right, \(plan.list.malformed.count) fix")
    }

    /// The line for a plan in which the embedded gateway finds nothing wrong; `--force` asks no
    /// `lint`.
    private func checked(_ plan: SendPlan, _ remark: String) -> String {
        let others = "the credential and the embedded \(plan.gateway.rawValue) found no problems"
        let warnings = plan.warnings.counted("warning", "warnings")
        let found =
            plan.options.isForced
            ? others
            : plan.warnings == 0 ? "`lint`, \(others)" : "`lint` has \(warnings), \(others)"
        return "checked \(Self.count(plan.entries.count)): \(found); \(remark)"
    }

    static func count(_ targets: Int) -> String {
        targets.counted("target", "targets")
    }
}

extension SendAnswer {
    /// Whether it is the third identical refusal of the sender, which ends a run.
    ///
    /// The embedded gateways are never out of reach, so a planted silence is about one push.
    fileprivate func ends(_ streak: inout FailureStreak) -> Bool {
        status != nil && streak.ends(with: self)
    }
}

extension [SendAnswer] {
    /// The answer that ended the run before its last target; nil if none did.
    fileprivate func halt(_ plan: SendPlan) -> SendAnswer? {
        var streak = FailureStreak(jobs: plan.options.jobs)
        return first { $0.ends(&streak) }
    }
}
