import Glibc
import PushCommands
import PushCrypto
import PushGateways
import PushRuntime
import PushSimulation
import PushText
import PushWire

/// Keys, signatures and the wire of `send`.
///
/// Created with the first command that needs it. Tokens exist only in this object's memory.
///
/// The secret files are read for each signature: nothing of them is kept but the token made of
/// them.
final class LiveSender: SendPort {
    private let sender = GatewaySender { name in KeyReader.variable(name) }
    private let isInterrupted: () -> Bool
    /// The files of a trial run; nil if paths are taken as they are.
    private let trial: TrialFiles?
    private let progress = ProgressLine()
    /// Provider tokens by what they say: credentials of one key may name other teams and IDs.
    private var tokens: [ProviderIdentity: (text: String, madeAt: Int64)] = [:]
    /// Access tokens by the fingerprints of their accounts' keys.
    private var accesses: [String: (text: String, end: Int64)] = [:]

    init(trial: TrialFiles? = nil, isInterrupted: @escaping () -> Bool) {
        self.trial = trial
        self.isInterrupted = isInterrupted
    }

    func makeUUID() -> String { RandomUUID.make() }

    /// False for a public key that cannot be read.
    func isSigned(_ token: ProviderToken, by key: ProviderKey) -> Bool {
        guard let point = Hex.bytes(key.publicKey.utf8) else { return false }
        return ProviderSignature.isValid(token.signature, over: token.signed, key: point)
    }

    /// Refuses a credential whose file holds another key than the one that was added.
    func check(_ credential: SenderCredential) throws(Failure) {
        let found = try CredentialReader.fingerprint(of: credential)
        guard found == credential.fingerprint else {
            throw Failure(
                .invalidCredential,
                "`\(credential.path)` is no longer the file that was added as "
                    + "`\(credential.name)`",
                hint: "`credential remove \(credential.name)` removes it; then add the new one")
        }
    }

    func inspect(_ file: CredentialFile) throws(Failure) -> SenderCredential {
        var file = file
        file.path = trial?.written(file.path) ?? file.path
        return try CredentialReader.read(file)
    }

    /// Returns the provider token of a key, a new one when the last is too old for Apple.
    ///
    /// Apple refuses tokens that are made anew too often, so that one serves all connections.
    func providerToken(_ credential: SenderCredential) throws(Failure) -> String {
        let now = SystemClock.now().unixSeconds
        let identity = ProviderIdentity(
            fingerprint: credential.fingerprint, keyID: credential.keyID ?? "",
            team: credential.team ?? "")
        let kept = tokens[identity]
        if let kept, (0..<SenderClaims.tokenAge).contains(now - kept.madeAt) { return kept.text }
        let claims = SenderClaims.provider(key: identity.keyID, team: identity.team, at: now)
        let pem = try CredentialReader.text(of: credential)
        guard let signature = ProviderSignature.sign(Array(claims.utf8), p8: pem) else {
            throw CredentialReader.unreadable(credential.path, CredentialReader.noKey)
        }
        let token = SenderClaims.token(claims, signature)
        tokens[identity] = (token, now)
        return token
    }

    /// Asks a person, and takes only `y` or `yes` for consent; the end of the input is none.
    func confirm(_ question: String) -> Bool {
        progress.clear()
        _ = Files.writeAll(Array(question.utf8), to: 2)
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while answer.count < 100, read(0, &byte, 1) == 1, byte != 10 { answer.append(byte) }
        let word = String(decoding: answer, as: UTF8.self).lowercased()
        return ["y", "yes"].contains(word.split(separator: " ").joined())
    }
}

/// Whom a provider token names: the key that signs it, and the `kid` and `iss` in it.
private struct ProviderIdentity: Hashable {
    let fingerprint: String
    let keyID: String
    let team: String
}

