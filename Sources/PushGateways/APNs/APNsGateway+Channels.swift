import PushModel
import PushPayload
import PushSimulation
import PushText

/// APNs' verdict on a request about broadcast channels.
public struct ChannelVerdict: Equatable, Sendable {
    /// The outcome of a request.
    public enum Outcome: Equatable, Sendable {
        /// The world creates or deletes a channel.
        case change(ChannelAction)
        /// A push to everything that is subscribed.
        case broadcast(Push)
        /// An answer that changes nothing.
        case answer(JSON)
        case refused(APNsRefusal)
    }

    /// `apns-request-id` of the request, which the answer repeats; nil if the edge creates one.
    public var id: String?
    /// The channel that the request names.
    public var channel: String?
    /// Whether the credentials were accepted.
    public var isProviderKnown = false
    /// The bundle ID in the path, if no app here has it: the channel's pushes reach nobody.
    public var strangeBundleID: String?
    /// The outcome of the request.
    public var outcome = Outcome.refused(APNsRefusal("InternalServerError"))
}

extension APNsGateway {
    /// Judges a request about broadcast channels; the connection remembers its provider.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - manages: whether it arrived where channels are managed, not where pushes are sent.
    ///   - connection: the provider's identity so far.
    ///   - world: holds the channels.
    /// - Returns: the verdict on the request.
    public func judge(
        _ request: APNsRequest, manages: Bool, on connection: inout APNsConnection, in world: World
    ) -> ChannelVerdict {
        var verdict = ChannelVerdict()
        // An answer carries the request's ID whatever else is wrong with it.
        verdict.id = request.answerID(manages: manages).own
        do throws(APNsRefusal) {
            let found = ChannelRequest.calls(at: request.path)
            guard let found, found.calls.values.contains(where: { $0.isManagement == manages })
            else { throw APNsRefusal(.channelPath) }
            guard let call = found.calls[request.method] else {
                throw found.calls["POST"] != nil
                    ? manages ? APNsRefusal(.channelMethod) : APNsRefusal("MethodNotAllowed")
                    : APNsRefusal(.channelListMethod)
            }
            let headers = try APNsHeaders(request)
            if let id = request.field("apns-request-id"), !UUIDText.isWhole(id) {
                throw APNsRefusal(.requestID, detail: id)
            }
            try checkProvider(request, &connection)
            verdict.isProviderKnown = true
            let bundleID = found.bundleID
            try checkTopic(bundleID, connection, world)
            verdict.channel = request.field("apns-channel-id")
            if !isKnown(bundleID, in: world) { verdict.strangeBundleID = bundleID }
            let place = ChannelPlace(
                bundleID: bundleID, environment: connection.environment ?? "", world: world)
            verdict.outcome = try outcome(of: call, request, headers, place)
        } catch {
            verdict.outcome = .refused(error)
        }
        return verdict
    }

    private func isKnown(_ bundleID: String, in world: World) -> Bool {
        world.devices.contains { $0.apps.contains { $0.address.bundleID == bundleID } }
    }

    /// Checks the bundle ID in the path, which the credentials must cover.
    private func checkTopic(
        _ bundleID: String, _ connection: APNsConnection, _ world: World
    ) throws(APNsRefusal) {
        guard Self.isWellFormed(bundleID) else {
            throw APNsRefusal("TopicDisallowed", because: "the path has no bundle ID")
        }
        let known = world.devices.lazy.flatMap(\.apps).map(\.address.bundleID)
        if !known.contains(bundleID) {
            let suffix = PushType.allCases.lazy.map(\.topicSuffix).first {
                !$0.isEmpty && bundleID.hasSuffix($0)
            }
            // A bundle ID may itself end in `.voip`, but hardly in `.push-type.liveactivity`.
            if let suffix,
                suffix.hasPrefix(".push-type.")
                    || known.contains(String(bundleID.dropLast(suffix.count)))
            {
                throw APNsRefusal(.channelTopic, detail: bundleID)
            }
            if known.contains(where: { $0.lowercased() == bundleID.lowercased() }) {
                throw APNsRefusal(.channelCase, detail: bundleID)
            }
        }
        guard mayNotify(bundleID, as: bundleID, connection) else {
            throw APNsRefusal("TopicMismatch")
        }
        if let clause = teamFault(of: connection, to: bundleID) {
            throw APNsRefusal("TopicMismatch", because: clause)
        }
    }

