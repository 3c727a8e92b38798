import PushModel
import PushPayload
import PushSimulation
import PushText
import Testing

@testable import PushGateways

/// KD-06: what APNs makes of a provider's request, in the order of its checks.
@Suite struct APNsGatewayTests {
    static let bundleID = "com.example.myapp"
    static let now: Int64 = 1_767_225_600
    private static let key = ProviderKey(
        id: "PUSHSH0001", team: "PUSHSHTEAM", publicKey: "04", environment: "development")
    private let token: String
    let world: World

    init() throws {
        var world = World()
        var step = Step()
        try world.reduce(.app(.launch), into: &step)
        token = try #require(world.app?.tokens.deviceToken)
        self.world = world
    }

    func gateway(
        keys: [ProviderKey] = [key], history: [TokenRow] = [], now: Int64 = now
    ) -> APNsGateway {
        APNsGateway(
            keys: keys, tokens: TokenIndex(world, history: history), now: now
        ) { token, _ in token.signature == [1, 2, 3] }
    }

    /// A provider token; the signature `AQID` is the right one.
    private static func jwt(
        key: String = "PUSHSH0001", team: String = "PUSHSHTEAM", at: Int64 = now,
        algorithm: String = "ES256", signature: String = "AQID"
    ) -> String {
        base64(#"{"alg":"\#(algorithm)","kid":"\#(key)"}"#) + "."
            + base64(#"{"iss":"\#(team)","iat":\#(at)}"#) + "." + signature
    }

    private static func base64(_ text: String) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")
        var bits = text.utf8.flatMap { byte in (0..<8).map { byte >> (7 - $0) & 1 } }
        while !bits.count.isMultiple(of: 6) { bits.append(0) }
        return String(
            stride(from: 0, to: bits.count, by: 6).map { place in
                letters[bits[place..<(place + 6)].reduce(0) { $0 * 2 + Int($1) }]
            })
    }

    func request(
        _ fields: [String: String?] = [:], token: String? = nil, method: String = "POST",
        path: String? = nil, body: String = #"{"aps":{"alert":"Hi"}}"#
    ) -> APNsRequest {
        var all: [String: String?] = [
            "authorization": "bearer " + Self.jwt(), "apns-topic": Self.bundleID,
        ]
        all.merge(fields) { $1 }
        return APNsRequest(
            method: method, path: path ?? "/3/device/" + (token ?? self.token),
            fields: all.compactMap { name, value in value.map { .init(name, $0) } }
                .sorted { $0.name < $1.name },
            body: Array(body.utf8))
    }

    func reason(
        _ request: APNsRequest, _ gateway: APNsGateway? = nil,
        on connection: APNsConnection = APNsConnection()
    ) -> String? {
        var connection = connection
        let verdict = (gateway ?? self.gateway()).judge(request, on: &connection)
        guard case .refused(let refusal) = verdict.outcome else { return nil }
        return refusal.answer.reason
    }

    @Test func `a request that is right becomes a push for the token's app`() throws {
        var connection = APNsConnection()
        let verdict = gateway().judge(
            request([
                "apns-push-type": "alert", "apns-priority": "5", "apns-collapse-id": "c",
                "apns-expiration": "\(Self.now + 90)",
                "apns-id": "9AD2B8F2-7C2A-4C4B-9A6B-0123456789AB",
            ]), on: &connection)
        guard case .accepted(let push) = verdict.outcome else {
            Issue.record("found \(verdict.outcome)")
            return
        }
        #expect(push.bundleID == Self.bundleID && push.pushType == "alert")
        #expect(push.priority == 5 && push.collapseID == "c" && push.timeToLive == 90)
        #expect(push.payload.aps.alert != nil)
        #expect(verdict.id == "9AD2B8F2-7C2A-4C4B-9A6B-0123456789AB")
        #expect(verdict.app?.device == "phone" && verdict.isProviderKnown)
        #expect(connection.key == ProviderKeyName(id: "PUSHSH0001", team: "PUSHSHTEAM"))
    }

    @Test(arguments: [
        ("apns-id", "abc", "BadMessageId"), ("apns-expiration", "soon", "BadExpirationDate"),
        ("apns-expiration", "-1", "BadExpirationDate"), ("apns-priority", "7", "BadPriority"),
        ("apns-expiration", "+5", "BadExpirationDate"), ("apns-priority", "+10", "BadPriority"),
        ("apns-priority", "010", "BadPriority"), ("apns-expiration", "", "BadExpirationDate"),
        ("apns-collapse-id", String(repeating: "c", count: 65), "BadCollapseId"),
        ("apns-push-type", "banner", "InvalidPushType"),
    ])
    func `a header of another form is refused, before the credentials are looked at`(
        name: String, value: String, reason: String
    ) {
        #expect(self.reason(request([name: value, "authorization": nil])) == reason)
    }

    @Test func `a background push of priority 10 is refused`() {
        let fields = ["apns-push-type": "background", "apns-priority": "10"]
        #expect(reason(request(fields)) == "BadPriority")
        #expect(reason(request(["apns-push-type": "background", "apns-priority": "5"])) == nil)
    }

    @Test func `a header that stands there twice is refused, and others may`() {
        var twice = request()
        twice.fields.append(.init("apns-topic", Self.bundleID))
        #expect(reason(twice) == "DuplicateHeaders")
        var cookies = request()
        cookies.fields += [.init("cookie", "a"), .init("cookie", "b")]
        #expect(reason(cookies) == nil)
    }

    @Test func `the path and the method come first`() {
        #expect(reason(request(path: "/4/device/x")) == "BadPath")
        #expect(reason(request(path: "/3/device/\(token)?x=1")) == "BadPath")
        #expect(reason(request(method: "GET")) == "MethodNotAllowed")
        #expect(reason(request(["authorization": nil], method: "GET")) == "MethodNotAllowed")
    }

    @Test func `credentials are looked at before the device token`() {
        #expect(
            reason(request(["authorization": nil], token: "aaaa")) == "MissingProviderToken")
        #expect(reason(request(token: "aaaa")) == "BadDeviceToken")
        #expect(reason(request(path: "/3/device/")) == "MissingDeviceToken")
        #expect(reason(request(path: "/3/device")) == "MissingDeviceToken")
    }

