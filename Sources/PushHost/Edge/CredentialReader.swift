import Glibc
import PushCommands
import PushCrypto
import PushModel
import PushRuntime
import PushSimulation
import PushText
import PushWire

/// Reads the files of credentials, or the variables that hold the same.
///
/// Nothing secret leaves this type except the signing key.
///
/// A file must be readable by its owner alone, and have at most a megabyte; messages say what was
/// found in it, and never a part of it.
enum CredentialReader {
    /// The contents of a service account's file.
    struct Account {
        var email: String
        var projectID: String
        var keyID: String?
        var tokenURI: String
        /// The private key in PEM.
        var key: String
    }

    /// Reads a file that `credential add` names.
    ///
    /// Throws `invalid_credential` for another form than stated, and `wrong_environment` for a
    /// certificate of the other environment. What the file says of itself (bundle ID, project) is
    /// taken over.
    static func read(_ file: CredentialFile) throws(Failure) -> SenderCredential {
        // Messages name the path as the user gave it; a later process may run in another directory.
        let path = file.path
        let bytes = try ownersAlone(path)
        try checkForm(bytes, file)
        var credential = SenderCredential(
            name: file.name, kind: file.kind, path: path, fingerprint: "")
        credential.topic = file.topic
        credential.environment = file.environment?.rawValue
        switch file.kind {
        case .p8:
            credential.team = file.team
            credential.keyID = try keyID(file)
        case .p12, .pem:
            credential.password = file.password
            try checkPassword(of: file)
            let identity = try identity(file.kind, bytes, path, file.password)
            if let own = identity.environment, let asked = credential.environment, own != asked {
                throw Failure(
                    .wrongEnvironment,
                    "BadCertificateEnvironment: the certificate is for \(own), not for \(asked)")
            }
            credential.environment = identity.environment ?? credential.environment
            credential.topic = file.topic ?? identity.bundleID
            credential.certifiedTopics =
                identity.topics.isEmpty ? identity.bundleID.map { [$0] } ?? [] : identity.topics
        case .serviceAccount:
            let account = try account(path)
            credential.email = account.email
            credential.projectID = account.projectID
            credential.keyID = account.keyID
        }
        credential.fingerprint = try fingerprint(of: credential)
        credential.path = absolute(path)
        return credential
    }

    /// Refuses a password that cannot be read, at its own place rather than at the file's.
    private static func checkPassword(of file: CredentialFile) throws(Failure) {
        guard let source = file.password else { return }
        do throws(Failure) { _ = try KeyReader.text(source, takesNothing: true) } catch {
            var failure = error
            failure.span = file.passwordSpan
            throw failure
        }
    }

    /// Returns the digest of the public key or the certificate that a credential's file holds now.
    static func fingerprint(of credential: SenderCredential) throws(Failure) -> String {
        let path = credential.path
        switch credential.kind {
        case .p8:
            let text = try text(of: credential)
            guard let point = ProviderSignature.publicKey(p8: text) else {
                // A `.p8` of Apple's is never encrypted, but people protect their copies.
                let isEncrypted = text.contains("ENCRYPTED")
                throw unreadable(
                    path, isEncrypted ? "an encrypted key" : noKey,
                    hint: isEncrypted ? "`openssl pkey -in \(path) -out key.p8` decrypts it" : nil)
            }
            return Hex.text(Fingerprint.sha256(point))
        case .p12, .pem:
            return try identity(of: credential)?.fingerprint ?? ""
        case .serviceAccount:
            guard let key = ServiceAccountKey.publicKey(pem: try account(path).key) else {
                throw unreadable(path, "no RSA key in `private_key`")
            }
            return Hex.text(Fingerprint.sha256(key))
        }
    }

    /// Nothing of the kind that Apple's `.p8` files hold.
    static let noKey = "no P-256 private key"

    /// Returns the text of a credential that is a key in PEM.
    static func text(of credential: SenderCredential) throws(Failure) -> String {
        unescaped(String(decoding: try ownersAlone(credential.path), as: UTF8.self))
    }

    /// Returns the certificate with its key; nil for credentials without a certificate.
    static func identity(of credential: SenderCredential) throws(Failure) -> SenderIdentity? {
        guard [.p12, .pem].contains(credential.kind) else { return nil }
        return try identity(
            credential.kind, try ownersAlone(credential.path), credential.path,
            credential.password)
    }

