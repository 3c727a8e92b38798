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

    /// The part of a push that is judged once, however many targets share it: a payload, and
    /// whether it goes to a broadcast channel, which has rules of its own.
    private struct Case: Hashable {
        var letter: Int
        var isBroadcast: Bool
    }

    /// Lets the embedded gateway judge each payload without delivering any.
    ///
    /// - Returns: the plan to send by: with `--skip-malformed`, without the lines of a list whose
    ///   payload is refused.
    func rehearse(_ plan: SendPlan) throws(Failure) -> SendPlan {
        let cases = plan.entries.indices.map {
            Case(letter: plan.letterOf[$0], isBroadcast: plan.entries[$0].target.isChannel)
        }
        let objections = try objections(to: cases, of: plan)
        guard let place = cases.firstIndex(where: { objections[$0] != nil }),
            let objection = objections[cases[place]]
        else { return plan }
        guard let source = plan.source, plan.options.skipsMalformed,
            cases.contains(where: { objections[$0] == nil })
        else { throw notSent(objection, at: place, plan) }
        var rest = plan
        rest.list.reject { index in
            objections[cases[index]].map { objection in
                SendList.Objection(
                    objection.message, reason: objection.reason,
                    isPayload: plan.entries[index].payload != nil)
            }
        }
        rest.letterOf = cases.filter { objections[$0] == nil }.map(\.letter)
        let known = Set(plan.list.malformed.map(\.number))
        warn(of: rest.list.malformed.filter { !known.contains($0.number) }, in: source)
        return rest
    }

    private func objections(
        to cases: [Case], of plan: SendPlan
    ) throws(Failure) -> [Case: Objection] {
        var bench =
            plan.gateway == .apns
            ? try SendBench(self, plan.credential, plan.environment, edge.sending) : nil
        var judged: Set<Case> = []
        var objections: [Case: Objection] = [:]
        for (place, own) in cases.enumerated() where judged.insert(own).inserted {
            let (letter, target) = (plan.letters[own.letter], plan.entries[place].target)
            objections[own] =
                bench == nil
                ? objectionOfFCM(to: letter, target)
                : bench?.rehearse(letter, to: target).map(Self.objection)
        }
        return objections
    }

    private static func objection(_ refusal: APNsRefusal) -> Objection {
        Objection(
            reason: refusal.answer.reason,
            message: "APNs would answer \(refusal.answer.reason) (\(refusal.answer.status)): "
                + refusal.cause, cure: refusal.cure)
    }

    private func objectionOfFCM(to letter: SendLetter, _ target: SendTarget) -> Objection? {
        refusal(of: letter.message(to: target, isDryRun: true)).map { refusal in
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

    private func notSent(_ objection: Objection, at index: Int, _ plan: SendPlan) -> Failure {
        var place = ""
        if plan.letters.count > 1 {
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
