import PushModel
import PushText

extension World {
    /// Installs a sample app and makes it the current one.
    mutating func install(
        _ profile: Profile, _ bundleID: String?, on device: Int, _ step: inout Step
    ) throws(Refusal) {
        let bundleID = bundleID ?? profile.bundleID
        let address = AppAddress(device: devices[device].name, bundleID: bundleID)
        let settings = AppSettings(profile: profile, bundleID: bundleID)
        var isReplaced = false
        if let index = devices[device].apps.firstIndex(where: { $0.address == address }) {
            isReplaced = devices[device].apps[index].state != .uninstalled
            guard !isReplaced || !devices[device].apps[index].wasLaunched else {
                throw Refusal(
                    .alreadyInstalled,
                    "`\(bundleID)` is already installed on `\(address.device)`",
                    hint: "`app reinstall` deletes and installs it again")
            }
            devices[device].apps[index].settings = settings
            devices[device].apps[index].associations = []
            devices[device].apps[index].state = .notRunning
            devices[device].currentApp = index
        } else {
            devices[device].apps.append(App(address: address, settings: settings))
            devices[device].currentApp = devices[device].apps.count - 1
        }
        step.touch(.device(address.device))
        step.touch(.app(address))
        step.touch(.appState(address))
        var text = "installed, profile \(profile.rawValue)"
        if isReplaced {
            text += "; it replaces the installed app, which was never launched, and its settings"
        }
        step.report(Fact(.app, bundleID, text, rule: .appLifecycle))
    }

    /// Makes an installed app the one that commands address.
    mutating func makeCurrent(
        _ bundleID: String, on device: Int, _ step: inout Step
    ) throws(Refusal) {
        let apps = devices[device].apps.filter { $0.state != .uninstalled }
        guard apps.contains(where: { $0.address.bundleID == bundleID }),
            let index = devices[device].apps.firstIndex(where: { $0.address.bundleID == bundleID })
        else {
            let deleted = devices[device].apps.first { $0.address.bundleID == bundleID }
            let names = apps.prefix(10).map { "`\($0.address.bundleID)`" }.joined(separator: ", ")
            throw Refusal(
                .notInstalled, "`\(bundleID)` is not installed on `\(devices[device].name)`",
                hint: names.isEmpty
                    ? (deleted?.installCommand ?? App.installCommand(bundleID)) + " first"
                    : "installed \(apps.count == 1 ? "is" : "are") \(names)"
                        + (deleted.map { "; \($0.installCommand) brings the other back" } ?? ""))
        }
        guard devices[device].currentApp != index else { return }
        devices[device].currentApp = index
        step.touch(.device(devices[device].name))
    }
}

extension App {
    /// The command, between backticks, that installs the app again.
    ///
    /// A bare `app install` installs the `td` app with that profile's bundle ID, which may be
    /// another app than the one that is missing (decision 927).
    public var installCommand: String {
        Self.installCommand(address.bundleID, profile: settings.profile)
    }

    /// The command, between backticks, that installs an app of a bundle ID; nil stands for any.
    static func installCommand(_ bundleID: String?, profile: Profile) -> String {
        var text = "`app install"
        if profile != .treasureData { text += " --profile \(profile.rawValue)" }
        if let bundleID, bundleID != profile.bundleID { text += " --bundle \(bundleID)" }
        return text + "`"
    }

    /// The command that installs an app of which only the bundle ID is known, if that.
    public static func installCommand(_ bundleID: String?) -> String {
        let sample = Profile.allCases.first { $0.bundleID == bundleID }
        return installCommand(bundleID, profile: sample ?? .treasureData)
    }

    /// Installs a newer version over the app: its data and its keychain stay.
    ///
    /// The file that names the project is checked whole, as `app import` does.
    mutating func update(
        version: String?, firebase: FirebaseProject?, file: AppPropertyList?, _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        let faults = file?.faults(for: self) ?? firebase?.faults(for: address.bundleID) ?? []
        if let version { settings.version = version }
        if let firebase {
            settings.firebase = firebase
            settings.firebaseFaults = faults
        }
        stopKeepingBan(&step)
        step.touch(.app(address))
        var text = "updated to version \(settings.version)"
        if let firebase {
            text += ", Firebase project \(firebase.projectID) (sender \(firebase.senderID))"
        }
        step.report(Fact(.app, address.bundleID, text, rule: .appUpdate))
        for fault in faults {
            step.report(
                Fact(
                    .warning, AppPropertyList.Kind.firebase.rawValue, fault.text, rule: .command))
        }
    }

