import PushModel
import PushSimulation

extension CommandTable {
    private static func port(_ name: String, _ service: String) -> Parameter<Int> {
        .number(name, "PORT", "The port of \(service); 0 takes any that is free.", in: 0...65535)
    }

    private static let ingestPort = port("ingest", "the Ingest API")
    private static let apiPort = port("api", "the REST API")
    private static let trinoPort = port("trino", "Trino's protocol")
    private static let apnsPort = port("apns", "APNs")
    private static let channelsPort = port("channels", "the management of broadcast channels")
    private static let fcmPort = port("fcm", "FCM")
    private static let controlPort = port("control", "the control protocol")
    private static let proxyPort = port("proxy", "the proxy to both gateways")
    private static let everyService = Parameter<Bool>.flag(
        "all", "Opens every service, on free ports where none is given.")
    private static let cleartext = Parameter<Bool>.flag(
        "cleartext", "Lets APNs answer without TLS, too, and Trino's protocol other machines.")
    private static let maxStreams = Parameter<Int>.number(
        "max-streams", "N", "Streams of a connection to APNs at once.", in: 1...100_000)
    private static let meanwhile = Parameter<Bool>.flag(
        "meanwhile", "Lets the script go on; what comes is answered while it waits.")
    private static let printEnv = Parameter<Bool>.flag(
        "print-env", "Prints the variables that lead other programs here, and serves nothing.")
    private static let host = Parameter<String>.text(
        "host", "ADDRESS", "The address to listen on; this machine alone when not given.")
    private static let servedKey = Parameter<KeySource>.option(
        "key", "SOURCE", "Where the one key that is taken is read; one is made when not given.",
        wants: "`env:NAME` or `file:PATH`", read: { KeySource($0) })
    private static let queryKey = Parameter<KeySource>.option(
        "query-key", "SOURCE", "Where a key is read that may only read and query.",
        wants: "`env:NAME` or `file:PATH`", read: { KeySource($0) })
    private static let writeKey = Parameter<KeySource>.option(
        "write-key", "SOURCE", "Where a key is read that may only upload.",
        wants: "`env:NAME` or `file:PATH`", read: { KeySource($0) })
    private static let anyKey = Parameter<Bool>.flag(
        "any-key",
        "Takes every key of the right form: who reaches the ports reads, writes and deletes.")
    private static let names = Parameter<String>.option(
        "name", "HOSTS", "Names of this machine that clients ask for, beside the loopback's.",
        wants: "host names, with commas between", read: { list($0, isName) == nil ? nil : $0 })
    private static let origins = Parameter<String>.option(
        "origin", "ORIGINS", "Web pages that may ask, by their origin.",
        wants: "origins such as `https://app.example`, with commas between",
        read: { list($0, isOrigin) == nil ? nil : $0 })

    /// The elements of a comma-separated list; nil if one of them is invalid.
    private static func list(_ text: String, _ isPart: (Substring) -> Bool) -> [String]? {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        return parts.allSatisfy(isPart) ? parts.map(String.init) : nil
    }

    private static func isName(_ text: Substring) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (97...122).contains(byte | 32) || (48...57).contains(byte) || byte == 45
                    || byte == 46 || byte == 95
            }
    }

    private static func isOrigin(_ text: Substring) -> Bool {
        if text == "null" { return true }
        for scheme in ["http://", "https://"] where text.hasPrefix(scheme) {
            let rest = text.dropFirst(scheme.utf8.count)
            return !rest.isEmpty && !rest.contains { "/?#@ ".contains($0) }
        }
        return false
    }

    static let serve = Command(
        "serve", .data, "Answers as Treasure Data, APNs and FCM on ports, until ^C.",
        discussion: """
            Other people's clients upload to this workspace's warehouse and query it: the Ingest \
            API and postback on one port, the REST API v3 on another, Trino's protocol on a third, \
            where the user's name is the API key and the catalog `td-presto`. Other people's \
            senders push to its devices: through APNs (HTTP/2 over TLS) and FCM; APNs' broadcast \
            channels are managed on a port of their own, as Apple's are on 2195 and 2196. Without \
            a port the Ingest API and the REST API listen on ports that are free. Where a gateway \
            or Trino's protocol is asked for, one \
            line of JSON names every port, the certificate authority's file and the control \
            protocol's token when all of them listen. The authority is made once for a workspace \
            (`gateway-ca.pem` in it). The proxy takes CONNECT for the gateways' own names alone. \
            Over the control port programs run statements here, read the phone's state as JSON \
            and reset it between their tests; pushsh(1) explains its protocol, and it listens on \
            this machine whatever `--host` says. \
            Only this machine is served unless `--host` says otherwise. Treasure Data's services \
            want a key: that of `--key`, or one that is made at each start and printed. Requests \
            of web pages are refused, and so is a `Host` that is no name of this machine, since a \
            page can lead a name of its own here; `--origin` lets a page in (CORS). The REST API \
            runs queries, makes, swaps and renames tables, puts a job's result into a table \
            (`td://@/DATABASE/TABLE`), and imports records, in one file or as a bulk import; what \
            it does not play is answered 422 and says so. Its port also \
            tells how the service fares, without a key: `/status` in JSON, `/metrics` for \
            Prometheus. It and the port of Trino's protocol take TLS, whose authority is the \
            gateways', and bare HTTP. A key of `--query-key` changes nothing, one of \
            `--write-key` reads nothing. Faults that \
            `stub` planted apply. The session's clock is the services' clock: in a script it \
            stands still until `clock real`; the age of a sender's credentials counts on \
            the system's.

            In a test, and with `--meanwhile`, the ports are open while the script goes on: `$` \
            names them, and a test tells them on standard error. What comes is answered while \
            the script waits: `expect within 5s shown == [msg-1]` waits so long, in real time, \
            and only then lets as much time of the script's clock pass. The ports close with the \
            test, or with the script. A recording (`.record`) has each push that came as a \
            statement, and replays without a network.
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
            .init("Treasure Data, on two ports.", "[tty] serve --ingest 8080 --api 8081"),
            .init("Trino's protocol, for its clients.", "[tty] serve --trino 8090"),
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
