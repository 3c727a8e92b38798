import PushModel
import PushPayload
import PushSimulation
import PushText

/// The commands of the credentials with which `send` speaks to the real gateways.
///
/// A credential is a name for files that stay where they are; no command takes a secret as a word.
extension CommandTable {
    private static let name = Parameter<String>.positional(
        "name", "NAME", "The credential's name.",
        wants: "1 to 64 letters, digits, `-`, `_` and `.`", isRequired: true,
        read: { SenderCredential.isName($0) ? $0 : nil })
    private static let keyID = Parameter<String>.option(
        "key-id", "ID", "The key ID; defaults to the one in the name `AuthKey_ID.p8`.",
        wants: "10 letters and digits", read: { ProviderKey.isIdentifier($0) ? $0 : nil })
    private static let team = Parameter<String>.option(
        "team", "ID", "The team ID, which every provider token names.",
        wants: "10 letters and digits", read: { ProviderKey.isIdentifier($0) ? $0 : nil })
    private static let topic = Parameter<String>.option(
        "topic", "BUNDLE", "The bundle ID to send to if `send` names none.",
        wants: BundleID.grammar, read: { BundleID.isValid($0) ? $0 : nil })
    private static let password = Parameter<String>.text(
        "password", "SOURCE", "Where to read the password of a `--p12`: `env:NAME` or `file:PATH`.")
    private static let p8 = file("p8", "A key for provider tokens, as downloaded from Apple.")
    private static let p12 = file(
        "p12", "A certificate with its key, as exported from Keychain Access.")
    private static let pem = file("pem", "A certificate with its key, both in PEM.")
    private static let serviceAccount = file(
        "service-account", "A Google service account, in JSON.")

    /// An option that names a file.
    private static func file(_ name: String, _ summary: String) -> Parameter<String> {
        .text(name, "FILE", summary, completion: .file)
    }

    static let senderCommands: [Command] = [
        Command(
            "credential add", .data,
            "Adds a key, a certificate or an account for `send`, under a name.",
            discussion: """
                The file stays where it is, and only its owner may be able to read it. pushsh \
                stores its path, identifiers, environment and fingerprint, never a key or a \
                password. The key ID is taken from the file name `AuthKey_ID.p8`; the team must be \
                given. A certificate states its app and environment. Since 2025, Apple's keys are \
                for one environment: say which with `--sandbox` or `--production`.

                In place of a file, `env:NAME` reads a variable whenever the credential is used, \
                as a CI job gets its secrets: it holds the file's text, or any such file in \
                Base64. A key then needs `--key-id`.
                """,
            parameters: [
                name.spec, p8.spec, keyID.spec, team.spec, p12.spec, password.spec, pem.spec,
                serviceAccount.spec, topic.spec, sandbox.spec, production.spec,
            ],
            examples: [
                .init(
                    "A key that this workspace made.",
                    """
                    credential demo keys --for apns
                    credential add demo --p8 keys/AuthKey_PUSHSH0001.p8 --team PUSHSHTEAM
                    credential list
                    """),
                .init(
                    "A service account.",
                    """
                    credential demo keys --for fcm
                    credential add firebase --service-account keys/service-account.json
                    """),
            ], errors: [.credentialExists], serves: ["KD-06"],
            lower: { (arguments) throws(UsageError) in .sender(.add(try added(arguments))) }),
        Command(
            "credential list", .data, "Lists the credentials for `send`, without secrets.",
            examples: [.init("Those of a fresh workspace.", "credential list")],
            serves: ["KD-06"]
        ) { _ in .sender(.list) },
        Command(
            "credential test", .data, "Tests whether a gateway accepts a credential.",
            discussion: """
                The file is read and used to sign, as for a push. The embedded gateway checks it; \
                on the real network, Google exchanges it for an access token, and Apple gets a \
                push to a device token that does not exist: the answer BadDeviceToken means that \
                the credential was accepted. No device gets anything.
                """,
            parameters: [
                name.spec, sandbox.spec, production.spec, sendHost.spec, sendAuthority.spec,
            ],
            examples: [
                .init(
                    "A key that this workspace made.",
                    """
                    credential demo keys --for apns
                    credential add demo --p8 keys/AuthKey_PUSHSH0001.p8 --team PUSHSHTEAM
                    credential test demo
                    """)
            ], errors: [.noCredential], serves: ["KD-06"]
        ) { (arguments) throws(UsageError) in
            var options = SendOptions()
            options.environment = try environment(arguments)
            options.host = arguments[sendHost]
            options.authority = arguments[sendAuthority]
            return .sender(.test(arguments.need(name), options))
        },
        Command(
            "credential remove", .data, "Removes a credential; its file stays.",
            parameters: [name.spec],
            examples: [
                .init(
                    "A key that is no longer used.",
                    """
                    credential demo keys --for apns
                    credential add demo --p8 keys/AuthKey_PUSHSH0001.p8 --team PUSHSHTEAM
                    credential remove demo
                    """)
            ], errors: [.noCredential], serves: ["KD-06"]
        ) { .sender(.remove($0.need(name))) },
    ]

