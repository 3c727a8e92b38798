import PushBackends
import PushCrypto
import PushGateways
import PushModel
import PushRuntime
import PushSimulation
import PushText
import Testing

@testable import PushHost

/// KD-06, MG-01: FCM's HTTP v1 API as `serve --fcm` answers for it.
@Suite struct ServedFCMTests {
    let host: ServedStage
    let fcm: ServedFCM
    let token: String
    let project: FirebaseProject

    init() throws {
        host = try ServedStage()
        fcm = ServedFCM(host, nil)
        host.stage.run("app launch")
        host.stage.run("app background")
        let app = try #require(host.world.app)
        project = try #require(app.settings.firebase)
        token = try #require(app.tokens.published)
    }

    func handle(_ asked: Asked...) { fcm.handle(asked.map(\.exchange)) }

    /// An access token, for which every assertion is good: no account is known, or else one of a
    /// project.
    func access(to project: String? = nil) throws -> String {
        let key = try #require(ServiceAccountKey.make())
        if let project {
            host.know(
                FirebaseServiceAccount(
                    email: "s@x.iam.gserviceaccount.com", projectID: project, keyID: "k",
                    publicKey: Hex.text(key.publicKey)))
        }
        let claims = SenderClaims.assertion(
            email: "s@x.iam.gserviceaccount.com", key: "k", audience: "http://127.0.0.1:9/token",
            at: SystemClock.now().unixSeconds)
        let signature = try #require(ServiceAccountKey.sign(Array(claims.utf8), pem: key.pem))
        let asked = Asked(
            .fcm, "POST", "/token", [("Host", "127.0.0.1:9")],
            body: SenderClaims.form(SenderClaims.token(claims, signature)))
        let told = host.lines.count
        handle(asked)
        #expect(
            host.lines.dropFirst(told) == ["granted access token to s@x.iam.gserviceaccount.com"])
        return try #require(asked.json?["access_token"]?.stringValue)
    }

    @Test func `an access token is an event that names its account, and not the token`() throws {
        let statements = try host.stage.edge.history.journal(from: 1)
        let token = try access()
        let facts = host.stage.rows("SELECT subject, text, rule FROM facts WHERE verb = 'granted'")
        #expect(
            facts.last == "access token|to s@x.iam.gserviceaccount.com|fcm-access-token")
        #expect(!(facts + host.lines).joined().contains(token))
        // A script has no statement that does it again.
        #expect(try host.stage.edge.history.journal(from: 1) == statements)
    }

    func send(
        _ message: String, access: String?, project: String? = nil,
        _ headers: [(String, String)] = []
    ) -> Asked {
        let authorization = access.map { [("Authorization", "Bearer " + $0)] } ?? []
        return Asked(
            .fcm, "POST", "/v1/projects/\(project ?? self.project.projectID)/messages:send",
            authorization + headers, body: message)
    }

    func hello(_ more: String = "") -> String {
        #"{"message":{"token":"\#(token)","notification":{"title":"Hi"}\#(more)}}"#
    }

    @Test func `a message is answered with its name, told, and there`() throws {
        let asked = send(hello(#","data":{"message_id":"f-1"}"#), access: try access())
        handle(asked)
        #expect(asked.status == 200, "\(asked.text)")
        let name = try #require(asked.json?["name"]?.stringValue)
        #expect(name.hasPrefix("projects/\(project.projectID)/messages/"))
        #expect(asked.header("pushsh-event") == "f-1")
        #expect(host.lines.contains("sent    \(name)"))
        #expect(host.stage.rows("SELECT id FROM notifications") == ["f-1"])
    }

    @Test func `each message has a name of its own, and an ID that is its end`() throws {
        let access = try access()
        let nobody = #"{"message":{"topic":"empty","notification":{"title":"Hi"}}}"#
        let unknown = hello().replacing(
            token, with: token.dropLast() + (token.hasSuffix("A") ? "B" : "A"))
        var names: [String] = []
        for _ in 0..<3 {
            let asked = [
                send(hello(), access: access), send(unknown, access: access),
                send(nobody, access: access), send(hello(), access: access),
                send(nobody, access: access), send(hello(), access: access),
            ]
            fcm.handle(asked.map(\.exchange))
            #expect(asked.map(\.status) == [200, 404, 200, 200, 200, 200])
            for sent in asked where sent.status == 200 {
                let name = try #require(sent.json?["name"]?.stringValue)
                let end = name.split(separator: "/").last.map(String.init)
                #expect(end == sent.header("pushsh-event"))
                names.append(name)
            }
        }
        #expect(names.count == 15 && Set(names).count == 15, "\(names)")
    }

    @Test(
        arguments: [
            #"a\r\nSet-Cookie: evil=1\r\n\r\n<html>"#, #" lead"#, #"é%41"#, #"a\u0000b"#,
        ])
    func `an ID of the sender's is one line of visible characters in the answer`(
        id: String
    ) throws {
        let asked = send(hello(#","data":{"message_id":"\#(id)"}"#), access: try access())
        handle(asked)
        #expect(asked.status == 200, "\(asked.text)")
        let event = try #require(asked.header("pushsh-event"))
        #expect(event.utf8.allSatisfy { (33...126).contains($0) })
        let kept = host.stage.rows("SELECT id FROM notifications")
        #expect(kept == [PercentCoding.decode(event)])
    }

    @Test func `a message that is only validated reaches nobody`() throws {
        let text =
            #"{"validate_only":true,"message":{"token":"\#(token)","#
            + #""notification":{"title":"Hi"}}}"#
        let asked = send(text, access: try access())
        handle(asked)
        #expect(asked.status == 200, "\(asked.text)")
        #expect(host.stage.rows("SELECT id FROM notifications").isEmpty)
        let line = host.lines.first { $0.hasSuffix("/messages/fake_message_id") }
        #expect(line?.hasPrefix("checked projects/") == true, "\(host.lines)")
    }

    @Test func `the refusal of a message that is only validated is there for why`() throws {
        let access = try access()
        host.stage.run("stub fcm error=SENDER_ID_MISMATCH")
        let text =
            #"{"validate_only":true,"message":{"token":"\#(token)","#
            + #""notification":{"title":"Hi"}}}"#
        let refused = [
            send(text, access: access), send(text.replacing("title", with: "x"), access: access),
        ]
        fcm.handle(refused.map(\.exchange))
        #expect(refused.map(\.status) == [403, 400])
        let events = refused.compactMap { $0.header("pushsh-event") }
        #expect(events.count == 2)
        #expect(
            host.stage.rows("SELECT id FROM notifications WHERE state = 'refused' ORDER BY id")
                == events.sorted())
    }

    @Test(arguments: [
        ("key=AAAAserverkey", "server key of FCM's former interface", "takes no server keys"),
        ("Basic eDp5", "does not have the form `Bearer TOKEN`", "send `Authorization: Bearer`"),
        ("Bearer ya29.old", "not one of this server's", "must lead to it"),
        (
            // {"alg":"RS256"} and {"iss":"s","scope":"x"}
            "Bearer eyJhbGciOiJSUzI1NiJ9.eyJpc3MiOiJzIiwic2NvcGUiOiJ4In0.AAAA",
            "a JWT that the sender signed", "as the `assertion`"
        ),
    ])
    func `[TD-14] Google answers every wrong credential alike, and why names the fault`(
        _ field: String, _ found: String, _ cure: String
    ) throws {
        let asked = Asked(
            .fcm, "POST", "/v1/projects/\(project.projectID)/messages:send",
            [("Authorization", field)], body: hello(#","data":{"message_id":"f-1"}"#))
        handle(asked)
        #expect(asked.status == 401)
        #expect(
            asked.json?["error"]?["message"]?.stringValue == FCMRefusal.wrongCredential.message)
        #expect(asked.json?["error"]?["details"] == nil, "\(asked.text)")
        #expect(host.lines.contains { $0.contains(found) }, "\(host.lines)")
        let why = host.stage.run("why f-1").lines.joined(separator: "\n")
        #expect(why.contains(found) && why.contains(cure), "\(why)")
        let secret = field.split(separator: " ").last.map(String.init) ?? ""
        #expect(!(host.lines.joined() + why).contains(secret))
    }

    @Test func `a message that is only validated meets the stubs, and leaves them in place`() throws
    {
        let access = try access()
        host.stage.run("topic subscribe followed")
        for target in [
            #""token":"\#(token)""#, #""topic":"followed""#, #""topic":"nobody""#,
            #""condition":"'followed' in topics""#,
        ] {
            func asked(_ isDry: Bool) -> Asked {
                send(
                    #"{"validate_only":\#(isDry),"message":{\#(target),"#
                        + #""notification":{"title":"Hi"}}}"#, access: access)
            }
            host.stage.run("stub fcm error=UNAVAILABLE retry-after=7 times=1")
            let answers = [asked(true), asked(true), asked(false), asked(false)]
            for each in answers { handle(each) }
            #expect(answers.map(\.status) == [503, 503, 503, 200], "\(target)")
            #expect(answers[1].header("Retry-After") == "7", "\(target)")
            host.stage.run("stub fcm reset times=1")
            let dropped = [asked(true), asked(false), asked(true)]
            for each in dropped { handle(each) }
            #expect(dropped.map(\.status) == [nil, nil, 200], "\(target)")
        }
    }

    @Test func `a message needs a credential that is known`() throws {
        let none = send(hello(), access: nil)
        let wrong = send(hello(), access: "ya29.c.unknown")
        handle(none, wrong)
        #expect(none.status == 401 && wrong.status == 401)
        #expect(none.json?["error"]?["status"]?.stringValue == "UNAUTHENTICATED")
        #expect(none.header("WWW-Authenticate") != nil)
        for scheme in ["Basic", "", "Bearer  x"] {
            let asked = Asked(
                .fcm, "POST", "/v1/projects/\(project.projectID)/messages:send",
                [("Authorization", scheme + " " + (try access()))], body: hello())
            handle(asked)
            #expect(asked.status == 401, "\(scheme)")
        }
        let lower = Asked(
            .fcm, "POST", "/v1/projects/\(project.projectID)/messages:send",
            [("authorization", "bEARER " + (try access()))], body: hello())
        handle(lower)
        #expect(lower.status == 200)
    }

    /// Bodies that are no message, with a part of the answer.
    static let garbled: [(String, Int, String)] = [
        ("", 400, "Invalid JSON payload received."), ("{", 400, "Invalid JSON payload received."),
        ("[]", 400, ""),
        (#"{"message":{}}"#, 400, ""), (#"{"messages":{}}"#, 400, ""),
        (#"{"message":{"token":"x","notification":{"title":"Hi"}}}"#, 400, ""),
    ]

    @Test(arguments: garbled.indices) func `what is no message is refused, and told`(
        index: Int
    ) throws {
        let (text, status, part) = Self.garbled[index]
        let asked = send(text, access: try access())
        _ = host.takeLines()
        handle(asked)
        #expect(asked.status == status, "\(asked.text)")
        #expect(asked.json?["error"]?["code"]?.intValue == status)
        #expect(part.isEmpty || asked.text.contains(part), "\(asked.text)")
        #expect(host.lines.first?.hasPrefix("refused ") == true)
    }

    private func packed(_ text: String, _ access: String) -> Asked {
        Asked(
            .fcm, "POST", "/v1/projects/\(project.projectID)/messages:send",
            [("Authorization", "Bearer " + access), ("Content-Encoding", "GZIP")],
            body: Gzip.compress(Array(text.utf8)))
    }

    @Test func `a packed body is unpacked, a damaged one refused`() throws {
        let packed = packed(hello(), try access())
        handle(packed)
        #expect(packed.status == 200, "\(packed.text)")
        let damaged = send(hello(), access: try access(), [("Content-Encoding", "gzip")])
        handle(damaged)
        #expect(damaged.status == 400 && damaged.text.contains("Invalid JSON payload"))
    }

    @Test func `what gzip unpacks to is judged by its size, like any other body`() throws {
        for size in [1_060_000, 5_100_000] {
            let text = hello(#","data":{"a":"\#(String(repeating: "x", count: size))"}"#)
            let packed = packed(text, try access())
            handle(packed)
            #expect(packed.status == 400 && !host.lines.contains { $0.contains("damaged") })
        }
        #expect(host.lines.contains { $0.contains("has over 5000000 bytes unpacked") })
    }

    @Test func `an unregistered token is not found, and why can be asked`() throws {
        host.stage.run("app uninstall")
        let asked = send(hello(#","data":{"message_id":"f-9"}"#), access: try access())
        handle(asked)
        #expect(asked.status == 404, "\(asked.text)")
        #expect(asked.text.contains("UNREGISTERED"))
        #expect(host.lines.contains { $0.hasPrefix("refused") && $0.contains("UNREGISTERED") })
    }

    @Test func `a project is named by its ID or its number, and another sender is a mismatch`()
        throws
    {
        let access = try access()
        let number = send(hello(), access: access, project: project.senderID)
        let other = send(hello(), access: access, project: "another-project")
        handle(number, other)
        #expect(number.status == 200, "\(number.text)")
        #expect(other.status == 403 && other.text.contains("SENDER_ID_MISMATCH"), "\(other.text)")
    }

    @Test func `an account sends for its own project alone`() throws {
        let key = try #require(ServiceAccountKey.make())
        let account = FirebaseServiceAccount(
            email: "s@x.iam.gserviceaccount.com", projectID: "another-project", keyID: "k",
            publicKey: Hex.text(key.publicKey))
        let desk = AccessDesk(of: nil)
        let claims = SenderClaims.assertion(
            email: account.email, key: "k", audience: "https://oauth2.googleapis.com/token",
            at: SystemClock.now().unixSeconds)
        let signature = try #require(ServiceAccountKey.sign(Array(claims.utf8), pem: key.pem))
        let answer = try desk.exchange(
            grant: "urn:ietf:params:oauth:grant-type:jwt-bearer",
            assertion: SenderClaims.token(claims, signature), host: "x", accounts: [account],
            now: SystemClock.now().unixSeconds)
        let token = answer["access_token"]?.stringValue ?? ""
        #expect(desk.access(token)?.projectID == "another-project")
    }

    @Test func `the token endpoint refuses as Google does, and warns of unknown accounts once`()
        throws
    {
        let wrong = Asked(.fcm, "POST", "/token", body: "grant_type=x&assertion=y")
        handle(wrong)
        #expect(wrong.status == 400 && wrong.json?["error"] == "unsupported_grant_type")
        #expect(host.lines == ["refused POST /token unsupported_grant_type: Invalid grant_type: x"])
        _ = try access()
        _ = try access()
        #expect(host.warnings.count == 1)
        #expect(host.warnings.first?.hasPrefix("no service account is known") == true)
    }

    @Test(arguments: [
        ("GET", "/"), ("PUT", "/token"), ("POST", "/iid/v1:batch"),
        ("POST", "/v1/projects/p/registrations/r/topics"),
    ])
    func `a path that Google has not is not found`(method: String, path: String) {
        let asked = Asked(.fcm, method, path + "?alt=json")
        handle(asked)
        #expect(asked.status == 404 && asked.header("pushsh-event") == nil)
        #expect(host.lines == ["refused \(method) \(path) 404"])
    }

    @Test(arguments: [
        ("GET", "/v1/projects/p/messages:send"), ("POST", "/v1/projects/p/messages"),
        ("POST", "/fcm/send"), ("POST", "/batch"),
    ])
    func `a message to a path that Google has not is there for why`(
        method: String, path: String
    ) throws {
        let asked = Asked(.fcm, method, path + "?access_token=secret", body: hello())
        handle(asked)
        #expect(asked.status == 404 && asked.text.contains("NOT_FOUND"))
        let event = try #require(asked.header("pushsh-event"))
        let found = "FCM answers NOT_FOUND (404): found \(method) `\(path)`"
        let why = host.stage.run("why \(event)").lines
        #expect(why.first == "broken  \(event): gateway: \(found)")
        #expect(why.dropFirst().first?.contains("/v1/projects/PROJECT/messages:send") == true)
    }

    @Test func `a stub's refusal of a message to a topic is told once to each subscriber`() throws {
        let access = try access()
        for statement in [
            "topic subscribe news", "device add two", "device use two", "app install",
            "app launch", "topic subscribe news", "stub fcm error=INTERNAL topic=news times=1",
        ] {
            #expect(host.stage.run(statement).failure == nil, "\(statement)")
        }
        let asked = send(
            #"{"message":{"topic":"news","notification":{"title":"Hi"}}}"#, access: access)
        handle(asked)
        #expect(asked.status == 500, "\(asked.text)")
        let told = host.stage.rows("SELECT text FROM facts WHERE verb = 'not'")
        #expect(told.count == 2 && told.allSatisfy { $0.contains("INTERNAL (500)") }, "\(told)")
        #expect(told.allSatisfy { $0.split(separator: "FCM answers").count == 2 }, "\(told)")
    }

    @Test func `a device without apps leaves refusals to one that has some`() throws {
        host.stage.run("device add bare")
        host.stage.run("device use bare")
        let access = try access()
        host.stage.run("stub fcm error=INTERNAL topic=news times=1")
        let asked = [
            send(hello(), access: nil), send(#"{"message":{"topic":"a b"}}"#, access: access),
            send(#"{"message":{"topic":"news","data":{"a":"b"}}}"#, access: access),
        ]
        fcm.handle(asked.map(\.exchange))
        #expect(asked.map(\.status) == [401, 400, 500])
        for sent in asked {
            let event = try #require(sent.header("pushsh-event"))
            let why = host.stage.run("why \(event)").lines
            #expect(why.first?.hasPrefix("broken  \(event): gateway: FCM answers ") == true)
        }
    }

    @Test func `answers come in the order of the requests, whatever kind they are`() throws {
        let access = try access()
        _ = host.takeLines()
        let asked = [
            send(hello(), access: access), Asked(.fcm, "GET", "/nothing"),
            send(hello(), access: access),
        ]
        fcm.handle(asked.map(\.exchange))
        #expect(asked.map(\.status) == [200, 404, 200])
        let kinds = host.lines.map { String($0.prefix(7)) }
            .filter { ["sent   ", "refused"].contains($0) }
        #expect(kinds == ["sent   ", "refused", "sent   "])
    }

    @Test func `a store that fails is an answer`() throws {
        let access = try access()
        _ = host.takeLines()
        host.obstacle = Failure(outside: .workspaceFull, "the disk is full")
        let asked = send(hello(), access: access)
        handle(asked)
        #expect(asked.status == 503)
        #expect(host.lines == ["refused 1 messages for FCM: the disk is full"])
    }

    @Test func `a stub of FCM refuses with its error and its time`() throws {
        let access = try access()
        host.stage.run("stub fcm error=QUOTA_EXCEEDED retry-after=2 times=1")
        let (one, two) = (send(hello(), access: access), send(hello(), access: access))
        handle(one)
        handle(two)
        #expect(one.status == 429 && one.text.contains("QUOTA_EXCEEDED"))
        #expect(one.header("Retry-After") == "2")
        #expect(two.status == 200)
    }

    @Test func `a stub of FCM refuses a message to a topic that nobody follows`() throws {
        let access = try access()
        host.stage.run("stub fcm error=INTERNAL topic=news times=2")
        func message(_ target: String) -> Asked {
            send(
                #"{"message":{\#(target),"notification":{"title":"Hi"}}}"#, access: access)
        }
        let asked = [
            message(#""topic":"sale""#), message(#""topic":"news""#),
            message(#""condition":"!('news' in topics) && 'sale' in topics""#),
            message(#""topic":"news""#),
        ]
        fcm.handle(asked.map(\.exchange))
        #expect(asked.map(\.status) == [200, 500, 500, 200])
        let events = asked.compactMap { $0.header("pushsh-event") }
        #expect(events.count == 4)
        #expect(
            host.stage.rows("SELECT id FROM notifications WHERE state = 'refused' ORDER BY id")
                == Array(events[1...2]).sorted())
    }

    @Test func `an access token that expires in the middle of a run can be planted`() throws {
        let access = try access()
        host.stage.run("stub fcm error=UNAUTHENTICATED times=1")
        let (one, two) = (send(hello(), access: access), send(hello(), access: access))
        handle(one)
        handle(two)
        #expect(one.status == 401 && one.text.contains("ACCESS_TOKEN_EXPIRED"), "\(one.text)")
        #expect(one.header("WWW-Authenticate")?.contains("invalid_token") == true)
        #expect(two.status == 200)
    }

    @Test func `a copy that is restored has full quotas`() throws {
        let access = try access()
        let text = hello(#","apns":{"headers":{"apns-collapse-id":"c"}}"#)
        func status() -> Int? {
            let asked = send(text, access: access)
            handle(asked)
            return asked.status
        }
        host.stage.run("snapshot save fresh")
        #expect((0..<21).map { _ in status() } == Array(repeating: 200, count: 20) + [429])
        #expect(host.stage.run("snapshot go fresh").failure == nil)
        #expect((0..<21).map { _ in status() } == Array(repeating: 200, count: 20) + [429])
    }

    @Test func `a token in the wrong field is refused, and not kept`() throws {
        let access = try access()
        let asked = send(
            #"{"message":{"topic":"\#(access) ","notification":{"title":"Hi"}}}"#, access: access)
        handle(asked)
        #expect(asked.status == 400, "\(asked.text)")
        let event = try #require(asked.header("pushsh-event"))
        let why = host.stage.run("why \(event)").lines.joined(separator: "\n")
        #expect(why.contains("found `REDACTED "), "\(why)")
        #expect(!(why + host.lines.joined()).contains(access))
        #expect(host.stage.rows("SELECT count(*) FROM facts WHERE text LIKE '%ya29.%'") == ["0"])
    }

    @Test func `a call is not found under another of Google's names`() throws {
        let access = try access()
        let wrong = send(hello(), access: access, [("Host", "iid.googleapis.com")])
        let right = send(hello(), access: access, [("Host", "fcm.googleapis.com:443")])
        handle(wrong)
        handle(right)
        #expect(wrong.status == 404 && right.status == 200)
    }

    // Topics, as a backend's server manages them.
}
