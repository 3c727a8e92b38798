import Glibc
import PushCrypto
import PushRuntime
import PushText
import PushWire

/// Creates credentials for other people's senders: keys from the system's random source, in files
/// for their owner.
extension LiveEdge {
    /// Makes everything that an order names; all files are written, or none is.
    func makeCredentials(_ order: CredentialOrder) throws(Failure) -> [MadeCredential] {
        var made: [MadeCredential] = []
        var texts: [String] = []
        for part in order.parts {
            let (publicKey, files) = try make(part)
            made.append(
                MadeCredential(
                    publicKey: publicKey,
                    files: files.map { Self.path($0.name, in: order.directory) }))
            texts += files.map(\.text)
        }
        let place = { [trialFiles] (path: String) in
            trialFiles?.place(for: path, makesFolders: true) ?? path
        }
        let paths = made.flatMap(\.files)
        // A trial run finds those that are there already, as any other run does.
        try Self.refuseExisting(paths)
        try Self.write(texts, to: paths.map(place), in: place(order.directory))
        return made
    }

    /// Makes one credential: its public key, and its files with their texts.
    private func make(
        _ part: CredentialOrder.Part
    ) throws(Failure) -> (publicKey: [UInt8], files: [(name: String, text: String)]) {
        switch part {
        case .providerKey(let id, let bundleID, let environment):
            let key = ProviderSignature.makeKey()
            var files = [(name: "AuthKey_\(id).p8", text: key.p8)]
            if let bundleID {
                files.append(("apns.pem", try certificate(of: bundleID, environment)))
            }
            return (key.publicKey, files)
        case .serviceAccount(let id, let email, let projectID, let tokenURI):
            guard let key = ServiceAccountKey.make() else {
                throw Failure(outside: .fileUnwritable, "the system cannot make an RSA key")
            }
            let account: JSON = [
                "type": "service_account", "project_id": .string(projectID),
                "private_key_id": .string(id), "private_key": .string(key.pem),
                "client_email": .string(email), "client_id": "100000000000000000001",
                "auth_uri": "https://accounts.google.com/o/oauth2/auth",
                "token_uri": .string(tokenURI),
                "auth_provider_x509_cert_url": "https://www.googleapis.com/oauth2/v1/certs",
                "client_x509_cert_url":
                    .string("https://www.googleapis.com/robot/v1/metadata/x509/\(email)"),
                "universe_domain": "googleapis.com",
            ]
            return (key.publicKey, [("service-account.json", account.text + "\n")])
        }
    }

    /// A certificate that the gateways of this workspace accept, followed by its key.
    private func certificate(
        of bundleID: String, _ environment: String?
    ) throws(Failure) -> String {
        let files = try gatewayFiles()
        do throws(Fault) {
            let identity = try files.authority.client(
                bundleID: bundleID, environment: environment)
            return identity.certificate + identity.key
        } catch { throw Failure(outside: .fileUnwritable, error.message) }
    }

    /// Returns the path of a file in a directory.
    private static func path(_ name: String, in directory: String) -> String {
        directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    }

    /// Throws `file_exists` if one of the paths is taken.
    private static func refuseExisting(_ paths: [String]) throws(Failure) {
        for path in paths where access(path, F_OK) == 0 {
            throw Failure(
                .fileExists, "`\(path)` already exists",
                hint: "credentials are never replaced; name another directory")
        }
    }

    /// Writes files that do not exist yet: all of them, or none.
    private static func write(
        _ texts: [String], to paths: [String], in directory: String
    ) throws(Failure) {
        try refuseExisting(paths)
        StandardPlaces.makeDirectories(of: directory)
        mkdir(directory, 0o700)
        do throws(Failure) {
            for (path, text) in zip(paths, texts) {
                try Files.writeSecret(Array(text.utf8), to: path)
            }
        } catch {
            for path in paths { unlink(path) }
            throw error
        }
    }
}
