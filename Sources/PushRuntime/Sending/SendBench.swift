import PushGateways
import PushModel
import PushPayload
import PushSimulation
import PushText

/// The embedded APNs as `send` sees it: a separate connection, and the sender's credential.
struct SendBench {
    private var gateway: APNsGateway
    private var connection: APNsConnection
    /// The header field that identifies the sender; nil = a certificate.
    private let authorization: String?

    /// Makes the bench from a session's world, whose tokens are all known.
    init(
        _ session: Session, _ credential: SenderCredential?, _ environment: String?,
        _ port: (any SendPort)?
    ) throws(Failure) {
        let world = session.world
        let rows = try session.edge.history.allTokens()
        let keys = world.surroundings.providerKeys
        gateway = APNsGateway(
            keys: keys, tokens: TokenIndex(world, history: rows),
            now: session.edge.wallClock().unixSeconds
        ) { port?.isSigned($0, by: $1) ?? true }
        // The keys of a workspace say nothing of the teams of a real account.
        let isKnown = keys.contains { $0.id == credential?.keyID }
        gateway.teams = world.teams(by: isKnown ? keys : [])
        gateway.spellsAsDocumented = world.surroundings.config.spellsReasonsAsDocumented
        gateway.distinguishesTokens = world.surroundings.config.distinguishesTokens
        switch credential?.kind {
        case .p8:
            authorization = try credential.map { (credential) throws(Failure) in
                guard let port else { throw Failure.notSupported }
                return "bearer " + (try port.providerToken(credential))
            }
            connection = APNsConnection(environment: environment)
        case .p12, .pem, .serviceAccount, nil:
            // Without a credential the gateway assumes the sender that the topic belongs to.
            authorization = nil
            connection = APNsConnection(
                environment: environment,
                certificate: .init(
                    bundleID: credential?.topic, topics: credential?.certifiedTopics ?? [],
                    environment: credential?.environment))
        }
    }

    /// Judges a request for a target.
    mutating func judge(_ request: APNsRequest) -> APNsVerdict {
        gateway.judge(signed(request), on: &connection)
    }

    /// Judges a request for a broadcast channel.
    mutating func judge(_ request: APNsRequest, in world: World) -> ChannelVerdict {
        gateway.judge(signed(request), manages: false, on: &connection, in: world)
    }

    private func signed(_ request: APNsRequest) -> APNsRequest {
        var request = request
        if let authorization { request.fields.append(.init("authorization", authorization)) }
        return request
    }

    /// The trace of a refused push, for the history; a stub may come before the check that refuses
    /// it.
    func trace(
        of request: APNsRequest, _ refusal: APNsRefusal, in world: World, isSenderKnown: Bool,
        meeting network: inout Network, fault: inout GatewayFault?
    ) -> PushArrival? {
        gateway.trace(
            of: request, refusal, in: world, stage: isSenderKnown ? .identified : .received,
            connection: nil, meeting: &network, fault: &fault
        ).map(PushArrival.init)
    }

    /// The entry of a device token in the index; nil if it is unknown.
    func entry(of token: String) -> TokenIndex.Entry? { gateway.tokens[token] }

    /// Judges a letter as it would be for a token of the right app in the right environment, or
    /// for a channel of that app.
    ///
    /// Before a push leaves for Apple the workspace may not know the account: with
    /// `sparesStrangers` only the form of such credentials counts.
    mutating func rehearse(
        _ letter: SendLetter, to target: SendTarget? = nil, sparesStrangers: Bool = true
    ) -> APNsRefusal? {
        let suffix = letter.type.topicSuffix
        let topic = letter.topic ?? ""
        let bundleID = topic.hasSuffix(suffix) ? String(topic.dropLast(suffix.count)) : topic
        let known = gateway.keys
        if sparesStrangers, let authorization,
            let own = try? ProviderToken(String(authorization.dropFirst(7))),
            !known.contains(where: { $0.id == own.key.id })
        {
            gateway.keys = []
        }
        defer { gateway.keys = known }
        if case .channel(let id)? = target { return rehearse(letter, toChannel: id, of: bundleID) }
        let token = String(repeating: "ab", count: 32)
        gateway.tokens.admit(
            token,
            at: .init(
                app: AppAddress(device: "", bundleID: bundleID), environment: "",
                isForActivities: letter.type == .liveactivity))
        let request = letter.request(to: .device(token), id: nil)
        guard case .refused(let refusal) = judge(request).outcome else { return nil }
        return refusal
    }

    /// Judges a letter for a channel of which nothing is known but that it exists, in a world
    /// without apps: which of them may use channels is for the real gateway to say.
    private mutating func rehearse(
        _ letter: SendLetter, toChannel id: String, of bundleID: String
    ) -> APNsRefusal? {
        var world = World()
        world.devices = []
        world.surroundings.channels = [
            BroadcastChannel(id: id, bundleID: bundleID, environment: "", policy: .newest)
        ]
        let request = letter.request(to: .channel(id), id: nil)
        guard case .refused(let refusal) = judge(request, in: world).outcome else { return nil }
        return refusal
    }
}
