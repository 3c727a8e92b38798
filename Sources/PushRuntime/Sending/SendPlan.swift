import PushCommands
import PushGateways
import PushModel
import PushPayload
import PushSimulation
import PushText

/// The plan of a `send`: its targets, their payloads, and the sender.
struct SendPlan {
    /// The targets in order, and the malformed lines.
    var list: SendList
    /// The text of the list; nil if the command itself names the target.
    let source: Source?
    /// The place that the list was read from; nil if the command itself names the target.
    let input: PayloadInput?
    /// The payloads, each once.
    let letters: [SendLetter]
    /// The index in `letters` of each target's payload.
    var letterOf: [Int]
    let gateway: GatewayAnswer.Gateway
    /// The sender; nil = none in particular, which the embedded gateway accepts.
    let credential: SenderCredential?
    /// `development` or `production`; nil if neither was given.
    let environment: String?
    let options: SendOptions
    /// The number of `lint`'s warnings about the payloads.
    var warnings: Int

    var entries: [SendEntry] { list.entries }

    func letter(_ index: Int) -> SendLetter { letters[letterOf[index]] }

    /// Whether the gateway only checks the message for a target.
    func isDryRun(_ index: Int) -> Bool { options.isDryRun || letter(index).isCheckOnly }

    /// Whether more than one device may get it.
    var isMany: Bool { entries.count > 1 || entries.contains { $0.target.isMany } }

    /// The environment to use over the network: the sandbox unless another one was given.
    var wireEnvironment: String? {
        gateway == .apns ? environment ?? CredentialOptions.Environment.development.rawValue : nil
    }

    /// The vendor's name of the host.
    var hostName: String {
        guard gateway == .apns else { return GatewayAddress.fcm }
        return wireEnvironment == CredentialOptions.Environment.production.rawValue
            ? GatewayAddress.apnsProduction : GatewayAddress.apnsSandbox
    }

    /// The way to the gateway as a person would name it: `APNs development`, `FCM project x`.
    var route: String {
        switch gateway {
        case .apns: environment.map { "APNs \($0)" } ?? "APNs"
        case .fcm: credential?.projectID.map { "FCM project \($0)" } ?? "FCM"
        }
    }

    /// The network request for a target.
    func request(_ index: Int, id: () -> String) -> SendRequest {
        let target = entries[index].target
        switch gateway {
        case .apns:
            let request = letter(index).request(to: target, id: options.id ?? id())
            return SendRequest(path: request.path, fields: request.fields, body: request.body)
        case .fcm:
            let message = letter(index).message(to: target, isDryRun: options.isDryRun)
            return SendRequest(
                path: "/v1/projects/\(credential?.projectID ?? "PROJECT")/messages:send",
                fields: [.init("content-type", "application/json")],
                body: Array(message.text.utf8))
        }
    }
}

extension SendPlan {
    /// A note on the token or the file in the curl command; nil if the command says it itself.
    var tokenNote: String? {
        guard gateway == .fcm else {
            if credential?.kind == .p12 { return conversionNote }
            guard credential?.kind ?? .p8 == .p8 else { return nil }
            let team = credential?.team ?? "the team's ID"
            let key = credential?.keyID ?? "the key's ID"
            return "# JWT: a provider token of less than an hour, signed with the .p8 by ES256: "
                + "`kid` is \(key), `iss` is \(team), `iat` is now in seconds"
        }
        return "# ACCESS_TOKEN: `gcloud auth print-access-token`, or what the service account's "
            + "`token_uri` gives for its signed assertion"
    }

    /// A note on files with RC2, which Keychain wrote for long and OpenSSL 3 no longer opens.
    private var conversionNote: String {
        "# if curl cannot parse the PKCS12 file: openssl pkcs12 -legacy -in \(certificateFile) "
            + "-passin pass:\"$\(passwordVariable)\" -nodes -out all.pem; then `--cert all.pem` "
            + "instead of `--cert-type P12 --cert …`"
    }

    /// The file of the credential as a word of the shell; curl reads none from a variable.
    private var certificateFile: String {
        let path = credential?.path ?? ""
        return KeySource(variableIn: path) == nil ? path.asShellWord : "\"$CERTIFICATE_FILE\""
    }

    /// The name of the shell variable with the password of the credential's file.
    private var passwordVariable: String {
        if case .variable(let name)? = credential?.password { name } else { "PASSWORD" }
    }

    /// The curl command that sends the same to the first target.
    func curl() -> String {
        let request = request(0) { "" }
        var words = ["curl"]
        if gateway == .apns { words.append("--http2") }
        words += Self.detour(options, from: hostName)
        switch credential?.kind {
        case .p12:
            words += ["--cert-type P12 --cert", certificateFile + ":\"$\(passwordVariable)\""]
        case .pem: words += ["--cert", certificateFile]
        case .p8, .serviceAccount, nil:
            let token = gateway == .fcm ? "ACCESS_TOKEN" : "JWT"
            words.append("-H \"authorization: bearer $\(token)\"")
        }
        for field in request.fields where !field.value.isEmpty {
            if field.name == "apns-expiration", let seconds = options.timeToLive, seconds > 0 {
                words.append("-H \"apns-expiration: $(($(date +%s) + \(seconds)))\"")
            } else {
                words += ["-H", "\(field.name): \(field.value)".asShellWord]
            }
        }
        words += ["-d", String(decoding: request.body, as: UTF8.self).asShellWord]
        words.append("https://\(hostName)\(request.path)".asShellWord)
        return words.joined(separator: " ")
    }

    /// The words of curl that lead to another host than the vendor's, and whom it trusts.
    static func detour(_ options: SendOptions, from vendor: String) -> [String] {
        var words: [String] = []
        if let host = options.host {
            words += ["--connect-to", "\(vendor):443:\(host)".asShellWord]
        }
        if let path = options.authority { words += ["--cacert", path.asShellWord] }
        return words
    }
}
