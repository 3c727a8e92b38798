import PushBackends
import PushCommands
import PushModel
import PushText
import Synchronization
import Testing

@testable import PushHost
@testable import PushRuntime
@testable import PushWire

/// KD-06: the control protocol over HTTP, carried out by the session that serves.
@Suite struct ServedControlTests {
    private let host: ServedStage
    private let control: ServedControl

    init() throws {
        host = try ServedStage()
        control = ServedControl(host, token: "secret")
    }

    private func ask(
        _ method: String, _ path: String, _ body: String = "", token: String = "secret",
        _ fields: [(String, String)] = []
    ) -> Asked {
        var headers = [("Host", "127.0.0.1:1"), ("Authorization", "Bearer " + token)]
        if !body.isEmpty { headers.append(("Content-Type", "application/json")) }
        return Asked(.control, method, path, headers + fields, body: body)
    }

    private func handle(_ asked: Asked) -> Asked {
        control.handle(asked.exchange)
        return asked
    }

    @Test func `a statement runs in the session, and is told`() {
        let asked = handle(ask("POST", "/v1/commands/app/launch"))
        #expect(asked.status == 200, "\(asked.text)")
        #expect(host.world.app?.wasLaunched == true)
        #expect(host.lines == ["control POST /v1/commands/app/launch 200"])
    }

    @Test func `a question is answered, and not told`() {
        let asked = handle(ask("GET", "/v1/devices"))
        #expect(asked.status == 200 && asked.json?.arrayValue?.count == 1)
        #expect(host.lines.isEmpty)
    }

