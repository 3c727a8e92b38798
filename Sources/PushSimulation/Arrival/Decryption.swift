import PushModel

/// A push in the middle of its arrival, suspended until the outside has decrypted its body or
/// loaded its file.
///
/// It exists only while a command is carried out, so it is not part of any document.
struct SuspendedArrival: Equatable, Sendable {
    var arrival: Arrival
    var decision: ArrivalDecision
    /// The facts so far; they are reported together once the rest is known.
    var facts: [Fact]
    /// The rows that belong to them.
    var changes: [Change]
    /// The body, once it has been decrypted.
    var body: String?
}

extension App {
    /// The text that the extension must decrypt before it can continue; nil if it decrypts nothing.
    func decryption(for arrival: Arrival) -> DecryptionRequest? {
        guard settings.decryptionKey != AppSettings.noKey,
            settings.decryptionKey == "embedded" || !arrival.lacksProtectedData,
            let text = Self.firstText(settings.encryptedKeys, arrival.push.payload.root)
        else { return nil }
        return DecryptionRequest(
            app: address, notification: arrival.sequence, cipher: settings.decryptionCipher,
            keySource: settings.decryptionKey, text: text)
    }

    /// Reports that the key of an encrypted body is a keychain item, out of reach before the first
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

    /// Suspends a push and asks the outside.
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

    /// Resumes a push whose body was decrypted, or could not be.
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
            let failure = Occurrence.ExtensionFailure.undecrypted(fault)
            step.report(
                arrival.fact(
                    .not, "decrypted", "\(arrival.id): \(failure.reason())", .extensionDecryption,
                    .extensionFailed(failure)))
        }
        finish(&arrival, suspended.decision, row: row, on: &device, in: &world, &step)
    }
}

extension World {
    /// Passes on a decrypted body to the app whose extension asked for it.
    mutating func decrypted(_ answer: DecryptionAnswer, _ step: inout Step) {
        guard let (device, app) = place(of: answer.request.app) else { return }
        devices[device].resume(answer, app: app, in: &surroundings, &step)
    }
}
