import PushBackends
import PushCrypto
import PushGateways
import PushModel
import PushRuntime
import PushSimulation
import PushText
import PushWire
import Testing

@testable import PushHost

/// KD-06, PL-01: APNs as `serve --apns` answers for it.
@Suite struct ServedAPNsTests {
    private static let bundleID = "com.example.myapp"
    private let host: ServedStage
    private let apns: ServedAPNs
    private let token: String
    /// The provider's token, which every request of a connection has to repeat.
    private let bearer = Self.jwt()

    init() throws {
        host = try ServedStage()
        apns = ServedAPNs(host)
        host.stage.run("app launch")
        host.stage.run("app background")
        token = try #require(host.world.app?.tokens.deviceToken)
    }

    private static func jwt() -> String {
        let claims = SenderClaims.provider(
            key: "PUSHSH0001", team: "PUSHSHTEAM", at: SystemClock.now().unixSeconds)
        let signature =
            ProviderSignature.sign(
                Array(claims.utf8), p8: ProviderSignature.makeKey().p8) ?? []
        return SenderClaims.token(claims, signature)
    }

    private func push(
        _ body: String = #"{"aps":{"alert":"Hi"}}"#, to token: String? = nil,
        topic: String? = bundleID, bearer: String? = nil,
        _ fields: [(String, String)] = [], connection: ServiceConnection? = nil
    ) -> Asked {
        var headers = [("authorization", "bearer " + (bearer ?? self.bearer))]
        if let topic { headers.append(("apns-topic", topic)) }
        return Asked(
            .apns, "POST", "/3/device/" + (token ?? self.token), headers + fields, body: body,
            connection: connection)
    }

    private func handle(_ asked: Asked...) { apns.handle(asked.map(\.exchange)) }

    @Test func `a push is answered with its ID, told, and there`() throws {
        let asked = push([("apns-id", "9AD2B8F2-7C2A-4C4B-9A6B-0123456789AB")])
        handle(asked)
        #expect(asked.status == 200 && asked.text.isEmpty)
        #expect(asked.header("apns-id") == "9AD2B8F2-7C2A-4C4B-9A6B-0123456789AB")
        let event = try #require(asked.header("pushsh-event"))
        #expect(host.lines.first == "pushed  \(event) to phone")
        #expect(host.stage.rows("SELECT id FROM notifications") == [event])
    }

    @Test func `a body of which only the beginning is kept is refused last, and why knows it`()
        throws
    {
        let start = String(repeating: "a", count: 5000)
        let (large, foreign) = (push(start), push(start, topic: "com.example.other"))
        apns.handle([large.cutExchange, foreign.cutExchange])
        #expect(large.status == 413 && large.json?["reason"] == "PayloadTooLarge")
        #expect(foreign.status == 400 && foreign.json?["reason"] == "DeviceTokenNotForTopic")
        let event = try #require(large.header("pushsh-event"))
        let why = host.stage.run("why \(event)").lines.joined(separator: "\n")
        #expect(why.contains("the body has over 5000 bytes, and at most 4096 are allowed"))
    }

