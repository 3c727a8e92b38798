import PushModel
import PushText

/// The rows and facts that an upload produces.
extension App {
    func keep(
        _ outcome: UploadOutcome, of batch: EventQueue.Upload.Batch, in world: Surroundings,
        _ step: inout Step
    ) {
        let sequence = world.counters.upload
        if !outcome.accepted.isEmpty {
            step.changes.append(.eventState(outcome.accepted, .uploaded, upload: sequence))
        }
        if !outcome.poisoned.isEmpty {
            step.changes.append(.eventState(outcome.poisoned, .poisoned, upload: sequence))
        }
        step.changes.append(
            .upload(
                UploadRow(
                    sequence: sequence, app: address, at: world.now,
                    endpoint: batch.destination.endpoint, database: batch.destination.database,
                    table: batch.destination.table, attempt: batch.attempt,
                    events: batch.events.count, status: outcome.status,
                    accepted: outcome.accepted.count, note: outcome.note,
                    receipts: outcome.receipts)))
    }

    func report(
        _ outcome: UploadOutcome, of batch: EventQueue.Upload.Batch, in world: Surroundings,
        _ step: inout Step
    ) {
        let count = batch.events.count
        let what = count.counted("event", "events")
        let target = "\(batch.destination.database).\(batch.destination.table)"
        step.report(
            Fact(
                .upload, what, "to \(target): \(outcome.summary)", rule: outcome.rule, of: address))
        for (event, error) in outcome.failures {
            step.report(
                Fact(
                    outcome.poisoned.contains(event) ? .poison : .kept, "event \(event)",
                    outcome.poisoned.contains(event)
                        ? "\(error): discarded, it can never be stored"
                        : "\(error): stays in the queue", rule: .uploadReceipts))
        }
        if let cure = outcome.cure {
            step.report(Fact(.note, "", cure, rule: outcome.rule))
        }
    }
}
