extension Occurrence {
    /// The name and the data, as the store keeps them: `shown:banner`.
    public var code: String {
        switch self {
        case .refused(let reason, let fault):
            ["refused", reason, fault?.rawValue].compactMap(\.self).joined(separator: ":")
        case .accepted(let gateway, let id): "accepted:\(gateway.rawValue):\(id)"
        case .unfollowed(let audience, let id): "unfollowed:\(audience.code):\(id)"
        case .selected(let audience, let id): "selected:\(audience.code):\(id)"
        case .topic(let name, let isOn): (isOn ? "topic-on:" : "topic-off:") + name
        case .stored(let device): device.map { Self.storedOn + $0 } ?? "stored"
        case .lost(let loss, let id, let addressee):
            // The ID comes last: the store searches for facts that end with one.
            "lost:" + loss.rawValue + (addressee?.code ?? "") + ":" + id
        case .notShown: "not-shown"
        case .shown(let place, let control):
            "shown:" + place.rawValue + (control.map { ":" + $0.rawValue } ?? "")
        case .heldForSummary: "held-for-summary"
        case .levelLowered(let obstacle):
            obstacle.map { "level-lowered:" + $0.rawValue } ?? "level-lowered"
        case .notWoken: "not-woken"
        case .wakeHeld(let lowPower, let refreshOff):
            "wake-held" + (lowPower ? ":low-power" : "") + (refreshOff ? ":refresh-off" : "")
        case .called(let callback): "called:" + callback.rawValue
        case .extensionIdle: "extension-idle"
        case .extensionFailed(let failure): failure.code
        case .extensionUnchanged: "extension-unchanged"
        case .notAttached(let host): host.map { "not-attached:" + $0 } ?? "not-attached"
        case .notPlayed: "not-played"
        case .soundReplaced(let fault): "sound-replaced:" + fault.code
        case .badgeNotSet: "badge-not-set"
        case .badgeUnread: "badge-unread"
        case .badgeUnchanged: "badge-unchanged"
        case .mayWait: "may-wait"
        case .notCalled(let callback): "not-called:" + callback.rawValue
        case .chosen(let choice): choice.code
        case .untracked(let kind, let obstacle):
            "untracked:" + kind.rawValue + ":" + obstacle.rawValue
        case .linkRefused: "link-refused"
        case .queueDeleted: "queue-deleted"
        case .notUploaded: "not-uploaded"
        case .tokenFailed(let failure): "token-failed:" + failure.rawValue
        case .tokenGone: "token-gone"
        case .registrationFailed(let isOffline):
            "registration-failed:" + (isOffline ? "offline" : "entitlement")
        case .registrationWaits(let isDenied):
            "registration-waits:" + (isDenied ? "denied" : "not-asked")
        case .registrationNeedsLaunch: "registration-needs-launch"
        case .installationFailed(let failure): "installation-failed:" + failure.rawValue
        case .openCounted: "open-counted"
        case .openUncounted(let failure): "open-uncounted:" + failure.rawValue
        case .linkLost(let isColdStart): "link-lost:" + (isColdStart ? "cold" : "running")
        case .completionMissed: "completion-missed"
        case .previewHidden: "preview-hidden"
        case .posted(let id): "posted:" + id
        case .notPosted: "not-posted"
        case .activity(let event, let id): "activity:" + event.rawValue + ":" + id
        case .activityUnchanged(let obstacle): "activity-unchanged:" + obstacle.rawValue
        }
    }

