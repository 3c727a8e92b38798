import AsyncHTTPClient
import Glibc
import Logging
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL
import PushModel

/// An HTTP/1.1 client for the services of the real network: one request at a time, to its end.
///
/// Confined to one thread. Threads, certificates and sockets begin with the first request, so that
/// a session without one pays nothing.
public final class WireClient {
    private let environment: (String) -> String?
    /// One client for each route, kept so that requests share connections.
    private var clients: [Route: HTTPClient] = [:]

    /// The options and proxy that the requests of one connection pool share.
    private struct Route: Hashable {
        var options: WireOptions
        var proxy: ProxyChoice?
    }

    /// The size limit of any answer in bytes, uncompressed, whatever its request allows.
    private static let largestAnswer = 256 << 20
    /// The interval at which a waiting request checks for ^C.
    private static let pollSeconds = 0.02

    /// Makes a client that takes proxies from an environment.
    public init(environment: @escaping (String) -> String?) {
        self.environment = environment
    }

    deinit {
        for client in clients.values { try? client.syncShutdown() }
    }

    /// Sends a request and waits for its answer, an error or ^C.
    ///
    /// The body of an answer with status 200 goes into `spool`, if there is one, replacing its
    /// content.
    ///
    /// - Throws: why there is no answer; any HTTP status is an answer.
    public func send(
        _ request: WireRequest, options: WireOptions = WireOptions(), into spool: WireSpool? = nil,
        isInterrupted: () -> Bool = { false }
    ) throws(WireFailure) -> WireResponse {
        var request = request
        var left = request.redirects
        let end = NIODeadline.now() + .milliseconds(request.limitMilliseconds)
        while true {
            let response = try sendOnce(request, options, spool, isInterrupted)
            guard left > 0, [301, 302, 303, 307, 308].contains(response.status),
                let location = response.header("Location")
            else { return response }
            left -= 1
            request.url = try Self.target(of: location, from: request.url)
            // One limit is for all of them.
            request.limitMilliseconds = (end - .now()).nanoseconds / 1_000_000
            guard request.limitMilliseconds > 0 else { throw WireFailure(.timeout, "time-out") }
        }
    }

    /// Returns the URL of a redirect; never from TLS to plain text.
    private static func target(
        of location: String, from url: String
    ) throws(WireFailure) -> String {
        if location.hasPrefix("/"), !location.hasPrefix("//"), let from = WireURL(url) {
            let host = from.host.contains(":") ? "[\(from.host)]" : from.host
            return "\(from.scheme)://\(host):\(from.port)\(location)"
        }
        guard let target = WireURL(location), target.scheme == WireURL(url)?.scheme else {
            throw WireFailure(.badURL, "the redirect leads to an address that must not be followed")
        }
        return location
    }

    private func sendOnce(
        _ request: WireRequest, _ options: WireOptions, _ spool: WireSpool?,
        _ isInterrupted: () -> Bool
    ) throws(WireFailure) -> WireResponse {
        guard let url = WireURL(request.url) else {
            throw WireFailure(.badURL, "`\(request.url)` is not an http or https URL with a host")
        }
        guard url.isAllowed else {
            throw WireFailure(.badURL, "`\(url.host)` is not this machine, and http is not safe")
        }
        if isInterrupted() { throw WireFailure(.interrupted, "interrupted") }
        let proxy = try ProxyChoice.choose(
            scheme: url.scheme, host: url.host, environment: environment)
        let route = Route(options: options, proxy: proxy)
        let client = try client(route)
        do {
            return try RequestInFlight(request, spool).run(on: client, isInterrupted)
        } catch let error as WireFailure {
            if error.kind == .interrupted { abandon(route) }
            throw error
        } catch {
            var failure = WireFailure(error, url, proxy: proxy)
            if failure.kind == .tlsUntrusted, proxy == nil {
                CertificateProbe.explain(&failure, url)
            }
            throw failure
        }
    }

    /// Abandons a client whose server has stopped answering: closing its connection takes seconds,
    /// for which neither ^C nor the next request should wait.
    private func abandon(_ route: Route) {
        guard let client = clients.removeValue(forKey: route) else { return }
        Task.detached { try? await client.shutdown() }
    }

    private func client(_ route: Route) throws(WireFailure) -> HTTPClient {
        if let client = clients[route] { return client }
        let made = HTTPClient(
            eventLoopGroup: MultiThreadedEventLoopGroup.singleton,
            configuration: try Self.configuration(route))
        clients[route] = made
        return made
    }

