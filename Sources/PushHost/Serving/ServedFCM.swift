import PushBackends
import PushCrypto
import PushGateways
import PushModel
import PushPayload
import PushRuntime
import PushSimulation
import PushText
import PushWire

/// FCM and the other Google services that its libraries use, over HTTP.
///
/// Messages that wait together arrive in one transaction, and are answered after it.
final class ServedFCM {
    let host: any GatewayHost
    /// The access tokens.
    private let desk: AccessDesk
    /// The rest of each quota.
    var quota = FCMQuota()
    private lazy var clock = QuotaClock(session: host.now)
    private var isWarned = false
    /// How many copies had been restored when the quotas were last full.
    private var copies = 0

    /// Answers for a host; access tokens are those of an authority, or end with this object.
    init(_ host: any GatewayHost, _ authority: GatewayAuthority?) {
        self.host = host
        desk = AccessDesk(of: authority)
        copies = host.restored.count
    }

    /// Answers requests in their order; an answer leaves only once what it acknowledges is stored.
    func handle(_ exchanges: [Exchange]) {
        guard !exchanges.isEmpty else { return }
        followCopies()
        var sends: [(exchange: Exchange, project: String?)] = []
        for exchange in exchanges {
            let request = exchange.request
            let call = FCMCall(
                method: request.method, path: String(request.barePath),
                host: request.header("Host"))
            switch call {
            case .send(let project): sends.append((exchange, project))
            case .stray: sends.append((exchange, nil))
            default:
                send(sends)
                sends = []
                answer(exchange, call)
            }
        }
        send(sends)
    }

    /// Starts with full quotas in a copy that was restored: a test alone in its world must not
    /// meet what the tests before it have sent.
    private func followCopies() {
        let copies = host.restored.count
        guard copies != self.copies else { return }
        self.copies = copies
        quota = FCMQuota()
    }

    /// Answers a call that is no push.
    private func answer(_ exchange: Exchange, _ call: FCMCall?) {
        switch call {
        case .token: exchange.answer(.response(token(exchange.request)))
        case .topics(let call): answer(exchange, topics(exchange.request, call))
        case .instance(let call): answer(exchange, instance(exchange.request, call))
        case .allowedLocations, .send, .stray, nil: refuse(exchange, .noPath)
        }
    }

    /// Answers with a refusal.
    func refuse(_ exchange: Exchange, _ refusal: FCMRefusal) {
        answer(exchange, Self.response(refusal))
    }

    /// Answers a call that is no push: `why` knows nothing of it, so a refusal is told here.
    private func answer(_ exchange: Exchange, _ response: ServiceResponse) {
        exchange.answer(.response(response))
        guard response.status >= 400 else { return }
        host.tell(["refused \(exchange.request.subject) \(response.status)"])
    }

    /// Returns a refusal as Google answers it; `event` is the push that `why` knows.
    static func response(_ refusal: FCMRefusal, event: String? = nil) -> ServiceResponse {
        var headers: [HeaderField] = []
        if let seconds = refusal.retryAfter {
            headers.append(HeaderField("Retry-After", String(seconds)))
        }
        if let challenge = refusal.challenge {
            headers.append(HeaderField("WWW-Authenticate", challenge))
        }
        if let event { headers.append(HeaderField(event: event)) }
        return .google(refusal.status, refusal.body, headers)
    }

    /// Reads the world; a failure of the workspace is 503.
    func look<Value>(_ body: (World) -> Value) throws(FCMRefusal) -> Value {
        var value: Value?
        do throws(Failure) {
            _ = try host.arrive { (world, _) throws(Failure) in
                value = body(world)
                return []
            }
        } catch { throw FCMRefusal(503, error.message) }
        guard let value else { throw FCMRefusal(503, "The service is currently unavailable.") }
        return value
    }