extension LiveSender {
    /// Sends every target over the wire, and returns the queue with their answers.
    ///
    /// Throws if no connection can be made, or if a key cannot be read. The line of progress is
    /// shown from 100 targets on.
    func send(
        _ order: SendOrder, _ request: (Int) -> SendRequest
    ) throws(Failure) -> SendQueue {
        let credential = order.credential
        var queue = SendQueue(order.gateway, count: order.count, order.pace)
        var route = GatewayRoute(to: order.name, at: order.host, authority: order.authority)
        route.identity = try CredentialReader.identity(of: credential)
        route.timeoutSeconds = order.timeoutSeconds
        defer { progress.clear() }
        if order.count > 100 { progress.show("sending to \(order.count) targets") }
        let failure = try sender.run(
            &queue, for: order.gateway, on: route, isInterrupted: isInterrupted
        ) { (target) throws(Failure) in
            let request = request(target)
            var fields = request.fields.map { ($0.name, $0.value) }
            if let text = try authorization(order) { fields.append(("authorization", text)) }
            return GatewaySender.Message(path: request.path, fields: fields, body: request.body)
        } halt: { failure in
            var answer = SendAnswer(reason: failure.message, verdict: .retry)
            (answer.message, answer.isUnsent, answer.attempts) = (failure.hint, true, 0)
            return answer
        }
        if let failure {
            throw Failure(outside: .noAnswer, failure.message, hint: failure.cure(at: order.host))
        }
        return queue
    }

    /// Returns the header of a request; nil if the certificate of the connection speaks for it.
    private func authorization(_ order: SendOrder) throws(Failure) -> String? {
        switch order.credential.kind {
        case .p8: "bearer " + (try providerToken(order.credential))
        case .serviceAccount: "Bearer " + (try accessToken(order))
        case .p12, .pem: nil
        }
    }

    /// The failure to get an access token from something that is no token endpoint: with each
    /// refusal that gives an error's code, which has no blank in it (RFC 6749, 5.2).
    private func foreign(_ answer: WireResponse, at order: SendOrder) -> Failure {
        Failure(
            outside: .credentialRefused,
            "\(order.host ?? "the token endpoint") answers HTTP \(answer.status), and not as "
                + "Google's token endpoint does",
            hint: order.host == nil ? nil : "is this the port of another service?")
    }

    /// Asks for an access token and forgets it: the check of `credential test`.
    func authorise(_ order: SendOrder) throws(Failure) {
        accesses[order.credential.fingerprint] = nil
        _ = try accessToken(order)
        accesses[order.credential.fingerprint] = nil
    }

    /// Returns the access token of a service account: a new one if the last is about to expire.
    private func accessToken(_ order: SendOrder) throws(Failure) -> String {
        let credential = order.credential
        let now = SystemClock.now().unixSeconds
        if let kept = accesses[credential.fingerprint], kept.end - 300 > now { return kept.text }
        let account = try CredentialReader.account(credential.path)
        let claims = SenderClaims.assertion(
            email: account.email, key: account.keyID, audience: account.tokenURI, at: now)
        guard let signature = ServiceAccountKey.sign(Array(claims.utf8), pem: account.key) else {
            throw CredentialReader.unreadable(credential.path, "no RSA key")
        }
        let form = SenderClaims.form(SenderClaims.token(claims, signature))
        let answer: WireResponse
        do throws(WireFailure) {
            answer = try sender.exchange(
                form, at: account.tokenURI, place: order.host, authority: order.authority,
                isInterrupted: isInterrupted)
        } catch {
            throw Failure(outside: .noAnswer, error.message, hint: error.cure(at: order.host))
        }
        let json = try? JSONParser.parse(answer.body)
        guard answer.status == 200, let token = json?["access_token"]?.stringValue else {
            guard let reason = json?["error"]?.stringValue, !reason.contains(" ") else {
                throw foreign(answer, at: order)
            }
            let said = json?["error_description"]?.stringValue.map { ": \($0.prefix(200))" } ?? ""
            throw Failure(
                outside: .credentialRefused,
                "the token endpoint answers \(reason.prefix(80))\(said)",
                hint: "an account's key is made and ended in the Google Cloud console")
        }
        // Google's tokens live for an hour; another endpoint may name any number.
        let lifetime = min(Int64(json?["expires_in"]?.intValue ?? 3600), 86_400)
        accesses[credential.fingerprint] = (token, now + lifetime)
        return token
    }
}
