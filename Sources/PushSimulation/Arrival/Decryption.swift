/// The ciphers in which a service extension takes an encrypted body, both authenticated.
public enum BodyCipher: String, CaseIterable, Sendable {
    /// AES-GCM with a key of 16, 24 or 32 bytes (NIST SP 800-38D).
    case aesGCM = "aes-gcm"
    /// ChaCha20-Poly1305 with a key of 32 bytes (RFC 8439).
    case chaChaPoly = "chacha20-poly1305"
}

/// An encrypted body that the service extension hands to the app's key.
public struct DecryptionRequest: Equatable, Sendable {
    /// The app whose extension asks.
    public var app: AppAddress
    /// The sequence of the notification that waits for the answer.
    public var notification: Int64
    /// The cipher the app's extension is written for.
    public var cipher: BodyCipher
    /// Where the key is read from: `embedded`, `env:NAME` or `file:PATH`; never a key.
    public var keySource: String
    /// Nonce, ciphertext and tag in Base64, as the payload had them.
    public var text: String

    /// Makes a request.
    public init(
        app: AppAddress, notification: Int64, cipher: BodyCipher, keySource: String, text: String
    ) {
        self.app = app
        self.notification = notification
        self.cipher = cipher
        self.keySource = keySource
        self.text = text
    }
}

/// What came of a decryption.
public struct DecryptionAnswer: Equatable, Sendable {
    /// Why a body was not decrypted.
    public enum Fault: Equatable, Error, Sendable {
        /// There is no key, or none of a length that the cipher takes: why, as a person says it.
        case key(String)
        case notBase64
        /// Shorter than a nonce of 12 bytes and a tag of 16.
        case tooShort
        /// The tag does not match: another key, another cipher, or a changed text.
        case notAuthentic
        case notText
    }

    /// The question.
    public var request: DecryptionRequest
    /// The text, or why there is none.
    public var outcome: Result<String, Fault>

    /// Makes an answer.
    public init(_ request: DecryptionRequest, _ outcome: Result<String, Fault>) {
        self.request = request
        self.outcome = outcome
    }
}

extension DecryptionAnswer.Fault {
    /// The fault in words.
    public var text: String {
        switch self {
        case .key(let reason): reason
        case .notBase64: "it is not Base64"
        case .tooShort: "it is shorter than a nonce of 12 bytes and a tag of 16"
        case .notAuthentic: "the tag does not match: another key or cipher, or it was changed"
        case .notText: "what was decrypted is not UTF-8 text"
        }
    }
}

/// A push that stands in the middle of its arrival until the outside has decrypted its body or
/// loaded its file.
///
/// It exists only while a command is carried out, and so is part of no document.
struct SuspendedArrival: Equatable, Sendable {
    var arrival: Arrival
    var decision: ArrivalDecision
    /// What was reported so far; it is told once the rest is known, so that it stays together.
    var facts: [Fact]
    /// The rows that belong to them.
    var changes: [Change]
    /// The body, once it was decrypted.
    var body: String?
}

extension App {
    /// What the extension must have decrypted before it can go on; nil when it decrypts nothing.
    func decryption(for arrival: Arrival) -> DecryptionRequest? {
        guard settings.decryptionKey != AppSettings.noKey,
            settings.decryptionKey == "embedded" || !arrival.lacksProtectedData,
            let text = Self.firstText(settings.encryptedKeys, arrival.push.payload.root)
        else { return nil }
        return DecryptionRequest(
            app: address, notification: arrival.sequence, cipher: settings.decryptionCipher,
            keySource: settings.decryptionKey, text: text)
    }

    /// Says that the key of an encrypted body is a keychain item, out of reach before the first
    /// unlock.
    func reportLockedKey(_ arrival: Arrival, _ step: inout Step) {
        guard arrival.lacksProtectedData, settings.decryptionKey != AppSettings.noKey,
            settings.decryptionKey != "embedded",
            Self.firstText(settings.encryptedKeys, arrival.push.payload.root) != nil
        else { return }
        step.report(
            arrival.fact(
                .not, "decrypted",
                "\(arrival.id): the keychain is locked until the first unlock "
                    + "(errSecInteractionNotAllowed, -25308); the original is shown",
                .protectedData))
    }

    /// Leaves a push where it stands and asks the outside.
    mutating func suspend(
        _ arrival: Arrival, _ decision: ArrivalDecision, _ effect: Effect, body: String? = nil,
        facts: Int, changes: Int, _ step: inout Step
    ) {
        suspended.append(
            SuspendedArrival(
                arrival: arrival, decision: decision, facts: Array(step.facts[facts...]),
                changes: Array(step.changes[changes...]), body: body))
        step.facts.removeSubrange(facts...)
        step.changes.removeSubrange(changes...)
        step.effects.append(effect)
    }

    /// Goes on with a push whose body was decrypted, or could not be.
    mutating func resume(
        _ answer: DecryptionAnswer, on device: inout DeviceStatus, in world: inout Surroundings,
        _ step: inout Step
    ) {
        let row = step.changes.count
        let first = step.facts.count
        guard let suspended = takeSuspended(answer.request.notification, &step) else { return }
        var arrival = suspended.arrival
        switch answer.outcome {
        case .success(let text):
            step.report(
                arrival.fact(
                    .read, "encrypted body", "decrypted with \(answer.request.cipher.rawValue)",
                    .extensionDecrypts))
            if let request = download(for: arrival, in: world) {
                suspend(
                    arrival, suspended.decision, .download(request), body: text, facts: first,
                    changes: row, &step)
                return
            }
            rewrite(&arrival, body: text, in: &world, &step)
        case .failure(let fault):
            step.report(
                arrival.fact(
                    .not, "decrypted",
                    "\(arrival.id): \(fault.text); the original is shown", .extensionDecryption,
                    .extensionUnchanged))
        }
        finish(&arrival, suspended.decision, row: row, on: &device, in: &world, &step)
    }
}

extension World {
    /// Takes a decrypted body for the app whose extension asked.
    mutating func decrypted(_ answer: DecryptionAnswer, _ step: inout Step) {
        guard let (device, app) = place(of: answer.request.app) else { return }
        devices[device].resume(answer, app: app, in: &surroundings, &step)
    }
}