    /// Returns TLS 1.2 or newer, trusting the system's authorities and those of a file.
    static func trust(authorityFile path: String?) throws(WireFailure) -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        guard let path else { return tls }
        var status = stat()
        // The library would wait for a pipe's writer.
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
            throw WireFailure(.badOptions, "cannot read `\(path)`: it is not a regular file")
        }
        guard let certificates = try? NIOSSLCertificate.fromPEMFile(path), !certificates.isEmpty
        else {
            guard access(path, R_OK) == 0 else {
                let reason = String(cString: strerror(errno)).lowercased()
                throw WireFailure(.badOptions, "cannot read `\(path)`: \(reason)")
            }
            throw WireFailure(.badOptions, "`\(path)` contains no PEM certificates")
        }
        tls.additionalTrustRoots = [.certificates(certificates)]
        return tls
    }

    private static func configuration(
        _ route: Route
    ) throws(WireFailure) -> HTTPClient.Configuration {
        let tls = try trust(authorityFile: route.options.authorityFile)
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls, redirectConfiguration: .disallow,
            timeout: .init(connect: .seconds(10), read: nil),
            decompression: .enabled(limit: .size(largestAnswer)))
        configuration.httpVersion = .http1Only
        // Otherwise a refused connection is retried until the deadline (async-http-client 1.37).
        configuration.connectionPool.retryConnectionEstablishment = false
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1
        configuration.proxy = route.proxy.map(Self.proxy)
        let pins = route.options.pins
        if !pins.isEmpty {
            // The library has no callback for certificates (its issue 285). This one runs after the
            // handshake and before the first byte of a request, which is what pinning needs.
            configuration.http1_1ConnectionDebugInitializer = { channel in
                check(channel, against: pins)
            }
        }
        return configuration
    }

    static func proxy(_ choice: ProxyChoice) -> HTTPClient.Configuration.Proxy {
        switch choice.kind {
        case .socks5: return .socksServer(host: choice.host, port: choice.port)
        case .http:
            let authorization = choice.user.map {
                HTTPClient.Authorization.basic(username: $0, password: choice.password ?? "")
            }
            return .server(host: choice.host, port: choice.port, authorization: authorization)
        }
    }

    /// Fails a connection to a server that no pin names; plain text, on loopback, has no
    /// certificate and so never passes.
    private static func check(
        _ channel: any Channel, against pins: [CertificatePin]
    ) -> EventLoopFuture<Void> {
        channel.nioSSL_peerCertificate().flatMapErrorThrowing { _ in nil }
            .flatMap { certificate in
                if let certificate, pins.contains(where: { $0.matches(certificate) }) {
                    return channel.eventLoop.makeSucceededVoidFuture()
                }
                // Closed once the failure is recorded, so that the pool does not report the
                // closing.
                channel.eventLoop.execute { channel.close(promise: nil) }
                return channel.eventLoop.makeFailedFuture(
                    WireFailure(.tlsPin, "`tls.pin` does not have the server's certificate"))
            }
    }
}

/// One request in flight.
private struct RequestInFlight {
    let request: WireRequest
    let spool: WireSpool?

    init(_ request: WireRequest, _ spool: WireSpool?) {
        self.request = request
        self.spool = spool
    }

    func run(on client: HTTPClient, _ isInterrupted: () -> Bool) throws -> WireResponse {
        var message = try HTTPClient.Request(
            url: request.url, method: .init(rawValue: request.method))
        for header in request.headers {
            message.headers.add(name: header.name, value: header.value)
        }
        if !request.body.isEmpty { message.body = .bytes(request.body) }
        let task = start(message, on: client)
        // 1 once there is an answer, or an error. NIO's own `wait` must not be called on an event
        // loop's thread.
        let isOver = ConditionLock(value: 0)
        let outcome = NIOLockedValueBox<Result<HTTPClient.Response, any Error>?>(nil)
        task.futureResult.whenComplete { result in
            outcome.withLockedValue { $0 = result }
            isOver.lock()
            isOver.unlock(withValue: 1)
        }
        while !isOver.lock(whenValue: 1, timeoutSeconds: WireClient.pollInterval) {
            if isInterrupted() {
                task.cancel()
                throw WireFailure(.interrupted, "interrupted")
            }
        }
        isOver.unlock()
        guard let response = try outcome.withLockedValue({ $0 })?.get() else {
            throw WireFailure(.interrupted, "interrupted")
        }
        return WireResponse(
            status: Int(response.status.code),
            headers: response.headers.withoutBlanksAround.map { .init($0.name, $0.value) },
            body: response.body.map { Array($0.readableBytesView) } ?? [])
    }
}

extension RequestInFlight {
    private func start(
        _ message: HTTPClient.Request, on client: HTTPClient
    ) -> HTTPClient.Task<HTTPClient.Response> {
        let deadline = NIODeadline.now() + .milliseconds(request.limitMilliseconds)
        guard let spool else {
            let delegate = ResponseAccumulator(request: message, maxBodySize: request.answerLimit)
            return client.execute(request: message, delegate: delegate, deadline: deadline)
        }
        let delegate = SpoolingDelegate(message, spool, messageLimit: request.answerLimit)
        return client.execute(request: message, delegate: delegate, deadline: deadline)
    }
}

extension WireClient {
    fileprivate static var pollInterval: Double { pollSeconds }
}
