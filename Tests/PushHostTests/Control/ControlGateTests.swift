import PushBackends
import PushCommands
import PushText
import Testing

@testable import PushHost

/// KD-06: who may drive the shell over its port, and what a request there asks for.
@Suite struct ControlGateTests {
    private let gate = ControlGate(token: "secret-token")

    private func request(
        _ method: String = "GET", _ path: String = "/v1/status", _ fields: [String] = [],
        host: String? = "127.0.0.1:8090", token: String? = "Bearer secret-token", body: String = ""
    ) -> ServiceRequest {
        var headers = fields.map { field in
            let parts = field.split(separator: ":", maxSplits: 1)
            return HeaderField(
                String(parts[0]), String(parts[1].drop { $0 == " " }))
        }
        if let host { headers.append(HeaderField("Host", host)) }
        if let token { headers.append(HeaderField("Authorization", token)) }
        return ServiceRequest(method: method, path: path, headers: headers, body: Array(body.utf8))
    }

    private func status(_ request: ServiceRequest) -> Int {
        do throws(ControlRefusal) {
            try gate.check(request)
            _ = try ControlRoute(request)
            return 200
        } catch { return error.status }
    }

    @Test(arguments: [
        "127.0.0.1", "127.0.0.1:1", "localhost:65535", "LOCALHOST", "[::1]:8090",
    ])
    func `this machine's names pass`(host: String) {
        #expect(status(request(host: host)) == 200)
    }

    @Test(arguments: [
        "example.com", "127.0.0.1.example.com", "localhost.example.com:8090", "127.0.0.1:", "",
        "127.0.0.1:80a", "127.0.0.1:1234567", "127.0.0.1@example.com", "[::1]evil",
    ])
    func `a name that only leads here is refused, whatever the token`(host: String) {
        #expect(status(request(host: host)) == 403)
    }

    @Test func `no host, or two, are refused`() {
        #expect(status(request(host: nil)) == 403)
        #expect(status(request("GET", "/v1/status", ["Host: localhost"])) == 403)
    }

    @Test(arguments: [
        ("Origin: http://example.com", 403), ("Origin: null", 403),
        ("Origin: https://127.0.0.1:8090", 403), ("Origin: http://127.0.0.1:8091", 403),
        ("Sec-Fetch-Site: cross-site", 403), ("Sec-Fetch-Site: same-site", 403),
        ("Origin: http://127.0.0.1:8090", 200), ("Sec-Fetch-Site: same-origin", 200),
        ("Sec-Fetch-Site: none", 200),
    ])
    func `a page of another origin is refused`(field: String, wanted: Int) {
        #expect(status(request("GET", "/v1/status", [field])) == wanted)
    }

    @Test(arguments: [
        nil, "", "Bearer", "Bearer ", "Bearer secret-toke", "Bearer secret-tokenn",
        "Bearer secret-tokenX secret-token", "Basic secret-token", "secret-token",
        "Bearer Secret-token", "Bearer secret-tokensecret-token",
    ])
    func `another token than the right one is refused`(token: String?) {
        #expect(status(request(token: token)) == 401)
    }

    @Test func `the scheme's case is free, and two credentials are none`() {
        #expect(status(request(token: "bearer secret-token")) == 200)
        let twice = ["Authorization: Bearer secret-token"]
        #expect(status(request("GET", "/v1/status", twice)) == 401)
    }

    private static let json = ["Content-Type: application/json"]