    /// Reads a code; nil if this version does not know it.
    public init?(code: String) {
        if code.hasPrefix(Self.storedOn) {
            self = .stored(on: String(code.dropFirst(Self.storedOn.count)))
            return
        }
        let parts = code.split(separator: ":", omittingEmptySubsequences: false)
        let data = parts.dropFirst().map(String.init)
        switch parts.first ?? "" {
        case "refused":
            self = .refused(
                reason: data.first, fault: data.dropFirst().first.flatMap(RequestFault.init))
        case "accepted":
            guard let gateway = data.first.flatMap(GatewayAnswer.Gateway.init) else { return nil }
            self = .accepted(gateway, data.dropFirst().joined(separator: ":"))
        case "unfollowed", "selected":
            guard data.count > 2, let audience = Audience(data[0], data[1]) else { return nil }
            let id = data.dropFirst(2).joined(separator: ":")
            self = parts[0] == "selected" ? .selected(audience, id) : .unfollowed(audience, id)
        case "lost":
            self.init(lost: data)
        case "posted": self = .posted(data.joined(separator: ":"))
        case "not-attached":
            self = .notAttached(redirectedTo: data.isEmpty ? nil : data.joined(separator: ":"))
        case "shown":
            guard let place = data.first.flatMap(PushNotification.Place.init) else { return nil }
            self = .shown(place, off: data.dropFirst().first.flatMap(PermissionSwitch.init))
        case "level-lowered": self = .levelLowered(data.first.flatMap(LevelObstacle.init))
        case "wake-held":
            self = .wakeHeld(
                lowPower: data.contains("low-power"), refreshOff: data.contains("refresh-off"))
        case "called", "not-called":
            guard let callback = data.first.flatMap(Callback.init) else { return nil }
            self = parts[0] == "called" ? .called(callback) : .notCalled(callback)
        case "sound-replaced":
            guard let fault = SoundFault(data) else { return nil }
            self = .soundReplaced(fault)
        case "untracked":
            guard data.count == 2, let kind = Event.Kind(rawValue: data[0]),
                let obstacle = Obstacle(rawValue: data[1])
            else { return nil }
            self = .untracked(kind, obstacle)
        case "activity":
            guard let event = data.first.flatMap(ActivityEvent.init) else { return nil }
            self = .activity(event, data.dropFirst().joined(separator: ":"))
        case "activity-unchanged":
            guard let obstacle = data.first.flatMap(ActivityObstacle.init) else { return nil }
            self = .activityUnchanged(obstacle)
        default:
            if let plain = Self.plain.first(where: { $0.code == code }) {
                self = plain
            } else if let choice = Choice(parts[0], data) {
                self = .chosen(choice)
            } else if let failure = ExtensionFailure(parts[0], data) {
                self = .extensionFailed(failure)
            } else {
                self.init(ofApp: parts[0], data.first ?? "")
            }
        }
    }

    private init?(lost data: [String]) {
        let parts = (data.first ?? "").split(separator: "@")
        guard let loss = parts.first.flatMap({ Loss(rawValue: String($0)) }) else { return nil }
        let sizes = parts.count == 2 ? parts[1].split(separator: "+").compactMap { Int($0) } : []
        var rest = data.dropFirst().joined(separator: ":")[...]
        let texts = sizes.map { size in
            let text = String(decoding: rest.utf8.prefix(size), as: UTF8.self)
            rest = Substring(rest.utf8.dropFirst(size + 1))
            return text
        }
        let isSilent = texts.count > 2
        let campaign = texts.count > 1 && !(isSilent && texts[1].isEmpty) ? texts[1] : nil
        self = .lost(
            loss, String(rest),
            on: texts.first.map { Addressee($0, of: campaign, isSilent: isSilent) })
    }

    /// Reads what an app did, and what its services answered.
    private init?(ofApp code: Substring, _ data: String) {
        switch code {
        case "token-failed":
            guard let failure = Failure(rawValue: data) else { return nil }
            self = .tokenFailed(failure)
        case "installation-failed", "open-uncounted":
            guard let failure = BackendFailure(rawValue: data) else { return nil }
            self = code == "open-uncounted" ? .openUncounted(failure) : .installationFailed(failure)
        case "topic-on": self = .topic(data, isOn: true)
        case "topic-off": self = .topic(data, isOn: false)
        case "registration-waits": self = .registrationWaits(isDenied: data == "denied")
        case "registration-failed": self = .registrationFailed(isOffline: data == "offline")
        case "link-lost": self = .linkLost(isColdStart: data == "cold")
        default: return nil
        }
    }

    private static let storedOn = "stored@"

