import PushModel
import PushPayload
import PushText

extension App {
    /// Sets the badge and plays the sound of a push that iOS handles without asking the app.
    mutating func touchSystem(
        _ arrival: Arrival, _ decision: ArrivalDecision, on device: DeviceStatus,
        _ step: inout Step
    ) {
        guard decision.touchesSystem else { return }
        setBadge(arrival, .badge, &step)
        playSound(arrival, decision, on: device, &step)
    }

    /// Applies the badge and the sound that `willPresent` returned for a push without text.
    ///
    /// The delegate's code runs and tracks the push; the row's state is returned.
    mutating func applyWithoutText(
        _ arrival: inout Arrival, _ decision: ArrivalDecision, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) -> NotificationRow.State {
        if permission.status == .authorized {
            if settings.willPresent.contains(.badge) { setBadge(arrival, .badgeForeground, &step) }
            if settings.willPresent.contains(.sound) {
                playSound(arrival, decision, on: device, &step)
            }
        }
        trackDelivery(&arrival, in: &world, &step)
        return .hidden
    }

    mutating func setBadge(_ arrival: Arrival, _ rule: RuleID, _ step: inout Step) {
        guard let number = arrival.aps.badge else {
            guard arrival.aps.hasUnreadBadge,
                let value = arrival.push.payload.root["aps"]?["badge"]
            else { return }
            step.report(
                arrival.fact(
                    .not, "badge",
                    "\(arrival.id): found \(Self.shown(value)), wanted a whole number from 0; the "
                        + "icon stays as it is, which Apple does not document", .badgeValue,
                    .badgeUnread))
            return
        }
        if let reason = refusal(of: .badges) {
            step.report(
                arrival.fact(
                    .not, "badge", "\(arrival.id): \(reason.text)", reason.rule, .badgeNotSet))
            return
        }
        let isUnchanged = number > 0 && number == badge
        badge = number
        step.report(
            arrival.fact(
                .badge, "", number == 0 ? "removed" : String(number), rule,
                isUnchanged ? .badgeUnchanged : nil))
    }

    /// Calls `setBadgeCount(_:)`, or sets `applicationIconBadgeNumber` before iOS 16 (A-BADGE).
    mutating func setBadge(
        to number: Int, on device: DeviceStatus, _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        guard isRunning else { throw notRunning }
        let call =
            Version(device.os) < Version("16")
            ? "applicationIconBadgeNumber = \(number)" : "setBadgeCount(\(number))"
        if let reason = badgeObstacle {
            step.report(
                Fact(.not, "badge", "\(call): \(reason.text)", rule: reason.rule, .badgeNotSet))
            return
        }
        badge = number
        step.touch(.appState(address))
        step.report(
            Fact(
                .badge, address.bundleID, "\(number == 0 ? "removed" : String(number)): \(call)",
                rule: .badgeByApp, of: address))
    }

    /// The reason why neither a push nor the app can change the number on the icon; nil if they
    /// can.
    package var badgeObstacle: Reason? { obstacle(of: .badges) }

    /// The reason why no sound of a push is played on a device, but a critical one; nil if they
    /// are.
    package func soundObstacle(on device: DeviceStatus) -> Reason? {
        obstacle(of: .sounds) ?? (device.mute ? .muteSwitch : nil)
    }

    /// The reason why the permission lets no sound be played, or no badge be set.
    private func obstacle(of control: PermissionSwitch) -> Reason? {
        switch permission.status {
        case .denied, .notDetermined:
            ArrivalDecision.hiding(self, hasText: true, type: "alert")
        case .provisional: Reason(.permissionProvisional, "the permission is provisional")
        case .authorized: refusal(of: control)
        }
    }

    /// A value as a line shows it: itself if it is short, else its kind.
    private static func shown(_ value: JSON) -> String {
        let text = value.text
        return text.utf8.count <= 40 ? "`\(text)`" : "a long value"
    }

