import PushPayload
import PushSimulation
import PushText

/// The command that makes credentials for test servers, which the embedded gateways accept.
extension CommandTable {
    private static let directory = Parameter<String>.positional(
        "directory", "DIR", "Where the files go; created if missing.",
        wants: "a directory", isRequired: true, completion: .file,
        read: { $0.isEmpty ? nil : $0 })
    private static let gateway = Parameter<CredentialOptions.Gateway>.choice(
        "for", "GATEWAY", "The gateway: `apns` or `fcm`; defaults to both.")
    private static let environment = Parameter<CredentialOptions.Environment>.choice(
        "environment", "NAME",
        "The environment of the APNs key and certificate; both if not given.")
    private static let topics = Parameter<[String]>.option(
        "topics", "BUNDLES",
        "The bundle IDs that the APNs key is for, with commas between; defaults to all.",
        wants: "1 to 400 bundle IDs with commas between", read: bundleIDs)
    private static let team = Parameter<String>.option(
        "team", "ID", "The team of the APNs key; `PUSHSHTEAM` if not given.",
        wants: "10 letters and digits", read: { ProviderKey.isIdentifier($0) ? $0 : nil })
    /// The port that the account's file sends a client to for its access token.
    private static let tokenPort = Parameter<Int>.number(
        "port", "PORT",
        "The port of `serve --fcm`, for the account's `token_uri`; defaults to the open one.",
        in: 1...65535)

    /// Reads the topics of a key; Apple allows 400 of them.
    private static func bundleIDs(_ text: String) -> [String]? {
        let all = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(Substring($0)) }
        return all.count <= 400 && all.allSatisfy(BundleID.isValid) ? all : nil
    }

    static let credentialCommands: [Command] = [
        Command(
            "credential demo", .data, "Writes demo credentials for sending to `serve`.",
            discussion: """
                For APNs: `AuthKey_ID.p8`, the key that signs provider tokens, and `apns.pem`, a \
                certificate of the current app with its key. For FCM: `service-account.json`. Only \
                their owner can read the files. The workspace keeps the public halves, and from \
                then on its gateways accept no other key or account; before the first `credential \
                demo` they accept any well-formed one. The account's `token_uri` is this \
                machine's: on the port of `--port`, or on that of `serve --fcm` if this process \
                serves. Otherwise it is Google's, which `serve --proxy` answers for senders that \
                use the proxy. An existing file is never replaced.
                """,
            parameters: [
                directory.spec, gateway.spec, environment.spec, topics.spec, team.spec,
                tokenPort.spec,
            ],
            examples: [
                .init(
                    "A key and a certificate for APNs.", "credential demo keys --for apns"),
                .init(
                    "A service account, for `serve --fcm 8443`.",
                    "credential demo keys --for fcm --port 8443"),
                .init(
                    "A key for one app only: for others APNs answers TopicDisallowed.",
                    "credential demo keys --for apns --topics com.example.myapp"),
            ], serves: ["TD-01", "KD-06"]
        ) {
            .credential(
                CredentialOptions(
                    gateway: $0[gateway], directory: $0.need(directory),
                    environment: $0[environment], topics: $0[topics] ?? [], team: $0[team],
                    tokenPort: $0[tokenPort]))
        }
    ]
}
