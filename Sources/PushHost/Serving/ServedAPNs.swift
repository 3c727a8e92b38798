import PushBackends
import PushCrypto
import PushGateways
import PushPayload
import PushRuntime
import PushSimulation
import PushText
import PushWire

/// APNs over HTTP/2: requests that wait together arrive in one transaction, and are answered after
/// it.
///
/// Those that wait together are judged against one state of the world, before any of them arrives.
final class ServedAPNs {
    let host: any GatewayHost
    /// Each connection's certificate, and the token that it used last.
    private var connections: [UInt64: APNsConnection] = [:]
    /// The app of each token, and the newest change of a token that it knows; made anew if tokens
    /// have changed.
    private var index: (tokens: TokenIndex, lastChange: Int64)?
    private var isWarned = false
    private var uuids = RandomUUID.Source()

    /// The number of connections remembered; beyond it the oldest are forgotten.
    private static let connectionLimit = 4096

    init(_ host: any GatewayHost) { self.host = host }

    /// A request with its outcome.
    final class Judged {
        let exchange: Exchange
        let request: APNsRequest
        var verdict = APNsVerdict()
        /// The fault that a stub plants in APNs' handling of the push.
        var fault: GatewayFault?
        /// The index of the push among those that arrive; nil if it does not.
        var place: Int?
        /// The verdict on a request about broadcast channels.
        var channel: ChannelVerdict?
        /// Returns the request's connection, counted from 1; nil if no stub asks for it.
        func connection(in network: Network) -> Int? {
            network.choosesConnections ? exchange.request.connectionNumber : nil
        }

        init(_ exchange: Exchange) {
            self.exchange = exchange
            let request = exchange.request
            var asked = APNsRequest(
                method: request.method, path: request.path,
                fields: request.headers.map { .init($0.name, $0.value) }, body: request.body)
            asked.isCut = request.isCut
            self.request = asked
        }
    }

    /// Answers requests in their order; an answer leaves only once what it acknowledges is stored.
    func handle(_ exchanges: [Exchange]) {
        guard !exchanges.isEmpty else { return }
        var judged: [Judged] = []
        do throws(Failure) {
            let reports = try host.arrive { (world, history) throws(Failure) in
                judged = []
                let gateway = gateway(
                    world, try tokens(of: exchanges, world, history))
                var network = world.surroundings.network
                var arrivals: [PushArrival] = []
                for exchange in exchanges {
                    let found = judge(exchange, gateway, world)
                    if let arrival = arrival(found, gateway, world, &network) {
                        found.place = arrivals.count
                        arrivals.append(arrival)
                    }
                    judged.append(found)
                }
                return arrivals
            }
            var lines: [String] = []
            for found in judged { lines += answer(found, found.place.map { reports[$0] }) }
            host.tell(lines)
        } catch {
            for exchange in exchanges {
                exchange.answer(.response(ServiceKind.apns.refusal(503, error.message)))
            }
            host.tell(["refused \(exchanges.count) requests to APNs: \(error.message)"])
        }
    }

    /// Returns the index of tokens for some requests.
    ///
    /// A token that came and went since the index was made left those in use as they were, so an
    /// unknown one is looked for in the history again.
    private func tokens(
        of exchanges: [Exchange], _ world: World, _ history: any History
    ) throws(Failure) -> TokenIndex {
        if let index, index.tokens.isCurrent(in: world) {
            let isKnown = exchanges.allSatisfy { exchange in
                let token = APNsRequest.deviceToken(inPath: exchange.request.path)
                return token.isEmpty || index.tokens[token] != nil
            }
            if isKnown { return index.tokens }
            if try history.lastToken() == index.lastChange { return index.tokens }
        }
        let lastChange = try history.lastToken()
        let tokens = TokenIndex(world, history: try history.allTokens())
        index = (tokens, lastChange)
        return tokens
    }

    /// Returns the gateway over a world; without known keys it takes any well-formed token, and
    /// says so once.
    private func gateway(_ world: World, _ tokens: TokenIndex) -> APNsGateway {
        let keys = world.surroundings.providerKeys
        if keys.isEmpty, !isWarned {
            isWarned = true
            host.warn(
                "no provider key is known here: any well-formed provider token is accepted")
        }
        var gateway = APNsGateway(
            keys: keys, tokens: tokens, now: SystemClock.now().unixSeconds
        ) { token, key in
            guard let point = Hex.bytes(key.publicKey.utf8) else { return false }
            return ProviderSignature.isValid(token.signature, over: token.signed, key: point)
        }
        gateway.teams = world.teams(by: keys)
        gateway.spellsAsDocumented = world.surroundings.config.spellsReasonsAsDocumented
        gateway.distinguishesTokens = world.surroundings.config.distinguishesTokens
        return gateway
    }

    /// Judges a request on its connection, which is remembered.
    private func judge(
        _ exchange: Exchange, _ gateway: APNsGateway, _ world: World
    ) -> Judged {
        let request = exchange.request
        let id = request.connection?.id ?? 0
        var connection = connections[id] ?? Self.connection(of: request)
        connection.environment = GatewayAddress.environment(of: Self.hostName(request))
        let judged = Judged(exchange)
        let manages = exchange.service == .channels
        if manages || judged.request.isAboutChannels {
            judged.channel = gateway.judge(
                judged.request, manages: manages, on: &connection, in: world)
        } else {
            judged.verdict = gateway.judge(judged.request, on: &connection)
        }
        if connections.count >= Self.connectionLimit, connections[id] == nil,
            let oldest = connections.keys.min()
        {
            connections[oldest] = nil
        }
        connections[id] = connection
        return judged
    }