    /// Reads `credential add`: exactly one file, and the options that go with its kind.
    ///
    /// Throws `missing_argument` without a file, and `invalid_value` for two, or for a password
    /// given as itself; the message does not repeat it.
    private static func added(_ arguments: Arguments) throws(UsageError) -> CredentialFile {
        let files: [(SenderCredential.Kind, Parameter<String>)] = [
            (.p8, p8), (.p12, p12), (.pem, pem), (.serviceAccount, serviceAccount),
        ]
        let given = files.filter { arguments.argument(of: $0.1) != nil }
        guard let (kind, parameter) = given.first, let word = arguments.argument(of: parameter)
        else {
            throw UsageError(
                .missingArgument,
                "`credential add` needs `--p8`, `--p12`, `--pem` or `--service-account`")
        }
        guard given.count == 1 else {
            throw UsageError(
                .invalidValue,
                "`--\(given[0].1.spec.name)` and `--\(given[1].1.spec.name)` cannot be used "
                    + "together",
                at: arguments.argument(of: given[1].1)?.span)
        }
        var file = CredentialFile(
            name: arguments.need(name), kind: kind, path: word.text ?? "", at: word.span)
        file.keyID = arguments[keyID]
        file.team = arguments[team]
        file.topic = arguments[topic]
        file.environment = try environment(arguments)
        try check(arguments, kind)
        if let source = arguments.argument(of: password) {
            // The operand may be the password itself, so the message does not repeat it.
            guard let read = KeySource(source.text ?? "") else {
                throw UsageError(
                    .invalidValue,
                    "`--password` takes `env:NAME` or `file:PATH`, never the password itself",
                    at: source.span)
            }
            file.password = read
            file.passwordSpan = source.span
        }
        return file
    }

    /// Refuses options of another kind of file.
    private static func check(
        _ arguments: Arguments, _ kind: SenderCredential.Kind
    ) throws(UsageError) {
        let foreign: [(Parameter<String>, SenderCredential.Kind)] = [
            (keyID, .p8), (team, .p8), (password, .p12),
        ]
        for (parameter, owner) in foreign where owner != kind {
            guard let word = arguments.argument(of: parameter) else { continue }
            throw UsageError(
                .invalidValue, "`--\(parameter.spec.name)` only goes with `--\(owner.rawValue)`",
                at: word.span)
        }
        if kind == .p8, arguments.argument(of: team) == nil {
            throw UsageError(
                .missingArgument, "a `--p8` needs `--team`: every provider token names its team",
                hint: "developer.apple.com shows it under Membership details; without it APNs "
                    + "answers MissingProviderToken or InvalidProviderToken")
        }
    }
}
