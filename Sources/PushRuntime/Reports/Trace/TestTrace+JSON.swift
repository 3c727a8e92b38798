import PushModel
import PushPayload
import PushText

extension TestTrace {
    /// The trace as a report in JSON holds it.
    var json: JSON {
        [
            "start": start.json, "steps": .array(steps.map(\.json)), "omitted": .int(omitted),
            "why": .array(verdicts.map(\.json)), "unasked": .int(unasked),
        ]
    }

    /// Reads a trace in that form; nil if the JSON is not one.
    init?(_ json: JSON?) {
        guard let json, let start = PhoneScreen(json["start"]) else { return nil }
        self.init(start: start)
        steps = json["steps"].list.compactMap { TraceStep($0) }
        omitted = json["omitted"]?.intValue ?? 0
        verdicts = json["why"].list.map { PushVerdict($0) }
        unasked = json["unasked"]?.intValue ?? 0
    }
}

extension PushVerdict {
    /// The verdict as a report in JSON holds it.
    var json: JSON {
        var json = JSON.Members()
        json["id"] = .string(id)
        json["sequence"] = .int64(sequence)
        json["state"] = state.map(JSON.string)
        json["sentence"] = .string(sentence)
        json["cure"] = cure.map(JSON.string)
        json["rule"] = rule.map(JSON.string)
        json["lines"] = .array(lines.map(JSON.string))
        return json.json
    }

    /// Reads a verdict in that form.
    init(_ json: JSON) {
        self.init(
            id: json["id"].word, sequence: json["sequence"].number,
            state: json["state"]?.stringValue, sentence: json["sentence"].word,
            cure: json["cure"]?.stringValue, rule: json["rule"]?.stringValue,
            lines: json["lines"].list.compactMap(\.stringValue))
    }
}

extension TraceStep {
    var json: JSON {
        var json = JSON.Members()
        json["line"] = .int(line)
        json["text"] = .string(text)
        json["began"] = .int64(beganAt)
        json["ended"] = .int64(endedAt)
        if isExpectation { json["expectation"] = .bool(true) }
        if wasExpectedToFail { json["promised"] = .bool(true) }
        json["code"] = code.map(JSON.string)
        json["failure"] = failure.map(JSON.string)
        json["expected"] = (comparison?.expected).map(JSON.string)
        json["actual"] = (comparison?.actual).map(JSON.string)
        json["screen"] = screen?.json
        if eventsQueued > 0 { json["queued"] = .int(eventsQueued) }
        json.add("output", output.map(JSON.string))
        json.add("marks", marks.map(\.json))
        json.add(
            "changes",
            differences.map { [.string($0.name), .string($0.before), .string($0.after)] })
        json.add(
            "payloads",
            payloads.map { [.string($0.id), .string($0.text), .int64($0.sequence)] })
        json.add("requests", requests.map(\.json))
        return json.json
    }

    init?(_ json: JSON) {
        guard let text = json["text"]?.stringValue else { return nil }
        self.init(
            line: json["line"]?.intValue ?? 0, text: text,
            isExpectation: json["expectation"]?.boolValue ?? false,
            beganAt: json["began"].number, endedAt: json["ended"].number)
        wasExpectedToFail = json["promised"]?.boolValue ?? false
        code = json["code"]?.stringValue
        failure = json["failure"]?.stringValue
        if let expected = json["expected"]?.stringValue {
            comparison = Comparison(expected: expected, actual: json["actual"].word)
        }
        screen = PhoneScreen(json["screen"])
        eventsQueued = json["queued"]?.intValue ?? 0
        output = json["output"].list.compactMap(\.stringValue)
        marks = json["marks"].list.compactMap { TraceMark($0) }
        differences = json["changes"].list.compactMap(\.arrayValue).filter { $0.count == 3 }.map {
            Difference(
                name: $0[0].stringValue ?? "", before: $0[1].stringValue ?? "",
                after: $0[2].stringValue ?? "")
        }
        payloads = json["payloads"].list.compactMap(\.arrayValue).filter { $0.count == 3 }.map {
            Payload(
                id: $0[0].stringValue ?? "", text: $0[1].stringValue ?? "",
                sequence: Int64($0[2].intValue ?? 0))
        }
        requests = json["requests"].list.map { Request($0) }
    }
}

extension TraceStep.Request {
    fileprivate var json: JSON {
        [
            "endpoint": .string(endpoint), "table": .string(table), "attempt": .int(attempt),
            "events": .int(events), "status": status.map(JSON.int) ?? .null,
            "accepted": .int(accepted), "note": .string(note),
        ]
    }

