import PushModel
import PushPayload
import PushSimulation
import PushText

extension Session {
    /// Lets pushes from a gateway arrive in one transaction, whose end stores all of them.
    ///
    /// `judge` names the pushes, given the present world and its history. Each is journaled as a
    /// statement of its own.
    func arrive(
        _ judge: (World, any History) throws(Failure) -> [PushArrival]
    ) throws(Failure) -> [ArrivalReport] {
        try arrive(judge, isJournaled: true) { () throws(Failure) in }
    }

    /// Lets the pushes of one statement arrive; only that statement is journaled.
    func arrive(
        as statement: () -> String,
        _ judge: (World, any History) throws(Failure) -> [PushArrival]
    ) throws(Failure) -> [ArrivalReport] {
        try arrive(judge, isJournaled: false) { () throws(Failure) in try journal(statement) }
    }

    private func arrive(
        _ judge: (World, any History) throws(Failure) -> [PushArrival], isJournaled: Bool,
        end: () throws(Failure) -> Void
    ) throws(Failure) -> [ArrivalReport] {
        try together { () throws(Failure) in
            last.device = world.device.name
            var reports: [ArrivalReport] = []
            for arrival in try judge(world, edge.history) {
                reports.append(try arrive(arrival, isJournaled: isJournaled))
            }
            try end()
            return reports
        }
    }

    /// Keeps what a gateway did that no push brought about.
    func keep(_ fact: Fact) throws(Failure) {
        try together { () throws(Failure) in
            try edge.apply([.fact(fact)])
            try journal(at: world.surroundings.now, device: world.device.name, text: "")
        }
    }

