import PushModel
import PushText

extension World {
    /// Applies a property list: an `Info.plist` with another bundle ID installs its own app.
    mutating func take(
        _ list: AppPropertyList, on device: Int, _ step: inout Step
    ) throws(Refusal) {
        if list.kind == .info, let bundleID = list.bundleID {
            let found = devices[device].apps.firstIndex { $0.address.bundleID == bundleID }
            if let found, devices[device].apps[found].state != .uninstalled {
                devices[device].currentApp = found
                step.touch(.device(devices[device].name))
            } else {
                let current = devices[device].currentApp
                let profile =
                    devices[device].apps.indices.contains(current)
                    ? devices[device].apps[current].settings.profile : .treasureData
                try install(profile, bundleID, on: device, &step)
            }
        }
        if list.kind == .serviceExtension, let bundleID = list.bundleID {
            let owner = devices[device].apps.firstIndex {
                $0.state != .uninstalled && bundleID.hasPrefix($0.address.bundleID + ".")
            }
            if let owner { devices[device].currentApp = owner }
        }
        let app = devices[device].currentApp
        guard devices[device].apps.indices.contains(app) else {
            throw Refusal(
                .notInstalled, "no app is installed on `\(devices[device].name)`",
                hint: "`app install` first")
        }
        try devices[device].apps[app].take(list, &step)
        takeEndpoint(list, &step)
    }

    /// Takes the region of an app's uploads for its account's, unless somebody has set that: a file
    /// does not say where the account is, and most apps upload to their own.
    private mutating func takeAccountRegion(_ region: Endpoint?, _ step: inout Step) {
        guard let name = region?.name, name != Endpoint.embedded.name,
            !surroundings.config.isAccountRegionChosen, surroundings.config.accountRegion != name
        else { return }
        surroundings.config.accountRegion = name
        step.report(
            Fact(.config, "td.account_region", "\(name), by TDEndpoint", rule: .command))
    }

    /// Sets the endpoint of uploads from the `TDEndpoint` of an `Info.plist`, unless it is faulty.
    private mutating func takeEndpoint(_ list: AppPropertyList, _ step: inout Step) {
        guard list.kind == .info, var text = list.text("TDEndpoint"), text.hasPrefix("https://"),
            !AppPropertyList.isPlaceholder(text), !text.contains("@")
        else { return }
        while text.hasSuffix("/") { text.removeLast() }
        let postback = surroundings.config.endpoint.postback
        let region = Endpoint.regions.first { $0.url == text }
        takeAccountRegion(region, &step)
        guard let endpoint = Endpoint(region?.name ?? text, postback: postback),
            endpoint != surroundings.config.endpoint
        else { return }
        surroundings.config.endpoint = endpoint
        let url = endpoint.name == endpoint.url ? "" : " \(endpoint.url)"
        step.report(
            Fact(.config, "endpoint", endpoint.name + url + ", by TDEndpoint", rule: .command))
    }
}

extension App {
    /// Applies the settings of a property list, and reports its faults.
    mutating func take(_ list: AppPropertyList, _ step: inout Step) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        let faults = list.faults(for: self)
        let before = settings
        switch list.kind {
        case .firebase:
            let project = list.project
            settings.firebase = project
            step.report(
                Fact(
                    .app, address.bundleID,
                    "Firebase project \(project.projectID) (sender \(project.senderID))",
                    rule: .command))
        case .info:
            takeInfo(list)
            step.report(
                Fact(
                    .app, address.bundleID,
                    "\(settings.name) \(settings.version) (\(settings.build)), schemes "
                        + (settings.schemes.isEmpty
                            ? "none" : settings.schemes.joined(separator: ", ")),
                    rule: .command))
        case .serviceExtension:
            settings.hasServiceExtension = true
            settings.transportExceptions = list.transportExceptions
            if let oldest = list.minimumOS { settings.serviceExtensionMinimumOS = oldest }
            let hosts = settings.transportExceptions.joined(separator: ", ")
            step.report(
                Fact(
                    .app, address.bundleID,
                    "service extension embedded, loads over "
                        + (hosts.isEmpty ? "https only" : "http from \(hosts)")
                        + (list.minimumOS.map { ", needs iOS \($0)" } ?? ""),
                    rule: .attachmentHTTPS))
        }
        settings.keep(faults, of: list.kind)
        step.touch(.app(address))
        keepChoices(since: before, &step)
        for fault in faults {
            step.report(Fact(.warning, list.kind.rawValue, fault.text, rule: .command))
        }
        step.result("faults", .array(faults.map { .string($0.text) }))
    }

    /// Records the settings that a file changed, so that `why` knows what they were before; nobody
    /// reads these lines.
    private func keepChoices(since before: AppSettings, _ step: inout Step) {
        for setting in AppSetting.all where setting.text(settings) != setting.text(before) {
            step.changes.append(.fact(chosen(setting)))
        }
    }

    /// Records what an app brings from a backup: its own history says nothing of it.
    func keepChoices(_ step: inout Step) {
        keepChoices(
            since: AppSettings(profile: settings.profile, bundleID: address.bundleID), &step)
        let answer: Occurrence.PermissionAnswer? =
            switch permission.status {
            case .notDetermined: nil
            case .denied: .denied
            case .provisional: .provisional
            case .authorized: permission.alerts ? .granted : .alertsOff
            }
        func keep(_ choice: Occurrence.Choice) {
            step.changes.append(
                .fact(
                    Fact(
                        .granted, "permission", "as in the backup", rule: .restoreBackup,
                        .chosen(choice), of: address)))
        }
        if let answer { keep(.permission(answer)) }
        for control in permission.turnedOff { keep(.turned(control, isOn: false)) }
    }

    /// Keeps only the kind of the key: whose key it is, only the account knows.
    private mutating func takeWriteKey(_ list: AppPropertyList) {
        guard let key = list.text("TDWriteKey"), !key.isEmpty else {
            if settings.usesTreasureData { settings.writeKey = .missing }
            return
        }
        if AppPropertyList.isVariable(key) { return }
        settings.writeKey = AppPropertyList.isPlaceholder(key) ? .placeholder : .writeOnly
    }

    private mutating func takeInfo(_ list: AppPropertyList) {
        func text(_ key: String) -> String? {
            list.text(key).flatMap { $0.isEmpty || AppPropertyList.isVariable($0) ? nil : $0 }
        }
        if let version = text("CFBundleShortVersionString") { settings.version = version }
        if let build = text("CFBundleVersion") { settings.build = build }
        if let name = text("CFBundleName") { settings.name = name }
        settings.schemes = list.schemes
        settings.backgroundModeRemote = list.backgroundModes.contains("remote-notification")
        settings.swizzles = list.flag("FirebaseAppDelegateProxyEnabled") ?? true
        settings.autoInitializesFCM = list.flag("FirebaseMessagingAutoInitEnabled") ?? true
        settings.installationIDMode =
            list.flag("FirebaseMessagingInstallationIdEnabled") ?? false
        settings.lifeCycle = list.hasSceneManifest ? .scene : .appDelegate
        if let sdk = list.builtWith { settings.builtWith = sdk }
        takeWriteKey(list)
        if let database = text("TDDatabase"), AppSetting.isStoreName(database) {
            settings.database = database
        }
        if let table = text("TDTable"), AppSetting.isStoreName(table) { settings.table = table }
    }
}
