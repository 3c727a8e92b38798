import PushModel
import PushText

/// The mistakes that people make in these files.
extension AppPropertyList {
    /// The file's faults for an app.
    func faults(for app: App) -> [PropertyListFault] {
        switch kind {
        case .info: infoFaults(for: app)
        case .firebase: firebaseFaults(for: app)
        case .serviceExtension: extensionFaults(for: app)
        }
    }

    private func extensionFaults(for app: App) -> [PropertyListFault] {
        var faults: [PropertyListFault] = []
        let own = app.address.bundleID
        if let bundleID, !bundleID.hasPrefix(own + ".") {
            faults.append(
                PropertyListFault(
                    "CFBundleIdentifier",
                    "is `\(bundleID)`, wanted one that begins with `\(own).`: iOS does not install "
                        + "an app whose extension is named differently"))
        }
        let host = root["NSExtension"]
        if host?["NSExtensionPrincipalClass"] == nil, host?["NSExtensionMainStoryboard"] == nil {
            faults.append(
                PropertyListFault(
                    "NSExtensionPrincipalClass",
                    "is missing: iOS does not know which class to start"))
        }
        return faults + transportFaults
    }

    private func infoFaults(for app: App) -> [PropertyListFault] {
        var faults: [PropertyListFault] = []
        if let text = text("CFBundleIdentifier"), Self.isVariable(text) {
            faults.append(
                PropertyListFault(
                    "CFBundleIdentifier",
                    "is the build variable `\(text)`: the built app's file has its value"))
        }
        if let platformFault { faults.append(platformFault) }
        if schemes.isEmpty, !app.settings.schemes.isEmpty || app.settings.usesTreasureData {
            faults.append(
                PropertyListFault(
                    "CFBundleURLTypes",
                    "has no scheme: links with the app's own scheme open nothing"))
        }
        faults += schemeFaults
        if !backgroundModes.contains("remote-notification") {
            faults.append(
                PropertyListFault(
                    "UIBackgroundModes",
                    "lacks remote-notification: silent pushes do not wake the app"))
        }
        if !hasSceneManifest, let sdk = builtWith, !(Version(sdk) < Version("27")) {
            faults.append(
                PropertyListFault(
                    "UIApplicationSceneManifest",
                    "is missing: built with the iOS \(sdk) SDK, the app does not launch on iOS 27"))
        }
        faults += transportFaults
        if hasTransportExceptions, app.settings.hasServiceExtension {
            faults.append(
                PropertyListFault(
                    "NSAppTransportSecurity",
                    "is the app's own: its notification service extension loads images by its own "
                        + "Info.plist, `app import` that too", .notShared))
        }
        if app.settings.usesTreasureData { faults += treasureDataFaults }
        return faults
    }

    /// The schemes that open nothing: RFC 3986 knows no such scheme, or iOS keeps it.
    private var schemeFaults: [PropertyListFault] {
        let all = (root["CFBundleURLTypes"]?.arrayValue ?? [])
            .flatMap { $0["CFBundleURLSchemes"]?.arrayValue ?? [] }.compactMap(\.stringValue)
        return all.compactMap { scheme in
            let shown = VisibleText.escape(String(scheme.prefix(40)))
            if ["http", "https"].contains(scheme.lowercased()) {
                return PropertyListFault(
                    "CFBundleURLSchemes",
                    "has `\(shown)`, which iOS gives to the browser, whatever an app registers")
            }
            let isScheme =
                scheme.utf8.first.map { !Ascii.isDigit($0) && Ascii.isWord($0) } == true
                && scheme.utf8.allSatisfy {
                    Ascii.isWord($0) && $0 != UInt8(ascii: "_") || "+-.".utf8.contains($0)
                }
            return isScheme || Self.isVariable(scheme)
                ? nil
                : PropertyListFault(
                    "CFBundleURLSchemes",
                    "has `\(shown)`, wanted letters, digits, `+`, `-` and `.`")
        }
    }

    /// The entry that shows that the app is for another system; nil in a source file.
    private var platformFault: PropertyListFault? {
        let another =
            "the file belongs to an app for another system, and only an iPhone is simulated"
        let platforms = root["CFBundleSupportedPlatforms"]?.arrayValue ?? []
        let names = platforms.compactMap(\.stringValue).filter { !Self.isVariable($0) }
        if let first = names.first, !names.contains(where: { $0.hasPrefix("iPhone") }) {
            return PropertyListFault(
                "CFBundleSupportedPlatforms", "is `\(first)`, wanted `iPhoneOS`: \(another)")
        }
        if names.isEmpty, let name = text("DTPlatformName"), !name.hasPrefix("iphone") {
            return PropertyListFault(
                "DTPlatformName", "is `\(name)`, wanted `iphoneos`: \(another)")
        }
        return nil
    }

