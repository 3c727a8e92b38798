import Glibc
import PushCommands
import PushCrypto
import PushModel
import PushRuntime
import PushSimulation
import PushTestSupport
import PushText
import PushWire
import Testing

@testable import PushHost

/// KD-06: the files of credentials, of which nothing secret is kept.
@Suite struct CredentialReaderTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    private func file(_ text: String, _ name: String) throws -> String {
        let path = try directory.write(text, to: name)
        chmod(path, 0o600)
        return path
    }

    private func named(
        _ kind: SenderCredential.Kind, _ path: String,
        _ adjust: (inout CredentialFile) -> Void = { _ in }
    ) -> CredentialFile {
        var file = CredentialFile(name: "c", kind: kind, path: path, at: Span(start: 0, end: 0))
        adjust(&file)
        return file
    }

    private func refusal(_ file: CredentialFile) -> Failure? {
        failure { () throws(Failure) in _ = try CredentialReader.read(file) }
    }

    /// A certificate with its key, as the gateways of a workspace issue it.
    private static func pem(_ bundleID: String = "com.example.myapp") throws -> String {
        let identity = try GatewayAuthority.make().client(bundleID: bundleID)
        return identity.certificate + identity.key
    }

    private static func account(
        key: String, tokenURI: String = "https://oauth2.googleapis.com/token"
    ) -> String {
        let json: JSON = [
            "type": "service_account", "project_id": "shop-1", "private_key_id": "k1",
            "private_key": .string(key), "client_email": "s@shop-1.iam.gserviceaccount.com",
            "token_uri": .string(tokenURI),
        ]
        return json.text
    }

    @Test func `an account that cannot be read is not called none`() throws {
        let path = try file(Self.account(key: "k"), "account.json")
        chmod(path, 0o644)
        let open = failure { () throws(Failure) in _ = try CredentialReader.account(path) }
        #expect(open?.message == "others can read `\(path)`")
        unlink(path)
        let gone = failure { () throws(Failure) in _ = try CredentialReader.account(path) }
        #expect(gone?.code.name == "file_not_found")
    }

    @Test func `messages name a file as the user did, and its full path is kept`() throws {
        let path = try file(ProviderSignature.makeKey().p8, "AuthKey_ABCDE12345.p8")
        let link = directory.path + "/link"
        #expect(symlink(path, link) == 0)
        let added = named(.p8, link) {
            $0.team = "ABCDEFGHIJ"
            $0.keyID = "ABCDE12345"
        }
        #expect(try CredentialReader.read(added).path.hasSuffix("/AuthKey_ABCDE12345.p8"))
        chmod(path, 0o644)
        #expect(refusal(added)?.message == "others can read `\(link)`")
    }

    @Test func `a key is known by the digest of its public half`() throws {
        let key = ProviderSignature.makeKey()
        let path = try file(key.p8, "AuthKey_ABCDE12345.p8")
        let found = try CredentialReader.read(
            named(.p8, path) {
                $0.team = "TEAM123456"
                $0.topic = "com.example.myapp"
            })
        #expect(found.keyID == "ABCDE12345" && found.team == "TEAM123456")
        #expect(found.topic == "com.example.myapp" && found.environment == nil)
        #expect(found.fingerprint == Hex.text(Fingerprint.sha256(key.publicKey)))
        #expect(found.path.hasPrefix("/") && found.path.hasSuffix("/AuthKey_ABCDE12345.p8"))
        #expect(try CredentialReader.identity(of: found) == nil)
    }

    @Test func `a variable is read in place of a file, as text or in Base64`() throws {
        let key = ProviderSignature.makeKey()
        let pem = try Self.pem("com.example.shop")
        let name = "PUSHSH_TEST_\(directory.path.suffix(8).filter(\.isHexDigit))"
        defer { unsetenv(name) }
        let added = named(.p8, "env:\(name)") {
            $0.team = "TEAM123456"
            $0.keyID = "ABCDE12345"
        }
        #expect(refusal(added)?.message == "the variable `\(name)` is not set")
        setenv(name, key.p8, 1)
        let found = try CredentialReader.read(added)
        #expect(found.path == "env:\(name)")
        #expect(found.fingerprint == Hex.text(Fingerprint.sha256(key.publicKey)))
        setenv(name, Base64.plain.text(Array(pem.utf8)), 1)
        #expect(try CredentialReader.read(named(.pem, "env:\(name)")).topic == "com.example.shop")
        #expect(throws: Failure.self) { try CredentialReader.fingerprint(of: found) }
    }

    @Test(arguments: ["\\n", "\\\\n", "\\r\\n"])
    func `[KD-06] a key whose line ends are written out is read as well`(end: String) throws {
        let key = ProviderSignature.makeKey()
        let name = "PUSHSH_TEST_\(directory.path.suffix(8).filter(\.isHexDigit))"
        defer { unsetenv(name) }
        setenv(name, key.p8.replacing("\n", with: end), 1)
        let found = try CredentialReader.read(named(.p8, "env:\(name)") { $0.keyID = "ABCDE12345" })
        #expect(found.fingerprint == Hex.text(Fingerprint.sha256(key.publicKey)))
        let file = try file(key.p8.replacing("\n", with: end), "AuthKey_ABCDE12345.p8")
        #expect(try CredentialReader.read(named(.p8, file)).fingerprint == found.fingerprint)
        let own = try #require(ServiceAccountKey.make())
        let account = try self.file(
            Self.account(key: own.pem.replacing("\n", with: end)), "account.json")
        let read = try CredentialReader.read(named(.serviceAccount, account))
        #expect(read.fingerprint == Hex.text(Fingerprint.sha256(own.publicKey)))
    }

    @Test func `a file in DER is refused with the command that converts it`() throws {
        func base64(_ pem: String) -> [UInt8] {
            let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
            return Base64.plain.bytes(lines.joined()) ?? []
        }
        let key = base64(ProviderSignature.makeKey().p8)
        let certificate = base64(try GatewayAuthority.make().identity.certificate)
        let path = directory.path + "/key.der"
        for (bytes, kind, found, command) in [
            (key, .p8, "a key in DER", "pkey"), (key, .p12, "a key in DER", "pkey"),
            (certificate, .pem, "a certificate in DER", "x509"),
        ] as [([UInt8], SenderCredential.Kind, String, String)] {
            try Files.writeSecret(bytes, to: path)
            let error = refusal(named(kind, path) { $0.keyID = "ABCDE12345" })
            #expect(error?.message.hasPrefix("found \(found) in `\(path)`, wanted ") == true)
            #expect(error?.hint?.hasPrefix("`openssl \(command) -inform DER -in \(path) ") == true)
            unlink(path)
        }
    }

    @Test func `a path is kept whole, whatever it led over`() throws {
        let path = try file(ProviderSignature.makeKey().p8, "keys/AuthKey_ABCDE12345.p8")
        symlink(path, directory.path + "/link.p8")
        let found = try CredentialReader.read(
            named(.p8, directory.path + "/link.p8") { $0.keyID = "ABCDE12345" })
        #expect(found.path.hasSuffix("/keys/AuthKey_ABCDE12345.p8"))
    }

    @Test(arguments: [
        "key.p8", "AuthKey_.p8", "AuthKey_ABCDE1234.p8", "AuthKey_ABCDE123456.p8",
        "AuthKey_ABCDE12345.pem", "authkey_ABCDE12345.p8",
    ])
    func `a key ID that the name does not tell has to be given`(name: String) throws {
        let path = try file(ProviderSignature.makeKey().p8, name)
        let error = refusal(named(.p8, path))
        #expect(error?.code.name == "missing_argument")
        #expect(
            error?.message == "the name of `\(path)` is not `AuthKey_ID.p8`, wanted `--key-id`")
        let given = try CredentialReader.read(named(.p8, path) { $0.keyID = "ZZZZZ12345" })
        #expect(given.keyID == "ZZZZZ12345")
    }

    @Test func `a certificate says which app it is for`() throws {
        let path = try file(Self.pem("com.example.shop"), "apns.pem")
        let found = try CredentialReader.read(named(.pem, path))
        #expect(found.topic == "com.example.shop" && found.keyID == nil)
        #expect(found.fingerprint.utf8.count == 64)
        #expect(try CredentialReader.fingerprint(of: found) == found.fingerprint)
        let asked = try CredentialReader.read(named(.pem, path) { $0.topic = "com.example.voip" })
        #expect(asked.topic == "com.example.voip")
    }

    @Test func `a service account names itself and its project`() throws {
        let key = try #require(ServiceAccountKey.make())
        let path = try file(Self.account(key: key.pem), "service-account.json")
        let found = try CredentialReader.read(named(.serviceAccount, path))
        #expect(found.email == "s@shop-1.iam.gserviceaccount.com")
        #expect(found.projectID == "shop-1" && found.keyID == "k1")
        #expect(found.fingerprint == Hex.text(Fingerprint.sha256(key.publicKey)))
    }

    @Test func `a token endpoint is Google's, or of this machine`() throws {
        let key = try #require(ServiceAccountKey.make()).pem
        for uri in ["http://127.0.0.1:9/token", "https://accounts.google.com/o/oauth2/token"] {
            let path = try file(Self.account(key: key, tokenURI: uri), "a.json")
            #expect(try CredentialReader.account(path).tokenURI == uri)
        }
        for uri in ["https://example.com/token", "http://oauth2.googleapis.com/token", "x"] {
            let path = try file(Self.account(key: key, tokenURI: uri), "a.json")
            #expect(
                refusal(named(.serviceAccount, path))?.message
                    == "found a `token_uri` that is neither Google's nor this machine's: \(uri) "
                    + "in `\(path)`")
        }
    }

    @Test(arguments: ["client_email", "project_id", "private_key", "token_uri"])
    func `an account without one of its fields is none`(field: String) throws {
        let key = try #require(ServiceAccountKey.make()).pem
        var json = try JSONParser.parse(Array(Self.account(key: key).utf8))
        json[field] = nil
        let path = try file(json.text, "a.json")
        let error = refusal(named(.serviceAccount, path))
        #expect(error?.message == "found a service account without `\(field)` in `\(path)`")
        #expect(error?.code.name == "invalid_credential")
        json["type"] = nil
        let other = try file(json.text, "b.json")
        #expect(
            refusal(named(.serviceAccount, other))?.message
                == "found no service account in `\(other)`")
    }

    /// What each form of file holds, with its name in refusals and the option that takes it.
    private static let forms:
        [(kind: SenderCredential.Kind, text: String, name: String, option: String)] = [
            (
                .p8, "-----BEGIN PRIVATE KEY-----\nAA\n-----END PRIVATE KEY-----\n",
                "a key in PEM", "--p8"
            ),
            (
                .pem, "-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----\n",
                "a certificate in PEM", "--pem"
            ),
            (
                .serviceAccount, "\n {\"private_key\": \"-----BEGIN PRIVATE KEY-----\"}",
                "a JSON object", "--service-account"
            ),
        ]

    @Test func `a file of another form is refused with the option that takes it`() throws {
        for wanted in Self.forms {
            for found in Self.forms
            where found.kind != wanted.kind && (found.kind, wanted.kind) != (.p8, .pem) {
                let path = try file(found.text, "f")
                let error = refusal(named(wanted.kind, path) { $0.keyID = "ABCDE12345" })
                #expect(error?.code.name == "invalid_credential")
                #expect(
                    error?.message == "found \(found.name) in `\(path)`, wanted \(wanted.name)")
                #expect(error?.hint == "`\(found.option)` takes it")
            }
        }
    }

    @Test func `a key alone is no certificate, and is not called a provider's key`() throws {
        let path = try file(Self.forms[0].text, "key.pem")
        let error = refusal(named(.pem, path))
        #expect(error?.message == "found a key without its certificate in `\(path)`")
        #expect(error?.hint?.hasPrefix("`openssl x509 -in FILE >> \(path)` adds it") == true)
    }

    @Test func `a file of no form is refused without an option`() throws {
        let path = try file("to be filled in", "f")
        let error = refusal(named(.p12, path))
        #expect(error?.message == "found something else in `\(path)`, wanted a PKCS #12 file")
        #expect(error?.hint == nil)
        let binary = directory.path + "/b"
        try directory.write([0x30, 0x82, 0x01, 0x00], to: "b")
        chmod(binary, 0o600)
        #expect(refusal(named(.p8, binary))?.hint == "`--p12` takes it")
    }

    @Test func `a PKCS #12 file that does not open is told apart by its password`() throws {
        let path = directory.path + "/c.p12"
        try directory.write([0x30, 0x82, 0x01, 0x00, 1, 2, 3], to: "c.p12")
        chmod(path, 0o600)
        let bare = refusal(named(.p12, path))
        #expect(
            bare?.message
                == "found a PKCS #12 file that does not open without a password in `\(path)`")
        #expect(bare?.hint == "say where it is with `--password env:NAME`")
        let word = try file("secret", "word")
        let given = refusal(named(.p12, path) { $0.password = .file(word) })
        #expect(
            given?.message
                == "found a PKCS #12 file that does not open with this password in `\(path)`")
        try directory.write([0x30, 0x80, 0x02, 0x01, 0x03], to: "c.p12")
        chmod(path, 0o600)
        #expect(refusal(named(.p12, path))?.message == "found BER, wanted DER in `\(path)`")
    }

    @Test func `a certificate needs its own key, and one that is not encrypted`() throws {
        let one = try GatewayAuthority.make().client(bundleID: "com.example.a")
        let other = try GatewayAuthority.make().client(bundleID: "com.example.b")
        let cases = [
            (one.certificate, "no certificate with its key"),
            (one.certificate + other.key, "another certificate's key"),
            (
                one.certificate + "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA\n",
                "an encrypted key"
            ),
            (
                one.certificate + "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
                "a key that cannot be read"
            ),
        ]
        for (text, found) in cases {
            let path = try file(text, "c.pem")
            #expect(refusal(named(.pem, path))?.message == "found \(found) in `\(path)`")
        }
    }

    @Test func `a key of another curve, or none, is no provider's key`() throws {
        let path = try file(
            "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n",
            "AuthKey_ABCDE12345.p8")
        #expect(
            refusal(named(.p8, path))?.message
                == "found no P-256 private key in `\(path)`")
        let sealed = try file(
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAAAA\n-----END ENCRYPTED PRIVATE KEY-----\n",
            "AuthKey_ABCDE12346.p8")
        let error = refusal(named(.p8, sealed))
        #expect(error?.message == "found an encrypted key in `\(sealed)`")
        #expect(error?.hint == "`openssl pkey -in \(sealed) -out key.p8` decrypts it")
        for (text, found) in [("", "nothing"), ("-----BEGIN PUBLIC KEY-----\n", "a public key")] {
            let other = try file(text, "AuthKey_ABCDE12347.p8")
            #expect(
                refusal(named(.p8, other))?.message
                    == "found \(found) in `\(other)`, wanted a key in PEM")
        }
        let account = try file(Self.account(key: "no key"), "a.json")
        #expect(
            refusal(named(.serviceAccount, account))?.message
                == "found no RSA key in `private_key` in `\(account)`")
    }

    @Test func `a password that cannot be read is refused at its own place`() throws {
        let identity = try Self.pem()
        let path = try file(identity, "c.pem")
        let place = Span(start: 7, end: 9)
        let found = refusal(
            named(.pem, path) {
                $0.password = .variable("PUSHSH_UNSET")
                $0.passwordSpan = place
            })
        #expect(found?.message == "the variable `PUSHSH_UNSET` is not set")
        #expect(found?.span == place)
    }

    @Test func `more than a megabyte is no credential`() throws {
        let path = try file(String(repeating: " ", count: (1 << 20) + 1), "a.json")
        #expect(
            refusal(named(.serviceAccount, path))?.message
                == "found more than a megabyte in `\(path)`")
    }

    @Test func `a file that others can read is refused before it is read`() throws {
        let path = try directory.write(ProviderSignature.makeKey().p8, to: "AuthKey_ABCDE12345.p8")
        chmod(path, 0o644)
        #expect(refusal(named(.p8, path))?.code.name == "invalid_keys")
    }
}