    /// Opens a certificate with its key, and says what to do about each way in which that can fail.
    private static func identity(
        _ kind: SenderCredential.Kind, _ bytes: [UInt8], _ path: String, _ password: KeySource?
    ) throws(Failure) -> SenderIdentity {
        let word = try password.map { (source) throws(Failure) in
            try KeyReader.text(source, takesNothing: true)
        }
        do throws(SenderIdentity.Fault) {
            return kind == .p12
                ? try SenderIdentity(p12: bytes, password: word ?? "")
                : try SenderIdentity(pem: bytes)
        } catch {
            switch error {
            case .indefiniteLength:
                throw unreadable(path, "BER, wanted DER", hint: conversion(path))
            case .unreadable where kind == .p12:
                throw unreadable(
                    path,
                    word == nil
                        ? "a PKCS #12 file that does not open without a password"
                        : "a PKCS #12 file that does not open with this password",
                    hint: word == nil
                        ? "say where it is with `--password "
                            + "env:NAME`"
                        : "check the password first; if it is right, the file has ciphers that "
                            + "are no longer read: " + conversion(path))
            case .unreadable: throw unreadable(path, "a key that cannot be read")
            case .incomplete:
                throw unreadable(
                    path, "no certificate with its key",
                    hint: kind == .p12
                        ? "export the certificate together with its private key" : nil)
            case .encrypted:
                throw unreadable(
                    path, "an encrypted key",
                    hint: "`openssl pkey -in FILE -out key.pem && sed -n "
                        + "'/BEGIN CERT/,/END CERT/p' FILE >> key.pem` removes the "
                        + "password, and keeps the certificates")
            case .foreignKey: throw unreadable(path, "another certificate's key")
            }
        }
    }

    /// Returns the openssl commands that rebuild a PKCS #12 file.
    private static func conversion(_ path: String) -> String {
        "`openssl pkcs12 -legacy -in \(path) -nodes -out all.pem`, then `--pem all.pem`"
    }

    /// Reads a service account's file.
    ///
    /// A `token_uri` elsewhere than at Google or on this machine is refused: the signed assertion
    /// would go there.
    static func account(_ path: String) throws(Failure) -> Account {
        let bytes = try ownersAlone(path)
        let json = try? JSONParser.parse(bytes)
        guard let email = json?["client_email"]?.stringValue,
            let project = json?["project_id"]?.stringValue,
            let key = json?["private_key"]?.stringValue,
            let uri = json?["token_uri"]?.stringValue
        else {
            let members = ["client_email", "project_id", "private_key", "token_uri"]
            let missing = members.first { json?[$0]?.stringValue == nil } ?? ""
            let isAccount = json?["type"]?.stringValue == "service_account"
            throw unreadable(
                path, isAccount ? "a service account without `\(missing)`" : "no service account",
                hint: "create one in Google's console under Project settings, Service accounts")
        }
        guard GatewaySender.isTokenEndpoint(uri) else {
            throw unreadable(
                path,
                "a `token_uri` that is neither Google's nor this machine's: "
                    + String(uri.prefix(100)))
        }
        return Account(
            email: email, projectID: project, keyID: json?["private_key_id"]?.stringValue,
            tokenURI: uri, key: unescaped(key))
    }

    /// The failure of a file that has something else than was wanted.
    static func unreadable(
        _ path: String, _ found: String, hint: String? = nil
    ) -> Failure {
        Failure(
            .invalidCredential, "found \(found) in `\(path)`", hint: hint)
    }
}

extension CredentialReader {
    /// The forms of credential files.
    private enum Form: String {
        case p8 = "a key in PEM"
        case p12 = "a PKCS #12 file"
        case pem = "a certificate in PEM"
        case serviceAccount = "a JSON object"
        case publicKey = "a public key"
        case keyInDER = "a key in DER"
        case certificateInDER = "a certificate in DER"
        case nothing = "nothing"
        case other = "something else"

        /// Recognises a form by its first bytes, or by the lines that PEM and JSON begin with.
        init(_ bytes: [UInt8]) {
            let text = String(decoding: bytes.prefix(1 << 20), as: UTF8.self)
            if bytes.first == 0x30, bytes.count > 1, let form = Self(binary: bytes) {
                self = form
            } else if text.contains("-----BEGIN CERTIFICATE-----") {
                self = .pem
            } else if text.contains("PRIVATE KEY-----") && !text.contains("\"private_key\"") {
                self = .p8
            } else if text.drop(while: \.isWhitespace).hasPrefix("{") {
                self = .serviceAccount
            } else if text.contains("-----BEGIN PUBLIC KEY-----") {
                self = .publicKey
            } else {
                self = bytes.isEmpty ? .nothing : .other
            }
        }

