import PushCommands
import PushModel
import PushSimulation
import PushText

/// Encrypted bodies for the app's service extension.
extension Session {
    /// Encrypts a text with the app's key, as its backend would.
    func encrypt(
        _ plain: String, _ nonce: String?, on device: String?, _ text: () -> String
    ) throws(Failure) {
        guard let app = app(on: device) else {
            throw Failure(
                .notInstalled, "no app is installed",
                hint: "`app install` first")
        }
        guard app.settings.decryptionKey != AppSettings.noKey else {
            throw Failure(
                .invalidKeys, "the app's extension has no key for encrypted bodies",
                hint: "`app set nse.key env:NAME` names the variable that holds it")
        }
        let sealed: SealedBody
        sealed = try edge.seal(
            SealingRequest(
                text: plain, cipher: app.settings.decryptionCipher,
                keySource: app.settings.decryptionKey,
                nonce: nonce.flatMap { Hex.bytes($0.utf8) },
                isReplayable: !settings.usesRealClock))
        let used = Hex.text(sealed.nonce)
        say(sealed.text)
        last.value = [
            "body": .string(sealed.text), "nonce": .string(used),
            "cipher": .string(app.settings.decryptionCipher.rawValue),
        ]
        noteUnusable(sealed, used, app.settings)
        // With the system's randomness, a recording replays alone only if it holds the nonce.
        if nonce == nil, settings.usesRealClock {
            last.recorded = Self.recorded(Secrets.redacted(text()), nonce: used)
        }
    }

    /// The number of nonces that a session remembers.
    private static let nonceLimit = 10_000

    /// Says of an encrypted body why it must not be sent, or never can be.
    private func noteUnusable(_ sealed: SealedBody, _ nonce: String, _ settings: AppSettings) {
        let size = sealed.text.utf8.count
        if size > 4096 {
            last.notes.append(
                "note: the body has \(size) bytes, and APNs accepts a payload of at most 4096")
        }
        let use = [settings.decryptionCipher.rawValue, settings.decryptionKey, nonce]
            .joined(separator: " ")
        if let other = memory.sealed[use], other != sealed.text {
            last.notes.append(
                "note: this key encrypted another text with this nonce: anyone who sees both "
                    + "bodies can learn about the texts and forge others")
        } else if memory.sealed.count < Self.nonceLimit {
            memory.sealed[use] = sealed.text
        }
    }

    /// The statement with its nonce, placed before the text.
    static func recorded(_ statement: String, nonce: String) -> String {
        let name = Array("encrypt".utf8)
        let bytes = Array(statement.utf8)
        guard let start = bytes.indices.first(where: { bytes[$0...].starts(with: name) }) else {
            return statement
        }
        let end = start + name.count
        return String(decoding: bytes[..<end], as: UTF8.self) + " --nonce \(nonce)"
            + String(decoding: bytes[end...], as: UTF8.self)
    }

    /// An action with the key's path as the edge reads it: typed paths are relative to the script.
    func located(_ action: Action) -> Action {
        if case .configure(let key, let value) = action {
            return .configure(key: key, value: locatedSetting(key, value))
        }
        guard case .app(.set(let key, let value)) = action, key == "nse.key",
            value.hasPrefix("file:")
        else { return action }
        let path = String(value.dropFirst(5))
        return .app(.set(key: key, value: path.isEmpty ? value : "file:" + settings.keptPath(path)))
    }

    /// The same for a setting of the workspace.
    private func locatedSetting(_ key: String, _ value: String) -> String {
        if key == "tls.ca_file", value != "none" { return settings.keptPath(value) }
        if key == "ncmb.keys", !["embedded", "environment"].contains(value) {
            return settings.keptPath(value)
        }
        guard key.hasSuffix("_key"), case .file(let path)? = KeySource(value) else { return value }
        return KeySource.file(settings.keptPath(path)).text
    }

    /// Refuses a key in a word that the workspace stores as it was typed, and a backup carries.
    func refuseKey(in action: Action) throws(Failure) {
        let place: (name: String, text: String)
        switch action {
        case .configure(let key, let value): place = ("config " + key, value)
        case .endpoint(let endpoint): place = ("endpoint", endpoint.url)
        case .stub(let stub): place = ("stub", stub.text)
        default: return
        }
        guard Secrets.isSecret(place.text) else { return }
        throw Failure(
            .invalidValue, "`\(place.name)`: found a key, which would be stored in clear",
            hint: "keys are not typed: they would end up in the terminal's scrollback")
    }

    /// Refuses a file for `tls.ca_file` that cannot be an authority's, before a connection fails.
    ///
    /// Returns a note if there is no such file: it may be made later, and a recording replays where
    /// it is missing.
    func checkAuthority(_ action: Action) throws(Failure) -> String? {
        guard case .configure("tls.ca_file", let value) = action, value != "none", value != "-"
        else { return nil }
        do throws(Failure) { try checkCertificates(at: settings.path(value)) } catch {
            if error.code == .outside(.fileNotFound) {
                return "note: " + VisibleText.escape(error.message)
            }
            throw Failure(.invalidCredential, error.message, hint: error.hint)
        }
        return nil
    }

    /// Refuses a file of authorities that cannot be read, or that has no certificate.
    func checkCertificates(at path: String) throws(Failure) {
        let bytes = try edge.read(path)
        guard String(decoding: bytes, as: UTF8.self).contains("-----BEGIN CERTIFICATE-----") else {
            throw Failure(
                .invalidCredential,
                "`\(path)` contains no PEM certificate, wanted an authority's",
                hint: "`openssl x509 -inform der -in FILE -out FILE.pem` converts one in DER")
        }
    }
}