    @Test(arguments: ["", "bearer", "Bearer "])
    func `a field without a token is as good as none`(authorization: String) {
        #expect(reason(request(["authorization": authorization])) == "MissingProviderToken")
        let certified = APNsConnection(certificate: .init(bundleID: Self.bundleID))
        #expect(reason(request(["authorization": authorization]), on: certified) == nil)
    }

    @Test func `a provider token of any time is judged`() {
        for keys in [[], [Self.key]] {
            let fields = ["authorization": "bearer " + Self.jwt(at: .min)]
            #expect(reason(request(fields), gateway(keys: keys)) == "ExpiredProviderToken")
        }
    }

    @Test func `a provider token is taken for an hour`() {
        for (age, reason) in [(3600, nil), (3601, "ExpiredProviderToken")] as [(Int64, String?)] {
            let token = "bearer " + Self.jwt(at: Self.now - age)
            #expect(self.reason(request(["authorization": token])) == reason)
        }
    }

    static func text(_ head: String, _ claims: String) -> String {
        "bearer " + base64(head) + "." + base64(claims) + ".AQID"
    }

    @Test(
        arguments: [
            ("basic " + jwt(), .notBearer, nil), (jwt(), .notBearer, nil),
            ("bearer a.b.c", .notThreeParts, nil), ("bearer \(jwt()) x", .notThreeParts, nil),
            (text(#"{"kid":"K"}"#, #"{"iss":"T","iat":1}"#), .noAlgorithm, nil),
            (text(#"{"alg":"ES256"}"#, #"{"iss":"T","iat":1}"#), .noKeyID, nil),
            (text(#"{"alg":"ES256","kid":"K"}"#, #"{"iat":1}"#), .noTeam, nil),
            (text(#"{"alg":"ES256","kid":"K"}"#, #"{"iss":"T","iat":"soon"}"#), .noIssuedAt, nil),
            ("bearer " + jwt(algorithm: "RS256"), .otherAlgorithm, "RS256"),
            ("bearer " + jwt(key: "OTHER00001"), .unknownKey, "OTHER00001"),
            ("bearer " + jwt(team: "OTHERTEAM1"), .otherTeam, "OTHERTEAM1"),
            ("bearer " + jwt(signature: "AQIE"), .otherSignature, nil),
            ("bearer " + jwt(at: now + 600), .issuedInFuture, "\(now + 600), by 600 s"),
        ] as [(String, RequestFault, String?)])
    func `each part of a provider token that is not right is named`(
        authorization: String, fault: RequestFault, detail: String?
    ) {
        var connection = APNsConnection()
        let verdict = gateway().judge(
            request(["authorization": authorization]), on: &connection)
        #expect(verdict.outcome == .refused(APNsRefusal(fault, detail: detail)))
        guard case .refused(let refusal) = verdict.outcome else { return }
        #expect(refusal.answer.reason == "InvalidProviderToken" && refusal.cure == fault.cure)
        #expect(refusal.found == (detail.map { "found `\($0)`: " } ?? "") + fault.clause)
        let nobody = AppAddress(device: "phone", bundleID: Self.bundleID)
        #expect(gateway().trace(of: request(), refusal, at: nobody).answered?.fault == fault)
    }

    @Test func `a reason that is spelled in two ways is the wire's, or Apple's page's`() {
        let production = APNsConnection(environment: "production")
        var gateway = gateway()
        #expect(reason(request(), gateway, on: production) == "BadEnvironmentKeyInToken")
        gateway.spellsAsDocumented = true
        #expect(reason(request(), gateway, on: production) == "BadEnvironmentKeyIdInToken")
    }

    @Test(arguments: [PushType.voip, .complication, .liveactivity])
    func `a topic without the push type's suffix is told from another app's`(type: PushType) {
        func refusal(_ topic: String) -> APNsRefusal? {
            var connection = APNsConnection()
            let fields = ["apns-push-type": type.rawValue, "apns-topic": topic]
            let verdict = gateway().judge(request(fields), on: &connection)
            guard case .refused(let refusal) = verdict.outcome else { return nil }
            return refusal
        }
        #expect(refusal(Self.bundleID)?.fault == .otherSuffix)
        #expect(refusal("com.example.other" + type.topicSuffix)?.fault == nil)
        #expect(
            refusal("com.example.other" + type.topicSuffix)?.answer.reason
                == "DeviceTokenNotForTopic")
    }

    @Test func `the word before the token has either case`() {
        #expect(reason(request(["authorization": "Bearer " + Self.jwt()])) == nil)
        #expect(reason(request(["authorization": "BEARER   " + Self.jwt()])) == nil)
    }

    @Test func `without a key on record every token of the right form is taken`() {
        let open = gateway(keys: [])
        let foreign = "bearer " + Self.jwt(key: "ANY", team: "BODY", signature: "AA")
        #expect(reason(request(["authorization": foreign]), open) == nil)
        #expect(reason(request(["authorization": "bearer x"]), open) == "InvalidProviderToken")
    }

    @Test func `a key is for its environment, and so is a device token`() {
        let production = APNsConnection(environment: "production")
        #expect(reason(request(), on: production) == "BadEnvironmentKeyInToken")
        let both = ProviderKey(id: "PUSHSH0001", team: "PUSHSHTEAM", publicKey: "04")
        #expect(reason(request(), gateway(keys: [both]), on: production) == "BadDeviceToken")
        #expect(reason(request(), on: APNsConnection(environment: "development")) == nil)
    }

    @Test func `a connection belongs to one team and one key`() {
        let keys = [
            Self.key, ProviderKey(id: "PUSHSH0002", team: "PUSHSHTEAM", publicKey: "04"),
            ProviderKey(id: "PUSHSH0003", team: "OTHERTEAM1", publicKey: "04"),
        ]
        var connection = APNsConnection()
        let gateway = gateway(keys: keys)
        _ = gateway.judge(request(), on: &connection)
        let other = "bearer " + Self.jwt(key: "PUSHSH0002")
        #expect(
            reason(request(["authorization": other]), gateway, on: connection)
                == "UnrelatedKeyIdInToken")
        let foreign = "bearer " + Self.jwt(key: "PUSHSH0003", team: "OTHERTEAM1")
        #expect(reason(request(["authorization": foreign]), gateway, on: connection) == "Forbidden")
    }

    @Test func `a provider token rests for 20 minutes`() {
        var connection = APNsConnection()
        _ = gateway().judge(request(), on: &connection)
        let next = ["authorization": "bearer " + Self.jwt(at: Self.now + 1)]
        #expect(
            reason(request(next), gateway(now: Self.now + 1199), on: connection)
                == "TooManyProviderTokenUpdates")
        #expect(reason(request(next), gateway(now: Self.now + 1200), on: connection) == nil)
        #expect(reason(request(), gateway(now: Self.now + 60), on: connection) == nil)
    }

    @Test func `a refresh is never too many by its iat or after the last one has expired`() {
        let fresh = ["authorization": "bearer " + Self.jwt(at: Self.now + 8)]
        let later = gateway(now: Self.now + 8)
        for (age, isRested) in [(Int64(3594), true), (1800, true), (1192, true), (1191, false)] {
            var connection = APNsConnection()
            let old = ["authorization": "bearer " + Self.jwt(at: Self.now - age)]
            _ = gateway().judge(request(old), on: &connection)
            #expect((reason(request(fresh), later, on: connection) == nil) == isRested)
        }
    }

    @Test func `a dead token is 410 with the time of its end`() throws {
        let dead = String(repeating: "ab", count: 32)
        let row = TokenRow(
            app: AppAddress(device: "phone", bundleID: Self.bundleID), kind: "device", token: dead,
            scope: "development", change: .retired, reason: "", at: Tick(milliseconds: 1234))
        var connection = APNsConnection()
        let verdict = gateway(history: [row]).judge(request(token: dead), on: &connection)
        guard case .refused(let refusal) = verdict.outcome else {
            Issue.record("found \(verdict.outcome)")
            return
        }
        #expect(refusal.answer.status == 410)
        #expect(refusal.body.text == #"{"reason":"Unregistered","timestamp":1234}"#)
        #expect(verdict.isProviderKnown)
    }

    @Test(
        arguments: [
            (TokenRow.activity, .retired, .activityEnded), (TokenRow.activity, .replaced, nil),
            (TokenRow.activityStart, .retired, nil), ("device", .retired, nil),
        ] as [(String, TokenRow.Change, RequestFault?)])
    func `a dead token of a Live Activity is told apart`(
        kind: String, change: TokenRow.Change, fault: RequestFault?
    ) {
        let dead = String(repeating: "ab", count: 32)
        let row = TokenRow(
            app: AppAddress(device: "phone", bundleID: Self.bundleID), kind: kind, token: dead,
            scope: "development", change: change, reason: "", at: Tick(milliseconds: 1234))
        var connection = APNsConnection()
        let verdict = gateway(history: [row]).judge(request(token: dead), on: &connection)
        guard case .refused(let refusal) = verdict.outcome else {
            Issue.record("found \(verdict.outcome)")
            return
        }
        #expect(refusal.answer.reason == "Unregistered" && refusal.fault == fault)
        #expect(refusal.since == Tick(milliseconds: 1234))
    }

    @Test(
        arguments: [
            (nil, "MissingTopic"), ("com.example.other", "DeviceTokenNotForTopic"),
            ("com.example.other.voip", "DeviceTokenNotForTopic"), ("", "MissingTopic"),
            ("com.example.myapp.push-type.liveactivity", "DeviceTokenNotForTopic"),
            ("a b", "BadTopic"),
        ] as [(String?, String)])
    func `the topic is the app's`(topic: String?, reason: String) {
        #expect(self.reason(request(["apns-topic": topic])) == reason)
    }

    @Test(arguments: PushType.allCases)
    func `each push type has its own suffix of the topic`(type: PushType) {
        let topic = Self.bundleID + type.topicSuffix
        // A device token is for none of ActivityKit's pushes.
        let refused = type == .liveactivity ? "DeviceTokenNotForTopic" : nil
        #expect(reason(request(["apns-push-type": type.rawValue, "apns-topic": topic])) == refused)
        guard !type.topicSuffix.isEmpty else { return }
        #expect(
            reason(request(["apns-push-type": type.rawValue])) == "DeviceTokenNotForTopic")
    }

    /// Backends for VoIP from before iOS 13 send no type.
    @Test(arguments: PushType.allCases.filter { !$0.topicSuffix.isEmpty && $0 != .liveactivity })
    func `a push without a type has the one of its topic`(type: PushType) {
        var connection = APNsConnection()
        let topic = Self.bundleID + type.topicSuffix
        let body = #"{"aps":{"alert":""# + String(repeating: "x", count: 4500) + #""}}"#
        let verdict = gateway().judge(request(["apns-topic": topic]), on: &connection)
        guard case .accepted(let push) = verdict.outcome else {
            Issue.record("\(type) found \(verdict.outcome)")
            return
        }
        #expect(push.pushType == type.rawValue)
        #expect(
            reason(request(["apns-topic": topic], body: body))
                == (type == .voip ? nil : "PayloadTooLarge"))
        var gateway = gateway()
        gateway.distinguishesTokens = true
        #expect(reason(request(["apns-topic": topic]), gateway) == "DeviceTokenNotForTopic")
    }

    @Test func `a type whose tokens come from elsewhere is taken with a note`() {
        var connection = APNsConnection()
        for (type, count) in [(PushType.voip, 1), (.alert, 0), (.widgets, 1)] {
            let topic = Self.bundleID + type.topicSuffix
            let verdict = gateway().judge(
                request(["apns-push-type": type.rawValue, "apns-topic": topic]), on: &connection)
            guard case .accepted(let push) = verdict.outcome else {
                Issue.record("\(type) found \(verdict.outcome)")
                continue
            }
            #expect(push.notes.count { $0.contains("separate tokens") } == count)
        }
    }

    @Test(arguments: PushType.allCases)
    func `asked to, APNs refuses the ordinary token for a type with tokens of its own`(
        type: PushType
    ) {
        var gateway = gateway()
        gateway.distinguishesTokens = true
        var connection = APNsConnection()
        let topic = Self.bundleID + type.topicSuffix
        let verdict = gateway.judge(
            request(["apns-push-type": type.rawValue, "apns-topic": topic]), on: &connection)
        guard let issuer = type.tokenIssuer else { return }
        guard case .refused(let refusal) = verdict.outcome else {
            Issue.record("\(type) found \(verdict.outcome)")
            return
        }
        #expect(refusal.answer.reason == "DeviceTokenNotForTopic")
        #expect(refusal.fault == .ordinaryTokenForType && refusal.cause.hasPrefix(issuer))
    }

    @Test func `a key that covers other topics is refused`() {
        var key = Self.key
        key.topics = ["com.example.other"]
        var connection = APNsConnection()
        let outcome = gateway(keys: [key]).judge(request(), on: &connection).outcome
        guard case .refused(let refusal) = outcome else {
            Issue.record("found \(outcome)")
            return
        }
        #expect(refusal.answer.reason == "TopicDisallowed")
        #expect(
            refusal.cause
                == "the key `PUSHSH0001` covers `com.example.other`, and not `com.example.myapp`")
    }

    @Test func `a certificate stands in for the token, and names the topic`() {
        let own = APNsConnection(certificate: .init(bundleID: Self.bundleID))
        #expect(reason(request(["authorization": nil, "apns-topic": nil]), on: own) == nil)
        let other = APNsConnection(certificate: .init(bundleID: "com.example.other"))
        #expect(reason(request(["authorization": nil]), on: other) == "TopicDisallowed")
    }

    @Test(arguments: ["bearer abc", "bearer " + jwt(at: now - 7200)])
    func `beside a valid certificate a provider token is ignored`(authorization: String) {
        let fields = ["authorization": authorization]
        let own = APNsConnection(certificate: .init(bundleID: Self.bundleID))
        #expect(reason(request(fields), on: own) == nil)
        let foreign = APNsConnection(certificate: .init(bundleID: Self.bundleID, fault: "foreign"))
        #expect(reason(request(), on: foreign) == nil)
        #expect(reason(request(fields), on: foreign)?.hasSuffix("ProviderToken") == true)
        let production = APNsConnection(
            environment: "development",
            certificate: .init(bundleID: Self.bundleID, environment: "production"))
        #expect(reason(request(), on: production) == "BadCertificateEnvironment")
    }

    @Test(arguments: [PushType.location, .fileprovider])
    func `a certificate does not cover every push type`(type: PushType) {
        let own = APNsConnection(certificate: .init(bundleID: Self.bundleID))
        let fields = [
            "authorization": nil, "apns-push-type": type.rawValue,
            "apns-topic": Self.bundleID + type.topicSuffix,
        ]
        #expect(reason(request(fields), on: own) == "TopicDisallowed")
    }

    @Test func `the token comes before what a certificate covers`() {
        let own = APNsConnection(certificate: .init(bundleID: Self.bundleID))
        let fields = [
            "authorization": nil, "apns-push-type": "location",
            "apns-topic": Self.bundleID + ".location-query",
        ]
        #expect(reason(request(fields, token: "aaaa"), on: own) == "BadDeviceToken")
        #expect(reason(request(fields), on: own) == "TopicDisallowed")
    }

    @Test func `a push of device management is not for the app of another team`() {
        var gateway = gateway()
        gateway.teams[Self.bundleID] = "OTHERTEAM1"
        #expect(reason(request(["apns-push-type": "mdm"]), gateway) == "TopicDisallowed")
        let own = ["apns-push-type": "mdm", "apns-topic": "com.apple.mgmt.External.1"]
        #expect(reason(request(own), gateway) == nil)
    }

    @Test func `a certificate covers the topics that it lists, and implies none of several`() {
        let own = APNsConnection(
            certificate: .init(
                bundleID: Self.bundleID, topics: [Self.bundleID, Self.bundleID + ".voip"]))
        for (type, reason) in [
            (PushType.alert, nil), (.voip, nil), (.complication, "TopicDisallowed"),
            (.liveactivity, "TopicDisallowed"), (.location, "TopicDisallowed"),
        ] as [(PushType, String?)] {
            let fields = [
                "authorization": nil, "apns-push-type": type.rawValue,
                "apns-topic": Self.bundleID + type.topicSuffix,
            ]
            #expect(self.reason(request(fields), on: own) == reason)
        }
        let bare: [String: String?] = ["authorization": nil, "apns-topic": nil]
        #expect(reason(request(bare), on: own) == "MissingTopic")
        let voip = ["authorization": nil, "apns-topic": Self.bundleID + ".voip"]
        let single = APNsConnection(certificate: .init(bundleID: Self.bundleID))
        #expect(
            reason(request(voip.merging(["apns-push-type": "voip"]) { $1 }), on: single)
                == "TopicDisallowed")
    }
}
