import PushModel
import PushPayload
import PushSimulation
import PushText
import Testing

@testable import PushGateways

/// KD-06: what APNs makes of requests about broadcast channels, and of ActivityKit's tokens.
@Suite struct ChannelTests {
    private static let bundleID = "com.example.myapp"
    private static let now: Int64 = 1_767_225_600
    private var world = World()
    private let channel: String
    private let loose: String
    private let foreign: String

    init() throws {
        var step = Step()
        try world.reduce(.app(.set(key: "activities", value: "on")), into: &step)
        try world.reduce(.app(.launch), into: &step)
        try world.reduce(.activity(.start(ActivityRequest("A"))), into: &step)
        for (bundleID, policy) in [
            (Self.bundleID, BroadcastChannel.Policy.newest), (Self.bundleID, .none),
            ("com.example.other", .none),
        ] {
            try world.reduce(
                .channel(.create(bundleID: bundleID, policy, environment: "")), into: &step)
        }
        let ids = world.surroundings.channels.map(\.id)
        (channel, loose, foreign) = (ids[0], ids[1], ids[2])
    }

    private func gateway() -> APNsGateway {
        APNsGateway(keys: [], tokens: TokenIndex(world, history: []), now: Self.now) { _, _ in
            true
        }
    }

    private func request(
        _ method: String, _ path: String, _ fields: [String: String?] = [:], body: String = ""
    ) -> APNsRequest {
        // {"alg":"ES256","kid":"K"} and {"iss":"T","iat":1767225600}
        let token =
            "eyJhbGciOiJFUzI1NiIsImtpZCI6IksifQ."
            + "eyJpc3MiOiJUIiwiaWF0IjoxNzY3MjI1NjAwfQ.AQID"
        var all: [String: String?] = ["authorization": "bearer " + token]
        all.merge(fields) { $1 }
        return APNsRequest(
            method: method, path: path,
            fields: all.compactMap { name, value in value.map { .init(name, $0) } }
                .sorted { $0.name < $1.name },
            body: Array(body.utf8))
    }

    private func outcome(
        _ request: APNsRequest, manages: Bool = true, environment: String? = nil
    ) -> ChannelVerdict.Outcome {
        var connection = APNsConnection(environment: environment)
        return gateway().judge(request, manages: manages, on: &connection, in: world).outcome
    }

    private func reason(
        _ request: APNsRequest, manages: Bool = true, environment: String? = nil
    ) -> String? {
        guard
            case .refused(let refusal) = outcome(
                request, manages: manages, environment: environment)
        else { return nil }
        return refusal.answer.reason
    }

    private static let channels = "/1/apps/com.example.myapp/channels"
    private static let sending = "/4/broadcasts/apps/com.example.myapp"
    private static let body = #"{"message-storage-policy": 1, "push-type": "LiveActivity"}"#

