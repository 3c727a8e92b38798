import PushModel
import PushSimulation
import PushText

/// The command that opens the embedded services on ports.
extension CommandTable {
    /// An option for a service's port.
    private static func port(_ name: String, _ service: String) -> Parameter<Int> {
        .number(name, "PORT", "The port for \(service); 0 picks a free one.", in: 0...65535)
    }

    private static let ingestPort = port("ingest", "the Ingest API")
    private static let apiPort = port("api", "the REST API")
    private static let trinoPort = port("trino", "Trino's protocol")
    private static let apnsPort = port("apns", "APNs")
    private static let channelsPort = port("channels", "managing broadcast channels")
    private static let fcmPort = port("fcm", "FCM")
    private static let controlPort = port("control", "the control protocol")
    private static let proxyPort = port("proxy", "the proxy to both gateways")
    private static let everyService = Parameter<Bool>.flag(
        "all", "Opens every service, on free ports unless one is given.")
    private static let cleartext = Parameter<Bool>.flag(
        "cleartext",
        "Also lets APNs answer without TLS, and Trino's protocol answer other machines.")
    private static let maxStreams = Parameter<Int>.number(
        "max-streams", "N", "Concurrent streams per connection to APNs.", in: 1...100_000)
    private static let meanwhile = Parameter<Bool>.flag(
        "meanwhile", "Lets the script continue; requests are answered while it waits.")
    private static let printEnv = Parameter<Bool>.flag(
        "print-env", "Prints the variables that direct other programs here, and serves nothing.")
    private static let host = Parameter<String>.text(
        "host", "ADDRESS", "The address to listen on; by default only this machine's loopback.")
    /// A key's source, not the key: what is typed stays in histories.
    private static let servedKey = Parameter<KeySource>.option(
        "key", "SOURCE", "Where to read the only key accepted; one is generated if not given.",
        wants: "`env:NAME` or `file:PATH`", read: { KeySource($0) })
    private static let queryKey = Parameter<KeySource>.option(
        "query-key", "SOURCE", "Where to read a key that may only read and query.",
        wants: "`env:NAME` or `file:PATH`", read: { KeySource($0) })
    private static let writeKey = Parameter<KeySource>.option(
        "write-key", "SOURCE", "Where to read a key that may only upload.",
        wants: "`env:NAME` or `file:PATH`", read: { KeySource($0) })
    private static let anyKey = Parameter<Bool>.flag(
        "any-key",
        "Accepts any well-formed key: anyone who reaches the ports can read, write and delete.")
    private static let names = Parameter<String>.option(
        "name", "HOSTS",
        "Names and addresses that clients use for this machine, in addition to the loopback's.",
        wants: "host names, separated by commas", read: { list($0, isName) == nil ? nil : $0 })
    private static let origins = Parameter<String>.option(
        "origin", "ORIGINS", "Origins of web pages that may send requests.",
        wants: "origins such as `https://app.example`, separated by commas",
        read: { list($0, isOrigin) == nil ? nil : $0 })