    /// Requests with their status, and the code of the fault.
    private static let answers: [(String, String, String, Int, String?)] = [
        ("GET", "/v1/status", "", 200, nil), ("GET", "/v1/queue", "", 200, nil),
        ("POST", "/v1/commands/tap", "", 409, "no_notification"),
        ("POST", "/v1/commands/tapp", "", 404, "unknown_command"),
        ("POST", "/v1/commands/lint", #"{"payload": "news"}"#, 409, "file_not_found"),
        ("POST", "/v1/commands/receive", #"{"payload": "/"}"#, 409, "file_unreadable"),
        ("POST", "/v1/commands/app/launch", "[]", 400, "invalid_request"),
        ("POST", "/v1/run", #"{"text": "tapp"}"#, 200, nil),
        ("POST", "/v1/run", #"{"txt": "tap"}"#, 400, "invalid_request"),
        ("GET", "/v1/nothing", "", 404, "invalid_request"),
        ("DELETE", "/v1/status", "", 405, "invalid_request"),
        ("GET", "/v1/openapi.json", "", 200, nil),
    ]

    @Test(arguments: answers.indices) func `each outcome has its status`(index: Int) {
        let (method, path, body, status, code) = Self.answers[index]
        let asked = handle(ask(method, path, body))
        #expect(asked.status == status, "\(asked.text)")
        if let code { #expect(asked.json?["error"]?["code"]?.stringValue == code) }
        #expect(asked.header("Content-Type") == "application/json")
        #expect(asked.header("Cache-Control") == "no-store")
        #expect(asked.header("X-Content-Type-Options") == "nosniff")
    }

    /// It would go on in a world that it did not make.
    @Test func `the workspace of a script that waits is not replaced`() {
        func status(_ path: String, _ body: String = "") -> Int? {
            handle(ask("POST", "/v1/" + path, body)).status
        }
        let reset = #"{"snapshot": "fresh"}"#
        #expect(status("run", #"{"text": "app launch\nsnapshot save fresh"}"#) == 200)
        host.session.memory.isWaiting = true
        let refused = handle(ask("POST", "/v1/reset", reset))
        #expect(refused.status == 409, "\(refused.text)")
        #expect(refused.json?["error"]?["code"]?.stringValue == "not_supported")
        #expect(status("commands/undo") == 409 && status("commands/redo") == 409)
        #expect(status("commands/login", #"{"user": "a"}"#) == 200)
        #expect(status("commands/snapshot/save", #"{"name": "more"}"#) == 200)
        host.session.memory.isWaiting = false
        #expect(status("reset", reset) == 200)
    }

    @Test func `who has not the token is refused, and that is told without the query`() {
        let asked = handle(ask("GET", "/v1/status?token=guess", token: "guess"))
        #expect(asked.status == 401 && asked.header("WWW-Authenticate") != nil)
        #expect(host.lines == ["refused GET /v1/status 401"])
    }

    @Test func `a method that a path has not is told which it has`() {
        let asked = handle(ask("GET", "/v1/run"))
        #expect(asked.status == 405 && asked.header("Allow") == "POST")
        let other = handle(ask("POST", "/v1/status"))
        #expect(other.status == 405 && other.header("Allow") == "GET, HEAD")
    }

    @Test(arguments: ["/v1/status", "/v1/openapi.json", "/v1/follow", "/v1/facts"])
    func `HEAD is answered as GET, and begins no stream`(path: String) {
        let asked = handle(ask("HEAD", path))
        #expect(asked.status == 200, "\(asked.text)")
        #expect(!control.hasFollowers)
    }

    @Test func `what nobody waits for any more is not begun`() throws {
        let client = ClientPresence()
        let request = ServiceRequest(
            method: "POST", path: "/v1/commands/app/launch",
            headers: [
                HeaderField("Host", "127.0.0.1:1"),
                HeaderField("Authorization", "Bearer secret"),
            ], body: [])
        client.leave()
        control.handle(Exchange(request, for: .control, from: client) { _ in })
        #expect(host.world.app?.wasLaunched == false)
        #expect(host.lines == ["control POST /v1/commands/app/launch ended: its client hung up"])
    }

    @Test func `only what runs no statements is answered while another request waits`() {
        func may(_ asked: Asked) -> Bool { control.canAnswerMeanwhile(asked.exchange) }
        #expect(may(ask("GET", "/v1/status")) && may(ask("GET", "/v1/events")))
        #expect(may(ask("GET", "/v1/nothing")) && may(ask("GET", "/v1/follow")))
        #expect(!may(ask("POST", "/v1/commands/app/launch")))
        #expect(!may(ask("POST", "/v1/run", #"{"text": "app launch"}"#)))
    }

    /// Collects what a stream sends.
    private final class Stream: Sendable {
        private let state = Mutex<(text: String, isOver: Bool)>(("", false))
        private let feed: ServiceFeed

        init?(_ asked: Asked) {
            guard case .stream(_, let feed)? = asked.answers.first else { return nil }
            self.feed = feed
            feed.take { [self] bytes in
                state.withLock {
                    if let bytes {
                        $0.text += String(decoding: bytes, as: UTF8.self)
                    } else {
                        $0.isOver = true
                    }
                }
            }
        }

        var isOver: Bool { state.withLock { $0.isOver } }

        /// Takes the events that came since the last time.
        func take() -> [String] {
            let text = state.withLock { state in
                defer { state.text = "" }
                return state.text
            }
            feed.leave(text.utf8.count)
            return text.split(separator: "\n\n").map(String.init)
        }
    }

    /// Counts how often the server is asked to publish again.
    private func countingWakes() -> Wakes {
        let wakes = Wakes()
        control.wake = { wakes.count.withLock { $0 += 1 } }
        return wakes
    }

    private final class Wakes: Sendable {
        let count = Mutex(0)

        /// The calls since the last time.
        func take() -> Int {
            count.withLock { count in
                defer { count = 0 }
                return count
            }
        }
    }

    /// Pushes and events are answered between two pages.
    @Test func `a long history comes by pages, with a turn for everybody between them`() throws {
        let text = #"{"text": "app launch\nrepeat 200\nlogin a\nlogin b\nend"}"#
        _ = handle(ask("POST", "/v1/run", text))
        let all = handle(ask("GET", "/v1/facts")).json?.arrayValue?.compactMap { $0["id"] } ?? []
        #expect(all.count > 300)
        let wakes = countingWakes()
        let streams = try ["0", "0", "20"].map {
            try #require(Stream(handle(ask("GET", "/v1/follow?after=\($0)"))))
        }
        var found: [[String]] = [[], [], []]
        var rounds = 0
        repeat {
            rounds += 1
            control.publish()
            for (index, stream) in streams.enumerated() {
                let facts = stream.take().filter { $0.contains("event: fact") }
                #expect(facts.count <= 250)
                found[index] += facts.map { String($0.prefix { $0 != "\n" }.dropFirst(4)) }
            }
        } while wakes.take() > 0 && rounds < 100
        // The two at one place share their pages; the third one has others between them.
        #expect(found[0] == all.compactMap { $0.stringValue.map { $0 + "@0" } })
        #expect(found[1] == found[0] && found[0].hasSuffix(found[2]) && found[2].count > 250)
        let pages = (all.count + 249) / 250
        #expect((2 * pages - 1...2 * pages).contains(rounds), "\(rounds) for \(all.count)")
        control.publish()
        #expect(streams.allSatisfy { $0.take().isEmpty } && wakes.take() == 0)
    }

    @Test func `whoever does not read gets no more facts until it does`() throws {
        let user = String(repeating: "u", count: 3500)
        let text = "app launch\nrepeat 150\nlogin \(user)\nend"
        _ = handle(ask("POST", "/v1/run", (["text": .string(text)] as JSON).text))
        let wakes = countingWakes()
        let stream = try #require(Stream(handle(ask("GET", "/v1/follow?after=0"))))
        for _ in 0..<5 { control.publish() }
        _ = wakes.take()
        var size = 0
        var facts = 0
        repeat {
            control.publish()
            let events = stream.take()
            size = max(size, events.reduce(0) { $0 + $1.utf8.count })
            facts += events.filter { $0.contains("event: fact") }.count
        } while wakes.take() > 0
        #expect(size > 250_000 && size < 600_000)
        #expect(facts == handle(ask("GET", "/v1/facts")).json?.arrayValue?.count)
    }

    @Test func `a follower gets what happens from now on, with its place`() throws {
        _ = handle(ask("POST", "/v1/commands/app/launch"))
        let asked = handle(ask("GET", "/v1/follow"))
        #expect(asked.status == 200 && asked.header("Content-Type") == "text/event-stream")
        let stream = try #require(Stream(asked))
        control.publish()
        #expect(stream.take().isEmpty)
        _ = handle(ask("POST", "/v1/commands/app/background"))
        control.publish()
        let events = stream.take()
        let facts = events.filter { $0.contains("event: fact") }
        #expect(!facts.isEmpty && facts.allSatisfy { $0.hasPrefix("id: ") })
        #expect(events.contains { $0.hasPrefix("event: told\ndata: ") })
        control.publish()
        #expect(stream.take().isEmpty)
    }

    @Test func `a follower that comes again goes on behind what it had`() throws {
        _ = handle(ask("POST", "/v1/commands/app/launch"))
        let all = try #require(Stream(handle(ask("GET", "/v1/follow?after=0"))))
        control.publish()
        let events = all.take().filter { $0.contains("event: fact") }
        #expect(events.count > 2)
        let second = try #require(events[1].split(separator: "\n").first?.dropFirst(4))
        let rest = try #require(
            Stream(handle(ask("GET", "/v1/follow", "", [("Last-Event-ID", String(second))]))))
        control.publish()
        #expect(rest.take() == Array(events.dropFirst(2)))
    }

    /// The numbers of the facts are taken back by the copy.
    @Test func `a reset is told, and whoever missed it gets what happened after it`() throws {
        func run(_ text: String) {
            let asked = handle(
                ask(
                    "POST", "/v1/run",
                    JSON.object([
                        .init(key: "text", value: .string(text))
                    ]).text))
            #expect(asked.json?["exit_status"]?.intValue == 0, "\(asked.text)")
        }
        run("app launch\nsnapshot save fresh")
        let live = try #require(Stream(handle(ask("GET", "/v1/follow"))))
        run("login a\nlogin b\nlogin c")
        control.publish()
        let seen = live.take().filter { $0.contains("event: fact") }
        let last = try #require(seen.last?.split(separator: "\n").first?.dropFirst(4))
        // As many statements again: the numbers alone do not show that a copy was restored.
        run("snapshot go fresh\nlogin d\nlogin e\nlogin f")
        control.publish()
        let told = live.take().filter { !$0.contains("event: told") }
        #expect(told.first?.contains("event: reset\ndata: {\"after\":\"") == true, "\(told)")
        #expect(told.count == seen.count + 1 && told.dropFirst().allSatisfy { $0.contains("@1\n") })
        #expect(told.contains { $0.contains("\"d\"") || $0.contains(" d") })
        let resumed = try #require(
            Stream(handle(ask("GET", "/v1/follow", "", [("Last-Event-ID", String(last))]))))
        control.publish()
        #expect(resumed.take() == told)
        let asked = try #require(Stream(handle(ask("GET", "/v1/follow?after=\(last)"))))
        control.publish()
        #expect(asked.take() == told)
        // The place of a streamed event is understood wherever the same `id` is asked for.
        func facts(after place: Substring) -> Int? {
            handle(ask("GET", "/v1/facts?after=\(place)")).json?.arrayValue?.count
        }
        let newest = try #require(told.last?.split(separator: "\n").first?.dropFirst(4))
        #expect(newest.hasSuffix("@1") && facts(after: newest) == 0)
        #expect(last.hasSuffix("@0") && facts(after: last) == told.count - 1)
        let again = try #require(Stream(handle(ask("GET", "/v1/follow?after=\(newest)"))))
        control.publish()
        #expect(again.take().isEmpty)
    }

    private func ask(
        _ method: String, _ path: String, _ body: String, _ fields: [(String, String)]
    ) -> Asked { ask(method, path, body, token: "secret", fields) }

    /// If the oldest were let go, its client would come again, and end the next one's stream.
    @Test func `one follower too many is refused, and the others stay`() throws {
        let streams = try (0..<32).map { _ in
            try #require(Stream(handle(ask("GET", "/v1/follow"))))
        }
        let refused = handle(ask("GET", "/v1/follow"))
        #expect(refused.status == 503 && refused.text.contains("32 streams are open"))
        #expect(!streams.contains { $0.isOver })
        control.shut()
        #expect(streams.allSatisfy { $0.isOver })
    }

    @Test func `secrets are in no answer and no stream`() throws {
        let key = "12345/" + String(repeating: "0123456789", count: 4)
        let stream = try #require(Stream(handle(ask("GET", "/v1/follow"))))
        let asked = handle(ask("POST", "/v1/commands/login", #"{"user": "\#(key)"}"#))
        control.publish()
        let sent = asked.text + stream.take().joined()
        #expect(!sent.isEmpty && !sent.contains("0123456789012345"))
    }
}

extension [String] {
    /// Whether it ends with these.
    fileprivate func hasSuffix(_ other: [String]) -> Bool { Array(suffix(other.count)) == other }
}