    private func push(_ fields: [(String, String)]) -> Asked {
        push(#"{"aps":{"alert":"Hi"}}"#, fields)
    }

    /// Many senders name a priority always and a type never.
    @Test func `a push that is answered with 200 is not refused by the world`() throws {
        let asked = push(#"{"aps":{"content-available":1}}"#, [("apns-priority", "10")])
        handle(asked)
        #expect(asked.status == 200, "\(asked.text)")
        let event = try #require(asked.header("pushsh-event"))
        #expect(
            host.stage.rows("SELECT state FROM notifications WHERE id = '\(event)'") == ["silent"])
        #expect(!host.lines.contains { $0.contains("BadPriority") }, "\(host.lines)")
    }

    @Test func `a push without an ID gets one`() {
        let (one, two) = (push(), push())
        handle(one, two)
        let ids = [one, two].compactMap { $0.header("apns-id") }
        #expect(ids.count == 2 && ids[0] != ids[1])
        #expect(ids.allSatisfy { $0.utf8.count == 36 && $0 == $0.uppercased() })
    }

    /// Over a cleartext port nothing but the request names the environment.
    @Test(
        arguments: [
            ("api.push.apple.com", 400, false), ("api.sandbox.push.apple.com:443", 200, true),
            ("localhost:2197", 200, false), ("API.PUSH.APPLE.COM.", 400, false),
            ("Api.Sandbox.push.apple.com", 200, true),
        ])
    func `the host of a request chooses the environment where TLS names none`(
        host: String, status: Int, isSandbox: Bool
    ) {
        let asked = push([("host", host)])
        handle(asked)
        #expect(asked.status == status, "\(asked.text)")
        #expect((asked.header("apns-unique-id") != nil) == isSandbox)
    }

    /// The token is one of the development environment.
    @Test func `each request of a connection chooses its own environment`() {
        let hosts = ["api.sandbox.push.apple.com", "api.push.apple.com"]
        for host in hosts + hosts.reversed() {
            let asked = push([("host", host)])
            handle(asked)
            #expect(asked.status == (host == hosts[0] ? 200 : 400), "\(host): \(asked.text)")
        }
    }

    @Test func `pushes that wait together arrive in their order`() {
        let asked = (1...5).map {
            push("{\"aps\":{\"alert\":\"\($0)\"},\"message_id\":\"m\($0)\"}")
        }
        apns.handle(asked.map(\.exchange))
        #expect(asked.map { $0.header("pushsh-event") } == ["m1", "m2", "m3", "m4", "m5"])
        #expect(
            host.stage.rows("SELECT id FROM notifications ORDER BY sequence")
                == ["m1", "m2", "m3", "m4", "m5"])
    }

    /// What is wrong with a request, with the answer.
    private static let refusals: [(String, status: Int, reason: String)] = [
        ("token", 400, "BadDeviceToken"), ("topic", 400, "MissingTopic"),
        ("other topic", 400, "DeviceTokenNotForTopic"), ("provider", 403, "InvalidProviderToken"),
        ("empty", 400, "PayloadEmpty"), ("large", 413, "PayloadTooLarge"),
        ("id", 400, "BadMessageId"),
    ]

    private func wrong(_ what: String) -> Asked {
        switch what {
        case "token": push(to: String(repeating: "0", count: 64))
        case "topic": push(topic: nil)
        case "other topic": push(topic: "com.example.other")
        case "provider": push(bearer: "a.b")
        case "empty": push("")
        case "large":
            push(#"{"aps":{"alert":""# + String(repeating: "x", count: 4096) + #""}}"#)
        default: push([("apns-id", "no uuid")])
        }
    }

    @Test(arguments: refusals.indices) func `what is wrong is refused with Apple's reason`(
        index: Int
    ) throws {
        let (what, status, reason) = Self.refusals[index]
        let asked = wrong(what)
        handle(asked)
        #expect(asked.status == status, "\(asked.text)")
        #expect(asked.json?["reason"]?.stringValue == reason)
        let event = try #require(asked.header("pushsh-event"))
        #expect(host.lines.first?.hasPrefix("refused \(event): \(reason) (\(status)): ") == true)
        // `why` can be asked about it.
        let why = host.stage.run("why \(event)")
        #expect(why.failure == nil && why.lines.joined().contains(reason), "\(why.lines)")
    }

    @Test func `of several requests each has its own answer`() {
        let asked = [push(), wrong("topic"), push(), wrong("token")]
        apns.handle(asked.map(\.exchange))
        #expect(asked.map(\.status) == [200, 400, 200, 400])
        #expect(asked.allSatisfy { $0.answers.count == 1 })
    }

    @Test func `a path or method that APNs has not is told so`() {
        let path = Asked(.apns, "POST", "/3/devices/" + token, body: "{}")
        let method = Asked(.apns, "GET", "/3/device/" + token)
        handle(path, method)
        #expect(path.status == 404 && path.json?["reason"] == "BadPath")
        #expect(method.status == 405 && method.json?["reason"] == "MethodNotAllowed")
    }

    @Test func `a refused push has an ID for why, also without an app on the current device`()
        throws
    {
        host.stage.run("device add bare")
        host.stage.run("device use bare")
        let asked = push(to: String(repeating: "0", count: 64))
        handle(asked)
        let event = try #require(asked.header("pushsh-event"))
        let why = host.stage.run("why \(event)").lines
        #expect(
            why.first?.hasPrefix("broken  \(event): gateway: APNs answers BadDeviceToken") == true)
    }

