import PushModel
import PushPayload
import PushSimulation
import PushText

/// Judges messages to FCM one after the other, and collects the resulting pushes.
public struct FCMBench {
    private let world: World
    /// Reads the tokens of the history, for an address that no app has now.
    private let tokens: () -> [TokenRow]
    private let now: Tick
    /// A copy whose planted faults are used up here; the world uses up its own.
    private var network: Network
    /// The connection that brought the next message; nil if none did.
    public var connection: Int?
    /// The pushes for the world.
    public private(set) var arrivals: [AddressedPush] = []
    /// How many of them FCM sends: the world counts these, so no name is given twice.
    private var sent: Int64 = 0

    /// Makes a bench over a world as it is at an instant.
    public init(_ world: World, now: Tick, tokens: @escaping () -> [TokenRow]) {
        self.world = world
        self.tokens = tokens
        self.now = now
        network = world.surroundings.network
    }

    /// Finds a message's recipients, and adds its pushes to the arrivals.
    ///
    /// - Parameters:
    ///   - message: the message.
    ///   - project: the ID or the number of the sending project.
    ///   - fault: set to what a stub lets FCM do with the message.
    /// - Returns: the name that FCM gives the message.
    /// - Throws: FCM's refusal.
    public mutating func judge(
        _ message: FCMRequest, of project: String, fault: inout GatewayFault?
    ) throws(FCMRefusal) -> String {
        // A dry run meets the stubs, and leaves them to what is sent.
        let stubs = network.stubs
        defer { if message.isDryRun { network.stubs = stubs } }
        let gateway = FCMGateway(world, senderID: Self.sender(of: project, in: world))
        let recipients = try gateway.recipients(of: message.target) { named in
            Self.lastHolder(of: named, in: world, tokens())
        }
        let activity = FCMGateway.activity(of: message, in: world, tokens)
        let number = world.surroundings.counters.nextMessage + sent
        var refusal: FCMRefusal?
        if recipients.isEmpty {
            // FCM's limits on a message and its faults do not depend on who is subscribed.
            let nobody = AppAddress(
                device: world.nearestApp?.device ?? world.device.name, bundleID: "")
            var push = try gateway.push(
                of: message, to: .init(app: nobody, address: nil), activity: activity, at: now,
                number: number)
            push.connection = connection
            push.unfollowed = message.audience
            let planted = network.takeFCMFault(of: .init(fcm: push))
            fault = planted
            if !message.isDryRun { send(push, to: nobody) }
            refusal = planted.flatMap { GatewayRefusal($0, at: .fcm) }.map { FCMRefusal($0) }
            if let seconds = planted?.retryAfter { refusal?.retryAfter = seconds }
        }
        // What FCM refuses for the first subscriber, it refuses for all of them.
        var recorded: RefusedRequest?
        var selection = gateway.selection(of: message, recipients)
        for recipient in recipients {
            var push = try gateway.push(
                of: message, to: recipient, activity: activity, at: now, number: number)
            push.connection = connection
            push.audience = selection
            selection = nil
            let planted = plantedFault(for: push, to: recipient.app, gateway)
            if refusal != nil {
                push.answered = recorded
            } else {
                fault = fault ?? planted
                recorded = planted.flatMap { GatewayRefusal($0, at: .fcm) }?.recorded
                let answer = answer(to: &push, of: message, recipient.app, gateway, planted)
                // The answers of a topic's devices reach nobody.
                if !message.target.isTopic || planted?.outcome ?? .taken != .taken {
                    refusal = answer
                }
                if let seconds = planted?.retryAfter { refusal?.retryAfter = seconds }
            }
            guard !message.isDryRun else { continue }
            send(push, to: recipient.app)
        }
        if let refusal { throw refusal }
        let id =
            message.isDryRun
            ? FCMGateway.validatedID : FCMGateway.messageID(at: now, number: number)
        return "projects/\(project)/messages/\(id)"
    }

    /// FCM's answer to a push, which is its own or APNs'; nil if both accept it.
    ///
    /// The world does not know the topic, so the push brings APNs' judgement on it along.
    private mutating func answer(
        to push: inout Push, of message: FCMRequest, _ app: AppAddress, _ gateway: FCMGateway,
        _ planted: GatewayFault?
    ) -> FCMRefusal? {
        if let refusal = gateway.refusal(of: push, to: app, in: &network) { return refusal }
        guard let misfit = FCMGateway.misfit(of: message, to: app, in: world) else {
            push.noteTokenIssuer()
            return nil
        }
        var record = misfit.record(ofTopic: message.target.isTopic)
        if planted != nil { record.request = gateway.request(of: push, to: app) }
        push.answered = record
        return misfit
    }