    /// Answers a request for an access token.
    private func token(_ request: ServiceRequest) -> ServiceResponse {
        let now = SystemClock.now().unixSeconds
        let accounts: [FirebaseServiceAccount]
        do throws(FCMRefusal) {
            accounts = try look { $0.surroundings.serviceAccounts }
        } catch { return Self.response(error) }
        do throws(OAuthRefusal) {
            let form = FormBody(request.body)
            let answer = try desk.exchange(
                grant: form["grant_type"] ?? "", assertion: form["assertion"] ?? "",
                host: request.header("Host") ?? "", accounts: accounts, now: now)
            if accounts.isEmpty { warnOnce() }
            note(answer)
            return .google(200, answer)
        } catch {
            host.tell(["refused POST /token \(error.code): \(error.description)"])
            return .google(error.status, error.body)
        }
    }

    /// Reports that an access token was handed out, and to whom; never the token.
    private func note(_ answer: JSON) {
        guard let access = desk.access(answer["access_token"]?.stringValue ?? "") else { return }
        let email = Secrets.redacted(String(access.email.prefix(100)))
        let use = access.maySend ? "" : ", without a scope that sends messages"
        host.note(Fact(.granted, "access token", "to \(email)\(use)", rule: .fcmAccessToken))
    }

    /// Says, once, that assertions are not checked for want of accounts.
    private func warnOnce() {
        guard !isWarned else { return }
        isWarned = true
        host.warn(
            "no service account is known here: any well-formed assertion is accepted; "
                + "`credential demo --for fcm DIR` creates one")
    }

    /// The access token in the query, under either of the two names that Google's discovery
    /// documents list.
    private static func queryToken(of request: ServiceRequest) -> String? {
        request.queryValue("access_token") ?? request.queryValue("oauth_token")
    }

    /// Returns the rights of the access token in a request's head or query; nil if there is no
    /// known token.
    private func access(_ request: ServiceRequest) -> AccessDesk.Access? {
        guard let field = request.header("Authorization") else {
            return Self.queryToken(of: request).flatMap(desk.access)
        }
        return ServiceRequest.bearerToken(in: field).flatMap(desk.access)
    }

    /// The rights of a request's access token.
    ///
    /// - Throws: the refusal if it has no valid token.
    func credential(of request: ServiceRequest) throws(FCMRefusal) -> AccessDesk.Access {
        guard let access = access(request) else {
            let field = request.header("Authorization")
            let queried = field == nil ? Self.queryToken(of: request) : nil
            guard field != nil || queried != nil else { throw .missingCredential }
            throw .wrongCredential(
                field, token: queried ?? field.flatMap(ServiceRequest.bearerToken))
        }
        guard access.end > SystemClock.now().unixSeconds else { throw .expiredCredential }
        guard access.maySend else { throw .insufficientScope }
        return access
    }

    /// Returns why a request may not act for a project, named by its ID or number; nil if it may.
    func unauthorised(
        _ request: ServiceRequest, _ project: String, _ right: String, in world: World
    ) -> FCMRefusal? {
        let access: AccessDesk.Access
        do throws(FCMRefusal) { access = try credential(of: request) } catch { return error }
        guard let allowed = access.projectID, allowed != project else { return nil }
        guard Self.sender(of: allowed, in: world) != project else { return nil }
        return .notAllowed(right, project: project)
    }
}

extension ServedFCM {
    /// A message with its outcome.
    private struct Judged {
        var exchange: Exchange
        var outcome: Result<String, FCMRefusal>
        /// The indices of its pushes among those that arrive.
        var places: Range<Int> = 0..<0
        /// The fault that a stub plants in FCM's handling of the message.
        var fault: GatewayFault?
        /// How far a message gets that FCM refuses by itself.
        var stage = GatewayRequest.Stage.received
    }

