import PushModel
import PushPayload
import PushSimulation
import PushText
import Testing

@testable import PushGateways

/// Whom a message reaches in a world, and what its sender is told.
@Suite struct FCMGatewayTests {
    private static func launched(_ changes: [Action] = []) throws -> World {
        var world = World()
        var step = Step()
        for action in [Action.app(.launch)] + changes { try world.reduce(action, into: &step) }
        return world
    }

    private static let sender = "123456789012"

    private func verdict(
        _ world: World, _ target: FCMTarget, from sender: String = sender
    ) throws -> FCMRefusal? {
        let gateway = FCMGateway(world, senderID: sender)
        let recipient = try #require(
            try gateway.recipients(of: target) { _ in
                AppAddress(device: "phone", bundleID: "com.example.myapp")
            }.first)
        let request = try FCMRequest(
            ["message": ["notification": ["title": "T"]]], target: target)
        let push = try gateway.push(
            of: request, to: recipient, activity: nil, at: world.surroundings.now, number: 1)
        var network = world.surroundings.network
        return gateway.refusal(of: push, to: recipient.app, in: &network)
    }

    private func token(_ world: World) throws -> String {
        try #require(world.app?.tokens.cached(Self.sender)?.token)
    }

    @Test func `a live token of the project is reached, and so is its installation`() throws {
        let world = try Self.launched()
        let token = try token(world)
        #expect(try verdict(world, .token(token)) == nil)
        #expect(try verdict(world, .installation(String(token.prefix(22)))) == nil)
    }

    @Test func `another project is not the token's sender`() throws {
        let world = try Self.launched()
        let refusal = try verdict(world, .token(try token(world)), from: "210987654321")
        #expect(refusal?.errorCode == "SENDER_ID_MISMATCH")
    }

    @Test func `an app's earlier project goes on sending to the tokens it issued (MG-01)`() throws {
        let project = FirebaseProject(
            projectID: "new", senderID: "210987654321", googleAppID: "1:210987654321:ios:ff",
            bundleID: "com.example.myapp")
        let world = try Self.launched([.app(.update(version: nil, firebase: project))])
        let sender = FCMBench.sender(of: "example-push", in: world)
        #expect(sender == Self.sender)
        #expect(try verdict(world, .token(try token(world)), from: sender) == nil)
        let other = FCMBench.sender(of: "new", in: world)
        #expect(
            try verdict(world, .token(try token(world)), from: other)?.errorCode
                == "SENDER_ID_MISMATCH")
    }

    @Test func `a token that was replaced is unregistered, and the new one is not`() throws {
        let before = try token(Self.launched())
        let world = try Self.launched([.token(.refresh)])
        #expect(try verdict(world, .token(before))?.errorCode == "UNREGISTERED")
        #expect(try verdict(world, .token(try token(world))) == nil)
    }

    @Test func `a dead token is unregistered before it is another project's`() throws {
        let world = try Self.launched([.token(.expire)])
        let refusal = try verdict(world, .token(try token(world)), from: "210987654321")
        #expect(refusal?.errorCode == "UNREGISTERED")
    }

    @Test func `without the APNs key FCM tells of APNs' refusal`() throws {
        let world = try Self.launched([.app(.set(key: "firebase.apns-key", value: "off"))])
        let refusal = try verdict(world, .token(try token(world)))
        #expect(refusal?.errorCode == "THIRD_PARTY_AUTH_ERROR")
        #expect(refusal?.apnsAnswer?.status == 403)
    }

    @Test func `an address that nobody ever had is unregistered`() throws {
        let gateway = FCMGateway(try Self.launched(), senderID: Self.sender)
        let refusal = #expect(throws: FCMRefusal.self) {
            try gateway.recipients(of: .token(FCMRequestTests.token)) { _ in nil }
        }
        #expect(refusal?.errorCode == "UNREGISTERED")
    }

    /// FCM's answer to a message, and the pushes that come of it.
    private func answer(
        _ world: World, _ message: JSON
    ) throws -> (refusal: FCMRefusal?, pushes: [Push]) {
        var bench = FCMBench(world, now: world.surroundings.now) { [] }
        var fault: GatewayFault?
        do throws(FCMRefusal) {
            _ = try bench.judge(
                try FCMRequest(["message": message]), of: "example-push", fault: &fault)
        } catch { return (error, bench.arrivals.map(\.push)) }
        return (nil, bench.arrivals.map(\.push))
    }

    private static func headers(_ type: String?, _ topic: String?) -> JSON {
        let members = [("apns-push-type", type), ("apns-topic", topic)].compactMap { key, value in
            value.map { JSON.Member(key: key, value: .string($0)) }
        }
        return ["headers": .object(members)]
    }

    @Test(arguments: [
        ("com.example.myapp", nil), ("com.example.myapp.voip", "DeviceTokenNotForTopic"),
        ("com.x", "DeviceTokenNotForTopic"), ("com.example.myapp.other", "DeviceTokenNotForTopic"),
        ("", "MissingTopic"), ("com x", "BadTopic"),
    ])
    func `an apns-topic of another app is what APNs refuses, and FCM passes that on`(
        _ topic: String, _ reason: String?
    ) throws {
        let world = try Self.launched()
        let (refusal, pushes) = try answer(
            world,
            [
                "token": .string(try token(world)), "notification": ["title": "T"],
                "apns": Self.headers(nil, topic),
            ])
        #expect(refusal?.apnsAnswer?.reason == reason)
        #expect(refusal?.status == reason.map { _ in 400 })
        #expect(pushes.count == 1)
        #expect(pushes.first?.answered?.fault == reason.map { _ in .topicOfOtherApp })
        #expect(pushes.first?.answered?.answer.reason == reason.map { _ in "INVALID_ARGUMENT" })
    }

    @Test(arguments: PushType.allCases, [false, true])
    func `[TD-01] a push type and a topic that APNs refuses for a token, FCM refuses as well`(
        _ type: PushType, isStrict: Bool
    ) throws {
        var world = try Self.launched()
        world.surroundings.config.distinguishesTokens = isStrict
        let app = try #require(world.app)
        let topics = Set(PushType.allCases.map { app.address.bundleID + $0.topicSuffix })
        for topic in topics.sorted() + ["com.x"] {
            var gateway = APNsGateway(
                keys: [], tokens: TokenIndex(world, history: []), now: 0
            ) { _, _ in true }
            gateway.distinguishesTokens = isStrict
            var connection = APNsConnection(certificate: .init(bundleID: topic))
            let request = APNsRequest(
                path: "/3/device/" + (app.tokens.deviceToken ?? ""),
                fields: [.init("apns-push-type", type.rawValue), .init("apns-topic", topic)],
                body: Array(#"{"aps":{"alert":"T"}}"#.utf8))
            var wanted: String?
            if case .refused(let refusal) = gateway.judge(request, on: &connection).outcome {
                wanted = refusal.answer.reason
            }
            // Location pushes want a provider token, which FCM has.
            if type == .location, wanted == "TopicDisallowed" { continue }
            let (refusal, pushes) = try answer(
                world,
                [
                    "token": .string(try token(world)), "notification": ["title": "T"],
                    "apns": Self.headers(type.rawValue, topic),
                ])
            #expect(refusal?.apnsAnswer?.reason == wanted, "\(topic)")
            let notes = pushes.first?.notes.filter { $0.contains("issues separate tokens") }
            let isNoted = wanted == nil && type.tokenIssuer != nil
            #expect((notes?.isEmpty == false) == isNoted, "\(topic)")
        }
    }

    @Test func `[TD-14] without a topic FCM sends the app's own, which does not fit each type`()
        throws
    {
        let world = try Self.launched([.token(.subscribe(topic: "news"))])
        let message: JSON = [
            "token": .string(try token(world)), "notification": ["title": "T"],
            "apns": Self.headers("voip", nil),
        ]
        let (refusal, pushes) = try answer(world, message)
        #expect(refusal?.status == 400 && refusal?.errorCode == "INVALID_ARGUMENT")
        #expect(refusal?.apnsAnswer?.reason == "DeviceTokenNotForTopic")
        #expect(pushes.first?.answered?.fault == .typeNotOfMessages)
        // To a topic FCM has answered before it asks APNs.
        var toTopic = message
        toTopic["token"] = nil
        toTopic["topic"] = "news"
        let answered = try answer(world, toTopic)
        #expect(answered.refusal == nil)
        #expect(answered.pushes.first?.answered?.answer.reason == "DeviceTokenNotForTopic")
        #expect(answered.pushes.first?.answered?.fault == .typeNotOfMessages)
        // Nobody follows it, so APNs is not asked.
        toTopic["topic"] = "sale"
        #expect(try answer(world, toTopic).refusal == nil)
    }

    @Test func `a registration that FCM does not know is refused before APNs judges the topic`()
        throws
    {
        let world = try Self.launched([.token(.expire)])
        let (refusal, _) = try answer(
            world,
            [
                "token": .string(try token(world)), "notification": ["title": "T"],
                "apns": Self.headers("voip", nil),
            ])
        #expect(refusal?.errorCode == "UNREGISTERED")
    }

    @Test(arguments: ["token", "topic"])
    func `a message for a Live Activity without its token is what APNs refuses, too`(
        _ target: String
    ) throws {
        var world = try Self.launched([.token(.subscribe(topic: "news"))])
        world.devices[0].apps[0].settings.supportsActivities = true
        let gateway = FCMGateway(world, senderID: Self.sender)
        let request = try FCMRequest([
            "message": [
                target: target == "topic" ? "news" : .string(try token(world)),
                "apns": [
                    "headers": ["apns-push-type": "liveactivity"],
                    "payload": ["aps": ["event": "end", "timestamp": 1_767_225_600]],
                ],
            ]
        ])
        let recipient = try #require(
            try gateway.recipients(of: request.target) { _ in nil }.first)
        let push = try gateway.push(
            of: request, to: recipient, activity: nil, at: world.surroundings.now, number: 1)
        var network = world.surroundings.network
        let refusal = gateway.refusal(of: push, to: recipient.app, in: &network)
        #expect(refusal?.status == 400 && refusal?.errorCode == "INVALID_ARGUMENT")
        #expect(refusal?.apnsAnswer?.reason == "DeviceTokenNotForTopic")
        #expect(refusal?.recorded.fault == .activityTokenMissing)
    }

    @Test(
        arguments: [
            ("live", nil, nil, nil), ("LIVE", nil, nil, nil),
            ("live", "alert", nil, "DeviceTokenNotForTopic"),
            ("live", nil, "com.example.myapp", "DeviceTokenNotForTopic"),
            ("live", nil, "com.example.myapp.push-type.liveactivity", nil),
            ("device", nil, nil, "DeviceTokenNotForTopic"), ("ended", nil, nil, "Unregistered"),
            ("abcd", nil, nil, "BadDeviceToken"),
        ] as [(String, String?, String?, String?)])
    func `APNs judges a Live Activity's token, type and topic, and FCM passes that on`(
        _ named: String, _ type: String?, _ topic: String?, _ reason: String?
    ) throws {
        let world = try Self.launched([
            .app(.set(key: "activities", value: "on")),
            .activity(.start(ActivityRequest("Bus"))),
        ])
        let app = try #require(world.app)
        let live = try #require(app.activities.all.first?.token)
        let tokens = [
            "live": live, "LIVE": live.uppercased(), "device": app.tokens.deviceToken,
            "ended": String(repeating: "e", count: 64),
        ]
        let members = [("apns-push-type", type), ("apns-topic", topic)].compactMap { key, value in
            value.map { JSON.Member(key: key, value: .string($0)) }
        }
        let request = try FCMRequest([
            "message": [
                "token": .string(try token(world)),
                "apns": [
                    "headers": .object(members),
                    "live_activity_token": .string(tokens[named].flatMap(\.self) ?? named),
                    "payload": ["aps": ["event": "end", "timestamp": 1_767_225_600]],
                ],
            ]
        ])
        let history = TokenRow(
            app: app.address, kind: TokenRow.activity, token: String(repeating: "e", count: 64),
            scope: "live-0", change: .retired, reason: "", at: world.surroundings.now)
        var bench = FCMBench(world, now: world.surroundings.now) { [history] }
        var refusal: FCMRefusal?
        var fault: GatewayFault?
        do throws(FCMRefusal) {
            _ = try bench.judge(request, of: Self.sender, fault: &fault)
        } catch { refusal = error }
        #expect(refusal?.apnsAnswer?.reason == reason)
        #expect(refusal?.errorCode == reason.map { _ in "INVALID_ARGUMENT" })
    }

    @Test(arguments: [
        ("topic", 2047, true), ("topic", 2048, false), ("token", 3900, true),
        ("token", 4096, false),
    ])
    func `a message to a topic has 2,048 bytes of keys and values, for APNs 4,096 in all`(
        _ target: String, _ count: Int, _ isTaken: Bool
    ) throws {
        let world = try Self.launched()
        let token = try token(world)
        let request = try FCMRequest([
            "message": .object([
                .init(key: target, value: target == "topic" ? "news" : .string(token)),
                .init(key: "data", value: ["k": .string(String(repeating: "x", count: count))]),
            ])
        ])
        let app = try #require(world.app?.address)
        var refusal: FCMRefusal?
        do throws(FCMRefusal) {
            _ = try FCMGateway(world, senderID: Self.sender).push(
                of: request, to: .init(app: app, address: nil), activity: nil,
                at: world.surroundings.now, number: 1)
        } catch { refusal = error }
        #expect((refusal == nil) == isTaken, "\(refusal?.found ?? "")")
        if !isTaken { #expect(refusal?.recorded.fault == .messageTooLong) }
    }

    @Test func `[TD-14] a message that other apps of the project do not get is for a selection`()
        throws
    {
        let request = try FCMRequest(["message": ["topic": "news", "notification": ["title": "T"]]])
        func selection(_ changes: [Action]) throws -> Occurrence.Audience? {
            let world = try Self.launched([.token(.subscribe(topic: "news"))] + changes)
            let gateway = FCMGateway(world, senderID: Self.sender)
            return gateway.selection(
                of: request, try gateway.recipients(of: request.target) { _ in nil })
        }
        let second: [Action] = [
            .device(.add(name: "tab", model: nil, os: nil)),
            .app(.install(.treasureData, bundleID: nil)),
        ]
        #expect(try selection([]) == nil)
        // An app that never ran cannot subscribe, and its user misses the message all the same.
        #expect(try selection(second) == .topic("news"))
        #expect(try selection(second + [.app(.launch)]) == .topic("news"))
        let follows = second + [.app(.launch), .token(.subscribe(topic: "news"))]
        #expect(try selection(follows) == nil)
        #expect(try selection([.token(.unsubscribe(topic: "news"))] + second) == nil)
    }

    @Test func `a topic reaches its subscribers in its project alone`() throws {
        let world = try Self.launched([.token(.subscribe(topic: "news"))])
        let ours = FCMGateway(world, senderID: Self.sender)
        #expect(try ours.recipients(of: .topic("news")) { _ in nil }.count == 1)
        #expect(try ours.recipients(of: .topic("sale")) { _ in nil }.isEmpty)
        let other = FCMGateway(world, senderID: "210987654321")
        #expect(try other.recipients(of: .topic("news")) { _ in nil }.isEmpty)
        let request = try FCMRequest([
            "message": ["condition": "!('sale' in topics)", "notification": ["title": "T"]]
        ])
        #expect(try ours.recipients(of: request.target) { _ in nil }.count == 1)
        #expect(try other.recipients(of: request.target) { _ in nil }.isEmpty)
    }
}
