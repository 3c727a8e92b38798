import PushPayload
import PushSimulation
import PushText

/// The command that sends a push through APNs or FCM, and its checks of one word each.
extension CommandTable {
    private static let payload = Parameter<String>.word(
        "payload", "FILE|-|<<JSON",
        "A payload or FCM message: a file, `-`, a here-document, or the JSON object itself.",
        completion: .file
    ).asObject.asDocument
    private static let to = Parameter<String>.text(
        "to", "TARGET",
        "A token, a device, `topic:NAME`, `condition:…`, `channel:ID`; a list: `@FILE`, `-`, `<<`.",
        completion: .device
    ).asDocument
    private static let via = Parameter<CredentialOptions.Gateway>.choice(
        "via", "GATEWAY", "`apns` or `fcm`; by default inferred from the target.")
    private static let credential = Parameter<String>.option(
        "as", "NAME", "The credential; defaults to the only one for the gateway.",
        wants: "a credential's name", read: { SenderCredential.isName($0) ? $0 : nil })
    static let sandbox = Parameter<Bool>.flag("sandbox", "APNs' development environment.")
    static let production = Parameter<Bool>.flag("production", "APNs' production environment.")
    private static let topic = Parameter<String>.option(
        "topic", "BUNDLE", "The bundle ID; defaults to the credential's or the payload's.",
        wants: BundleID.grammar, read: { BundleID.isValid($0) ? $0 : nil })
    private static let timeToLive = PushParameters.timeToLive(
        "How long it is stored for an offline device, such as `1h`; 0 = not at all.")
    private static let id = Parameter<String>.option(
        "id", "UUID", "The `apns-id`; generated if not given.", wants: "a UUID",
        read: { UUIDText.isWhole($0) ? $0 : nil })
    private static let dryRun = Parameter<Bool>.flag(
        "dry-run",
        "FCM validates the message; for APNs, every check runs but Apple is not contacted.")
    private static let jobs = Parameter<Int>.number(
        "jobs", "N", "Concurrent requests on the connection.", in: 1...1000)
    private static let rate = Parameter<Int>.option(
        "rate", "N/s", "The maximum number of requests per second.",
        wants: "a number such as `50/s`",
        read: perSecond)
    private static let retries = Parameter<Int>.number(
        "retry", "N", "Retries after a temporary refusal over the network; defaults to 3.",
        in: 0...10)
    private static let failed = Parameter<String>.text(
        "failed", "FILE", "Writes the targets that can be sent again to FILE.", completion: .file)
    private static let dead = Parameter<String>.text(
        "dead", "FILE", "Writes the targets to forget to FILE.", completion: .file)
    private static let skipMalformed = Parameter<Bool>.flag(
        "skip-malformed", "Skips the lines of a list that nothing can be sent to.")
    private static let yes = Parameter<Bool>.flag(
        "yes", "Does not ask before sending to many devices, or to production.")
    private static let force = Parameter<Bool>.flag(
        "force", "Sends even if `lint` or the embedded gateway refuses.")
    private static let curl = Parameter<Bool>.flag(
        "curl", "Prints the equivalent curl command and sends nothing.")
    static let sendHost = Parameter<String>.option(
        "host", "HOST:PORT",
        "Connects to this host instead of the vendor's, under the vendor's name.",
        wants: "a host with a port", read: { isPlace($0) ? $0 : nil })
    static let sendAuthority = Parameter<String>.text(
        "ca", "FILE", "Certificates to trust in addition to the system's.", completion: .file)

    /// Reads `50/s` or `50`, from 1 to 100,000.
    private static func perSecond(_ text: String) -> Int? {
        let number = Int(digits: text.hasSuffix("/s") ? text.dropLast(2) : text[...])
        return number.flatMap { (1...100_000).contains($0) ? $0 : nil }
    }

    /// Whether a text is a host with a port; an IPv6 address stands in brackets.
    ///
    /// Neither a scheme nor a path is allowed: the request keeps the vendor's own.
    private static func isPlace(_ text: String) -> Bool {
        guard let colon = text.lastIndex(of: ":"), colon > text.startIndex else { return false }
        let (host, port) = (text[..<colon], text[text.index(after: colon)...])
        guard let number = Int(digits: port), (1...65_535).contains(number),
            host.first == "[" ? host.last == "]" && host.utf8.count > 2 : !host.contains("]")
        else { return false }
        return text.utf8.allSatisfy { $0 > 32 && $0 < 127 && !"/@?#\"'`".utf8.contains($0) }
    }

    /// The environment that one of two switches names.
    static func environment(
        _ arguments: Arguments
    ) throws(UsageError) -> CredentialOptions.Environment? {
        guard !arguments.has(sandbox) || !arguments.has(production) else {
            throw UsageError(
                .invalidValue, "`--sandbox` and `--production` cannot be used together")
        }
        if arguments.has(sandbox) { return .development }
        return arguments.has(production) ? .production : nil
    }