    /// Judges messages, lets the accepted ones arrive in one transaction, and answers; one without
    /// a project went to a path that Google does not have.
    ///
    /// A quota is only spent if the transaction succeeds.
    private func send(_ sends: [(exchange: Exchange, project: String?)]) {
        guard !sends.isEmpty else { return }
        var judged: [Judged] = []
        let instant = quotaInstant
        var spent = quota
        do throws(Failure) {
            let reports = try host.arrive { (world, history) throws(Failure) in
                judged = []
                spent = quota
                let choosesConnections = world.surroundings.network.choosesConnections
                var bench = FCMBench(world, now: host.now) { (try? history.allTokens()) ?? [] }
                for send in sends {
                    let start = bench.arrivals.count
                    var found = Judged(exchange: send.exchange, outcome: .success(""))
                    bench.connection =
                        choosesConnections ? send.exchange.request.connectionNumber : nil
                    do throws(FCMRefusal) {
                        let project = try Self.project(of: send)
                        let message = try message(&found, project, in: world, instant, &spent)
                        found.outcome = .success(
                            try bench.judge(message, of: project, fault: &found.fault))
                    } catch {
                        found.outcome = .failure(error)
                        if bench.arrivals.count == start { refuse(&found, error, &bench) }
                    }
                    found.places = start..<bench.arrivals.count
                    judged.append(found)
                }
                return bench.arrivals.map(PushArrival.init)
            }
            quota = spent
            var lines: [String] = []
            for found in judged { lines += answer(found, found.places.map { reports[$0] }) }
            host.tell(lines)
        } catch {
            for send in sends {
                send.exchange.answer(.response(ServiceKind.fcm.refusal(503, error.message)))
            }
            host.tell(["refused \(sends.count) messages for FCM: \(error.message)"])
        }
    }

    /// Throws the refusal for a path that names no project.
    private static func project(
        of send: (exchange: Exchange, project: String?)
    ) throws(FCMRefusal) -> String {
        guard let project = send.project else {
            let request = send.exchange.request
            throw .stray(request.method, String(request.barePath))
        }
        return project
    }

    /// Returns the uncompressed body: Google's generated Java client sends gzip.
    private static func content(of request: ServiceRequest) throws(FCMRefusal) -> [UInt8] {
        guard request.header("Content-Encoding")?.lowercased() == "gzip" else {
            return request.body
        }
        let limit = ServerLimits().bodyBytes
        do throws(Gzip.Fault) { return try Gzip.decompress(request.body, limit: limit) } catch {
            guard error == .tooLarge else { throw .noJSON("the gzip data is damaged") }
            var refusal = FCMRefusal.noJSON("")
            refusal.found = "the body has over \(limit) bytes unpacked, wanted at most 4096"
            throw refusal
        }
    }

    /// The parameters that every service of Google's takes in the query
    /// (cloud.google.com/apis/docs/system-parameters); most of them also with `$` in front.
    private static let parameters: Set = [
        "$.xgafv", "access_token", "alt", "callback", "fields", "key", "oauth_token",
        "prettyPrint", "quotaUser", "upload_protocol", "uploadType", "userProject",
    ]

    /// Whether every service of Google's takes a parameter in the query.
    private static func isSystemParameter(_ name: String) -> Bool {
        parameters.contains(name)
            || name.first == "$" && parameters.contains(String(name.dropFirst()))
    }

    /// Refuses a parameter that the API does not have, and a form sent as JSON: to Google its whole
    /// text is a parameter.
    private static func checkParameters(of request: ServiceRequest) throws(FCMRefusal) {
        try checkQuery(of: request)
        guard request.contentType == "application/x-www-form-urlencoded", !request.body.isEmpty
        else { return }
        let name = FormBody(request.body).firstName
        throw .unknownParameter(
            String(name.prefix(200)),
            found: "found `Content-Type: application/x-www-form-urlencoded`, as curl's `-d` says "
                + "it, wanted `application/json`"
        )
    }

    /// Refuses a parameter of the query that the method does not take: it takes those that every
    /// service of Google's takes, and `more`.
    static func checkQuery(
        of request: ServiceRequest, _ more: Set<String> = []
    ) throws(FCMRefusal) {
        let name = request.queryNames.first { !isSystemParameter($0) && !more.contains($0) }
        guard let name else { return }
        throw .unknownParameter(
            name, found: "found `\(name.prefix(80))` in the query, which FCM's API does not have")
    }

