import PushCommands
import PushGateways
import PushModel
import PushPayload
import PushText

/// A payload on its way from the written text to the form that APNs delivers.
struct Letter {
    var root: JSON { didSet { payload = nil } }
    /// The payload that `root` is, once somebody has read it.
    var payload: Payload?
    let dialect: PayloadDialect
    /// The request to FCM, if the payload is one.
    var request: FCMRequest?
    /// The sender ID of the project that a message to FCM is from.
    var senderID = ""
    /// Whether it now differs from the written text.
    var isChanged = false
    /// The size of the written text, in bytes.
    var byteCount = 0
    /// Whether it was written in the script instead of in a file.
    var isInline = false
    /// The warnings about oddities in its text.
    var warnings: [String] = []

    init(root: JSON, dialect: PayloadDialect) {
        self.root = root
        self.dialect = dialect
    }

    /// The push with what the options say; its payload follows when it is composed.
    func push(_ options: ReceiveOptions) -> Push {
        var push = Push(payload: Self.nothing, byteCount: byteCount)
        push.pushType = options.pushType
        push.priority = options.priority
        push.collapseID = options.collapseID
        push.timeToLive = options.timeToLive
        push.id = options.id
        push.warnings = warnings
        return push
    }

    private static let nothing = Payload(root: [:])
}

/// The recipients of a payload.
enum Mail {
    /// The app that a command on a device addresses.
    case current(String?)
    /// Apps by their addresses.
    case apps([FCMGateway.Recipient])
    /// No subscriber.
    case nobody
    /// Nobody: FCM was only asked to check the message.
    case checked
    /// Nobody: the address belongs to no app.
    case refused(Refusal)
    /// Nobody: nothing is sent to a name that is no device's.
    case unknown(Refusal)
}

extension Session {
    /// The message ID that a text gives the push before a service has composed it; in a message to
    /// FCM, `apns.payload` wins over `data`.
    static func messageID(in root: JSON) -> String? {
        guard let message = root["message"] else { return Payload.messageID(of: root) }
        let parts = [message["apns"]?["payload"], message["data"], root]
        return parts.lazy.compactMap(\.self).compactMap(Payload.messageID).first
    }

    /// Finds the recipients of a payload: those of the option `--to`, else those that it names.
    func address(
        _ letter: inout Letter, _ options: ReceiveOptions, _ device: String?
    ) throws(CompositionRefusal) -> Mail {
        if letter.dialect == .fcmMessage { try Self.checkEnvelope(letter.root) }
        // A push that does not go through FCM needs no project, and the search reads every app.
        if letter.dialect == .fcmMessage || options.to != nil {
            letter.senderID = senderID(options, device)
        }
        if let to = options.to, world.deviceIndex(to) != nil {
            try readRequest(&letter, .token(registrationToken(on: to)))
            return letter.request?.isDryRun == true ? .checked : .current(to)
        }
        let goesThroughFCM = [.fcmMessage, .treasureData].contains(letter.dialect)
        guard let to = options.to else {
            guard letter.dialect == .fcmMessage else { return .current(device) }
            try readRequest(&letter, nil)
            return try mail(of: letter)
        }
        guard goesThroughFCM else {
            return Self.isName(to) ? .unknown(world.noDevice(to)) : deviceTokenMail(to)
        }
        let target = try Self.target(to)
        guard letter.dialect == .fcmMessage else { return recipients(of: target, letter) }
        try readRequest(&letter, target)
        return try mail(of: letter)
    }

    private func mail(of letter: Letter) throws(CompositionRefusal) -> Mail {
        guard let request = letter.request else { return .nobody }
        return request.isDryRun ? .checked : recipients(of: request.target, letter)
    }

    /// The project that a typed message is from: that of the app that it is typed for, or else the
    /// workspace's first.
    private func senderID(_ options: ReceiveOptions, _ device: String?) -> String {
        app(on: device, named: options.bundleID)?.settings.firebase?.senderID
            ?? world.devices.lazy.flatMap(\.apps).compactMap(\.settings.firebase?.senderID).first
            ?? ""
    }

