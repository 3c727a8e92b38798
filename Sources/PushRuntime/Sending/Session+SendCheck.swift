import PushGateways
import PushModel
import PushPayload
import PushSimulation
import PushText

/// The check of a `send` by the embedded gateway, before anything leaves this process.
extension Session {
    /// The embedded gateway's objection to a payload.
    private struct Objection {
        /// The gateway's word for it.
        var reason: String
        var message: String
        var cure: String?
    }

    /// Lets the embedded gateway judge each payload without delivering any.
    ///
    /// - Returns: the plan to send by: with `--skip-malformed`, without the lines of a list whose
    ///   payload is refused.
    func rehearse(_ plan: SendPlan) throws(Failure) -> SendPlan {
        let objections: [Objection?]
        switch plan.gateway {
        case .apns: objections = try objectionsOfAPNs(plan)
        case .fcm: objections = objectionsOfFCM(plan)
        }
        guard let number = objections.firstIndex(where: { $0 != nil }),
            let objection = objections[number]
        else { return plan }
        guard let source = plan.source, plan.options.skipsMalformed,
            plan.letterOf.contains(where: { objections[$0] == nil })
        else { throw notSent(objection, number, plan) }
        var rest = plan
        rest.list.reject { index in
            objections[plan.letterOf[index]].map { objection in
                SendList.Objection(
                    objection.message, reason: objection.reason,
                    isPayload: plan.entries[index].payload != nil)
            }
        }
        rest.letterOf = plan.letterOf.filter { objections[$0] == nil }
        let known = Set(plan.list.malformed.map(\.number))
        warn(of: rest.list.malformed.filter { !known.contains($0.number) }, in: source)
        return rest
    }

    private func objectionsOfAPNs(_ plan: SendPlan) throws(Failure) -> [Objection?] {
        var bench = try SendBench(self, plan.credential, plan.environment, edge.sending)
        return plan.letters.map { letter in
            bench.rehearse(letter).map { refusal in
                Objection(
                    reason: refusal.answer.reason,
                    message: "APNs would answer \(refusal.answer.reason) "
                        + "(\(refusal.answer.status)): \(refusal.cause)", cure: refusal.cure)
            }
        }
    }

    private func objectionsOfFCM(_ plan: SendPlan) -> [Objection?] {
        var targets = [Int?](repeating: nil, count: plan.letters.count)
        for (index, number) in plan.letterOf.enumerated().reversed() { targets[number] = index }
        return zip(plan.letters, targets).map { letter, index in
            guard let index else { return nil }
            let message = letter.message(to: plan.entries[index].target, isDryRun: true)
            guard let refusal = refusal(of: message) else { return nil }
            let reason = refusal.errorCode ?? refusal.statusName
            return Objection(
                reason: reason,
                message: "FCM would answer \(reason) (\(refusal.status)): \(refusal.found) "
                    + "(`\(refusal.field)`)")
        }
    }

    /// The reason why FCM refuses a message, whatever its target; nil if it does not.
    private func refusal(of message: JSON) -> FCMRefusal? {
        let request: FCMRequest
        do throws(FCMRefusal) { request = try FCMRequest(message) } catch { return error }
        do throws(CompositionRefusal) {
            let composer = FCMGateway.composer(
                of: nil, token: nil, at: presentTime(), number: 0)
            _ = try FCMGateway.composition(of: request, with: composer)
            return nil
        } catch {
            var refusal = FCMRefusal(400, error.message, errorCode: "INVALID_ARGUMENT")
            (refusal.field, refusal.found) = (error.field, error.message)
            return refusal
        }
    }

    private func notSent(_ objection: Objection, _ number: Int, _ plan: SendPlan) -> Failure {
        var place = ""
        if plan.letters.count > 1, let index = plan.letterOf.firstIndex(of: number) {
            // The payload stands in a line of the list, or it is the command's own.
            place =
                plan.entries[index].payload == nil
                ? "" : "\(plan.source?.name ?? "-"):\(plan.list.lines[index].number): "
        }
        var failure = Failure(
            .notSent, place + objection.message,
            hint: (objection.cure.map { $0 + "; " } ?? "") + "`--force` sends it anyway")
        failure.isUsage = true
        return failure
    }
}