    /// The fault that a stub plants for a push; it is not used up.
    private func plantedFault(
        for push: Push, to app: AppAddress, _ gateway: FCMGateway
    ) -> GatewayFault? {
        guard !network.stubs.isEmpty else { return nil }
        return network.fcmFault(of: gateway.request(of: push, to: app))
    }

    private mutating func send(_ push: Push, to app: AppAddress) {
        arrivals.append(AddressedPush(push, to: app))
        sent += 1
    }

    /// Records a message that FCM refuses by itself in the history of the app that it names, or
    /// else of the current one, so that `why` can explain it.
    ///
    /// - Parameters:
    ///   - body: the request; nil if it is not JSON.
    ///   - refusal: FCM's own refusal.
    ///   - stage: how far the message got.
    ///   - fault: set to that of a stub that comes before FCM's check.
    /// - Returns: the refusal that the sender gets.
    public mutating func refuse(
        _ body: JSON?, _ refusal: FCMRefusal, at stage: GatewayRequest.Stage,
        fault: inout GatewayFault?
    ) -> FCMRefusal {
        let message = body?["message"]
        let named = message?["token"]?.stringValue ?? message?["fid"]?.stringValue
        let holder = named.flatMap { named in
            world.devices.flatMap(\.apps).first { $0.tokens.registration(named) != nil }?.address
                ?? Self.lastHolder(of: named, in: world, tokens())
        }
        guard let app = holder ?? world.nearestApp else { return refusal }
        var push = Push(
            payload: Payload(keepingTextOf: [:]), byteCount: 0,
            id: message?["data"]?["message_id"]?.stringValue, bundleID: app.bundleID)
        push.answered = refusal.recorded
        defer { arrivals.append(AddressedPush(push, to: app)) }
        guard !network.stubs.isEmpty else { return refusal }
        let request = GatewayRequest(unread: message, connection: connection, stage: stage)
        let isDryRun = ["validate_only", "validateOnly"].contains {
            body?[$0]?.boolValue == true
        }
        fault = isDryRun ? network.fcmFault(of: request) : network.takeFCMFault(of: request)
        guard let met = fault else { return refusal }
        let planted = GatewayRefusal(met, at: .fcm)
        // The world meets the same stub, and uses it up, unless this is a dry run.
        if !isDryRun { push.answered?.request = request }
        guard let planted else { return refusal }
        if isDryRun { push.answered = planted.recorded }
        var answer = FCMRefusal(planted)
        answer.retryAfter = met.retryAfter ?? answer.retryAfter
        return answer
    }

    /// Returns the sender ID of a project, by its ID or number; an unknown project is its own.
    public static func sender(of project: String, in world: World) -> String {
        for device in world.devices.indices {
            let found = world.devices[device].apps.withUnsafeBufferPointer { apps in
                apps.indices.first { apps[$0].settings.firebase?.projectID == project }
            }
            guard let found else { continue }
            return world.devices[device].apps[found].settings.firebase?.senderID ?? project
        }
        return world.surroundings.earlierProjects.first { $0.projectID == project }?.senderID
            ?? project
    }

    /// Returns the app that a token of a kind belonged to earlier, if it still exists.
    public static func lastHolder(
        of token: String, kind: String = "registration", in world: World, _ rows: [TokenRow]
    ) -> AppAddress? {
        guard let row = rows.last(where: { $0.kind == kind && $0.token == token }),
            world.devices.flatMap(\.apps).contains(where: { $0.address == row.app })
        else { return nil }
        return row.app
    }
}

extension GatewayRequest {
    /// Makes the properties of a message that FCM refuses, as far as it can be read.
    fileprivate init(unread message: JSON?, connection: Int?, stage: Stage) {
        self.init(
            token: message?["token"]?.stringValue ?? message?["fid"]?.stringValue,
            topic: message?["topic"]?.stringValue, connection: connection, stage: stage)
        let condition = message?["condition"]?.stringValue.flatMap { FCMCondition($0) }
        if let condition { topics = condition.topics }
    }
}