    /// The topic or condition of a message that leaves out apps of its project; nil for others.
    func selection(
        of letter: Letter, _ recipients: [FCMGateway.Recipient]
    ) -> Occurrence.Audience? {
        letter.request.flatMap {
            FCMGateway(world, senderID: letter.senderID).selection(of: $0, recipients)
        }
    }

    /// The apps that a target of FCM reaches; a refusal if it belongs to nobody.
    private func recipients(of target: FCMTarget, _ letter: Letter) -> Mail {
        let gateway = FCMGateway(world, senderID: letter.senderID)
        do throws(FCMRefusal) {
            let found = try gateway.recipients(of: target) { lastHolder(of: $0) }
            return found.isEmpty ? .nobody : .apps(found)
        } catch {
            return .refused(
                Refusal(
                    .pushRefused,
                    "FCM answers \(error.errorCode ?? "") (\(error.status)): \(error.found)",
                    hint: "`tokens export --format fcm` lists the tokens that FCM knows",
                    answer: error.answer.reason, fault: error.fault))
        }
    }

    /// The app that a token used to belong to; nil if that app is gone.
    private func lastHolder(of token: String, _ kind: String = "registration") -> AppAddress? {
        FCMBench.lastHolder(
            of: token, kind: kind, in: world, (try? edge.history.allTokens()) ?? [])
    }

    /// Whether an address has the form of a device's name, and not that of a token, or a part of
    /// one.
    private static func isName(_ text: String) -> Bool {
        let isHex = text.utf8.count >= 16 && text.utf8.allSatisfy(Hex.isDigit)
        return !isHex && !FCMAddress.isInstallation(text) && DeviceName.isValid(text)
    }

    /// The app that APNs finds by a device token, or APNs' refusal.
    private func deviceTokenMail(_ text: String) -> Mail {
        let token = text.lowercased()
        let current = world.devices.flatMap(\.apps).first { $0.tokens.deviceToken == token }
        let holder = world.devices.flatMap(\.apps).first { $0.activities.tokens.contains(token) }
        if let app = current?.address ?? holder?.address ?? lastHolder(of: token, "device")
            ?? lastHolder(of: token, TokenRow.activity)
            ?? lastHolder(of: token, TokenRow.activityStart)
        {
            return .apps([.init(app: app, address: .device(token))])
        }
        let hint = FCMAddress.isToken(text) || FCMAddress.isInstallation(text)
        return .refused(
            Refusal(
                .pushRefused,
                "APNs answers BadDeviceToken (400): no app of the workspace has this device token",
                hint: hint
                    ? "this is an address of FCM; `tokens export --format apns` lists APNs' own"
                    : "`tokens export --format apns` lists the device tokens",
                answer: "BadDeviceToken"))
    }

    /// The token that a provider would hold for the app on a device; empty if it has none.
    private func registrationToken(on device: String) -> String {
        guard let app = world.currentPlace(on: device) else { return "" }
        return world[app].tokens.cachedToken(of: world[app].settings.firebase?.senderID) ?? ""
    }

    private func readRequest(
        _ letter: inout Letter, _ target: FCMTarget?
    ) throws(CompositionRefusal) {
        guard letter.dialect == .fcmMessage else { return }
        do throws(FCMRefusal) {
            letter.request = try FCMRequest(letter.root, target: target)
        } catch { throw CompositionRefusal(field: error.field, message: error.found) }
    }

    private static func target(_ text: String) throws(CompositionRefusal) -> FCMTarget {
        if FCMAddress.isInstallation(text) { return .installation(text) }
        guard FCMAddress.isToken(text) else {
            throw CompositionRefusal(
                field: "--to",
                message: "found `\(text)`, wanted a device's name, a registration token or an "
                    + "installation ID")
        }
        return .token(text)
    }

    /// FCM's HTTP v1 API takes an object with `message`, and nothing else.
    private static func checkEnvelope(_ root: JSON) throws(CompositionRefusal) {
        guard root["message"] == nil else { return }
        let isLegacy = root["to"] != nil || root["registration_ids"] != nil
        throw CompositionRefusal(
            field: "message",
            message: isLegacy
                ? "found the legacy API's form, wanted an object with `message`"
                : "found no `message`, wanted the message in it")
    }
}
