import PushModel
import PushPayload
import PushSimulation
import PushText

/// APNs' provider API as a function: a request becomes a push for an app, or a refusal.
///
/// The order of the checks is the documented one as far as Apple states it: the form of the
/// headers, the credentials, the device token, the topic, the payload.
public struct APNsGateway {
    /// The keys of the developer accounts; if empty, every well-formed provider token is accepted.
    public var keys: [ProviderKey]
    /// The index of device tokens, by which a token's app is found.
    public var tokens: TokenIndex
    /// The developer team of each bundle ID; the key of another team may not send to it.
    public var teams: [String: String] = [:]
    /// The provider's clock, in Unix seconds, which also made `iat` and `apns-expiration`.
    public var now: Int64
    /// Whether a reason with two spellings has the one of Apple's page rather than the one that
    /// senders report from the wire.
    public var spellsAsDocumented = false
    /// Whether the app's ordinary token is refused for push types that have tokens of their own.
    public var distinguishesTokens = false
    /// Whether a signature over the bytes was made with a key; the edge checks it.
    public var isSigned: (ProviderToken, ProviderKey) -> Bool

    /// Makes a gateway.
    public init(
        keys: [ProviderKey], tokens: TokenIndex, now: Int64,
        isSigned: @escaping (ProviderToken, ProviderKey) -> Bool
    ) {
        self.keys = keys
        self.tokens = tokens
        self.now = now
        self.isSigned = isSigned
    }

    /// Judges a request; the connection remembers its provider.
    public func judge(_ request: APNsRequest, on connection: inout APNsConnection) -> APNsVerdict {
        var verdict = APNsVerdict()
        do throws(APNsRefusal) {
            try checkAddress(request)
            var headers = try APNsHeaders(request)
            verdict.id = headers.id
            try checkProvider(request, &connection)
            verdict.isProviderKnown = true
            let place = try place(request, connection)
            verdict.app = place.app
            let topic = try topic(headers, place, connection)
            headers.type = headers.type ?? TopicFit.impliedType(by: topic, place)
            try check(topic, headers, place, connection)
            verdict.outcome = .accepted(try push(request, headers, place))
        } catch {
            // An answer carries the request's ID whatever else is wrong with it.
            verdict.id = verdict.id ?? APNsHeaders.id(of: request)
            verdict.outcome = .refused(error)
        }
        return verdict
    }

    /// Checks that the path and the method are those of pushes to devices.
    private func checkAddress(_ request: APNsRequest) throws(APNsRefusal) {
        guard request.isForDevice else {
            throw APNsRefusal(
                "BadPath",
                because: "the path `\(RequestPath.shown(request.path))` is not one of APNs'")
        }
        guard request.address == request.path else {
            throw APNsRefusal(
                "BadPath", because: "the path goes on after the device token, with a query")
        }
        guard request.method == "POST" else {
            throw APNsRefusal(
                "MethodNotAllowed", because: "the method is \(request.method.prefix(20)), not POST")
        }
    }

    /// Returns the app that the token in the path leads to.
    private func place(
        _ request: APNsRequest, _ connection: APNsConnection
    ) throws(APNsRefusal) -> TokenIndex.Place {
        let token = request.deviceToken
        guard !token.isEmpty else { throw APNsRefusal("MissingDeviceToken") }
        guard token.utf8.count.isMultiple(of: 2), token.withBytes({ $0.allSatisfy(Hex.isDigit) })
        else { throw APNsRefusal(.deviceTokenForm) }
        guard let entry = tokens[token] else { throw APNsRefusal("BadDeviceToken") }
        let place: TokenIndex.Place
        switch entry {
        case .live(let found), .dead(let found, _): place = found
        }
        if let wanted = connection.environment, !place.environment.isEmpty,
            wanted != place.environment
        {
            throw APNsRefusal("BadDeviceToken")
        }
        if case .dead(_, let since) = entry {
            var refusal = APNsRefusal("Unregistered", since: since, app: place.app)
            if place.isOfEndedActivity { refusal.fault = .activityEnded }
            throw refusal
        }
        return place
    }

