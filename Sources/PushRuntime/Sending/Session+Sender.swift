import PushCommands
import PushGateways
import PushModel
import PushPayload
import PushSimulation
import PushText

/// The named credentials that `send` uses.
extension Session {
    func perform(
        _ instruction: SenderInstruction, on device: String?, _ text: () -> String
    ) throws(Failure) {
        switch instruction {
        case .add(let file):
            let credential = try inspected(file)
            try act(.credential(.add(credential)), on: device, text)
            say("added   \(credential.name): \(credential.shown)")
            last.value = credential.json
        case .list: listCredentials()
        case .test(let name, let options): try test(name, options, on: device, text)
        case .remove(let name):
            try act(.credential(.remove(name)), on: device, text)
            say("removed \(name); its file stays")
        }
    }

    /// Reads a credential's file; failures name it as the user did.
    private func inspected(_ file: CredentialFile) throws(Failure) -> SenderCredential {
        var read = file
        let isVariable = KeySource(variableIn: file.path) != nil
        read.path = isVariable ? file.path : settings.path(file.path)
        var password: String?
        if case .file(let path)? = file.password {
            password = path
            read.password = .file(settings.path(path))
        }
        let port = try sendPort()
        do throws(Failure) {
            var credential = try port.inspect(read)
            if let password, credential.password != nil {
                credential.password = .file(settings.keptPath(password))
            }
            return credential
        } catch {
            var failure = error
            failure.span = error.span ?? file.span
            throw failure
        }
    }

    /// The port through which `send` reaches Apple and Google.
    func sendPort() throws(Failure) -> any SendPort {
        guard let port = edge.sending else { throw Failure.notSupported }
        return port
    }

    /// Reads a credential's file and checks that it is still the one that was added.
    func checkFile(of credential: SenderCredential) throws(Failure) {
        let port = try sendPort()
        try port.check(credential)
    }

    private func listCredentials() {
        let credentials = world.surroundings.senderCredentials
        if credentials.isEmpty { say("none") }
        for credential in credentials {
            let use = credential.lastUse.map { "used " + InstantText.format($0.milliseconds) }
            say(
                "credential \(credential.name): \(credential.shown), "
                    + "sha256 \(credential.fingerprint.prefix(16))…, \(use ?? "not used yet")")
        }
        last.value = .array(credentials.map(\.json))
    }

    /// Asks whether a gateway accepts a credential, without sending to any device.
    private func test(
        _ name: String, _ options: SendOptions, on device: String?, _ text: () -> String
    ) throws(Failure) {
        let credential: SenderCredential
        do throws(Refusal) { credential = try world.surroundings.credential(name) } catch {
            throw Failure(error)
        }
        let port = try sendPort()
        try checkFile(of: credential)
        let environment = options.environment?.rawValue ?? credential.environment
        try checkEnvironment(credential, environment, naming: "`credential test NAME`")
        guard try usesWire(options) else {
            try judge(credential, environment, port)
            say("ok      \(name): the embedded \(credential.kind.gateway.rawValue) accepts it")
            last.value = ["taken": true, "asked": .null]
            return
        }
        var order = SendOrder(
            credential, to: GatewayAddress.fcm, host: options.host,
            authority: authority(options), count: 1, pace: .init(jobs: 1, retries: 0),
            timeoutSeconds: world.surroundings.config.wire.timeoutSeconds)
        if credential.kind.gateway == .fcm {
            try port.authorise(order)
            say("ok      \(name): the token endpoint gives an access token for it")
        } else {
            order.name =
                environment == CredentialOptions.Environment.production.rawValue
                ? GatewayAddress.apnsProduction : GatewayAddress.apnsSandbox
            try ask(order, port)
            say("ok      \(name): \(order.name) accepts it")
        }
        last.isOnWire = true
        last.value = ["taken": true, "asked": .string(options.host ?? order.name)]
        try act(.sent([], by: name, at: edge.wallClock()), on: device, text)
    }

