import Glibc
import PushBackends
import PushCommands
import PushGateways
import PushPayload
import PushRuntime
import PushText
import PushWire

/// The ports of a server: opens those requested, and prints them in one line.
final class ServedPorts {
    private let options: ServeOptions
    /// The names of this machine that certificates have, besides the loopback's.
    private let names: [String]
    private let listener: Listener
    private let files: GatewayFiles?
    private var opened: [JSON.Member] = []
    /// The secret that the control protocol requires; nil if it does not listen.
    let token: String?
    /// The key that was created for Treasure Data's services; nil if one was given or any is
    /// accepted.
    var madeKey: String?

    init(
        _ options: ServeOptions, _ names: [String], _ files: GatewayFiles?, _ listener: Listener
    ) {
        self.options = options
        self.names = names
        self.listener = listener
        self.files = files
        token = options.control == nil ? nil : RandomUUID.make()
    }

    /// Opens every port, and announces them.
    func open(_ host: any ServingSession) throws(Failure) {
        if options.ingest == nil && options.api == nil && options.trino == nil { madeKey = nil }
        if let madeKey, !options.announcesInJSON, !options.isMeanwhile {
            host.tell(["key     \(madeKey)"])
        }
        try openTreasureData(host)
        try openControl(host)
        if let files, options.needsGateways { try openGateways(files) }
        if options.announcesInJSON, !options.isMeanwhile { host.announce(announcement) }
    }

    /// Opens the ports of Treasure Data's services, which accept TLS as well as HTTP.
    private func openTreasureData(_ host: any ServiceHost) throws(Failure) {
        let ports: [(service: ServiceKind, port: Int?)] = [
            (.ingest, options.ingest), (.api, options.api), (.trino, options.trino),
        ]
        guard let files, ports.contains(where: { $0.port != nil }) else { return }
        let isLocal = ServeRun.isLoopback(options.host)
        let entrances: [Entrance]
        do throws(Fault) {
            let context = try files.authority.serverContext(
                for: names, asksForCertificate: false)
            entrances = ports.map { service, _ in
                .treasureData(
                    service, context,
                    takesCleartext: service != .trino || isLocal || options.takesCleartext)
            }
        } catch { throw Failure(outside: .fileUnreadable, error.message) }
        for ((service, port), entrance) in zip(ports, entrances) {
            let opened = try open(service.rawValue, port) { (port) throws(ListenFault) in
                try listener.open(entrance, host: options.host, port: port)
            }
            // Trino's port is named in the line of JSON.
            if service != .trino { tell(service, opened, host) }
        }
    }

    /// Opens the ports of APNs, channels and FCM, and the proxy that leads their real names here.
    private func openGateways(_ files: GatewayFiles) throws(Failure) {
        let entrances: (apns: Entrance, channels: Entrance, google: Entrance)
        do throws(Fault) {
            let apple = try files.authority.serverContext(for: names, asksForCertificate: true)
            entrances = (
                .apns(apple, files.authority, takesCleartext: options.takesCleartext),
                .channels(apple, files.authority, takesCleartext: options.takesCleartext),
                .google(
                    try files.authority.serverContext(for: names, asksForCertificate: false),
                    takesCleartext: ServeRun.isLoopback(options.host))
            )
        } catch { throw Failure(outside: .fileUnreadable, error.message) }
        try open("apns", options.apns) { (port) throws(ListenFault) in
            try listener.open(entrances.apns, host: options.host, port: port)
        }
        try open("channels", options.channels) { (port) throws(ListenFault) in
            try listener.open(entrances.channels, host: options.host, port: port)
        }
        try open("fcm", options.fcm) { (port) throws(ListenFault) in
            try listener.open(entrances.google, host: options.host, port: port)
        }
        var names: [String: Entrance] = [:]
        if options.apns != nil { for name in GatewayAddress.apns { names[name] = entrances.apns } }
        for name in GatewayAddress.channels {
            names[name] = options.channels == nil ? nil : entrances.channels
        }
        if options.fcm != nil {
            for name in GatewayAddress.google { names[name] = entrances.google }
        }
        try open("proxy", options.proxy) { (port) throws(ListenFault) in
            try listener.openProxy(to: names, host: options.host, port: port)
        }
    }

    /// Opens the control port, on this machine alone.
    private func openControl(_ host: any ServiceHost) throws(Failure) {
        // The token gives all rights of the user: other machines get no chance to guess it.
        let place = ServeRun.isLoopback(options.host) ? options.host : "127.0.0.1"
        let opened = try open("control", options.control) { (port) throws(ListenFault) in
            try listener.open(.control, host: place, port: port)
        }
        tell(.control, opened, host)
    }

    /// Prints a line for a port, unless one line of JSON has all of them.
    private func tell(_ service: ServiceKind, _ port: Int?, _ host: any ServiceHost) {
        guard let port, !options.announcesInJSON, !options.isMeanwhile else { return }
        host.tell(["serving \(service.rawValue) http://\(address):\(port)"])
    }