    /// The host that a client means: by TLS, or by the request where TLS names none of Apple's.
    private static func hostName(_ request: ServiceRequest) -> String? {
        let name = request.connection?.serverName
        if let name, GatewayAddress.environment(of: name) != nil { return name }
        return request.header("host") ?? name
    }

    /// Returns a new connection as TLS describes it.
    private static func connection(of request: ServiceRequest) -> APNsConnection {
        let name = hostName(request)
        let certificate = request.connection?.certificate.map {
            APNsConnection.Certificate(
                bundleID: $0.bundleID, topics: $0.topics, environment: $0.environment,
                fault: $0.fault)
        }
        return APNsConnection(
            environment: GatewayAddress.environment(of: name), certificate: certificate)
    }

    /// Returns the push that arrives in the world: an accepted one, or the trace of a refused one
    /// for `why`.
    private func arrival(
        _ found: Judged, _ gateway: APNsGateway, _ world: World, _ network: inout Network
    ) -> PushArrival? {
        let request = found.request
        if let channel = found.channel {
            switch channel.outcome {
            case .change(let action): return PushArrival(.channel(action))
            case .broadcast(let push):
                found.fault = network.takeAPNsFault(
                    of: .init(
                        token: channel.channel ?? "", topic: push.bundleID,
                        connection: found.connection(in: network)))
                var push = push
                push.connection = found.connection(in: network)
                return PushArrival(.broadcast(push))
            case .refused(let refusal): return trace(found, refusal, gateway, world, &network)
            case .answer: return nil
            }
        }
        switch found.verdict.outcome {
        case .accepted(var push):
            guard let app = found.verdict.app else { return nil }
            if !network.stubs.isEmpty {
                push.connection = found.connection(in: network)
                found.fault = network.takeAPNsFault(
                    of: .init(
                        token: request.deviceToken.lowercased(), topic: app.bundleID,
                        connection: push.connection))
            }
            return PushArrival(push, on: app.device)
        case .refused(let refusal): return trace(found, refusal, gateway, world, &network)
        }
    }

    /// Returns the trace of a refused push; a stub may come before the check that refuses it.
    private func trace(
        _ found: Judged, _ refusal: APNsRefusal, _ gateway: APNsGateway, _ world: World,
        _ network: inout Network
    ) -> PushArrival? {
        let connection = found.connection(in: network)
        let isKnown = found.channel?.isProviderKnown ?? found.verdict.isProviderKnown
        return gateway.trace(
            of: found.request, refusal, in: world,
            stage: isKnown ? .identified : .received, connection: connection,
            meeting: &network, fault: &found.fault
        ).map(PushArrival.init)
    }
}

extension ServedAPNs {
    /// Answers a request.
    ///
    /// - Returns: the lines to report.
    private func answer(_ judged: Judged, _ report: ArrivalReport?) -> [String] {
        if let channel = judged.channel { return answer(judged, channel, report) }
        let id = judged.verdict.id ?? uuids.next()
        var headers = [HeaderField("apns-id", id)]
        if let name = Self.hostName(judged.exchange.request), GatewayAddress.isSandbox(name) {
            headers.append(HeaderField("apns-unique-id", uuids.next().lowercased()))
        }
        if let event = report?.id { headers.append(HeaderField(event: event)) }
        var response: ServiceResponse
        var line: String
        switch refusal(judged, report) {
        case nil:
            response = ServiceResponse(status: 200, headers: headers)
            line = "pushed  \(report?.id ?? id) to \(judged.verdict.app?.device ?? "")"
        case let refusal?:
            response = .json(refusal.answer.status, refusal.body, headers)
            line =
                "refused \(report?.id ?? id): \(refusal.answer.reason) "
                + "(\(refusal.answer.status)): \(refusal.cause)"
        }
        if judged.fault?.isAnswered == false {
            line = "dropped \(report?.id ?? id): a stub leaves it without an answer"
        }
        response.opensStreams = judged.verdict.isProviderKnown
        if let seconds = judged.fault?.retryAfter {
            response.headers.append(HeaderField("retry-after", String(seconds)))
        }
        judged.exchange.answer(judged.fault?.reply(response) ?? .response(response))
        return [line] + (report?.lines ?? [])
    }

    /// Returns the refusal to send: a planted one, the gateway's, or the world's.
    private func refusal(_ judged: Judged, _ report: ArrivalReport?) -> APNsRefusal? {
        if let planted = judged.fault?.answer(at: .apns) {
            return APNsRefusal(planted: planted, at: host.now)
        }
        if case .refused(let refusal) = judged.verdict.outcome { return refusal }
        guard let refusal = report?.refusal else { return nil }
        // The world knows the app's devices better than the token index does.
        return APNsRefusal(refusal.code == .payloadTooLarge ? "PayloadTooLarge" : "BadDeviceToken")
    }
}

/// The effects of a planted fault on an answer, which both gateways share.
extension GatewayFault {
    /// Whether the sender gets an answer.
    var isAnswered: Bool { outcome != .silence && outcome != .reset }

    /// Returns an answer as the sender gets it.
    func reply(_ response: ServiceResponse) -> ServiceReply {
        switch outcome {
        case .silence: return .silence
        case .reset: return .reset
        case .taken, .refused: break
        }
        var reply =
            slowMilliseconds > 0
            ? ServiceReply.slow(response, milliseconds: slowMilliseconds) : .response(response)
        if let goAway {
            let reason: JSON = ["reason": .string(goAway)]
            // Google documents no reason of its own.
            reply = .goAway(reason: goAway.isEmpty ? [] : Array(reason.text.utf8), after: reply)
        }
        return delayMilliseconds > 0 ? .late(reply, milliseconds: delayMilliseconds) : reply
    }
}