    /// Asks APNs with an unused device token: it checks the credential before the token.
    private func ask(_ order: SendOrder, _ port: any SendPort) throws(Failure) {
        let topic = order.credential.topic ?? "com.example.app"
        let request = SendRequest(
            path: "/3/device/" + String(repeating: "0", count: 64),
            fields: [.init("apns-topic", topic), .init("apns-push-type", "background")]
                + [.init("apns-priority", "5"), .init("apns-id", port.makeUUID())],
            body: Array(#"{"aps":{"content-available":1}}"#.utf8))
        let answers: [SendAnswer]
        answers = try port.send(order) { _ in request }.finished()
        guard let answer = answers.first else { return }
        guard let status = answer.status else {
            throw Failure(
                outside: .noAnswer,
                "no answer from \(order.host ?? order.name): \(answer.reason ?? "")",
                hint: answer.message)
        }
        if answer.isForeign { throw foreign(answer, .apns, at: order.host ?? order.name) }
        let said = "APNs answers \(answer.reason ?? "") (\(status))"
        if answer.isAboutSender || answer.reason == "TopicDisallowed" {
            throw Failure(outside: .credentialRefused, said, hint: answer.cure(.apns))
        }
        // Of a token that nobody has, only 400 and 410 come after the check of the credential.
        guard [200, 400, 410].contains(status) else {
            throw Failure(
                outside: .noAnswer, "\(said), which says nothing about the credential",
                hint: answer.reason == "BadPath" ? Self.otherPort : answer.cure(.apns))
        }
    }

    /// Lets the embedded gateway judge a credential.
    private func judge(
        _ credential: SenderCredential, _ environment: String?, _ port: any SendPort
    ) throws(Failure) {
        guard credential.kind.gateway == .apns else {
            if let refusal = try refusal(ofAccount: credential) {
                throw Failure(
                    outside: .credentialRefused,
                    "FCM answers \(refusal.statusName) (\(refusal.status)): \(refusal.found)")
            }
            return
        }
        var bench = try SendBench(self, credential, environment, port)
        var head = SendLetter.Head()
        head.topic = credential.topic ?? "com.example.app"
        let letter: SendLetter
        do throws(CompositionRefusal) {
            letter = try SendLetter(["aps": ["alert": "test"]], for: .apns, head)
        } catch { return }
        guard let refusal = bench.rehearse(letter, sparesStrangers: false) else { return }
        throw Failure(
            outside: .credentialRefused,
            "APNs answers \(refusal.answer.reason) (\(refusal.answer.status)): "
                + refusal.cause, hint: refusal.cure)
    }

    /// Refuses an environment that a credential is not valid for; `naming` says how to name another
    /// one.
    func checkEnvironment(
        _ credential: SenderCredential?, _ environment: String?, naming: String = "`--as NAME`"
    ) throws(Failure) {
        guard let own = credential?.environment, let environment, own != environment else { return }
        let isCertificate = credential.map { [.p12, .pem].contains($0.kind) } ?? false
        let known = world.surroundings.providerKeys.first { $0.id == credential?.keyID }
        var cure = "keys of before 2025 are for both"
        if isCertificate {
            cure = "`credential demo` without `--environment` makes one for both"
        } else if let known, known.environment == nil, let credential {
            cure =
                "this key is for both: `credential remove \(credential.name.asWord)`, then add it "
                + "without `--\(own == "development" ? "sandbox" : "production")`"
        }
        throw Failure(
            .wrongEnvironment,
            (isCertificate ? "BadCertificateEnvironment" : "BadEnvironmentKeyInToken")
                + ": the credential is for \(own), and this goes to \(environment)",
            hint: "\(naming) names one for \(environment); " + cure
        ).unsent
    }

    /// Whether requests leave this process; a command that is only printed sends none.
    func usesWire(_ options: SendOptions) throws(Failure) -> Bool {
        guard !options.printsCurl else { return world.surroundings.network.mode == .real }
        switch world.surroundings.network.mode {
        case .real: return true
        case .off:
            throw Failure(outside: .noAnswer, "the network is off")
        case .simulated:
            guard let host = options.host else { return false }
            throw Failure(
                .needsRealNetwork,
                "`\(host)` is outside this process, but the network is simulated",
                hint: "`network real` uses the wire; without `--host` the embedded gateway answers"
            ).unsent
        }
    }

    /// The file of certificates that are trusted besides the system's.
    func authority(_ options: SendOptions) -> String? {
        options.authority.map(settings.path) ?? world.surroundings.config.wire.authorityFile
    }

    /// The reason why the embedded FCM refuses a service account; nil if it accepts it.
    func refusal(ofAccount credential: SenderCredential) throws(Failure) -> FCMRefusal? {
        let known = world.surroundings.serviceAccounts
        guard !known.isEmpty else { return nil }
        var digests: [String] = []
        for account in known where account.email == credential.email {
            let key = Hex.bytes(account.publicKey.utf8) ?? []
            digests.append(Hex.text(try edge.digest(key)))
        }
        guard !digests.contains(credential.fingerprint) else { return nil }
        var refusal = FCMRefusal.wrongCredential
        refusal.found = "the workspace has no such key for the account"
        return refusal
    }
}