    private func check(
        _ topic: String, _ headers: APNsHeaders, _ place: TokenIndex.Place,
        _ connection: APNsConnection
    ) throws(APNsRefusal) {
        try checkCertificate(headers, place, connection)
        guard Self.isWellFormed(topic) else { throw APNsRefusal("BadTopic", app: place.app) }
        let fit = TopicFit(
            topic: topic, type: headers.type, place: place,
            distinguishesTokens: distinguishesTokens)
        let base = fit.bundleID
        guard mayNotify(base, as: topic, connection) else {
            throw disallowed(topic, place, connection)
        }
        if base == place.app.bundleID || headers.type == .mdm,
            let clause = teamFault(of: connection, to: base)
        {
            var refusal = APNsRefusal(.appOfOtherTeam, app: place.app)
            refusal.clause = clause
            throw refusal
        }
        try fit.check()
    }

    /// The topic of a request; a certificate of one topic implies it (A-RESP).
    private func topic(
        _ headers: APNsHeaders, _ place: TokenIndex.Place, _ connection: APNsConnection
    ) throws(APNsRefusal) -> String {
        if let topic = headers.topic { return topic }
        let covered = connection.certifiedTopics
        if covered.count == 1 { return covered[0] }
        guard !covered.isEmpty else { throw APNsRefusal("MissingTopic", app: place.app) }
        throw APNsRefusal(
            "MissingTopic", app: place.app,
            because: "`apns-topic` is missing, and the certificate has \(covered.count) topics")
    }

    private func disallowed(
        _ topic: String, _ place: TokenIndex.Place, _ connection: APNsConnection
    ) -> APNsRefusal {
        let covered = connection.certifiedTopics
        let key = keys.first { $0.id == connection.key?.id }
        let topics = covered.isEmpty ? key?.topics ?? [] : covered
        guard !topics.isEmpty else { return APNsRefusal("TopicDisallowed", app: place.app) }
        let credential = covered.isEmpty ? "key `\(key?.id ?? "")`" : "certificate"
        var refusal = APNsRefusal(
            "TopicDisallowed", app: place.app,
            because:
                "the \(credential) covers \(topics.map { "`\($0)`" }.joined(separator: ", ")), "
                + "and not `\(DisplayWidth.truncated(topic, to: 100))`")
        if topics.contains(where: { $0.lowercased() == topic.lowercased() }) {
            refusal.fault = .topicCase
            refusal.clause?.append(": they differ in upper and lower case")
        }
        return refusal
    }

    /// Whether the certificate of a connection covers a topic, or its key the topic's app.
    func mayNotify(
        _ bundleID: String, as topic: String, _ connection: APNsConnection
    ) -> Bool {
        let covered = connection.certifiedTopics
        if !covered.isEmpty { return covered.contains(topic) }
        guard let key = keys.first(where: { $0.id == connection.key?.id }) else { return true }
        return key.topics.isEmpty || key.topics.contains(bundleID)
    }

    /// Why the team of a connection's provider token may not send to an app, as a clause; nil if it
    /// may, or if either team is unknown.
    ///
    /// A key is for the topics of its own team (A-TOKAUTH).
    func teamFault(of connection: APNsConnection, to bundleID: String) -> String? {
        guard let own = connection.key?.team, let team = teams[bundleID], own != team else {
            return nil
        }
        return "the provider token is of team `\(DisplayWidth.truncated(own, to: 100))`, and "
            + "`\(bundleID)` belongs to team `\(team)`"
    }

    /// Whether a topic has only letters, digits, hyphens and dots, as bundle IDs have.
    static func isWellFormed(_ topic: String) -> Bool {
        !topic.isEmpty && topic.utf8.count <= 255
            && topic.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Returns the JSON object of a body, or where its text breaks.
    private static func object(_ body: [UInt8]) -> (object: JSON?, fault: String) {
        do {
            let root = try JSONParser.parse(body, .apple)
            guard root.objectMembers != nil else {
                return (nil, " (found \(root.kindName), wanted an object)")
            }
            return (root, "")
        } catch {
            return (nil, " (byte \(error.span.start + 1): \(error.message))")
        }
    }

    /// Returns the push that the request asks for.
    private func push(
        _ request: APNsRequest, _ headers: APNsHeaders, _ place: TokenIndex.Place
    ) throws(APNsRefusal) -> Push {
        guard !request.body.isEmpty else { throw APNsRefusal("PayloadEmpty", app: place.app) }
        let limit = (headers.type ?? .alert).payloadLimit
        guard request.body.count <= limit else {
            throw APNsRefusal(
                "PayloadTooLarge", app: place.app,
                because: "the body has \(request.isCut ? "over " : "")\(request.body.count) bytes, "
                    + "and at most \(limit) are allowed")
        }
        let (object, fault) = Self.object(request.body)
        var push = Push(
            payload: Payload(keepingTextOf: object ?? [:]), byteCount: request.body.count,
            pushType: headers.type?.rawValue, priority: headers.priority,
            collapseID: headers.collapseID, bundleID: place.app.bundleID)
        if place.isForActivities { push.activity = .token(request.deviceToken.lowercased()) }
        if let note = TopicFit.note(on: headers.type) { push.notes.append(note) }
        if object == nil {
            push.warnings.append(
                "the body is not a JSON object\(fault), for which APNs has no reason")
        }
        if let aps = object?["aps"], aps.objectMembers == nil, headers.type?.reader == nil {
            push.warnings.append(
                "`aps` is \(aps.kindName), wanted an object: iOS reads no key in it")
        }
        if let expiration = headers.expiration {
            push.expire(at: expiration, now: now)
        }
        return push
    }
}

extension APNsGateway {
    /// Returns the app that a device token leads to, or led to; nil if it was never issued here.
    public func holder(of token: String) -> AppAddress? {
        switch tokens[token] {
        case .live(let place), .dead(let place, _): place.app
        case nil: nil
        }
    }