    /// Runs what gateways let happen as one transaction.
    private func together<Result>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        memory.moment = nil
        step.clear()
        defer { edge.releaseUploads() }
        do throws(Failure) {
            if try edge.begin() { try reload() }
            last.startedAt = presentTime()
            try followClock()
            let result = try body()
            if edge.isDurable { try saveDocuments() }
            edge.releaseUploads()
            try edge.commit()
            return result
        } catch {
            edge.rollback()
            try? restoreAfterFailure()
            throw error
        }
    }

    /// Journals the statement that brought pushes.
    private func journal(_ statement: () -> String) throws(Failure) {
        if keepsText || memory.recorder != nil { last.recorded = Secrets.redacted(statement()) }
        try journal(
            at: last.startedAt ?? world.surroundings.now,
            device: last.device ?? world.device.name,
            text: keepsText ? last.recorded ?? "" : "")
    }

    private func arrive(
        _ arrival: PushArrival, isJournaled: Bool
    ) throws(Failure) -> ArrivalReport {
        let arrival = Self.withoutSecrets(arrival)
        let facts = step.facts.count
        let results = step.results.count
        step.beginCommand()
        do throws(Refusal) {
            try world.reduce(arrival.action, on: arrival.device, into: &step)
        } catch {
            if case .receive(let push) = arrival.action {
                // A flood of refusals must not read the history each time.
                let links = world.addressLinks(on: arrival.device) { nil }
                try noteArrival(
                    error, of: push, to: arrival.device ?? world.device.name, addresses: links)
            }
            return ArrivalReport(id: nil, lines: [], refusal: error)
        }
        try settle(on: arrival.device)
        try applyChanges()
        let lines = step.facts[facts...].map(\.line)
        if isJournaled {
            try journal(
                at: world.surroundings.now, device: arrival.device ?? world.device.name,
                text: keepsText ? Self.statement(of: arrival.action) : "")
            record(arrival, lines)
        }
        func result(_ key: String) -> String? {
            step.results[results...].first { $0.key == key }?.value.stringValue
        }
        var id = result("id")
        if case .receive(let push) = arrival.action { id = id ?? push.id }
        return ArrivalReport(
            id: id, lines: lines, refusal: nil, channel: result("channel"))
    }

    /// A request with a token of the sender's in the wrong field is refused, and the refusal says
    /// what was found: what is kept of it is not the token.
    private static func withoutSecrets(_ arrival: PushArrival) -> PushArrival {
        guard case .receive(let push) = arrival.action, let answered = push.answered,
            answered.mayHoldSecret
        else { return arrival }
        var (arrival, kept) = (arrival, push)
        kept.answered?.found = Secrets.redacted(answered.found)
        kept.answered?.request?.token = answered.request?.token.map(Secrets.redacted)
        kept.answered?.request?.topics = answered.request?.topics.map(Secrets.redacted) ?? []
        arrival.action = .receive(kept)
        return arrival
    }

    /// The statement that has the same effect without a network.
    static func statement(of action: Action) -> String {
        switch action {
        case .receive(let push), .broadcast(let push): statement(of: push)
        case .channel(.create(let bundleID, let policy, let environment)):
            "channel create --policy \(policy.rawValue)"
                + (bundleID.map { " --bundle " + $0.asWord } ?? "")
                + (environment.isEmpty ? "" : " --environment " + environment)
        case .channel(.delete(let id)): "channel delete " + id.asWord
        case .topic(let change):
            "topic \(change.subscribes ? "subscribe" : "unsubscribe") \(change.topic) --by-provider"
                + (change.bundleID.map { " --bundle " + $0.asWord } ?? "")
                + (change.senderID.map { " --sender " + $0.asWord } ?? "")
        default: preconditionFailure("no gateway does \(action)")
        }
    }

    /// The statement that lets an equal push arrive without a network: its payload if nothing else
    /// matters, else everything that affects it.
    private static func statement(of push: Push) -> String {
        let isPlain =
            push.payload.root["aps"]?.objectMembers != nil && push.answered == nil
            && !push.isSentByFCM && push.address == nil && push.notes.isEmpty
            && push.warnings.isEmpty && push.connection == nil
            // `receive` would warn of a key that is there twice, as no gateway does.
            && !push.payload.root.repeatsKeys
        guard isPlain else { return "receive --served" + hereDocument(push.servedText) }
        var text = "receive --verbatim"
        // Most of the options are short, and a text that grows moves each time.
        text.reserveCapacity(256)
        func add(_ option: String, _ value: String?) {
            guard let value else { return }
            text += option
            text += value
        }
        switch push.activity {
        case .token(let token): add(" --to ", token)
        case .channel(let channel): add(" --channel ", channel.asWord)
        case .unissued, nil: break
        }
        add(" --type ", push.pushType)
        add(" --priority ", push.priority.map { String($0) })
        add(" --ttl ", push.timeToLive.map { String($0) })
        add(" --collapse-id ", push.collapseID.map(\.asWord))
        add(" --id ", push.id.map(\.asWord))
        add(" --bundle ", push.bundleID.map(\.asWord))
        text += hereDocument(push.payload.text)
        return text
    }

    private static func hereDocument(_ body: String) -> String {
        let tag = Recorder.tag(for: body)
        return " <<'\(tag)'\n\(body)\n\(tag)"
    }

    /// Writes a request from a port into the recording, with its output.
    private func record(_ arrival: PushArrival, _ lines: [String]) {
        guard memory.recorder != nil else { return }
        let device = arrival.device ?? world.device.name
        let statement = Self.statement(of: arrival.action)
        var result = CommandResult()
        // In the JSON forms a replay prints the value of `receive`, which a port does not tell.
        let isJSON = ShellSettings.printsValues(in: recordedMode)
        result.lines = isJSON ? [] : lines.map(VisibleText.escape)
        let text = device == world.device.name ? statement : "@\(device) " + statement
        memory.recorder?.note(
            RecordedStatement(Secrets.redacted(text)), at: world.surroundings.now, result)
        // A script's last command is another one.
        memory.recorder?.lastCommand = .missing
        // A failed write is repeated with the next statement.
        try? writeRecording()
    }
}

extension RefusedRequest {
    /// Whether the history must not keep it as it is.
    fileprivate var mayHoldSecret: Bool {
        let texts = [found] + (request.map { ($0.token.map { [$0] } ?? []) + $0.topics } ?? [])
        return texts.contains(where: Secrets.mayHoldSecret)
    }
}