    /// Deletes the app: its data is lost, the keychain with its FCM tokens stays (§3.1).
    mutating func uninstall(in world: Surroundings, _ step: inout Step) throws(Refusal) {
        // Somebody who deletes a missing app needs no advice on how to install it.
        guard state != .uninstalled else {
            throw Refusal(notInstalled.code, notInstalled.message)
        }
        forgetData(at: world.now, &step)
        state = .uninstalled
        retireDeviceToken("the app was deleted", world.now, &step)
        step.report(
            Fact(
                .app, address.bundleID, "deleted; its keychain stays on the device",
                rule: .appUninstall, of: address))
    }

    /// Deletes the app and installs it again.
    mutating func reinstall(in world: Surroundings, _ step: inout Step) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        forgetData(at: world.now, &step)
        retireDeviceToken("the app was deleted", world.now, &step)
        state = .notRunning
        step.report(
            Fact(.app, address.bundleID, "reinstalled", rule: .appUninstall, of: address))
    }

    /// Deletes the app's data as its user would in the app's own settings.
    mutating func clearData(in world: Surroundings, _ step: inout Step) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        stopKeepingBan(&step)
        for cached in tokens.cache {
            keep(
                "registration", cached.token, cached.senderID, .dropped,
                "the app's data was cleared, with Firebase's records in the keychain", world.now,
                &step)
        }
        tokens.cache = []
        tokens.forgetInstallations()
        installation = nil
        userID = nil
        step.report(
            Fact(.app, address.bundleID, "data cleared", rule: .appUninstall, of: address))
        deleteQueue("because clearing the app's data cleared its queue", &step)
    }

    /// Changes one capability or code path.
    mutating func set(_ key: String, _ value: String, _ step: inout Step) throws(Refusal) {
        guard let setting = AppSetting.all.first(where: { $0.key == key }) else {
            throw Refusal(.badSetting, "the app has no setting `\(key)`")
        }
        guard setting.set(&settings, value) else { throw setting.refusal(of: value) }
        step.touch(.app(address))
        if !settings.configuresFirebase, tokens.sdkDeviceToken != nil {
            // A build without configure() has no SDK that could keep it until its next launch.
            tokens.sdkDeviceToken = nil
            step.touch(.appState(address))
        }
        step.report(chosen(setting))
    }

    /// The fact that a setting was given the value that it has now.
    func chosen(_ setting: AppSetting) -> Fact {
        let text = setting.text(settings)
        return Fact(
            .app, setting.key, text, rule: .command, .chosen(.setting(setting.key, text)),
            of: address)
    }

    /// Ends the process; the ban after a force-quit stays until the app is opened or the device
    /// restarts.
    private mutating func stopKeepingBan(_ step: inout Step) {
        let isBanned = state == .forceQuit
        endProcess(&step)
        if isBanned { state = .forceQuit }
    }

    /// Deletes the events in the queue, which are a file of the app.
    private mutating func deleteQueue(_ reason: String, _ step: inout Step) {
        if queue.count > 0 {
            step.changes.append(.dropOldestEvents(queue.count, app: address))
            let events = queue.count == 1 ? "1 event" : "\(queue.count) events"
            step.report(
                Fact(.dropped, events, reason, rule: .appUninstall, .queueDeleted, of: address))
        }
        queue = EventQueue()
    }

    private mutating func forgetData(at now: Tick, _ step: inout Step) {
        endProcess(&step)
        forgetActivities("the app was deleted", at: now, &step)
        for notification in center.removeAll() {
            step.changes.append(
                .notificationState(
                    sequence: notification.sequence, state: .removed,
                    at: notification.arrivedAt))
        }
        deleteQueue("because uninstalling the app deleted its queue", &step)
        // The installation ID is part of the data, so the cached token is no longer fresh.
        tokens.forgetInstallations()
        installation = nil
        permission = Permission()
        removeScheduled("it is no longer scheduled: its app was deleted", .appUninstall, &step)
        userID = nil
        badge = 0
        wasLaunched = false
    }
}