    /// The JSON of a request.
    static func body(of request: ServiceRequest) throws(FCMRefusal) -> JSON {
        let bytes = try content(of: request)
        guard !bytes.isEmpty else { throw .noJSON("it is empty", isCutOff: true) }
        do { return try JSONParser.parse(bytes) } catch {
            throw .noJSON(
                "byte \(error.span.start + 1): \(error.message)",
                isCutOff: error.span.start >= bytes.count)
        }
    }

    /// Returns the message of a request that may be sent and is within the quotas.
    private func message(
        _ found: inout Judged, _ project: String, in world: World, _ instant: Tick,
        _ quota: inout FCMQuota
    ) throws(FCMRefusal) -> FCMRequest {
        let request = found.exchange.request
        if let refusal = unauthorised(
            request, project, "cloudmessaging.messages.create", in: world)
        {
            throw refusal
        }
        found.stage = .identified
        try quota.takeMessage(of: project, at: instant)
        try Self.checkParameters(of: request)
        let message = try FCMRequest(try Self.body(of: request))
        try quota.takeCollapsible(message, at: instant)
        return message
    }

    /// The time by which quotas fill up: it advances with the session's clock or the system's,
    /// whichever moves further.
    ///
    /// So neither a stopped clock nor a test that lets hours pass gets in the way.
    var quotaInstant: Tick { clock.instant(session: host.now) }

    /// Records a refused message, so that `why` can explain it; a stub may have another answer.
    private func refuse(_ found: inout Judged, _ refusal: FCMRefusal, _ bench: inout FCMBench) {
        let bytes = try? Self.content(of: found.exchange.request)
        let body = bytes.flatMap { try? JSONParser.parse($0) }
        found.outcome = .failure(
            bench.refuse(body, refusal, at: found.stage, fault: &found.fault))
    }

    /// Answers a message.
    ///
    /// - Returns: the lines to report.
    private func answer(_ judged: Judged, _ reports: [ArrivalReport]) -> [String] {
        let event = reports.first?.id
        let lines = reports.flatMap(\.lines)
        switch judged.outcome {
        case .success(let name):
            var headers: [HeaderField] = []
            if let event { headers.append(HeaderField(event: event)) }
            let response = ServiceResponse.google(200, ["name": .string(name)], headers)
            judged.exchange.answer(judged.fault?.reply(response) ?? .response(response))
            let word = name.hasSuffix("/\(FCMGateway.validatedID)") ? "checked" : "sent   "
            return ["\(word) \(name)"] + lines
        case .failure(let refusal):
            let response = Self.response(refusal, event: event)
            judged.exchange.answer(judged.fault?.reply(response) ?? .response(response))
            let code = refusal.errorCode ?? refusal.statusName
            let line =
                judged.fault?.isAnswered == false
                ? "dropped \(event ?? "a message"): a stub leaves it without an answer"
                : "refused \(event ?? "a message"): \(code) (\(refusal.status)): "
                    + (refusal.fault?.clause ?? refusal.answer.cause)
            return [line] + lines
        }
    }

    /// Returns the sender ID of a project, by its ID or number; an unknown project is its own.
    static func sender(of project: String, in world: World) -> String {
        FCMBench.sender(of: project, in: world)
    }

    /// Returns the app that a token belonged to earlier, if it still exists.
    static func lastHolder(
        of token: String, in world: World, _ history: any History
    ) -> AppAddress? {
        let rows = (try? history.allTokens()) ?? []
        return FCMBench.lastHolder(of: token, in: world, rows)
    }
}

/// A time that follows two clocks, by the larger advance between two queries.
private struct QuotaClock {
    private var session: Tick
    private var system = SystemClock.now()
    private var passed: Int64 = 0

    init(session: Tick) { self.session = session }

    /// Returns the time, advanced by whichever clock moved further since the last query.
    mutating func instant(session now: Tick) -> Tick {
        let real = SystemClock.now()
        passed += max(
            0, real.milliseconds - system.milliseconds, now.milliseconds - session.milliseconds)
        session = now
        system = real
        return Tick(milliseconds: passed)
    }
}