    static let send = Command(
        "send", .push, "Sends a push as a provider: through APNs or FCM, for real if asked to.",
        discussion: """
            First the payload is linted and the embedded gateway checks the request; it is only \
            sent if both pass, or with `--force`. Warnings of `lint` are printed. On the simulated \
            network, which every workspace starts with, the push goes no further than the embedded \
            gateway and the simulated device, and the answer says so. `network real` sends to \
            Apple or Google, with a credential from `credential add`; `--host` connects to another \
            host instead, such as `serve --apns` in another process, like curl's `--connect-to`.

            An FCM message that names a `token`, `topic`, `condition` or `fid` goes there without \
            `--to`, which replaces it. Give one target, or a list: `--to @FILE`, `--to -` or a \
            here-document has a token per line, a token and its own payload separated by a tab, or \
            objects with `to` and `payload`. Lines that are none of these, whose payload `lint` or \
            the embedded gateway refuses, or that belong to the other gateway are named with their \
            numbers, and nothing is sent; with `--skip-malformed` they get the verdict `fix`, and \
            the others are sent. All targets share one connection. Each gets a verdict: `sent` \
            (`right` with `--dry-run`, and for a message with `validate_only`); `dead` (forget \
            it); `retry` (send it again later); or `fix` (it will fail again until something is \
            fixed). On the simulated network a dry run asks the embedded gateway what it would \
            answer each target. A token that APNs calls BadDeviceToken is only `dead` if another \
            token in the same run was accepted: otherwise the environment is wrong, not the token. \
            The exit status is 0 if everything was sent, 1 if something was refused, 2 if nothing \
            was sent because of the payload, the request, a credential that is missing or cannot \
            be read, or a file that cannot be read or written, and 3 if the network is off or the \
            gateway refuses the credential.

            Over the network, `send` waits after 429 and 503 as long as `Retry-After` says, up to \
            two minutes. If an answer is lost, the push is not sent again, since it may have \
            arrived; a note says so, and `--failed` lists its target as well. Three identical \
            credential refusals end the run, and `--failed` lists their targets too, since they \
            can be sent again with another credential. The embedded gateways answer each target \
            once, and the same refusals end their run.

            Only NIFCLOUD mobile backend itself could send its push objects, and it closed on \
            2024-03-31. With `--curl`, the text to be signed for its REST API is printed line by \
            line, then the command; both keys stay variables.

            Before really sending to more than one device, or to production, `send` asks for \
            confirmation at the prompt, or with `-c` at a terminal, and needs `--yes` in a script.
            """,
        parameters: [
            payload.spec, to.spec, via.spec, credential.spec, sandbox.spec, production.spec,
            PushParameters.type.spec, PushParameters.priority.spec, topic.spec,
            PushParameters.collapseID.spec, timeToLive.spec, id.spec,
            dryRun.spec, jobs.spec, rate.spec, retries.spec, failed.spec, dead.spec,
            skipMalformed.spec, yes.spec,
            force.spec, curl.spec, sendHost.spec, sendAuthority.spec,
        ],
        examples: [
            .init(
                "To the simulated phone.",
                #"""
                app launch
                send {"aps": {"alert": "Sale"}, "message_id": "msg-1"} --to phone
                expect $[0].verdict == sent
                """#),
            .init(
                "The equivalent curl command.",
                #"""
                app launch
                send {"aps": {"alert": "Sale"}} --to phone --curl
                """#),
            .init(
                "To everyone on a list, for real.",
                "[tty] send sale.apns --to @tokens.txt --as prod --failed again.txt --dead gone.txt"
            ),
        ],
        errors: [
            .invalidPayload, .noCredential, .noDevice, .noToken, .needsRealNetwork,
        ], serves: ["KD-06", "TD-01"]
    ) { (arguments) throws(UsageError) in
        let target: SendAddress
        if let to = arguments.argument(of: to) {
            target = address(to)
        } else if let payload = arguments.argument(of: payload) {
            target = .message(at: payload.span)
        } else {
            throw missingTarget
        }
        var options = SendOptions()
        options.environment = try environment(arguments)
        read(arguments, into: &options)
        let input = arguments.argument(of: payload).map { _ in payloadInput(arguments, payload) }
        if case .standardInput? = input, case .standardInput(let span) = target {
            throw UsageError(
                .invalidValue, "payload and targets cannot both come from standard input",
                at: span)
        }
        if let path = options.failedPath, path == options.deadPath {
            throw UsageError(
                .invalidValue, "`--failed` and `--dead` need a file each",
                at: arguments.argument(of: dead)?.span)
        }
        return .send(input, target, options)
    }

    /// The refusal of a push to nobody.
    package static let missingTarget = UsageError(
        .missingArgument, "`send` needs `--to`: the target",
        hint: "`--to phone` is the simulated one")

    /// Returns the targets that a word names: one, a list in a file or here-document, or standard
    /// input.
    private static func address(_ argument: Argument) -> SendAddress {
        let text = argument.text ?? ""
        switch argument.kind {
        case .file: return .file(text, at: argument.span)
        case .word where text == "-": return .standardInput(at: argument.span)
        case .word, .quoted, .json: return .text(text, at: argument.span)
        case .hereDocument: return .list(text, at: argument.span)
        }
    }

    /// Fills the options from the arguments, leaving the defaults of what was not given.
    private static func read(_ arguments: Arguments, into options: inout SendOptions) {
        options.gateway = arguments[via]
        options.credential = arguments[credential]
        options.pushType = arguments[PushParameters.type]
        options.priority = arguments[PushParameters.priority]
        options.topic = arguments[topic]
        options.collapseID = arguments[PushParameters.collapseID]
        options.timeToLive = arguments[timeToLive]
        options.id = arguments[id]
        options.isDryRun = arguments.has(dryRun)
        options.jobs = arguments[jobs] ?? options.jobs
        options.rate = arguments[rate]
        options.retries = arguments[retries] ?? options.retries
        options.failedPath = arguments[failed]
        options.deadPath = arguments[dead]
        options.skipsMalformed = arguments.has(skipMalformed)
        options.isConfirmed = arguments.has(yes)
        options.isForced = arguments.has(force)
        options.printsCurl = arguments.has(curl)
        options.host = arguments[sendHost]
        options.authority = arguments[sendAuthority]
    }
}