    /// Returns the history's record of a refused push, and the app whose history keeps it: the
    /// one that the request names, or else the nearest.
    ///
    /// - Returns: nil for a request that manages channels, which is no push, and in a world without
    ///   apps.
    public func trace(
        of request: APNsRequest, _ refusal: APNsRefusal, in world: World
    ) -> AddressedPush? {
        let call = ChannelRequest.calls(at: request.path)
        guard call?.calls.values.contains(where: \.isManagement) != true else { return nil }
        let named = call.flatMap { call in
            world.devices.lazy.flatMap(\.apps).first { $0.address.bundleID == call.bundleID }
        }
        guard let app = holder(of: request.deviceToken) ?? named?.address ?? world.nearestApp
        else { return nil }
        return AddressedPush(trace(of: request, refusal, at: app), to: app)
    }

    /// Returns the history's record of a refused push that may meet a stub before the check that
    /// refuses it.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - refusal: the gateway's own refusal.
    ///   - world: holds the apps.
    ///   - stage: how far the request gets.
    ///   - connection: the number of its connection, if a stub asks for it.
    ///   - network: a copy of the world's, whose stubs are used up here; the world uses up its own.
    ///   - fault: set to the fault of the stub that it meets.
    /// - Returns: the record; nil as above.
    public func trace(
        of request: APNsRequest, _ refusal: APNsRefusal, in world: World,
        stage: GatewayRequest.Stage, connection: Int?, meeting network: inout Network,
        fault: inout GatewayFault?
    ) -> AddressedPush? {
        guard var trace = trace(of: request, refusal, in: world), !network.stubs.isEmpty else {
            return trace(of: request, refusal, in: world)
        }
        let properties = properties(of: request, stage, connection)
        fault = network.takeAPNsFault(of: properties)
        if fault != nil { trace.push.answered?.request = properties }
        return trace
    }

    /// A refused request as the stubs of APNs choose it: by its token or channel, and by the app
    /// that these lead to, or that the path or `apns-topic` names.
    private func properties(
        of request: APNsRequest, _ stage: GatewayRequest.Stage, _ connection: Int?
    ) -> GatewayRequest {
        let call = ChannelRequest.calls(at: request.path)
        var token = request.deviceToken.lowercased()
        if call != nil { token = request.field("apns-channel-id") ?? "" }
        return GatewayRequest(
            token: token.utf8.count <= 512 ? token : nil,
            topic: call?.bundleID ?? holder(of: request.deviceToken)?.bundleID
                ?? request.field("apns-topic"),
            connection: connection, stage: stage)
    }

    /// Returns the record of a refused push: message ID, payload and answer.
    func trace(
        of request: APNsRequest, _ refusal: APNsRefusal, at app: AppAddress
    ) -> Push {
        let isKept = request.body.count <= PushType.voip.payloadLimit
        let root = isKept ? try? JSONParser.parse(request.body, .apple) : nil
        let object = root?.objectMembers == nil ? nil : root
        var push = Push(
            payload: Payload(keepingTextOf: object ?? [:]), byteCount: request.body.count,
            pushType: request.field("apns-push-type").flatMap(PushType.init)?.rawValue,
            bundleID: app.bundleID)
        push.answered = RefusedRequest(
            refusal.answer, found: refusal.found, fault: refusal.fault)
        return push
    }
}
