import PushCommands
import PushModel
import PushSimulation
import PushText

/// An order to the edge for credentials: it draws the keys, and writes the private halves.
public struct CredentialOrder: Equatable, Sendable {
    /// One kind of credentials.
    public enum Part: Equatable, Sendable {
        /// A key for provider tokens, and a certificate if an app is named.
        case providerKey(id: String, bundleID: String?, environment: String?)
        /// A service account's key.
        case serviceAccount(id: String, email: String, projectID: String, tokenURI: String)
    }

    /// The directory of the files.
    public var directory: String
    /// The credentials to make.
    public var parts: [Part]

    /// Makes an order.
    public init(directory: String, parts: [Part]) {
        self.directory = directory
        self.parts = parts
    }
}

/// Credentials that were written; only the files hold the private half.
public struct MadeCredential: Equatable, Sendable {
    /// The public key: a point of P-256 for APNs, DER for FCM.
    public var publicKey: [UInt8]
    /// The paths of the files.
    public var files: [String]

    /// Makes the answer to an order.
    public init(publicKey: [UInt8], files: [String]) {
        self.publicKey = publicKey
        self.files = files
    }
}

/// Credentials for senders outside pushsh.
extension Session {
    /// The team of a key for which none is named.
    private static let team = "PUSHSHTEAM"
    /// The most keys and accounts in a workspace at a time.
    private static let limit = 100

    /// Writes the senders' credentials, and enters the public halves where gateways look them up.
    ///
    /// All of it is one transaction: another process that makes keys gets other numbers.
    func makeCredentials(
        _ options: CredentialOptions, on device: String?
    ) throws(Failure) {
        var made: [(part: CredentialOrder.Part, credential: MadeCredential)] = []
        let statement = Self.statement(options)
        let entering = { () throws(Failure) -> (action: Action, device: String?) in
            var parts: [CredentialOrder.Part] = []
            if options.gateway != .fcm { parts.append(try self.providerKey(options, on: device)) }
            if options.gateway != .apns {
                parts.append(try self.serviceAccount(options, on: device))
            }
            let order = CredentialOrder(
                directory: self.settings.path(options.directory), parts: parts)
            made = Array(zip(parts, try self.edge.makeCredentials(order)))
            return (try self.enter(made.map { Self.entry(of: $0, $1, options) }), device)
        }
        try act(entering) { statement }
        last.recorded = statement
        last.value = .object(made.flatMap { report($0, $1, options) })
    }

    /// Enters all credentials but the last, whose action is returned.
    private func enter(_ actions: [Action]) throws(Failure) -> Action {
        do throws(Refusal) {
            for action in actions.dropLast() { try world.reduce(action, on: nil, into: &step) }
        } catch { throw Failure(error) }
        return actions[actions.count - 1]
    }

    private func providerKey(
        _ options: CredentialOptions, on device: String?
    ) throws(Failure) -> CredentialOrder.Part {
        let known = world.surroundings.providerKeys.map(\.id)
        let id = try Self.unused(known) { "PUSHSH" + Self.padded($0, to: 4) }
        return .providerKey(
            id: id, bundleID: app(on: device)?.address.bundleID,
            environment: options.environment?.rawValue)
    }

    private func serviceAccount(
        _ options: CredentialOptions, on device: String?
    ) throws(Failure) -> CredentialOrder.Part {
        let known = world.surroundings.serviceAccounts.map(\.keyID)
        let id = try Self.unused(known) { Self.padded($0, to: 40) }
        let project = app(on: device)?.settings.firebase?.projectID ?? "example-push"
        let port = options.tokenPort ?? servedPort("fcm")
        return .serviceAccount(
            id: id, email: "pushsh-sender@\(project).iam.gserviceaccount.com", projectID: project,
            tokenURI: port.map { "http://127.0.0.1:\($0)/token" } ?? Self.googleTokenURI)
    }

    /// The endpoint that a sender reaches here if `serve --proxy` or a hosts file leads Google's
    /// names to this machine.
    private static let googleTokenURI = "https://oauth2.googleapis.com/token"

    /// The entry of the public half of credentials.
    private static func entry(
        of part: CredentialOrder.Part, _ made: MadeCredential, _ options: CredentialOptions
    ) -> Action {
        let publicKey = Hex.text(made.publicKey)
        return switch part {
        case .providerKey(let id, _, let environment):
            .providerKey(
                ProviderKey(
                    id: id, team: options.team ?? team, publicKey: publicKey,
                    environment: environment, topics: options.topics))
        case .serviceAccount(let id, let email, let projectID, _):
            .serviceAccount(
                FirebaseServiceAccount(
                    email: email, projectID: projectID, keyID: id, publicKey: publicKey))
        }
    }

    /// Reports where the private half of credentials is.
    private func report(
        _ part: CredentialOrder.Part, _ made: MadeCredential, _ options: CredentialOptions
    ) -> [JSON.Member] {
        let files = JSON.array(made.files.map(JSON.string))
        switch part {
        case .providerKey(let id, let bundleID, let environment):
            let team = options.team ?? Self.team
            say(
                "wrote   \(made.files[0]): key \(id) of team \(team), "
                    + (environment.map { "for \($0)" } ?? "for both environments")
                    + (options.topics.isEmpty ? "" : ", \(options.topics.joined(separator: ", "))"))
            if made.files.count > 1, let bundleID {
                say("wrote   \(made.files[1]): certificate of \(bundleID) with its key")
            }
            return [
                .init(key: "key", value: .string(id)), .init(key: "team", value: .string(team)),
                .init(key: "apns", value: files),
            ]
        case .serviceAccount(_, let email, let projectID, let tokenURI):
            say(
                "wrote   \(made.files[0]): service account \(email), token_uri \(tokenURI)"
                    + (tokenURI == Self.googleTokenURI ? ", answered by `serve --proxy`" : ""))
            return [
                .init(key: "project", value: .string(projectID)),
                .init(key: "email", value: .string(email)),
                .init(key: "token_uri", value: .string(tokenURI)), .init(key: "fcm", value: files),
            ]
        }
    }

    /// The first numbered name that is still free.
    private static func unused(
        _ known: [String], _ name: (Int) -> String
    ) throws(Failure) -> String {
        let names = (1...limit).lazy.map(name)
        guard let found = names.first(where: { !known.contains($0) }) else {
            throw Failure(
                .syntax(.limitExceeded), "the workspace already has \(limit) such credentials",
                hint: "`undo` removes the last ones, and another workspace starts afresh")
        }
        return found
    }

    private static func padded(_ number: Int, to count: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: count - digits.utf8.count) + digits
    }

    /// The statement that makes the credentials.
    private static func statement(_ options: CredentialOptions) -> String {
        let gateway = options.gateway
        var words = ["credential demo", options.directory.asWord]
        if let gateway { words += ["--for", gateway.rawValue] }
        if gateway != .fcm {
            if let environment = options.environment {
                words += ["--environment", environment.rawValue]
            }
            if !options.topics.isEmpty {
                words += ["--topics", options.topics.joined(separator: ",")]
            }
            if let team = options.team { words += ["--team", team] }
        }
        if let port = options.tokenPort, gateway != .apns { words += ["--port", String(port)] }
        return words.joined(separator: " ")
    }
}