    static let refused: [(String, String, [String], String, Int)] = [
        ("GET", "/", [], "", 404), ("GET", "/v1", [], "", 404), ("GET", "/v1/nope", [], "", 404),
        ("GET", "/v1/run", [], "", 405), ("POST", "/v1/status", [], "", 405),
        ("OPTIONS", "/v1/run", [], "", 405), ("POST", "/v1/openapi.json", [], "", 405),
        ("POST", "/v1/run", [], "{}", 400),
        ("POST", "/v1/run", ["Content-Type: application/x-www-form-urlencoded"], "text=a", 400),
        ("POST", "/v1/run", ["Content-Type: application/json"], "{", 400),
        ("POST", "/v1/run", ["Content-Type: application/json"], "[]", 400),
        ("POST", "/v1/run", [], "", 400),
        ("GET", "/v1/status?device=a&device=b", [], "", 400),
        ("GET", "/v1/status?nope=1", [], "", 400), ("GET", "/v1/events?limit=x", [], "", 400),
        ("GET", "/v1/follow", ["Last-Event-ID: x"], "", 400),
        ("GET", "/v1/facts?after=3.1@x", [], "", 400),
        ("GET", "/v1/events?after=3@1", [], "", 400),
        ("POST", "/v1/run?bogus=1", json, #"{"text": "a"}"#, 400),
        ("POST", "/v1/run?timeout=1s", json, #"{"text": "a", "timeout": "2s"}"#, 400),
        ("POST", "/v1/run", json, #"{"text": "a", "text": "b"}"#, 400),
        ("POST", "/v1/run?text=x", ["Content-Type: text/plain"], "a", 400),
        ("POST", "/v1/reset?bogus=1", json, #"{"snapshot": "a"}"#, 400),
        ("POST", "/v1/commands/whoami?command=tap", [], "", 400),
        ("GET", "/v1/openapi.json?a=b", [], "", 400), ("GET", "/v1/events?limit=+5", [], "", 400),
        ("GET", "/v1/events?limit=%2B5", [], "", 400), ("HEAD", "/v1/run", [], "", 405),
    ]

    @Test(arguments: refused.indices)
    func `what is no request is refused with its status`(index: Int) {
        let (method, path, fields, body, wanted) = Self.refused[index]
        #expect(status(request(method, path, fields, body: body)) == wanted)
    }

    @Test func `a request is read from path, query and body`() throws {
        func route(_ request: ServiceRequest) throws -> ControlRequest? {
            guard case .request(let found) = try ControlRoute(request) else { return nil }
            return found
        }
        let json = ["Content-Type: application/json; charset=utf-8"]
        let run = try route(
            request("POST", "/v1/run", json, body: #"{"text": "whoami", "timeout": "2s"}"#))
        #expect(run?.name == .run && run?.text("text") == "whoami" && run?.timeLimit == 2000)
        let plain = try route(
            request("POST", "/v1/run?timeout=3s", ["Content-Type: text/plain"], body: "a\nb"))
        #expect(plain?.text("text") == "a\nb" && plain?.timeLimit == 3000)
        let mixed = try route(
            request("POST", "/v1/run?timeout=3s", json, body: #"{"text": "whoami"}"#))
        #expect(mixed?.text("text") == "whoami" && mixed?.timeLimit == 3000)
        let tap = try route(
            request(
                "POST", "/v1/commands/app/launch?device=tablet", [], body: ""))
        #expect(try tap?.statement() == "@tablet app launch")
        let receive = try route(
            request("POST", "/v1/commands/receive", json, body: #"{"payload": {"aps": {}}}"#))
        #expect(try receive?.statement() == #"receive '{"aps":{}}'"#)
        let events = try route(request("GET", "/v1/events?after=3&limit=2&device=a_b"))
        #expect(events?.number("after") == 3 && events?.text("device") == "a_b")
    }

    @Test func `a stream goes on where its client says`() throws {
        #expect(try ControlRoute(request("GET", "/v1/follow")) == .follow(.now))
        #expect(
            try ControlRoute(request("GET", "/v1/follow?after=1", ["Last-Event-ID: 4.2"]))
                == .follow(
                    .resumed(StreamPlace(FactPlace(statement: 4, position: 2), restored: 0))))
        #expect(
            try ControlRoute(request("GET", "/v1/follow?after=1"))
                == .follow(.after(FactPlace(statement: 1))))
        let resumed = try ControlRoute(request("GET", "/v1/follow", ["Last-Event-ID: 4.2@3"]))
        #expect(
            resumed
                == .follow(
                    .resumed(StreamPlace(FactPlace(statement: 4, position: 2), restored: 3))))
        #expect(throws: ControlRefusal.self) {
            try ControlRoute(request("GET", "/v1/follow", ["Last-Event-ID: 4.2@x"]))
        }
        // The standard's reset leaves an empty one, and not every client can set the field.
        #expect(
            try ControlRoute(request("GET", "/v1/follow", ["Last-Event-ID: "])) == .follow(.now))
        #expect(try ControlRoute(request("GET", "/v1/follow?after=4.2@3")) == resumed)
        #expect(try ControlRoute(request("GET", "/v1/openapi.json")) == .document)
    }
}