    /// The elements of a comma-separated list; nil if one of them is invalid.
    private static func list(_ text: String, _ isPart: (Substring) -> Bool) -> [String]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return parts.allSatisfy(isPart) ? parts.map(String.init) : nil
    }

    /// Whether a text can be the name of a host.
    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy {
                Ascii.isWord($0) || $0 == Ascii.minus || $0 == Ascii.dot
            }
    }

    /// Whether a text is an origin as browsers send it: scheme and host without a path, or `null`.
    private static func isOrigin(_ text: Substring) -> Bool {
        if text == "null" { return true }
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.utf8.count)
            return !rest.isEmpty && !rest.contains { "/?#@ ".contains($0) }
        }
        return false
    }

    static let serve = Command(
        "serve", .data, "Serves as Treasure Data, APNs and FCM on local ports, until ^C.",
        discussion: """
            Your own clients can upload to this workspace's warehouse and query it: the Ingest API \
            and postback on one port, the REST API v3 on another, and Trino's protocol on a third, \
            where the user name is the API key and the catalog is `td-presto` or `td`. Your own \
            senders can push to its devices through APNs (HTTP/2 over TLS) and FCM; APNs' \
            broadcast channels are managed on a separate port, as Apple's are on 2195 and 2196. \
            If no port is given, the Ingest API and the REST API listen on free ports. If a \
            gateway or Trino's protocol is requested, and in `.mode jsonl`, one line of JSON \
            names every port, the certificate authority's file and the control protocol's token \
            once all of them listen. The authority is created once per workspace \
            (`gateway-ca.pem`). The proxy accepts CONNECT \
            only for the gateways' own names. Over the control port, programs run statements here, \
            read the phone's state as JSON and reset it between tests; pushsh(1) explains the \
            protocol, and it only ever listens on the loopback. Everything else does so unless \
            `--host` says otherwise. Treasure Data's services require a key: the one from `--key`, \
            or one that is generated at each start and printed. Requests from web pages are \
            refused; `--origin` lets a page in (CORS). So is a `Host` that is not a name of this \
            machine, since a page can point its own name here (DNS rebinding); `--name` adds one. \
            FCM's port also takes Google's names. APNs' port takes any, since a browser would \
            demand a certificate for its page's name. The REST API runs \
            queries, creates, swaps and renames tables, writes a job's result to a table \
            (`td://@/DATABASE/TABLE`), and imports records, as one file or as a bulk import; \
            a whole number beyond 64 bits is kept as text, which the answer notes; a record with a \
            text that is not UTF-8 is refused, and the answer names its number and key; \
            what it does not support is answered with 422 and an explanation, or 404 for a path \
            that it does not have; a job of the type `hive` fails with one. It answers 422 and not \
            501, since td-client repeats a GET or DELETE for ten minutes after any 5xx, and hides \
            the explanation of a POST. On a disk that is read-only, `--api` and `--trino` alone \
            answer queries. Trino's protocol takes a statement without a semicolon, as Trino \
            does. pytd, and its `insert_into` writer, connect to port 443 unless `TD_PRESTO_API` \
            is `http://127.0.0.1:PORT`, which `--print-env` prints. Without `--workspace` \
            a query over the REST API or Trino's protocol keeps everything else waiting until it \
            ends. The REST API's port also reports the service's health, without a key: \
            `/status` in JSON, where `degraded` means that the file of a database cannot be \
            used, and `/metrics` for Prometheus. A request that never reaches a service, such as \
            one with too large a body, is counted and printed all the same, and so is a TLS \
            handshake that fails, as it does for a client that does not trust the authority: the \
            first at once, later ones in a few lines a second at most. The ports of Treasure \
            Data's services accept both TLS, with the gateways' authority, and plain HTTP. The \
            certificate has the names of `--name` and the address of `--host`, or all addresses \
            of this machine for `0.0.0.0`. Values that Trino's protocol answers as NULL, since \
            they are not of their column's type, are told in its `warnings`, which come with the \
            rows; Python's `cursor.warnings` has only those of the first answer, which comes \
            before. A \
            `--query-key` cannot change anything, a `--write-key` cannot read anything: of a bulk \
            import it creates one and uploads its parts. Stubs apply. The services use the \
            session's clock, which stands still in a script until `clock real`, or until a test \
            moves it over the control port; the age of a sender's credentials and \
            `apns-expiration`, which the sender's own clock made, are measured on the system's \
            clock.

            Printed lines never hold up the ports. While nobody reads standard output and its pipe \
            is full, up to 256 KiB of lines wait; those beyond are left out, and one line says how \
            many.

            In a test, and with `--meanwhile`, the ports are open while the script continues: `$` \
            has them, and a test prints them on standard error. Requests are answered while the \
            script waits: `expect within 5s shown == [msg-1]` waits up to 5 s of real time, and \
            only then lets the same time pass on the script's clock. The ports close at the end of \
            the test or script. A recording (`.record`) has each push received as a statement, and \
            replays without a network. An upload of another program is only a comment in it, of \
            which `.record stop` warns.
            """,
        parameters: [
            ingestPort.spec, apiPort.spec, trinoPort.spec, apnsPort.spec, channelsPort.spec,
            fcmPort.spec, controlPort.spec, proxyPort.spec, everyService.spec, meanwhile.spec,
            cleartext.spec,
            maxStreams.spec,
            printEnv.spec,
            host.spec,
            servedKey.spec, queryKey.spec, writeKey.spec, anyKey.spec, names.spec, origins.spec,
        ],
        examples: [
            .init("Treasure Data on two ports.", "[tty] serve --ingest 8080 --api 8081"),
            .init("Trino's protocol, for Trino clients.", "[tty] serve --trino 8090"),
            .init("Everything, on free ports.", "[tty] serve --all"),
            .init("FCM, driven by a test.", "[tty] serve --fcm 0 --control 0"),
            .init(
                "APNs for a backend's test.",
                """
                app launch
                serve --apns 0 --meanwhile
                expect within 1s shown empty
                """),
        ],
        errors: [], serves: ["TD-06", "TD-11", "TD-01", "KD-06"]
    ) {
        var options = ServeOptions()
        options.ingest = $0[ingestPort]
        options.api = $0[apiPort]
        options.trino = $0[trinoPort]
        options.apns = $0[apnsPort]
        options.channels = $0[channelsPort]
        options.fcm = $0[fcmPort]
        options.control = $0[controlPort]
        options.isDriven = options.control != nil
        options.proxy = $0[proxyPort]
        options.takesCleartext = $0.has(cleartext)
        options.maxStreams = $0[maxStreams]
        options.printsEnvironment = $0.has(printEnv)
        options.isMeanwhile = $0.has(meanwhile)
        if $0.has(everyService) { options.openAll() }
        if options.ingest == nil, options.api == nil, !options.hasGateways {
            options.ingest = 0
            options.api = 0
        }
        if let host = $0[host] { options.host = host }
        options.key = $0[servedKey]
        options.queryKeys = $0[queryKey].map { [$0] } ?? []
        options.writeKeys = $0[writeKey].map { [$0] } ?? []
        options.takesAnyKey = $0.has(anyKey)
        options.names = $0[names].flatMap { list($0, isName) } ?? []
        options.origins = $0[origins].flatMap { list($0, isOrigin) } ?? []
        return .serve(options)
    }
}