    /// Plays the sound, or reports what silences it.
    func playSound(
        _ arrival: Arrival, _ decision: ArrivalDecision, on device: DeviceStatus,
        _ step: inout Step
    ) {
        let sound = arrival.aps.sound
        if decision.level == .critical {
            guard sound?.volume != 0 else {
                step.report(
                    arrival.notPlayed(Reason(.soundCritical, "its `volume` is 0, which is silent")))
                return
            }
            let volume = sound?.volume.map { " at volume \($0)" } ?? ""
            let choice = Self.choice(sound?.name, of: settings.sounds)
            let text = "\(choice.name), critical\(volume)"
            guard let fault = choice.fault, let wanted = sound?.name else {
                step.report(arrival.fact(.sound, arrival.id, text, .soundCritical))
                return
            }
            step.report(
                arrival.fact(
                    .sound, arrival.id, "\(text): \(fault.reason(for: wanted))", .soundCritical,
                    .soundReplaced(fault)))
            return
        }
        guard let sound else { return }
        // Summarised notifications arrive silently; `shown` reports other reasons for silence.
        if decision.presentation == .system(.summary) { return }
        if let quiet = decision.quiet {
            if case .system = decision.presentation { return }
            step.report(arrival.notPlayed(quiet))
            return
        }
        if let reason = refusal(of: .sounds) {
            step.report(arrival.notPlayed(reason))
            return
        }
        if device.mute {
            step.report(arrival.notPlayed(.muteSwitch))
            return
        }
        let choice = Self.choice(sound.name, of: settings.sounds)
        guard let fault = choice.fault, let wanted = sound.name else {
            step.report(arrival.fact(.sound, arrival.id, choice.name, .sound))
            return
        }
        step.report(
            arrival.fact(
                .sound, arrival.id, "\(choice.name): \(fault.reason(for: wanted))", .soundFallback,
                .soundReplaced(fault)))
    }

    /// The sound that plays for a name, and the reason if it is not the named one (A-SOUND).
    static func choice(
        _ name: String?, of sounds: [BundledSound]
    ) -> (name: String, fault: Occurrence.SoundFault?) {
        guard let name, name != "default" else { return ("default", nil) }
        guard let sound = sounds.first(where: { $0.name == name }) else {
            return ("default", .missing)
        }
        guard sound.hasPlayableFormat else { return ("default", .format) }
        guard sound.seconds < Sound.tooManySeconds else {
            return ("default", .length(sound.seconds))
        }
        return (name, nil)
    }
}

extension AppSettings {
    /// Whether a push that names this sound plays it, and not the default one in its place.
    package func plays(_ name: String?) -> Bool { soundFault(name) == nil }

    /// The reason why a push that names this sound plays the default one; nil if it plays it.
    package func soundFault(_ name: String?) -> Occurrence.SoundFault? {
        App.choice(name, of: sounds).fault
    }
}

/// A sound file in the app's bundle.
public struct BundledSound: Equatable, Sendable {
    /// The file's name with its extension.
    public var name: String
    /// Its length in seconds.
    public var seconds: Int

    /// Makes a sound file.
    public init(name: String, seconds: Int) {
        self.name = name
        self.seconds = seconds
    }

    /// Whether its extension names a container that iOS plays for notifications (A-SOUND).
    var hasPlayableFormat: Bool {
        guard let dot = name.lastIndex(of: ".") else { return false }
        return ["aiff", "aif", "wav", "caf"].contains(name[name.index(after: dot)...].lowercased())
    }
}

/// Sounds as `app set sounds` writes them: `coin.caf:2,alarm.wav:12`.
enum SoundText {
    static func write(_ sounds: [BundledSound]) -> String {
        if sounds.isEmpty { return "none" }
        return sounds.map { "\($0.name):\($0.seconds)" }.joined(separator: ",")
    }

    static func read(_ text: String) -> [BundledSound]? {
        guard let words = AppSetting.names(text) else { return nil }
        var sounds: [BundledSound] = []
        for word in words {
            guard let colon = word.lastIndex(of: ":"), colon > word.startIndex,
                let seconds = Int(word[word.index(after: colon)...]), (0...3600).contains(seconds)
            else { return nil }
            sounds.append(BundledSound(name: String(word[..<colon]), seconds: seconds))
        }
        return sounds
    }
}

extension Arrival {
    /// The fact that its sound is not played.
    func notPlayed(_ reason: Reason) -> Fact {
        fact(.not, "played", "\(id): \(reason.text)", reason.rule, .notPlayed)
    }
}

extension Reason {
    /// The mute switch silences everything but critical alerts (A-CRIT).
    static let muteSwitch = Reason(.muteSwitch, "the mute switch is on")
}