    private var treasureDataFaults: [PropertyListFault] {
        var faults: [PropertyListFault] = []
        for key in ["TDWriteKey", "TDEndpoint", "TDDatabase", "TDTable"] {
            guard let text = text(key) else {
                faults.append(PropertyListFault(key, "is missing"))
                continue
            }
            if Self.isPlaceholder(text) {
                faults.append(PropertyListFault(key, "is a placeholder, wanted the account's own"))
            } else if key == "TDEndpoint", !text.hasPrefix("https://") {
                faults.append(PropertyListFault(key, "is `\(text)`, wanted an https URL"))
            } else if key == "TDEndpoint",
                let fault = Endpoint(text, postback: true)?.hostFault
            {
                faults.append(PropertyListFault(key, "is `\(text)`, \(fault.text)"))
            } else if key == "TDDatabase" || key == "TDTable", !AppSetting.isStoreName(text) {
                faults.append(
                    PropertyListFault(
                        key, "is `\(text)`, wanted 3 to 255 of `a-z`, `0-9` and `_`"))
            }
        }
        return faults
    }

    private func firebaseFaults(for app: App) -> [PropertyListFault] {
        var faults: [PropertyListFault] = []
        let exceptions = project.exceptions
        for key in ["GCM_SENDER_ID", "GOOGLE_APP_ID", "PROJECT_ID", "API_KEY"]
        where !exceptions.contains(where: { $0.key == key }) {
            guard let text = text(key) else {
                faults.append(PropertyListFault(key, "is missing"))
                continue
            }
            if Self.isPlaceholder(text) {
                faults.append(PropertyListFault(key, "is a placeholder"))
            }
        }
        faults += project.faults(for: app.address.bundleID)
        if flag("IS_GCM_ENABLED") == false {
            faults.append(PropertyListFault("IS_GCM_ENABLED", "is off"))
        }
        return faults
    }

    /// The schemes of CFBundleURLTypes, in their order.
    var schemes: [String] {
        (root["CFBundleURLTypes"]?.arrayValue ?? [])
            .flatMap { $0["CFBundleURLSchemes"]?.arrayValue ?? [] }.compactMap(\.stringValue)
            .filter { !$0.isEmpty && !$0.contains(",") }
    }

    /// Whether the app has scenes, which the presence of the key decides.
    var hasSceneManifest: Bool { root["UIApplicationSceneManifest"]?.objectMembers != nil }

    /// The SDK's version that Xcode writes into a built app, `27.0`; nil in a source file.
    var builtWith: String? {
        let name =
            text("DTPlatformVersion")
            ?? text("DTSDKName").map { name in
                String(name.drop { !("0"..."9").contains($0) })
            }
        return name.flatMap { !$0.isEmpty && AppSetting.isVersion($0) ? $0 : nil }
    }

    /// The deployment target that Xcode writes into a built extension; nil in a source file.
    var minimumOS: String? {
        text("MinimumOSVersion").flatMap { !$0.isEmpty && AppSetting.isVersion($0) ? $0 : nil }
    }

    var backgroundModes: [String] {
        (root["UIBackgroundModes"]?.arrayValue ?? []).compactMap(\.stringValue)
    }
}

extension AppSettings {
    /// The faults that `app import` found in one of the app's files.
    package func faults(of kind: AppPropertyList.Kind) -> [PropertyListFault] {
        switch kind {
        case .info: infoFaults
        case .firebase: firebaseFaults
        case .serviceExtension: extensionFaults
        }
    }

    mutating func keep(_ faults: [PropertyListFault], of kind: AppPropertyList.Kind) {
        switch kind {
        case .info: infoFaults = faults
        case .firebase: firebaseFaults = faults
        case .serviceExtension: extensionFaults = faults
        }
    }
}

extension FirebaseProject {
    /// The entries that end in an exception, and the contradictions within a project's file or
    /// between it and the app.
    func faults(for own: String) -> [PropertyListFault] {
        var faults = exceptions.map(\.fault)
        let parts = googleAppID.split(separator: ":")
        if parts.count == 4, !senderID.isEmpty, parts[1] != senderID {
            faults.append(
                PropertyListFault(
                    "GOOGLE_APP_ID",
                    "belongs to project \(parts[1]) and GCM_SENDER_ID to \(senderID): two files "
                        + "are mixed"))
        }
        if bundleID.isEmpty {
            faults.append(PropertyListFault("BUNDLE_ID", "is missing"))
        } else if bundleID != own {
            let isCase = bundleID.lowercased() == own.lowercased()
            faults.append(
                PropertyListFault(
                    "BUNDLE_ID",
                    "is `\(bundleID)` and the app is `\(own)`"
                        + (isCase ? ": bundle IDs are case-sensitive" : ""), .otherApp))
        }
        return faults
    }
}
