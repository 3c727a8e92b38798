import PushBackends
import PushCommands
import PushManual
import PushRuntime
import PushText
import PushWire

/// The control protocol over HTTP: the serving session carries out each request.
final class ServedControl {
    private let host: any ControlHost
    private let gate: ControlGate
    private var followers: [Follower] = []
    /// The request in progress.
    private var current: Exchange?
    /// The ports that are answered while a request waits.
    var visitors: (any OpenServices)?
    /// Lines printed since the followers were last sent any.
    private var told: [String] = []

    /// A client that follows what happens.
    private struct Follower {
        var feed: ServiceFeed
        /// The last fact that it was sent.
        var after: FactPlace
    }

    /// The maximum number of open streams; beyond it the oldest ends.
    private static let followerLimit = 32
    /// The number of facts read at once.
    private static let pageSize = 1000

    init(_ host: any ControlHost, token: String) {
        self.host = host
        gate = ControlGate(token: token)
    }

    /// Whether a request may be answered while another one waits: it runs no statements.
    func canAnswerMeanwhile(_ exchange: Exchange) -> Bool {
        guard case .request(let request)? = try? ControlRoute(exchange.request) else { return true }
        return request.isReading
    }

    /// Whether nobody waits any longer for the answer to the request in progress.
    var isAbandoned: Bool { current?.isAbandoned ?? false }

    /// Answers a request.
    func handle(_ exchange: Exchange) {
        // A visitor interrupts a request that waits.
        let waiting = current
        current = exchange
        defer { current = waiting }
        let request = exchange.request
        let path = String(request.path.prefix { $0 != "?" }.prefix(100))
        do throws(ControlRefusal) {
            try gate.check(request)
            switch try ControlRoute(request) {
            case .document:
                exchange.answer(.response(Self.response(200, OpenAPIPage.text)))
            case .follow(let after): follow(exchange, after: after)
            case .request(let request): carryOut(request, exchange, path)
            }
        } catch {
            let answer = ControlAnswer(error.fault)
            exchange.answer(
                .response(Self.response(error.status, answer.text, error.headers)))
            host.tell(["refused \(request.method) \(path) \(error.status)"])
        }
    }

    private func carryOut(_ request: ControlRequest, _ exchange: Exchange, _ path: String) {
        let line = "control \(exchange.request.method) \(path) "
        let left = line + "ended: its client hung up"
        guard !exchange.isAbandoned else {
            // Every request is counted by its answer.
            exchange.answer(.hangUp)
            return host.tell([left])
        }
        let answer = host.control(request, attending: visitors)
        goBack()
        let status = Self.status(of: answer)
        exchange.answer(.response(Self.response(status, answer.text)))
        guard !request.isReading || status != 200 else { return }
        host.tell([exchange.isAbandoned ? left : line + "\(status)"])
    }

    private static func status(of answer: ControlAnswer) -> Int {
        switch answer {
        case .value: 200
        case .failure(_, .request): 400
        case .failure(_, .command): 409
        case .failure(_, .outside): 500
        }
    }

    private static func response(
        _ status: Int, _ text: String, _ headers: [ServiceHeader] = []
    ) -> ServiceResponse {
        ServiceResponse(
            status: status,
            headers: [
                ServiceHeader("Content-Type", "application/json"),
                ServiceHeader("Cache-Control", "no-store"),
                ServiceHeader("X-Content-Type-Options", "nosniff"),
            ] + headers, body: Array(text.utf8))
    }
}

extension ServedControl {
    private func follow(_ exchange: Exchange, after: FactPlace?) {
        let feed = ServiceFeed()
        followers.removeAll { !$0.feed.isOpen }
        if followers.count >= Self.followerLimit { followers.removeFirst().feed.end() }
        let place = after ?? FactPlace(statement: host.newestStatement)
        followers.append(Follower(feed: feed, after: place))
        host.listener = { [weak self] lines in self?.told += lines }
        exchange.answer(
            .stream(
                ServiceResponse(
                    status: 200,
                    headers: [
                        ServiceHeader("Content-Type", "text/event-stream"),
                        ServiceHeader("Cache-Control", "no-store"),
                    ], body: Array(": pushsh\n\n".utf8)), feed))
    }

    /// Continues from the newest statement if a restored copy has fewer.
    private func goBack() {
        guard !followers.isEmpty else { return }
        let newest = host.newestStatement
        for index in followers.indices where followers[index].after.statement > newest {
            followers[index].after = FactPlace(statement: newest)
        }
    }

    /// Sends the followers what has happened; called after requests were carried out.
    func publish() {
        guard !followers.isEmpty else { return }
        followers.removeAll { !$0.feed.isOpen }
        guard !followers.isEmpty else {
            host.listener = nil
            told = []
            return
        }
        for index in followers.indices { sendFacts(to: index) }
        let lines = told.map { line in
            let value: JSON = ["text": .string(VisibleText.escape(line))]
            return "event: told\ndata: \(Secrets.shown(value.text))\n\n"
        }
        told = []
        guard !lines.isEmpty else { return }
        for follower in followers { follower.feed.send(Array(lines.joined().utf8)) }
    }

    private func sendFacts(to index: Int) {
        while true {
            let request = ControlRequest.facts(
                after: followers[index].after, limit: Self.pageSize)
            guard case .value(let value) = host.control(request, attending: nil),
                let facts = value.arrayValue, let last = facts.last?["id"]?.stringValue,
                let place = FactPlace(last)
            else { return }
            let text = facts.map { fact in
                let id = fact["id"]?.stringValue ?? ""
                return "id: \(id)\nevent: fact\ndata: \(Secrets.shown(fact.text))\n\n"
            }
            followers[index].feed.send(Array(text.joined().utf8))
            followers[index].after = place
            guard facts.count == Self.pageSize else { return }
        }
    }

    /// Ends the streams.
    func shut() {
        for follower in followers { follower.feed.end() }
        followers = []
    }
}