        /// Recognises a form in DER by the first member of its sequence: the version of a key is 0
        /// or 1 and that of PKCS #12 is 3, and a certificate begins with a sequence of its own,
        /// whose first member has the tag 0.
        private init?(binary bytes: [UInt8]) {
            func contents(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
                let length = bytes.dropFirst().first ?? 0
                return bytes.dropFirst(length > 0x80 ? 2 + Int(length & 0x7F) : 2)
            }
            let first = contents(bytes[...])
            if [[2, 1, 0], [2, 1, 1]].contains(Array(first.prefix(3))) {
                self = .keyInDER
            } else if first.first == 0x30, contents(first).first == 0xA0 {
                self = .certificateInDER
            } else if bytes[1] >= 0x80 {
                self = .p12
            } else {
                return nil
            }
        }
    }

    /// Refuses a file whose form differs from the stated one, with the option that accepts it.
    private static func checkForm(
        _ bytes: [UInt8], _ file: CredentialFile
    ) throws(Failure) {
        let found = Form(bytes)
        let wanted: Form =
            switch file.kind {
            case .p8: .p8
            case .p12: .p12
            case .pem: .pem
            case .serviceAccount: .serviceAccount
            }
        guard found != wanted else { return }
        guard found != .p8 || wanted != .pem else {
            throw unreadable(
                file.path, "a key without its certificate",
                hint: "`openssl x509 -in FILE >> \(file.path)` adds it; `--p8` is for a key from "
                    + "Apple, which has none")
        }
        let option: String? =
            switch found {
            case .p8: "--p8"
            case .p12: "--p12"
            case .pem: "--pem"
            case .serviceAccount: "--service-account"
            case .publicKey, .keyInDER, .certificateInDER, .nothing, .other: nil
            }
        let conversion: String? =
            switch found {
            case .keyInDER: "`openssl pkey -inform DER -in \(file.path) -out key.p8` converts it"
            case .certificateInDER:
                "`openssl x509 -inform DER -in \(file.path) -out cert.pem` converts it"
            default: nil
            }
        throw Failure(
            .invalidCredential,
            "found \(found.rawValue) in `\(file.path)`, wanted \(wanted.rawValue)",
            hint: option.map { "`\($0)` takes it" } ?? conversion)
    }

    /// Returns the key ID: the given one, else the one in the file's name.
    private static func keyID(_ file: CredentialFile) throws(Failure) -> String {
        let name = file.path.split(separator: "/").last ?? ""
        var named: String?
        if name.hasPrefix("AuthKey_"), name.hasSuffix(".p8") {
            let id = name.dropFirst(8).dropLast(3)
            if id.utf8.count == 10 { named = String(id) }
        }
        guard let id = file.keyID ?? named else {
            throw Failure(
                .missingArgument,
                "the name of `\(file.path)` is not `AuthKey_ID.p8`, wanted `--key-id`",
                hint: "developer.apple.com shows it under Keys")
        }
        return id
    }

    /// Returns the real path of a file, as given if it cannot be resolved.
    private static func absolute(_ path: String) -> String {
        guard KeySource(variableIn: path) == nil else { return path }
        let found = realpath(path, nil)
        defer { free(found) }
        return found.map { String(cString: $0) } ?? path
    }

    /// Returns the bytes of a file that only its owner can read, or of a variable (`env:NAME`).
    private static func ownersAlone(_ path: String) throws(Failure) -> [UInt8] {
        if let source = KeySource(variableIn: path) { return held(try KeyReader.text(source)) }
        let bytes = try Files.secretBytes(path)
        guard bytes.count <= 1 << 20 else { throw unreadable(path, "more than a megabyte") }
        return bytes
    }

    /// Returns a key in PEM whose line ends are written `\n`, as `.env` files and doubly escaped
    /// JSON have them, with true ones; PEM has no backslash of its own.
    private static func unescaped(_ pem: String) -> String {
        guard pem.utf8.contains(UInt8(ascii: "\\")) else { return pem }
        let single = pem.replacing("\\\\", with: "\\")
        return single.replacing("\\r", with: "").replacing("\\n", with: "\n")
    }

    /// Returns what a variable holds: PEM and JSON as they are, or any file in Base64.
    private static func held(_ text: String) -> [UInt8] {
        guard !text.hasPrefix("{") else { return Array(text.utf8) }
        guard !text.contains("-----BEGIN") else { return Array(unescaped(text).utf8) }
        // The program `base64` breaks its lines.
        return Base64.plain.bytes(text.filter { !$0.isWhitespace }) ?? Array(text.utf8)
    }
}
