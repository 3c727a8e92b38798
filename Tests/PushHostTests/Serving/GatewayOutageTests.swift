import PushCrypto
import PushGateways
import PushModel
import PushRuntime
import PushSimulation
import PushText
import Testing

@testable import PushHost

/// TD-14: how far a request gets before a stub meets it, on the wire.
@Suite struct GatewayOutageTests {
    private let host: ServedStage
    private let apns: ServedAPNs
    private let fcm: ServedFCM
    private let token: String
    private let bearer: String

    init() throws {
        host = try ServedStage()
        apns = ServedAPNs(host)
        fcm = ServedFCM(host, nil)
        host.stage.run("app launch")
        host.stage.run("app background")
        token = try #require(host.world.app?.tokens.deviceToken)
        let claims = SenderClaims.provider(
            key: "PUSHSH0001", team: "PUSHSHTEAM", at: SystemClock.now().unixSeconds)
        bearer =
            "bearer "
            + SenderClaims.token(
                claims,
                ProviderSignature.sign(
                    Array(claims.utf8), p8: ProviderSignature.makeKey().p8) ?? [])
    }

    /// A push that APNs refuses by itself, for the part that is named.
    private func push(_ fault: String) -> Asked {
        var headers = [("apns-topic", "com.example.myapp")]
        if fault != "credentials" { headers.append(("authorization", bearer)) }
        if fault == "header" { headers.append(("apns-priority", "3")) }
        let path = "/3/device/" + (fault == "token" ? String(repeating: "0", count: 64) : token)
        return Asked(
            .apns, "POST", path, headers, body: fault == "body" ? "" : #"{"aps":{"alert":"Hi"}}"#)
    }

    private func send(_ fault: String, _ access: String?) -> Asked {
        let token = host.world.app?.tokens.published ?? ""
        let field = fault == "field" ? #""colour":1,"# : ""
        let named = fault == "token" ? token.dropLast() + "_" : token[...]
        return Asked(
            .fcm, "POST", "/v1/projects/example-push/messages:send",
            access.map { [("Authorization", "Bearer " + $0)] } ?? [],
            body: #"{"message":{\#(field)"token":"\#(named)","notification":{"title":"Hi"}}}"#)
    }

    /// For each stub, which of APNs' own refusals it comes before.
    private static let pushes: [(stub: String, status: Int?, before: [String])] = [
        ("reason=ServiceUnavailable", 503, ["header", "credentials", "token", "body", ""]),
        ("reason=InternalServerError", 500, ["header", "credentials", "token", "body", ""]),
        ("reset", nil, ["header", "credentials", "token", "body", ""]),
        ("reason=TooManyRequests", 429, ["token", "body", ""]),
        ("reason=Unregistered", 410, [""]),
        ("reason=ExpiredProviderToken", 403, [""]),
    ]

    private static let own = [
        "header": 400, "credentials": 403, "token": 400, "body": 400, "": 200,
    ]

    @Test(arguments: pushes.indices) func `an outage of APNs comes before its checks`(
        index: Int
    ) throws {
        let (stub, status, before) = Self.pushes[index]
        for (fault, own) in Self.own {
            #expect(host.stage.run("stub apns \(stub) times=1").failure == nil)
            let (met, after) = (push(fault), push(fault))
            apns.handle([met.exchange])
            apns.handle([after.exchange])
            let isMet = before.contains(fault)
            #expect(met.status == (isMet ? status : own), "\(stub) \(fault)")
            // What is not met uses up no stub.
            #expect(host.world.surroundings.network.stubs.isEmpty == isMet, "\(stub) \(fault)")
            if isMet { #expect(after.status == own, "\(stub) \(fault)") }
            host.stage.run("stub clear")
            guard isMet, status != nil else { continue }
            let event = try #require(met.header("pushsh-event"))
            let why = host.stage.run("why \(event)").lines.joined(separator: "\n")
            #expect(why.contains("(\(status ?? 0))"), "\(why)")
        }
    }

    @Test func `a delay alone is for every push, and leaves its answer`() {
        host.stage.run("stub apns delay=1s times=1")
        let met = push("credentials")
        apns.handle([met.exchange])
        guard case .late(.response(let response), 1000)? = met.answers.first else {
            Issue.record("\(met.answers)")
            return
        }
        #expect(response.status == 403)
        #expect(host.world.surroundings.network.stubs.isEmpty)
    }

    @Test func `a stub chooses a push that APNs refuses by its token and its app`() {
        for (choice, isMet) in [
            ("token=\(token.prefix(6))", true), ("token=ffff", false),
            ("topic=com.example.myapp", true), ("topic=com.example.other", false),
        ] {
            host.stage.run("stub apns reason=ServiceUnavailable \(choice) times=1")
            let asked = push("credentials")
            apns.handle([asked.exchange])
            #expect(asked.status == (isMet ? 503 : 403), "\(choice)")
            host.stage.run("stub clear")
        }
    }

    private func access() throws -> String {
        let key = try #require(ServiceAccountKey.make())
        let claims = SenderClaims.assertion(
            email: "s@x.iam.gserviceaccount.com", key: "k", audience: "http://127.0.0.1:9/token",
            at: SystemClock.now().unixSeconds)
        let signature = try #require(ServiceAccountKey.sign(Array(claims.utf8), pem: key.pem))
        let asked = Asked(
            .fcm, "POST", "/token", [("Host", "127.0.0.1:9")],
            body: SenderClaims.form(SenderClaims.token(claims, signature)))
        fcm.handle([asked.exchange])
        return try #require(asked.json?["access_token"]?.stringValue)
    }

    /// For each stub, which of FCM's own refusals it comes before.
    private static let messages: [(stub: String, status: Int?, before: [String])] = [
        ("error=UNAVAILABLE", 503, ["credentials", "field", "token", ""]),
        ("error=INTERNAL", 500, ["credentials", "field", "token", ""]),
        ("timeout", nil, ["credentials", "field", "token", ""]),
        ("error=QUOTA_EXCEEDED", 429, ["field", "token", ""]),
        ("error=SENDER_ID_MISMATCH", 403, [""]),
    ]

    @Test(arguments: messages.indices) func `an outage of FCM comes before its checks`(
        index: Int
    ) throws {
        let (stub, status, before) = Self.messages[index]
        let access = try access()
        let own = ["credentials": 401, "field": 400, "token": 404, "": 200]
        for (fault, own) in own {
            #expect(host.stage.run("stub fcm \(stub) times=1").failure == nil)
            let used = fault == "credentials" ? nil : access
            let (met, after) = (send(fault, used), send(fault, used))
            fcm.handle([met.exchange])
            fcm.handle([after.exchange])
            let isMet = before.contains(fault)
            #expect(met.status == (isMet ? status : own), "\(stub) \(fault) \(met.text)")
            #expect(host.world.surroundings.network.stubs.isEmpty == isMet, "\(stub) \(fault)")
            if isMet { #expect(after.status == own, "\(stub) \(fault) \(after.text)") }
            host.stage.run("stub clear")
        }
    }

    @Test func `an outage of FCM comes before the token of an app that is gone`() throws {
        let message = send("", nil)
        host.stage.run("app uninstall")
        host.stage.run("stub fcm error=UNAVAILABLE times=1")
        fcm.handle([message.exchange])
        #expect(message.status == 503 && message.header("Retry-After") == "60")
        #expect(host.world.surroundings.network.stubs.isEmpty)
    }
}
