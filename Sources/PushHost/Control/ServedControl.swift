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
    /// Asks for another call of `publish`: there are more facts to send, or again room for them.
    var wake: @Sendable () -> Void = {}
    /// Lines printed since the followers were last sent any.
    private var told: [String] = []

    /// A client that follows what happens.
    private struct Follower {
        var feed: ServiceFeed
        /// The last fact that it was sent.
        var after: StreamPlace
        /// The newest statement when it had been sent everything; nil = it is still behind.
        var upTo: Int64?

        /// Whether it can be sent facts that it may lack.
        func canTakeFacts(upTo newest: Int64) -> Bool { upTo != newest && feed.hasRoom }
    }

    /// Facts as a stream has them, from after a place.
    private struct Page {
        var bytes: [UInt8] = []
        /// The place of the last of them.
        var end: StreamPlace
        /// Whether there are no more so far.
        var isLast: Bool
    }

    /// The number of facts read at once: few, as everybody else waits meanwhile.
    private static let pageSize = 250
    /// The bytes of a page, and those on the way to a follower, beyond which it gets no more facts.
    private static let pageBytes = 256 << 10

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
        _ status: Int, _ text: String, _ headers: [HeaderField] = []
    ) -> ServiceResponse {
        ServiceResponse(
            status: status,
            headers: [
                HeaderField("Content-Type", "application/json"),
                HeaderField("Cache-Control", "no-store"),
                HeaderField("X-Content-Type-Options", "nosniff"),
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
        var response = ServiceResponse(
            status: 200,
            headers: [
                HeaderField("Content-Type", "text/event-stream"),
                HeaderField("Cache-Control", "no-store"),
            ])
        guard exchange.request.method != "HEAD" else {
            return exchange.answer(.response(response))
        }
        response.body = Array(": pushsh\n\n".utf8)
        followers.removeAll { !$0.feed.isOpen }
        let limit = ControlOperation.followerLimit
        guard followers.count < limit else {
            throw ControlRefusal(
                503, "\(limit) streams are open, wanted fewer",
                hint: "`facts` with `after` gets what is new without a stream")
        }
        let feed = ServiceFeed(room: Self.pageBytes, whenRoom: wake)
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
        exchange.answer(.stream(response, feed))
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
            followers[index].upTo = nil
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
        sendFacts()
        let lines = told.map { line in
            let value: JSON = ["text": .string(VisibleText.escape(line))]
            return "event: told\ndata: \(Secrets.shown(value.text))\n\n"
        }
        told = []
        guard !lines.isEmpty else { return }
        for follower in followers { follower.feed.send(Array(lines.joined().utf8)) }
    }

    /// Sends a page of facts to the followers at one place, and asks to be called again if others
    /// lack some.
    ///
    /// One page at a time: a client that asks for a long history must not keep the others waiting.
    private func sendFacts() {
        let newest = host.newestStatement
        guard let first = followers.first(where: { $0.canTakeFacts(upTo: newest) }),
            let page = page(after: first.after)
        else { return }
        let isServed = { (follower: Follower) in
            follower.after == first.after && follower.canTakeFacts(upTo: newest)
        }
        var served = followers.filter(isServed)
        followers.removeAll(where: isServed)
        for index in served.indices {
            served[index].after = page.end
            served[index].upTo = page.isLast ? newest : nil
            if !page.bytes.isEmpty { served[index].feed.send(page.bytes) }
        }
        // The others have their turn before these do again.
        followers += served
        if followers.contains(where: { $0.canTakeFacts(upTo: newest) }) { wake() }
    }

    /// Reads the facts after a place, from which secrets are taken out; nil if the store refuses.
    private func page(after place: StreamPlace) -> Page? {
        let request = ControlRequest.facts(after: place.fact, limit: Self.pageSize)
        guard case .value(let value) = host.control(request, attending: nil),
            let facts = value.arrayValue
        else { return nil }
        var page = Page(end: place, isLast: facts.count < Self.pageSize)
        for fact in facts {
            guard page.bytes.count < Self.pageBytes else {
                page.isLast = false
                break
            }
            guard let place = fact["id"]?.stringValue.flatMap({ FactPlace($0) }) else { continue }
            page.end.fact = place
            let data = Secrets.shown(fact.text)
            page.bytes += "id: \(page.end.text)\nevent: fact\ndata: \(data)\n\n".utf8
        }
        return page
    }

    /// Ends the streams.
    func shut() {
        for follower in followers { follower.feed.end() }
        followers = []
    }
}
