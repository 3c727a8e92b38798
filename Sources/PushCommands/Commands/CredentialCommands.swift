import PushSimulation

extension CommandTable {
    private static let directory = Parameter<String>.positional(
        "directory", "DIR", "Where the files go; it is made where it is missing.",
        wants: "a directory", isRequired: true, completion: .file,
        read: { $0.isEmpty ? nil : $0 })
    private static let gateway = Parameter<CredentialOptions.Gateway>.choice(
        "for", "GATEWAY", "Who is sent to: `apns` or `fcm`; both when not given.")
    private static let environment = Parameter<CredentialOptions.Environment>.choice(
        "environment", "NAME",
        "The environment of the APNs key; a key for both when not given.")
    private static let tokenPort = Parameter<Int>.number(
        "port", "PORT", "The port of `serve --fcm`, for the account's `token_uri`.",
        in: 1...65535)

    static let credentialCommands: [Command] = [
        Command(
            "credential demo", .data, "Writes keys with which other senders reach `serve`.",
            discussion: """
                For APNs: `AuthKey_ID.p8`, the key that provider tokens are signed with, and \
                `apns.pem`, a certificate of the current app with its key. For FCM: \
                `service-account.json`. The files are for their owner alone. The workspace keeps \
                the public halves, and its gateways then take no other key or account: before \
                the first `credential demo` they take every well-formed one. With `--port` the \
                account's `token_uri` is this machine's; otherwise it is Google's, which leads \
                here through `serve --proxy`. A file that exists is never replaced.
                """,
            parameters: [directory.spec, gateway.spec, environment.spec, tokenPort.spec],
            examples: [
                .init(
                    "A key and a certificate for APNs.", "credential demo keys --for apns"),
                .init(
                    "A service account, for `serve --fcm 8443`.",
                    "credential demo keys --for fcm --port 8443"),
            ], serves: ["TD-01", "KD-06"]
        ) {
            .credential(
                CredentialOptions(
                    gateway: $0[gateway], directory: $0.need(directory),
                    environment: $0[environment], tokenPort: $0[tokenPort]))
        }
    ]
}