    fileprivate init(_ json: JSON) {
        self.init(
            endpoint: json["endpoint"].word, table: json["table"].word,
            attempt: json["attempt"]?.intValue ?? 1, events: json["events"]?.intValue ?? 0,
            status: json["status"]?.intValue, accepted: json["accepted"]?.intValue ?? 0,
            note: json["note"].word)
    }
}

extension TraceMark {
    fileprivate var json: JSON {
        var json = JSON.Members()
        json["lane"] = .string(lane.rawValue)
        json["moment"] = .string(moment.rawValue)
        json["line"] = .string(line)
        json["rule"] = .string(rule)
        json["push"] = notification.map(JSON.int64)
        json["at"] = .int64(at)
        return json.json
    }

    fileprivate init?(_ json: JSON) {
        guard let lane = Lane(rawValue: json["lane"].word),
            let moment = Moment(rawValue: json["moment"].word)
        else { return nil }
        self.init(
            lane: lane, moment: moment, line: json["line"].word, rule: json["rule"].word,
            notification: json["push"]?.intValue.map(Int64.init), at: json["at"].number)
    }
}

extension PhoneScreen {
    fileprivate var json: JSON {
        var json = JSON.Members()
        json["device"] = .string(device)
        json["clock"] = .string(clock)
        json["app"] = .string(app)
        json["state"] = .string(state)
        json["locked"] = .bool(isLocked)
        json["focus"] = .bool(hasFocus)
        json["online"] = .bool(isOnline)
        json["screen"] = screen.map(JSON.string)
        json["badge"] = .int(badge)
        json["queue"] = .int(queue)
        json["user"] = user.map { .string(Secrets.shown($0)) }
        json["permission"] = .string(permission)
        json["hidden"] = .int(hiddenCards)
        json["held"] = .int(held)
        json.add("live", live.map(\.json))
        json.add("cards", cards.map(\.json))
        return json.json
    }

    fileprivate init?(_ json: JSON?) {
        guard let json, let device = json["device"]?.stringValue else { return nil }
        self.device = device
        clock = json["clock"].word
        app = json["app"].word
        state = json["state"].word
        isLocked = json["locked"]?.boolValue ?? false
        hasFocus = json["focus"]?.boolValue ?? false
        isOnline = json["online"]?.boolValue ?? true
        screen = json["screen"]?.stringValue
        badge = json["badge"]?.intValue ?? 0
        queue = json["queue"]?.intValue ?? 0
        user = json["user"]?.stringValue
        permission = json["permission"].word
        hiddenCards = json["hidden"]?.intValue ?? 0
        held = json["held"]?.intValue ?? 0
        live = json["live"].list.map { Live($0) }
        cards = json["cards"].list.map { Card($0) }
    }
}

extension PhoneScreen.Live {
    fileprivate var json: JSON {
        var json = JSON.Members()
        json["type"] = .string(type)
        json["text"] = .string(text)
        json["state"] = state.map(JSON.string)
        json["island"] = .bool(isInIsland)
        return json.json
    }

    fileprivate init(_ json: JSON) {
        self.init(
            type: json["type"].word, text: json["text"].word, state: json["state"]?.stringValue,
            isInIsland: json["island"]?.boolValue ?? false)
    }
}

extension PhoneScreen.Card {
    fileprivate var json: JSON {
        var json = JSON.Members()
        json["place"] = .string(place.rawValue)
        json["title"] = title.map(JSON.string)
        json["subtitle"] = subtitle.map(JSON.string)
        json["body"] = body.map(JSON.string)
        json["attachment"] = attachment.map(JSON.string)
        json["mark"] = mark.map(JSON.string)
        json["age"] = .string(age)
        json["more"] = .int(more)
        return json.json
    }

    fileprivate init(_ json: JSON) {
        self.init(
            place: PushNotification.Place(rawValue: json["place"].word) ?? .list,
            title: json["title"]?.stringValue, subtitle: json["subtitle"]?.stringValue,
            body: json["body"]?.stringValue, attachment: json["attachment"]?.stringValue,
            mark: json["mark"]?.stringValue, age: json["age"].word,
            more: json["more"]?.intValue ?? 0)
    }
}

extension JSON {
    /// An object under construction, without the members that have no value.
    fileprivate struct Members {
        private var members: [Member] = []

        var json: JSON { .object(members) }

        subscript(key: String) -> JSON? {
            get { nil }
            set {
                if let newValue { members.append(Member(key: key, value: newValue)) }
            }
        }

        /// Adds a list unless it is empty.
        mutating func add(_ key: String, _ values: [JSON]) {
            if !values.isEmpty { members.append(Member(key: key, value: .array(values))) }
        }
    }
}

extension JSON? {
    fileprivate var list: [JSON] { self?.arrayValue ?? [] }
    fileprivate var word: String { self?.stringValue ?? "" }
    fileprivate var number: Int64 { self?.intValue.map(Int64.init) ?? 0 }
}