    /// The app and environment in which a request looks for channels.
    private struct ChannelPlace {
        let bundleID: String
        let environment: String
        let world: World

        var channels: [BroadcastChannel] {
            world.surroundings.channels.filter {
                $0.bundleID == bundleID && $0.isIn(environment)
            }
        }

        /// The channel that a request names.
        func channel(_ request: APNsRequest) throws(APNsRefusal) -> BroadcastChannel {
            guard let id = request.field("apns-channel-id") else {
                throw APNsRefusal("MissingChannelId")
            }
            guard Base64.plain.isWhole(id) else { throw APNsRefusal("BadChannelId", detail: id) }
            guard let found = channels.first(where: { $0.id == id }) else {
                throw APNsRefusal("ChannelNotRegistered", detail: id)
            }
            return found
        }
    }

    private func outcome(
        of call: ChannelRequest, _ request: APNsRequest, _ headers: APNsHeaders,
        _ place: ChannelPlace
    ) throws(APNsRefusal) -> ChannelVerdict.Outcome {
        switch call {
        case .create: return .change(try creation(request, place))
        case .read:
            let channel = try place.channel(request)
            return .answer([
                "message-storage-policy": .int(channel.policy.rawValue),
                "push-type": "LiveActivity",
            ])
        case .delete: return .change(.delete(id: try place.channel(request).id))
        case .list:
            return .answer(["channels": .array(place.channels.map { .string($0.id) })])
        case .send: return .broadcast(try broadcast(request, headers, place))
        }
    }

    private func creation(
        _ request: APNsRequest, _ place: ChannelPlace
    ) throws(APNsRefusal) -> ChannelAction {
        guard !request.body.isEmpty else { throw APNsRefusal("PayloadEmpty") }
        guard let body = try? JSONParser.parse(request.body), body.objectMembers != nil else {
            throw APNsRefusal("BadRequestPayload")
        }
        let known = ["message-storage-policy", "push-type"]
        if let other = body.objectMembers?.first(where: { !known.contains($0.key) }) {
            throw APNsRefusal("BadRequestParams", detail: other.key)
        }
        guard let type = body["push-type"] else { throw APNsRefusal("MissingPushType") }
        guard type.stringValue == "LiveActivity" else {
            throw APNsRefusal(.channelType, detail: type.text)
        }
        guard let number = body["message-storage-policy"]?.intValue,
            let policy = BroadcastChannel.Policy(rawValue: number)
        else { throw APNsRefusal("MissingChannelQueueSize") }
        if let reason = place.world.channelRefusal(for: place.bundleID, in: place.environment) {
            throw APNsRefusal(reason)
        }
        return .create(bundleID: place.bundleID, policy, environment: place.environment)
    }

    private func broadcast(
        _ request: APNsRequest, _ headers: APNsHeaders, _ place: ChannelPlace
    ) throws(APNsRefusal) -> Push {
        guard let id = request.field("apns-channel-id") else {
            throw APNsRefusal("MissingChannelId")
        }
        guard let type = headers.type else { throw APNsRefusal("MissingPushType") }
        guard type == .liveactivity else {
            throw APNsRefusal(.broadcastType, detail: type.rawValue)
        }
        guard let expiration = headers.expiration else {
            throw APNsRefusal(.broadcastExpiration)
        }
        guard let priority = headers.priority else { throw APNsRefusal(.broadcastPriority) }
        let seconds = expiration == 0 ? 0 : Int(min(max(1, expiration - now), 2_592_000))
        if let reason = place.world.broadcastRefusal(
            of: id, to: place.bundleID, in: place.environment, bytes: request.body.count,
            seconds: seconds)
        {
            switch reason {
            case "BadExpirationDate":
                throw APNsRefusal(.channelStoresNothing, detail: String(expiration))
            case "PayloadTooLarge", "PayloadEmpty": throw APNsRefusal(reason)
            default: throw APNsRefusal(reason, detail: id)
            }
        }
        let root = try? JSONParser.parse(request.body, .apple)
        let object = root?.objectMembers == nil ? nil : root
        var push = Push(
            payload: Payload(keepingTextOf: object ?? [:]), byteCount: request.body.count,
            pushType: type.rawValue, priority: priority, bundleID: place.bundleID)
        push.activity = .channel(id)
        push.timeToLive = seconds
        return push
    }
}
