import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Lets pushes of a gateway arrive as one transaction, whose end stores all of them.
    ///
    /// `judge` names the pushes, by the world and its history as they are now.
    func arrive(
        _ judge: (World, any History) throws(EdgeError) -> [PushArrival]
    ) throws(EdgeError) -> [ArrivalReport] {
        memory.moment = nil
        step.clear()
        defer { edge.releaseUploads() }
        do throws(EdgeError) {
            if try edge.begin() { try reload() }
            last.startedAt = presentTime()
            last.device = world.device.name
            try followClock()
            var reports: [ArrivalReport] = []
            for arrival in try judge(world, edge.history) {
                reports.append(try arrive(arrival))
            }
            if edge.isDurable { try saveDocuments() }
            edge.releaseUploads()
            try edge.commit()
            return reports
        } catch {
            edge.rollback()
            try? restoreAfterFailure()
            throw error
        }
    }

    /// Makes or ends subscriptions to topics in one transaction.
    func subscribe(_ changes: [TopicChange]) throws(EdgeError) {
        guard !changes.isEmpty else { return }
        memory.moment = nil
        step.clear()
        defer { edge.releaseUploads() }
        do throws(EdgeError) {
            if try edge.begin() { try reload() }
            last.startedAt = presentTime()
            try followClock()
            do throws(Refusal) { try world.reduce(.topics(changes), into: &step) } catch {
                throw EdgeError(error.code.rawValue, error.message)
            }
            try applyChanges()
            for change in changes {
                let verb = change.subscribes ? "subscribe" : "unsubscribe"
                try edge.journal(
                    at: world.surroundings.now, device: change.app.device,
                    text: keepsText ? "@\(change.app.device) topic \(verb) \(change.topic)" : "",
                    status: 0)
            }
            if edge.isDurable { try saveDocuments() }
            edge.releaseUploads()
            try edge.commit()
        } catch {
            edge.rollback()
            try? restoreAfterFailure()
            throw error
        }
    }

    private func arrive(_ arrival: PushArrival) throws(EdgeError) -> ArrivalReport {
        let facts = step.facts.count
        let results = step.results.count
        step.beginCommand()
        do throws(Refusal) {
            try world.reduce(.receive(arrival.push), on: arrival.device, into: &step)
        } catch {
            memory.note(error, of: arrival.push, at: world.surroundings.now)
            return ArrivalReport(id: nil, lines: [], refusal: error)
        }
        try settle(on: arrival.device)
        try applyChanges()
        try edge.journal(
            at: world.surroundings.now, device: arrival.device,
            text: keepsText ? Self.statement(of: arrival.push) : "", status: 0)
        let id = step.results[results...].first { $0.key == "id" }?.value.stringValue
        return ArrivalReport(
            id: id ?? arrival.push.id, lines: step.facts[facts...].map(\.line), refusal: nil)
    }

    /// The statement that lets an equal push arrive without a network.
    static func statement(of push: Push) -> String {
        var planted = ""
        if let answer = push.answered?.answer {
            // Nothing that is typed meets the checks of FCM's requests.
            guard answer.gateway == .apns else { return "# a request to FCM: \(answer.reason)" }
            planted = "stub apns reason=\(answer.reason) times=1\n"
        }
        var words = [planted + "receive --verbatim"]
        if let type = push.pushType { words.append("--type \(type)") }
        if let priority = push.priority { words.append("--priority \(priority)") }
        if let seconds = push.timeToLive { words.append("--ttl \(seconds)") }
        if let id = push.collapseID { words.append("--collapse-id " + quoted(id)) }
        if let id = push.id { words.append("--id " + quoted(id)) }
        var members = push.payload.root.objectMembers ?? []
        if let bundleID = push.bundleID {
            // The file's own way to name its app.
            members.removeAll { $0.key == "Simulator Target Bundle" }
            members.append(.init(key: "Simulator Target Bundle", value: .string(bundleID)))
        }
        let body = JSON.object(members).text
        let tag = Recorder.tag(for: body)
        return words.joined(separator: " ") + " <<'\(tag)'\n\(body)\n\(tag)"
    }

}