    @Test func `a push on the port for channels has an ID for why, a call about channels none`()
        throws
    {
        let wrong = [
            Asked(.channels, "POST", "/3/device/" + token, body: #"{"aps":{"alert":"Hi"}}"#),
            channel("POST", "/1/apps/\(Self.bundleID)/channels"),
            Asked(.apns, "GET", "/1/apps/\(Self.bundleID)/channels"),
        ]
        apns.handle(wrong.map(\.exchange))
        let events = wrong.map { $0.header("pushsh-event") }
        let event = try #require(events[0])
        #expect(wrong[0].json?["reason"] == "BadPath" && events[1...] == [nil, nil])
        let why = host.stage.run("why \(event)").lines
        #expect(why.first?.hasPrefix("broken  \(event): gateway: APNs answers BadPath") == true)
        #expect(host.lines.first?.hasPrefix("refused \(event): BadPath (404): ") == true)
    }

    @Test func `a push for PushKit to the ordinary token is refused if that is asked for`() throws {
        let voip = [("apns-push-type", "voip")]
        let topic = Self.bundleID + ".voip"
        let taken = push(topic: topic, voip)
        handle(taken)
        #expect(taken.status == 200, "\(taken.text)")
        host.stage.run("config apns.tokens own")
        let (refused, alert) = (push(topic: topic, voip), push())
        handle(refused, alert)
        #expect(refused.json?["reason"] == "DeviceTokenNotForTopic" && alert.status == 200)
        let event = try #require(refused.header("pushsh-event"))
        let why = host.stage.run("why \(event)").lines
        #expect(
            why.first?.hasPrefix(
                "broken  \(event): gateway: APNs answers DeviceTokenNotForTopic (400): PushKit "
                    + "issues separate tokens for `voip`, ") == true)
        #expect(why.dropFirst().first?.contains("`config apns.tokens any`") == true)
    }

