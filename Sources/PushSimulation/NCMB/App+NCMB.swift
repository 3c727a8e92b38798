import PushModel
import PushPayload
import PushText

/// The sample app of the NIFCLOUD mobile backend, and its SDK.
extension App {
    static let ncmbVersion = "/2013-09-01"

    /// Saves the device token in the installation record (NC-02): a new record, or the one it has.
    mutating func saveInstallation(in world: inout Surroundings, _ step: inout Step) {
        guard settings.usesNCMB, let token = tokens.deviceToken else { return }
        guard world.network.mode != .off else {
            reportInstallation(
                failed: "the backend cannot be reached: no network", .noNetwork, &step)
            return
        }
        let record = NCMBInstallation(
            objectID: installation?.objectID, deviceToken: token,
            applicationName: settings.name, appVersion: settings.build, badge: badge)
        var path = Self.ncmbVersion + "/installations"
        if let id = record.objectID { path += "/" + id }
        step.effects.append(
            .ncmb(
                NCMBRequest(
                    app: address, purpose: .save(record),
                    method: record.objectID == nil ? "POST" : "PUT", path: path,
                    body: record.fields, at: world.now, records: world.ncmb,
                    newID: record.objectID ?? Self.newID(&world.random),
                    keys: world.config.ncmbKeys, hasWrongKey: settings.ncmbWrongKey)))
    }

    /// A new ID of 16 letters and digits, in the form of the backend's object IDs.
    private static func newID(_ random: inout SplitMix64) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        return String(
            decoding: random.bytes(16).map { letters[Int($0) % letters.count] }, as: UTF8.self)
    }

    /// Handles the backend's answer.
    mutating func ncmbAnswered(_ answer: NCMBAnswer, _ step: inout Step) {
        switch (answer.request.purpose, answer.change) {
        case (.save, .saved(let record)):
            let isNew = installation?.objectID == nil
            installation = record
            step.touch(.appState(address))
            step.report(
                Fact(
                    .stored, "installation",
                    "\(record.objectID ?? "") \(isNew ? "saved" : "updated") with device token "
                        + TokenText.short(record.deviceToken), rule: .ncmbInstallation))
        case (.save, _):
            reportInstallation(failed: Self.reason(of: answer), Self.failure(of: answer), &step)
        case (.countOpen(let push, let notification), .opened):
            step.report(
                Fact(
                    .stored, "openNumber", "of \(push): the open is counted",
                    rule: .ncmbOpenCount, notification: notification, .openCounted))
        case (.countOpen(let push, let notification), _):
            step.report(
                Fact(
                    .failed, "openNumber", "of \(push): \(Self.reason(of: answer))",
                    rule: .ncmbOpenCount, notification: notification,
                    .openUncounted(Self.failure(of: answer))))
        }
    }

    private func reportInstallation(
        failed reason: String, _ failure: Occurrence.BackendFailure, _ step: inout Step
    ) {
        step.report(
            Fact(
                .failed, "installation", reason, rule: .ncmbInstallation,
                .installationFailed(failure), of: address))
    }

    private static func failure(of answer: NCMBAnswer) -> Occurrence.BackendFailure {
        switch answer.status {
        case nil: .noNetwork
        case 401: .wrongKey
        case 409: .duplicateToken
        default: .refused
        }
    }

    private static func reason(of answer: NCMBAnswer) -> String {
        let code = answer.body["code"]?.stringValue ?? ""
        let text = answer.body["error"]?.stringValue ?? ""
        guard let status = answer.status else { return text }
        return "\(status) \(code) \(text)"
    }

    /// Reads a push's payload as the sample app does: one `"key":"value"` per line (NC-03).
    ///
    /// The SDK then counts the open and shows the RichUrl; in the foreground it does so on arrival.
    mutating func readNCMBPayload(
        _ root: JSON, from place: String, notification: Int64, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        guard settings.usesNCMB else { return }
        step.report(
            Fact(
                .read, "payload", "from \(place)", rule: .ncmbLaunchOptions,
                notification: notification))
        for line in Payload(root: root).userInfoLines {
            step.report(
                Fact(.read, "", line, rule: .ncmbLaunchOptions, notification: notification))
        }
        countOpen(root, notification, isOnline: device.isOnline, in: &world, &step)
        guard let url = root[NCMBKey.richURL]?.stringValue else { return }
        guard Link(url)?.isWeb == true else {
            step.report(
                Fact(
                    .not, "opened", "RichUrl \(url): a web view only shows http and https",
                    rule: .ncmbRichPush, notification: notification))
            return
        }
        step.report(
            Fact(
                .opened, "RichUrl", "\(url) in a web view", rule: .ncmbRichPush,
                notification: notification))
    }

    /// Reports why an app that is not in the foreground reads nothing on arrival (NC-04).
    func explainUnreadPayload(_ arrival: Arrival, _ step: inout Step) {
        guard settings.usesNCMB, arrival.isShown,
            !arrival.push.payload.aps.contentAvailable, state != .foreground
        else { return }
        step.report(
            arrival.fact(
                .not, "read",
                "\(arrival.id): without content-available the app only reads the payload on a tap",
                .ncmbLaunchOptions))
    }

    private mutating func countOpen(
        _ root: JSON, _ notification: Int64, isOnline: Bool, in world: inout Surroundings,
        _ step: inout Step
    ) {
        guard let push = root[NCMBKey.pushID]?.stringValue else {
            report(
                .not, "counted", "an open: the payload has no PushId", notification, .noPushID,
                &step)
            return
        }
        guard let installation, installation.objectID != nil else {
            report(
                .not, "counted", "the open of \(push): no installation is saved", notification,
                .noInstallation, &step)
            return
        }
        guard isOnline, world.network.mode != .off else {
            report(
                .failed, "openNumber", "of \(push): the backend cannot be reached", notification,
                .noNetwork, &step)
            return
        }
        step.effects.append(
            .ncmb(
                NCMBRequest(
                    app: address, purpose: .countOpen(push: push, notification: notification),
                    method: "POST",
                    path: Self.ncmbVersion + "/push/\(push)/openNumber",
                    body: [
                        "deviceType": "ios", "deviceToken": .string(installation.deviceToken),
                    ], at: world.now, records: world.ncmb, newID: "",
                    keys: world.config.ncmbKeys, hasWrongKey: settings.ncmbWrongKey)))
    }

    private func report(
        _ verb: Fact.Verb, _ subject: String, _ text: String, _ notification: Int64,
        _ failure: Occurrence.BackendFailure, _ step: inout Step
    ) {
        step.report(
            Fact(
                verb, subject, text, rule: .ncmbOpenCount, notification: notification,
                .openUncounted(failure)))
    }
}

extension World {
    /// Passes an answer of the NCMB backend to the app that asked.
    mutating func ncmbFinished(_ answer: NCMBAnswer, _ step: inout Step) {
        if let change = answer.change { surroundings.ncmb.apply(change) }
        guard let (device, app) = place(of: answer.request.app) else { return }
        devices[device].apps[app].ncmbAnswered(answer, &step)
    }
}