    /// The occurrences without data.
    static let plain: [Occurrence] = [
        .stored(), .notShown, .heldForSummary, .notWoken, .extensionIdle,
        .extensionUnchanged, .notPlayed, .badgeUnread, .linkRefused,
        .queueDeleted, .notUploaded, .completionMissed, .previewHidden, .openCounted, .badgeNotSet,
        .tokenGone, .notPosted, .registrationNeedsLaunch, .mayWait, .badgeUnchanged,
    ]
}

extension Occurrence.Addressee {
    /// The length of each text, and then the texts, which may contain colons; a background push has
    /// three, the second of them empty without a campaign.
    fileprivate var code: String {
        let texts =
            [device] + (isSilent ? [campaign ?? "", "silent"] : campaign.map { [$0] } ?? [])
        return "@" + texts.map { String($0.utf8.count) }.joined(separator: "+")
            + texts.map { ":" + $0 }.joined()
    }
}

extension Occurrence.Audience {
    /// Neither a topic's name nor a condition nor a channel's ID contains a colon.
    fileprivate var code: String {
        switch self {
        case .topic(let name): "topic:" + name
        case .condition(let text): "condition:" + text
        case .channel(let id): "channel:" + id
        }
    }

    fileprivate init?(_ kind: String, _ name: String) {
        switch kind {
        case "topic": self = .topic(name)
        case "condition": self = .condition(name)
        case "channel": self = .channel(name)
        default: return nil
        }
    }
}

extension Occurrence.Choice {
    var code: String {
        switch self {
        case .permission(let answer): "permission:" + answer.rawValue
        case .turned(let control, let isOn):
            "turned:" + control.rawValue + (isOn ? ":on" : ":off")
        case .setting(let key, let value): "setting:" + key + ":" + value
        }
    }

    init?(_ name: Substring, _ data: [String]) {
        switch name {
        case "permission":
            guard let answer = data.first.flatMap(Occurrence.PermissionAnswer.init) else {
                return nil
            }
            self = .permission(answer)
        case "turned":
            guard let control = data.first.flatMap(PermissionSwitch.init) else { return nil }
            self = .turned(control, isOn: data.last == "on")
        case "setting":
            guard data.count > 1 else { return nil }
            self = .setting(data[0], data.dropFirst().joined(separator: ":"))
        default: return nil
        }
    }
}

extension Occurrence.ExtensionFailure {
    var code: String {
        switch self {
        case .expired(let byOwnWork, let answers):
            "extension-expired:" + (byOwnWork ? "work" : "download")
                + (answers ? ":answered" : ":silent")
        case .killed(let megabytes): "extension-killed:\(megabytes)"
        case .undecrypted(.key(let reason)): "undecrypted:key:" + reason
        case .undecrypted(let fault): "undecrypted:" + fault.name
        }
    }

    init?(_ name: Substring, _ data: [String]) {
        switch name {
        case "extension-expired":
            self = .expired(
                byOwnWork: data.first == "work", answers: data.last == "answered")
        case "extension-killed":
            guard let megabytes = data.first.flatMap({ Int64($0) }) else { return nil }
            self = .killed(megabytes: megabytes)
        case "undecrypted":
            if data.first == "key" {
                self = .undecrypted(.key(data.dropFirst().joined(separator: ":")))
                return
            }
            let faults: [DecryptionAnswer.Fault] = [.notBase64, .tooShort, .notAuthentic, .notText]
            guard let fault = faults.first(where: { $0.name == data.first }) else { return nil }
            self = .undecrypted(fault)
        default: return nil
        }
    }
}

extension DecryptionAnswer.Fault {
    fileprivate var name: String {
        switch self {
        case .key: "key"
        case .notBase64: "not-base64"
        case .tooShort: "too-short"
        case .notAuthentic: "not-authentic"
        case .notText: "not-text"
        }
    }
}

extension Occurrence.SoundFault {
    fileprivate var code: String {
        switch self {
        case .missing: "missing"
        case .format: "format"
        case .length(let seconds): "length:\(seconds)"
        }
    }

    fileprivate init?(_ data: [String]) {
        switch data.first {
        case "missing": self = .missing
        case "format": self = .format
        case "length":
            guard data.count > 1, let seconds = Int(data[1]) else { return nil }
            self = .length(seconds)
        default: return nil
        }
    }
}
