import PushModel

/// What an upload leaves in the store, and tells.
extension App {
    func keep(
        _ outcome: UploadOutcome, of upload: EventQueue.Upload, in world: Surroundings,
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
                    endpoint: upload.destination.endpoint, database: upload.destination.database,
                    table: upload.destination.table, attempt: upload.attempt,
                    events: upload.batch.count, status: outcome.status,
                    accepted: outcome.accepted.count, note: outcome.note,
                    receipts: outcome.receipts)))
    }

    func report(
        _ outcome: UploadOutcome, of upload: EventQueue.Upload, in world: Surroundings,
        _ step: inout Step
    ) {
        let count = upload.batch.count
        let what = "\(count) \(count == 1 ? "event" : "events")"
        let target = "\(upload.destination.database).\(upload.destination.table)"
        step.report(
            Fact(.upload, what, "to \(target): \(outcome.summary)", rule: outcome.rule))
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
