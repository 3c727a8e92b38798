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
            try world.reduce(arrival.action, on: arrival.device, into: &step)
        } catch {
            if case .receive(let push) = arrival.action {
                memory.note(error, of: push, at: world.surroundings.now)
            }
            return ArrivalReport(id: nil, lines: [], refusal: error)
        }
        try settle(on: arrival.device)
        try applyChanges()
        try edge.journal(
            at: world.surroundings.now, device: arrival.device ?? world.device.name,
            text: keepsText ? Self.statement(of: arrival.action) : "", status: 0)
        func result(_ key: String) -> String? {
            step.results[results...].first { $0.key == key }?.value.stringValue
        }
        var id = result("id")
        if case .receive(let push) = arrival.action { id = id ?? push.id }
        return ArrivalReport(
            id: id, lines: step.facts[facts...].map(\.line), refusal: nil,
            channel: result("channel"))
    }

    /// The statement that does the same without a network.
    static func statement(of action: Action) -> String {
        switch action {
        case .receive(let push), .broadcast(let push): statement(of: push)
        case .channel(.create(let bundleID, let policy, let environment)):
            "channel create --policy \(policy.rawValue)"
                + (bundleID.map { " --bundle " + quoted($0) } ?? "")
                + (environment.isEmpty ? "" : " --environment " + environment)
        case .channel(.delete(let id)): "channel delete " + quoted(id)
        default: preconditionFailure("no gateway does \(action)")
        }
    }

    /// The statement that lets an equal push arrive without a network.
    private static func statement(of push: Push) -> String {
        var planted = ""
        if let answer = push.answered?.answer {
            // Nothing that is typed meets the checks of FCM's requests.
            guard answer.gateway == .apns else { return "# a request to FCM: \(answer.reason)" }
            planted = "stub apns reason=\(answer.reason) times=1\n"
        }
        var words = [planted + "receive --verbatim"]
        switch push.activity {
        case .token(let token): words.append("--to \(token)")
        case .channel(let channel): words.append("--channel " + quoted(channel))
        case nil: break
        }
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