    /// Opens a port, and notes the number that it got; nil if it was not asked for.
    @discardableResult
    private func open(
        _ name: String, _ port: Int?, _ body: (Int) throws(ListenFault) -> Int
    ) throws(Failure) -> Int? {
        guard let port else { return nil }
        do throws(ListenFault) {
            let found = try body(port)
            opened.append(.init(key: name, value: .int(found)))
            return found
        } catch {
            let (place, hint) =
                switch error {
                case .address:
                    (address, "listen on an address of this machine, such as `--host 127.0.0.1`")
                case .port: ("\(address):\(port)", hint(onTaken: port))
                }
            throw Failure(
                outside: .cannotListen, "cannot listen on \(place): \(error.message)", hint: hint)
        }
    }

    /// The way out for a port that is in use, perhaps by the service before.
    private func hint(onTaken port: Int) -> String {
        let other = opened.first { $0.value.intValue == port }
        return other.map { "`--\($0.key)` has that port: each service needs one of its own" }
            ?? "port 0 picks a free one"
    }

    /// The address as a URL writes it.
    private var address: String { options.host.contains(":") ? "[\(options.host)]" : options.host }

    /// The one line that tells programs that every port is listening.
    var announcement: JSON {
        let order = [
            "apns", "channels", "fcm", "ingest", "api", "trino", "control", "proxy",
        ]
        var members = order.compactMap { name in opened.first { $0.key == name } }
        if let path = files?.certificatePath {
            members.append(.init(key: "ca", value: .string(path)))
        }
        if let madeKey { members.append(.init(key: "key", value: .string(madeKey))) }
        if let token { members.append(.init(key: "token", value: .string(token))) }
        return .object(members)
    }
}

/// The key that Treasure Data's services accept in one run of `serve`.
///
/// Its letters are not those of Treasure Data's keys, which are hidden wherever they are printed:
/// this one opens nothing else, and is printed on purpose.
enum ServedKey {
    /// 32 letters, one for each five bits.
    private static let letters = Array("ghijkmnpqrstuvwxyz23456789GHJKLM".utf8)

    /// Returns a new key of Treasure Data's form.
    static func make() -> String {
        var bytes = [UInt8](repeating: 0, count: 32)
        let result = getentropy(&bytes, bytes.count)
        precondition(result == 0, "the system gives no random bytes: \(result)")
        return "1/" + String(decoding: bytes.map { letters[Int($0 & 31)] }, as: UTF8.self)
    }
}

/// The environment variables that point other people's programs to the gateways.
enum GatewayEnvironment {
    /// Names the variables that are left out since their port has no number before `serve` opens
    /// it; nil if none are.
    static func warning(_ options: ServeOptions) -> String? {
        // Without any port, `serve` opens that of the API by itself.
        let isAsked = options.hasGateways || options.trino != nil
        let missing = [
            (name: "HTTPS_PROXY", option: "--proxy", port: options.proxy),
            (name: "TD_API_SERVER", option: "--api", port: isAsked ? options.api : nil),
            (name: "TD_PRESTO_API", option: "--trino", port: options.trino),
        ].filter { $0.port == 0 }
        guard !missing.isEmpty else { return nil }
        let names = missing.map { "`\($0.name)`" }.joined(separator: ", ")
        let cure = missing.map { "\($0.option) PORT" }.joined(separator: " ")
        return "port 0 has no number before `serve` opens it, so \(names) "
            + "\(missing.count == 1 ? "is" : "are") left out: name the port, `\(cure)`"
    }

    /// Returns lines for a shell's `eval`.
    static func lines(ca path: String, _ options: ServeOptions) -> [String] {
        let quoted = path.asShellWord
        var lines = [
            "# Python (ssl, httpx), Go, Ruby, curl and others on OpenSSL",
            "export SSL_CERT_FILE=\(quoted)",
            "# Python's requests, and google-auth on it",
            "export REQUESTS_CA_BUNDLE=\(quoted)",
            "# Python's httplib2, and googleapiclient on it",
            "export HTTPLIB2_CA_CERTS=\(quoted)",
            "# curl",
            "export CURL_CA_BUNDLE=\(quoted)",
            "# Node",
            "export NODE_EXTRA_CA_CERTS=\(quoted)",
            "# gRPC",
            "export GRPC_DEFAULT_SSL_ROOTS_FILE_PATH=\(quoted)",
            "# PHP's curl: php -d curl.cainfo=\(quoted)",
            "# Java: keytool -importcert -noprompt -alias pushsh -file \(quoted) -keystore "
                + "trust.p12 -storepass changeit",
            "# Java: -Djavax.net.ssl.trustStore=trust.p12 "
                + "-Djavax.net.ssl.trustStorePassword=changeit",
        ]
        if let api = options.api, api > 0 {
            lines += ["# td, td-client and pytd", "export TD_API_SERVER=http://127.0.0.1:\(api)/"]
        }
        if let trino = options.trino, trino > 0 {
            lines += [
                "# pytd's own connection to Trino",
                "export TD_PRESTO_API=http://127.0.0.1:\(trino)",
            ]
        }
        guard let port = options.proxy, port > 0 else { return lines }
        lines += [
            "# programs that take a proxy from the environment",
            "export HTTPS_PROXY=http://127.0.0.1:\(port)",
            "export https_proxy=http://127.0.0.1:\(port)",
            "# Ruby's net/http, which asks http_proxy for https, too: "
                + "http_proxy=http://127.0.0.1:\(port) ruby",
            "# Java: -Dhttps.proxyHost=127.0.0.1 -Dhttps.proxyPort=\(port)",
        ]
        return lines
    }
}
