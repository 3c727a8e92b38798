import PushBackends
import PushGateways
import PushModel
import PushPayload
import PushRuntime
import PushSimulation
import PushText

/// Subscriptions to topics, as a backend's server makes and ends them.
extension ServedFCM {
    /// A registration named in a call, as it is in the world.
    struct Registration {
        var app: App
        var sender: String
    }

    /// Answers a call of `topicSubscriptions`.
    func topics(_ request: ServiceRequest, _ call: FCMCall.TopicCall) -> ServiceResponse {
        do throws(FCMRefusal) {
            let refusal = try look {
                unauthorised(
                    request, call.project, "cloudmessaging.topicSubscriptions.\(call.verb)",
                    in: $0)
            }
            if let refusal { throw refusal }
        } catch { return Self.response(error.ofOtherCall) }
        let topic =
            call.topic ?? request.queryValue("topicName") ?? request.queryValue("topic_name")
        do throws(FCMRefusal) {
            try Self.checkQuery(of: request, Self.ownParameters)
            if [.create, .update].contains(call.verb), !request.body.isEmpty {
                try FCMRefusal.checkSubscription(try Self.body(of: request))
            }
            if [.create, .update, .delete].contains(call.verb) {
                try quota.takeSubscription(of: call.project, at: quotaInstant)
            }
            let found = try registration(call.registration, call.project)
            guard call.verb != .list else { return try list(found, call, request) }
            guard let topic, FCMAddress.isTopic(topic) else {
                throw .malformedTopic
            }
            return try answer(request, call, topic, found)
        } catch { return Self.response(error) }
    }

    /// The parameters of the query that calls about topics have.
    private static let ownParameters: Set = [
        "topicName", "topic_name", "allowMissing", "allow_missing", "pageSize", "page_size",
        "pageToken", "page_token", "updateMask", "update_mask",
    ]

    /// Answers a call about one subscription.
    ///
    /// `allow_missing` turns an update into a creation, and lets a deletion of nothing succeed.
    private func answer(
        _ request: ServiceRequest, _ call: FCMCall.TopicCall, _ topic: String,
        _ found: Registration
    ) throws(FCMRefusal) -> ServiceResponse {
        let isSubscribed = found.app.isSubscribed(to: topic, of: found.sender)
        let allowsMissing = try Self.allowsMissing(request)
        var change = TopicChange(topic: topic, senderID: found.sender, subscribes: true)
        if !isSubscribed, call.verb == .create || call.verb == .update && allowsMissing,
            found.app.hasAllTopics(of: found.sender)
        {
            throw .tooManyTopics
        }
        switch call.verb {
        case .create:
            guard !isSubscribed else {
                throw FCMRefusal(409, "Requested entity already exists")
            }
            try apply(change, to: found)
        case .update:
            guard isSubscribed || allowsMissing else { throw .noPath }
            try apply(change, to: found)
        case .delete:
            guard isSubscribed || allowsMissing else { throw .noPath }
            change.subscribes = false
            if isSubscribed { try apply(change, to: found) }
            return .google(200, .object([]))
        case .get, .list: guard isSubscribed else { throw .noPath }
        }
        let current = try registration(call.registration, call.project)
        let subscription = current.app.tokens.subscriptions.first {
            $0.topic == topic && $0.senderID == current.sender
        }
        return .google(200, Self.json(call, topic, since: subscription?.since ?? host.now))
    }

    /// The parameter `allow_missing`, which is a Boolean of JSON in either spelling of its name.
    private static func allowsMissing(_ request: ServiceRequest) throws(FCMRefusal) -> Bool {
        for name in ["allow_missing", "allowMissing"] {
            guard let text = request.queryValue(name) else { continue }
            guard ["true", "false"].contains(text) else { throw .malformedFlag(name, text) }
            return text == "true"
        }
        return false
    }

    /// Answers with the subscriptions of a registration in its project, or with a page of them.
    private func list(
        _ found: Registration, _ call: FCMCall.TopicCall, _ request: ServiceRequest
    ) throws(FCMRefusal) -> ServiceResponse {
        let entries = found.app.tokens.subscriptions.filter {
            found.app.isSubscribed(to: $0.topic, of: found.sender) && $0.senderID == found.sender
        }
        let page = try Self.page(of: entries.count, request)
        var answer: JSON = [
            "topicSubscriptions": .array(
                entries[page].map { Self.json(call, $0.topic, since: $0.since) })
        ]
        if page.upperBound < entries.count {
            answer["nextPageToken"] = .string(Self.pageToken(page.upperBound))
        }
        return .json(200, answer)
    }

    /// The page of a list that a request asks for; Google's interfaces refuse a negative size, and
    /// a token that they did not give (AIP-158).
    private static func page(
        of count: Int, _ request: ServiceRequest
    ) throws(FCMRefusal) -> Range<Int> {
        func value(_ names: [String]) -> String? { names.compactMap(request.queryValue).first }
        var size = count
        if let text = value(["pageSize", "page_size"]), !text.isEmpty {
            guard let number = Int(text), number >= 0 else { throw .malformedPage("page_size") }
            if number > 0 { size = number }
        }
        var start = 0
        if let token = value(["pageToken", "page_token"]), !token.isEmpty {
            guard let place = (0..<count).first(where: { pageToken($0) == token }) else {
                throw .malformedPage("page_token")
            }
            start = place
        }
        return start..<(start + min(size, count - start))
    }

    /// The token of the page that begins at a place.
    private static func pageToken(_ place: Int) -> String {
        Base64.url.text(Array("from \(place)".utf8), isPadded: false)
    }

    /// Returns a subscription as the API writes it.
    private static func json(_ call: FCMCall.TopicCall, _ topic: String, since: Tick) -> JSON {
        [
            "name": .string(
                "projects/\(call.project)/registrations/\(call.registration)"
                    + "/topicSubscriptions/\(topic)"),
            "topicName": .string(topic),
            "createTime": .string(InstantText.format(since.milliseconds)),
        ]
    }

    /// Finds the app of a registration that FCM still knows, in a project; `stranger` is the
    /// refusal if FCM knows it in another project only.
    func registration(
        _ named: String, _ project: String?, orOfAnotherProject stranger: FCMRefusal = .noPath
    ) throws(FCMRefusal) -> Registration {
        guard FCMAddress.isToken(named) || FCMAddress.isInstallation(named) else {
            throw .malformedRegistration
        }
        var refusal = FCMRefusal.noPath
        let found = try look { world -> Registration? in
            let wanted = project.map { Self.sender(of: $0, in: world) }
            var found: Registration?
            for app in world.devices.flatMap(\.apps) {
                guard let cached = app.tokens.registration(named), cached.isRegistered
                else { continue }
                guard wanted == nil || cached.senderID == wanted else {
                    refusal = stranger
                    continue
                }
                found = Registration(app: app, sender: cached.senderID)
            }
            return found
        }
        guard let found else { throw refusal }
        return found
    }

    /// Carries out a change; a failure of the workspace is 503.
    private func apply(
        _ change: TopicChange, to registration: Registration
    ) throws(FCMRefusal) {
        do throws(Failure) {
            _ = try host.arrive { (_, _) throws(Failure) in
                [PushArrival(change, of: registration.app.address)]
            }
        } catch {
            throw FCMRefusal(503, error.message)
        }
    }
}