    @Test func `without a known key every well-formed token is taken, with one warning`() {
        handle(push())
        let other = push(bearer: Self.jwt(), connection: ServiceConnection(id: 9))
        handle(other)
        #expect(other.status == 200)
        #expect(
            host.warnings
                == ["no provider key is known here: any well-formed provider token is accepted"])
    }

    @Test func `the sandbox answers with an ID of its own`() {
        let sandbox = ServiceConnection(id: 1, serverName: "api.sandbox.push.apple.com")
        let production = ServiceConnection(id: 2, serverName: "api.push.apple.com")
        let environment = host.world.app?.tokens.deviceEnvironment
        let asked = push(connection: environment == "production" ? production : sandbox)
        handle(asked)
        #expect(asked.status == 200)
        let isSandbox = environment != "production"
        #expect((asked.header("apns-unique-id") != nil) == isSandbox)
        let other = push(connection: isSandbox ? production : sandbox)
        handle(other)
        #expect(other.json?["reason"] == "BadDeviceToken")
    }

    @Test func `a store that fails is an answer, and nothing is told to be pushed`() {
        host.obstacle = Failure(outside: .workspaceFull, "the disk is full")
        let (one, two) = (push(), push())
        handle(one, two)
        for asked in [one, two] {
            #expect(asked.status == 503 && asked.json?["reason"] == "ServiceUnavailable")
        }
        #expect(host.lines == ["refused 2 requests to APNs: the disk is full"])
    }

    @Test func `no request is no transaction`() {
        host.obstacle = Failure(outside: .workspaceFull, "the disk is full")
        apns.handle([])
        #expect(host.lines.isEmpty)
    }

    /// Stubs, with what becomes of one push and of the next.
    private static let stubs: [(stub: String, replies: [String], lines: [String])] = [
        (
            "apns reason=TooManyRequests retry-after=7 times=1", ["429 7", "200"],
            ["refused", "pushed "]
        ),
        ("apns delay=2s times=1", ["late 2000 200", "200"], ["pushed ", "pushed "]),
        (
            "apns reason=ServiceUnavailable delay=1s times=1", ["late 1000 503", "200"],
            ["refused", "pushed "]
        ),
        ("apns reset times=1", ["reset", "200"], ["dropped", "pushed "]),
        ("apns timeout times=1", ["silence", "200"], ["dropped", "pushed "]),
        (
            "apns goaway=IdleTimeout times=1", ["goaway IdleTimeout 200", "200"],
            ["pushed ", "pushed "]
        ),
    ]

    private static func text(_ reply: ServiceReply) -> String {
        switch reply {
        case .response(let response):
            let retry = response.headers.first { $0.name.lowercased() == "retry-after" }
            return "\(response.status)" + (retry.map { " " + $0.value } ?? "")
        case .late(let reply, let time): return "late \(time) \(text(reply))"
        case .goAway(let reason, let reply):
            let json = try? JSONParser.parse(reason)
            return "goaway \(json?["reason"]?.stringValue ?? "") \(text(reply))"
        case .silence: return "silence"
        case .reset: return "reset"
        case .hangUp: return "hang up"
        case .slow(let response, let time): return "slow \(time) \(response.status)"
        case .stream: return "stream"
        }
    }

    @Test(arguments: stubs.indices) func `a stub meets the pushes that it was made for`(
        index: Int
    ) {
        let (stub, replies, lines) = Self.stubs[index]
        #expect(host.stage.run("stub " + stub).failure == nil)
        let (one, two) = (push(), push())
        handle(one)
        handle(two)
        #expect((one.answers + two.answers).map(Self.text) == replies)
        let told = host.lines.filter { line in
            ["pushed ", "refused", "dropped"].contains { line.hasPrefix($0) }
        }
        #expect(told.map { String($0.prefix(7)) } == lines, "\(host.lines)")
        #expect(host.world.surroundings.network.stubs.isEmpty)
    }

    @Test func `of two pushes that wait together a stub for one meets the first`() {
        host.stage.run("stub apns reason=InternalServerError times=1")
        let (one, two) = (push(), push())
        handle(one, two)
        #expect(one.status == 500 && two.status == 200)
    }

    @Test func `a token that is gone since the index was made is not served from memory`() throws {
        handle(push())
        host.stage.run("app uninstall")
        let asked = push()
        handle(asked)
        #expect(asked.status == 410 && asked.json?["reason"] == "Unregistered")
        #expect(asked.json?["timestamp"]?.intValue != nil)
    }

    @Test func `a token that came and went since the index was made is dead, not unknown`() throws {
        handle(push())
        for line in ["device add other", "app install", "app launch"] { host.stage.run(line) }
        let gone = try #require(host.world.app?.tokens.deviceToken)
        for line in ["app uninstall", "device use phone"] { host.stage.run(line) }
        let asked = push(to: gone)
        handle(asked)
        #expect(asked.status == 410 && asked.json?["reason"] == "Unregistered", "\(asked.text)")
        let unknown = push(to: String(repeating: "ab", count: 32))
        handle(unknown)
        #expect(unknown.status == 400 && unknown.json?["reason"] == "BadDeviceToken")
    }

    private func channel(
        _ method: String, _ path: String, _ fields: [(String, String)] = [], body: String = ""
    ) -> Asked {
        Asked(
            path.hasPrefix("/4/") ? .apns : .channels, method, path,
            [("authorization", "bearer " + bearer)] + fields, body: body)
    }

    @Test func `a channel is made, listed, sent to and deleted`() throws {
        let apps = "/1/apps/\(Self.bundleID)"
        let made = channel(
            "POST", apps + "/channels",
            body: #"{"message-storage-policy":1,"push-type":"LiveActivity"}"#)
        handle(made)
        #expect(made.status == 201, "\(made.text)")
        let id = try #require(made.header("apns-channel-id"))
        #expect(made.header("apns-request-id")?.isEmpty == false)
        #expect(made.header("apns-unique-id") == nil)
        #expect(host.takeLines().first == "channel \(id) is made")
        let list = channel("GET", apps + "/all-channels")
        handle(list)
        let channels = list.json?["channels"]?.arrayValue?.map(\.stringValue)
        #expect(list.status == 200 && channels == [id])
        #expect(host.takeLines().first?.hasPrefix("told    ") == true)
        let sent = channel(
            "POST", "/4/broadcasts/apps/\(Self.bundleID)",
            [
                ("apns-channel-id", id), ("apns-push-type", "liveactivity"),
                ("apns-expiration", "0"), ("apns-priority", "10"),
            ],
            body: #"{"aps":{"timestamp":1767225600,"event":"update","content-state":{}}}"#)
        handle(sent)
        #expect(sent.status == 200, "\(sent.text)")
        #expect(sent.header("apns-unique-id")?.utf8.count == 36)
        #expect(sent.header("apns-channel-id") == nil)
        #expect(host.takeLines().first?.hasSuffix("to the channel \(id)") == true)
        let event = try #require(sent.header("pushsh-event"))
        let why = host.stage.run("why \(event)").lines
        #expect(
            why.first
                == "broken  \(event): gateway: APNs accepted it, but no Live Activity was "
                + "subscribed to the channel")
        // The phone has iOS 17.5, which knows no channels.
        let cure = why.dropFirst().first ?? ""
        #expect(cure.contains("`device add newer --os 18.0`"), "\(cure)")
        #expect(cure.contains("`activity start TYPE --channel \(id.asWord)`"), "\(cure)")
        let gone = channel("DELETE", apps + "/channels", [("apns-channel-id", id)])
        handle(gone)
        #expect(gone.status == 204)
        let again = channel("DELETE", apps + "/channels", [("apns-channel-id", id)])
        handle(again)
        #expect(again.json?["reason"]?.stringValue == "ChannelNotRegistered", "\(again.text)")
        #expect(host.lines.last?.hasPrefix("refused a request about channels: ") == true)
    }

    @Test(
        arguments: [
            ("apns-expiration", nil, "a push to a channel needs `apns-expiration`"),
            ("apns-expiration", "1767999999", "the channel's policy stores nothing for later"),
            (
                "apns-priority", "2",
                "`apns-priority` is not 10, 5 or 1, or it is 10 for a background push"
            ),
            ("apns-priority", nil, "a push to a channel needs `apns-priority`"),
        ] as [(String, String?, String)])
    func `a broadcast that is refused is told what a broadcast needs`(
        field: String, value: String?, cause: String
    ) throws {
        let made = channel(
            "POST", "/1/apps/\(Self.bundleID)/channels",
            body: #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#)
        handle(made)
        let id = try #require(made.header("apns-channel-id"))
        let fields = [
            ("apns-channel-id", id), ("apns-push-type", "liveactivity"), ("apns-expiration", "0"),
            ("apns-priority", "10"),
        ]
        let sent = channel(
            "POST", "/4/broadcasts/apps/\(Self.bundleID)",
            fields.filter { $0.0 != field } + (value.map { [(field, $0)] } ?? []),
            body: #"{"aps":{"timestamp":1767225600,"event":"update","content-state":{}}}"#)
        _ = host.takeLines()
        handle(sent)
        #expect(sent.status == 400)
        let line = try #require(host.lines.last)
        #expect(line.hasSuffix((value.map { "found `\($0)`: " } ?? "") + cause), "\(line)")
    }

    @Test func `of two deletions of one moment the second finds nothing`() throws {
        let apps = "/1/apps/\(Self.bundleID)/channels"
        let made = channel(
            "POST", apps, body: #"{"message-storage-policy":0,"push-type":"LiveActivity"}"#)
        handle(made)
        let id = try #require(made.header("apns-channel-id"))
        let (one, two) = (
            channel("DELETE", apps, [("apns-channel-id", id)]),
            channel("DELETE", apps, [("apns-channel-id", id)])
        )
        handle(one, two)
        #expect(one.status == 204 && two.status == 400)
        #expect(two.json?["reason"]?.stringValue == "ChannelNotRegistered")
    }
}