    @Test func `a channel is made, read, listed and deleted`() {
        #expect(
            outcome(request("POST", Self.channels, body: Self.body))
                == .change(.create(bundleID: Self.bundleID, .newest, environment: "")))
        #expect(
            outcome(
                request("POST", Self.channels, body: Self.body), environment: "development")
                == .change(.create(bundleID: Self.bundleID, .newest, environment: "development")))
        #expect(
            outcome(request("GET", Self.channels, ["apns-channel-id": channel]))
                == .answer(["message-storage-policy": 1, "push-type": "LiveActivity"]))
        #expect(
            outcome(request("GET", "/1/apps/com.example.myapp/all-channels"))
                == .answer(["channels": .array([.string(channel), .string(loose)])]))
        #expect(
            outcome(request("DELETE", Self.channels, ["apns-channel-id": channel]))
                == .change(.delete(id: channel)))
    }

    @Test func `the key of another team than the app's does not cover the path`() {
        var gateway = gateway()
        gateway.teams[Self.bundleID] = "OTHERTEAM1"
        for (manages, path) in [(true, Self.channels), (false, Self.sending)] {
            var connection = APNsConnection()
            let outcome = gateway.judge(
                request("POST", path, body: Self.body), manages: manages, on: &connection,
                in: world
            ).outcome
            guard case .refused(let refusal) = outcome else {
                Issue.record("found \(outcome)")
                continue
            }
            #expect(refusal.answer.reason == "TopicMismatch")
            #expect(refusal.cause.contains("team `T`") && refusal.cause.contains("`OTHERTEAM1`"))
        }
    }

    @Test(arguments: [
        ("POST", channels, "", "PayloadEmpty"), ("POST", channels, "[]", "BadRequestPayload"),
        ("POST", channels, "{", "BadRequestPayload"),
        (
            "POST", channels,
            #"{"message-storage-policy": 1, "push-type": "LiveActivity", "name": "x"}"#,
            "BadRequestParams"
        ),
        ("POST", channels, #"{"message-storage-policy": 1}"#, "MissingPushType"),
        ("POST", channels, #"{"push-type": "alert"}"#, "InvalidPushType"),
        ("POST", channels, #"{"push-type": "LiveActivity"}"#, "MissingChannelQueueSize"),
        (
            "POST", channels, #"{"push-type": "LiveActivity", "message-storage-policy": 2}"#,
            "MissingChannelQueueSize"
        ),
        ("PUT", channels, "", "MethodNotAllowed"), ("GET", channels, "", "MissingChannelId"),
        ("DELETE", channels, "", "MissingChannelId"),
        ("POST", "/1/apps/com.example.myapp/all-channels", "", "MethodNotAllowed"),
        ("POST", sending, "", "BadPath"), ("POST", "/3/device/00", "", "BadPath"),
        ("GET", "/1/apps/a b/all-channels", "", "TopicDisallowed"),
        (
            "POST", "/1/apps/com.example.myapp.push-type.liveactivity/channels", body,
            "TopicDisallowed"
        ),
        ("POST", "/1/apps/com.example.myapp.voip/channels", body, "TopicDisallowed"),
        ("POST", "/1/apps/com.Example.MyApp/channels", body, "TopicMismatch"),
    ])
    func `what is wrong with a request is said`(
        method: String, path: String, body: String, reason: String
    ) {
        #expect(self.reason(request(method, path, body: body)) == reason)
    }

    @Test(
        arguments: [
            ("PUT", channels, "", .channelMethod),
            ("POST", "/1/apps/com.example.myapp/all-channels", "", .channelListMethod),
            (
                "POST", channels, #"{"push-type": "alert", "message-storage-policy": 0}"#,
                .channelType
            ),
        ] as [(String, String, String, RequestFault)])
    func `what is said of a channel is not what is said of a device`(
        method: String, path: String, body: String, fault: RequestFault
    ) {
        guard case .refused(let refusal) = outcome(request(method, path, body: body)) else {
            Issue.record("it is taken")
            return
        }
        #expect(refusal.fault == fault && refusal.cause == fault.clause)
    }

    @Test func `apns-request-id is a UUID, and another one is not repeated`() {
        let path = "/1/apps/com.example.myapp/all-channels"
        var connection = APNsConnection()
        for (id, fault) in [
            ("123e4567-e89b-12d3-a456-426655440000", nil), ("nope", .requestID), ("", .requestID),
        ] as [(String, RequestFault?)] {
            let verdict = gateway().judge(
                request("GET", path, ["apns-request-id": id]), manages: true, on: &connection,
                in: world)
            #expect(verdict.id == (fault == nil ? id : nil))
            guard case .refused(let refusal) = verdict.outcome else {
                #expect(fault == nil)
                continue
            }
            #expect(refusal.answer.reason == "BadMessageId" && refusal.fault == fault)
        }
    }

    @Test func `credentials come first, and cover the app`() {
        #expect(
            reason(request("POST", Self.channels, ["authorization": nil]))
                == "MissingProviderToken")
        var connection = APNsConnection(certificate: .init(bundleID: "com.example.other"))
        let verdict = gateway().judge(
            request("GET", "/1/apps/com.example.myapp/all-channels", ["authorization": nil]),
            manages: true, on: &connection, in: world)
        #expect(verdict.outcome == .refused(APNsRefusal("TopicMismatch")))
    }

    @Test(arguments: [
        ("FeatureNotEnabled", 400), ("ChannelNotRegistered", 400), ("TopicMismatch", 403),
    ])
    func `a reason has the status of Apple's table`(reason: String, status: Int) {
        #expect(GatewayAnswer(.apns, reason: reason)?.status == status)
    }

    private func send(
        _ fields: [String: String?] = [:], body: String = #"{"aps":{"event":"update"}}"#,
        environment: String? = nil
    ) -> ChannelVerdict.Outcome {
        var all: [String: String?] = [
            "apns-channel-id": channel, "apns-push-type": "liveactivity", "apns-expiration": "0",
            "apns-priority": "5",
        ]
        all.merge(fields) { $1 }
        return outcome(
            request("POST", Self.sending, all, body: body), manages: false,
            environment: environment)
    }

    @Test func `a push to a channel is one for all that are subscribed`() {
        guard case .broadcast(let push) = send(["apns-expiration": "\(Self.now + 60)"]) else {
            Issue.record("it is refused")
            return
        }
        #expect(push.activity == .channel(channel) && push.bundleID == Self.bundleID)
        #expect(push.timeToLive == 60 && push.priority == 5)
    }

    @Test(arguments: [10, 5, 1])
    func `a push to a channel has each priority of Apple's page`(priority: Int) {
        guard case .broadcast(let push) = send(["apns-priority": "\(priority)"]) else {
            Issue.record("it is refused")
            return
        }
        #expect(push.priority == priority)
    }

    @Test func `a push to a channel is refused for its reason`() {
        let long = #"{"aps":{"event":"\#(String(repeating: "x", count: 5120))"}}"#
        let cases: [([String: String?], String, String)] = [
            (["apns-channel-id": nil], "{}", "MissingChannelId"),
            (["apns-channel-id": "abc"], "{}", "BadChannelId"),
            (["apns-channel-id": "AAAA"], "{}", "ChannelNotRegistered"),
            (["apns-channel-id": foreign], "{}", "ChannelNotRegistered"),
            (["apns-push-type": nil], "{}", "MissingPushType"),
            (["apns-push-type": "alert"], "{}", "InvalidPushType"),
            (["apns-expiration": nil], "{}", "BadExpirationDate"),
            (["apns-priority": "2"], "{}", "BadPriority"), ([:], "", "PayloadEmpty"),
            (["apns-priority": nil], "{}", "BadPriority"),
            ([:], long, "PayloadTooLarge"),
            (
                ["apns-channel-id": loose, "apns-expiration": "\(Self.now + 60)"], "{}",
                "BadExpirationDate"
            ),
        ]
        for (fields, body, reason) in cases {
            guard case .refused(let refusal) = send(fields, body: body) else {
                Issue.record("\(reason) is not said")
                continue
            }
            #expect(refusal.answer.reason == reason)
        }
        #expect(reason(request("GET", Self.channels), manages: false) == "BadPath")
        let path = Self.sending + ".push-type.liveactivity"
        #expect(
            reason(request("POST", path, ["apns-channel-id": channel]), manages: false)
                == "TopicDisallowed")
    }

    @Test(arguments: ["com.example.myapp", "com.example.myap"])
    func `a channel of a bundle ID that no app has is made, and the slip is noted`(
        bundleID: String
    ) {
        var connection = APNsConnection(environment: nil)
        let verdict = gateway().judge(
            request("POST", "/1/apps/\(bundleID)/channels", body: Self.body), manages: true,
            on: &connection, in: world)
        #expect(
            verdict.outcome == .change(.create(bundleID: bundleID, .newest, environment: "")))
        #expect(verdict.strangeBundleID == (bundleID == Self.bundleID ? nil : bundleID))
    }

    @Test func `a bundle ID that ends like a push type's topic is one`() {
        #expect(
            outcome(request("POST", "/1/apps/com.example.voip/channels", body: Self.body))
                == .change(.create(bundleID: "com.example.voip", .newest, environment: "")))
    }

    @Test func `the topic of a type without its apns-push-type has the type for its cure`() throws {
        let app = try #require(world.app)
        let start = try #require(app.activities.startToken)
        let ordinary = try #require(app.tokens.deviceToken)
        for (token, suffix, fault) in [
            (start, ".push-type.liveactivity", .otherType),
            (ordinary, ".push-type.liveactivity", nil), (ordinary, ".own", nil),
        ] as [(String, String, RequestFault?)] {
            var connection = APNsConnection()
            let verdict = gateway().judge(
                request(
                    "POST", "/3/device/" + token, ["apns-topic": Self.bundleID + suffix],
                    body: "{}"), on: &connection)
            guard case .refused(let refusal) = verdict.outcome else {
                Issue.record("\(suffix) is taken")
                continue
            }
            #expect(refusal.answer.reason == "DeviceTokenNotForTopic" && refusal.fault == fault)
        }
    }

    @Test func `ActivityKit's tokens are for Live Activities alone`() throws {
        let app = try #require(world.app)
        let tokens = [try #require(app.tokens.deviceToken)] + app.activities.tokens
        #expect(tokens.count == 3)
        for (place, token) in tokens.enumerated() {
            for type in ["alert", "liveactivity"] {
                let suffix = type == "alert" ? "" : ".push-type.liveactivity"
                var connection = APNsConnection()
                let verdict = gateway().judge(
                    request(
                        "POST", "/3/device/" + token.uppercased(),
                        ["apns-topic": Self.bundleID + suffix, "apns-push-type": type],
                        body: #"{"aps":{"event":"update"}}"#), on: &connection)
                guard (place > 0) == (type == "liveactivity") else {
                    let refusal = APNsRefusal(.ordinaryTokenForActivity, app: app.address)
                    #expect(verdict.outcome == .refused(refusal))
                    continue
                }
                guard case .accepted(let push) = verdict.outcome else {
                    Issue.record("\(type) to \(place) is refused")
                    continue
                }
                #expect(push.activity == (place > 0 ? .token(token) : nil))
            }
        }
    }
}
