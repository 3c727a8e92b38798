import PushModel

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
