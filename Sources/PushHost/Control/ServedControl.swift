import PushBackends
import PushCommands
import PushManual
import PushRuntime
import PushText
import PushWire

/// The control protocol over HTTP: the serving session carries out each request.
///
/// Requests are carried out one at a time, in the order of their arrival; those that only read may
/// be answered while another one waits.
final class ServedControl {
    private let host: any ControlHost
    private let gate: ControlGate
    /// The clients that follow what happens.
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
        var after: StreamPlace
    }

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

    /// Whether anybody follows what happens.
    var hasFollowers: Bool { !followers.isEmpty }

    /// Whether nobody waits any longer for the answer to the request in progress.
    var isAbandoned: Bool { current?.isAbandoned ?? false }

    /// Answers a request.
    func handle(_ exchange: Exchange) {
        // A visitor interrupts a request that waits.
        let waiting = current
        current = exchange
        defer { current = waiting }
        let request = exchange.request
        let path = String(request.barePath.prefix(100))
        do throws(ControlRefusal) {
            try gate.check(request)
            switch try ControlRoute(request) {
            case .document:
                exchange.answer(.response(Self.response(200, OpenAPIPage.text)))
            case .follow(let start): try follow(exchange, from: start)
            case .facts(let request, let place):
                carryOut(request.continued(after: fact(of: place)), exchange, path)
            case .request(let request): carryOut(request, exchange, path)
            }
        } catch {
            let answer = ControlAnswer(error.fault)
            exchange.answer(
                .response(Self.response(error.status, answer.text, error.headers)))
            host.tell(["refused \(request.method) \(path) \(error.status)"])
        }
    }

    /// Lets the session carry out a request, and reports one that changed something or failed.
    private func carryOut(_ request: ControlRequest, _ exchange: Exchange, _ path: String) {
        let line = "control \(exchange.request.method) \(path) "
        let left = line + "ended: its client hung up"
        guard !exchange.isAbandoned else {
            // Every request is counted by its answer.
            exchange.answer(.hangUp)
            return host.tell([left])
        }
        let answer = host.control(request, attending: visitors)
        let status = Self.status(of: answer)
        exchange.answer(.response(Self.response(status, answer.text)))
        guard !request.isReading || status != 200 else { return }
        host.tell([exchange.isAbandoned ? left : line + "\(status)"])
    }

    /// Returns the HTTP status of an answer: 409 is a command that failed, 500 what the client has
    /// no part in.
    private static func status(of answer: ControlAnswer) -> Int {
        switch answer {
        case .value: 200
        // The path of a command names it.
        case .failure(let fault, .request): fault.code == ControlFault.unknownCommand ? 404 : 400
        case .failure(_, .command): 409
        case .failure(_, .outside): 500
        }
    }

    /// Makes an answer that no browser keeps or takes for something else.
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
    /// Begins a stream of server-sent events, from now, after a fact, or where one broke off.
    ///
    /// One too many is refused. If the oldest ended instead, its client would come again at once,
    /// and end the next.
    private func follow(
        _ exchange: Exchange, from start: ControlRoute.Start
    ) throws(ControlRefusal) {
        followers.removeAll { !$0.feed.isOpen }
        let limit = ControlOperation.followerLimit
        guard followers.count < limit else {
            throw ControlRefusal(
                503, "\(limit) streams are open, wanted fewer",
                hint: "`facts` with `after` gets what is new without a stream")
        }
        let feed = ServiceFeed()
        let restored = host.restored.count
        let place: StreamPlace =
            switch start {
            case .now:
                StreamPlace(FactPlace(statement: host.newestStatement), restored: restored)
            case .after(let fact): StreamPlace(fact, restored: restored)
            // Another server on the workspace may have counted further.
            case .resumed(let place):
                StreamPlace(place.fact, restored: min(place.restored, restored))
            }
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

    /// The last fact that the client of a stream knows and that still exists.
    private func fact(of place: StreamPlace) -> FactPlace {
        place.movedBack(host.restored, newest: host.newestStatement)?.fact ?? place.fact
    }

    /// Tells followers that a copy was restored, and goes on from where its own facts end.
    private func goBack() {
        let (copies, newest) = (host.restored, host.newestStatement)
        for index in followers.indices {
            let place = followers[index].after.movedBack(copies, newest: newest)
            guard let place else { continue }
            let data: JSON = ["after": .string(place.fact.text)]
            followers[index].after = place
            followers[index].feed.send(
                Array("id: \(place.text)\nevent: reset\ndata: \(data.text)\n\n".utf8))
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
        goBack()
        for index in followers.indices { sendFacts(to: index) }
        let lines = told.map { line in
            let value: JSON = ["text": .string(VisibleText.escape(line))]
            return "event: told\ndata: \(Secrets.shown(value.text))\n\n"
        }
        told = []
        guard !lines.isEmpty else { return }
        for follower in followers { follower.feed.send(Array(lines.joined().utf8)) }
    }

    /// Sends a follower the facts after its place, a page at a time; secrets are hidden.
    private func sendFacts(to index: Int) {
        while true {
            let request = ControlRequest.facts(
                after: followers[index].after.fact, limit: Self.pageSize)
            guard case .value(let value) = host.control(request, attending: nil),
                let facts = value.arrayValue, let last = facts.last?["id"]?.stringValue,
                let place = FactPlace(last)
            else { return }
            let restored = followers[index].after.restored
            let text = facts.map { fact in
                let id = fact["id"]?.stringValue ?? ""
                let name = FactPlace(id).map { StreamPlace($0, restored: restored).text } ?? id
                return "id: \(name)\nevent: fact\ndata: \(Secrets.shown(fact.text))\n\n"
            }
            followers[index].feed.send(Array(text.joined().utf8))
            followers[index].after.fact = place
            guard facts.count == Self.pageSize else { return }
        }
    }

    /// Ends the streams.
    func shut() {
        for follower in followers { follower.feed.end() }
        followers = []
    }
}
