import PushModel
import PushText

/// The world's small documents: what the store keeps whole, and the world made of them again.
extension World {
    /// A document as it must be written now; nil when it is no longer there.
    public func document(_ key: DocumentKey) -> JSON? {
        if key == .world {
            return surroundings.json(currentDevice: device.name, listed: listedDevices)
        }
        if key == .worldNow { return surroundings.nowJSON }
        if key.kind == "device" {
            return deviceIndex(key.key).map { devices[$0].json(number: $0) }
        }
        // An app is not copied for this: it has many parts.
        guard let (device, app) = place(of: key.key) else { return nil }
        switch key.kind {
        case "app": return devices[device].apps[app].settings.json
        case "app-now": return devices[device].apps[app].nowJSON
        default: return devices[device].apps[app].stateJSON
        }
    }

    /// Where the app is that a key names as `DEVICE/BUNDLE`.
    private func place(of key: String) -> (device: Int, app: Int)? {
        // A bundle ID has no slash.
        guard let slash = key.utf8.lastIndex(of: UInt8(ascii: "/")),
            let device = devices.firstIndex(named: String(key[..<slash]))
        else { return nil }
        let bundleID = key[key.utf8.index(after: slash)...]
        let app = devices[device].apps.firstIndex { $0.address.bundleID == bundleID }
        return app.map { (device, $0) }
    }

    /// What the world's document says; as long as it is equal, it need not be written again.
    public var documentContent: WorldContent {
        WorldContent(
            network: surroundings.network, config: surroundings.config, ncmb: surroundings.ncmb,
            providerKeys: surroundings.providerKeys, channels: surroundings.channels,
            serviceAccounts: surroundings.serviceAccounts,
            earlierProjects: surroundings.earlierProjects,
            senderCredentials: surroundings.senderCredentials, device: currentDevice)
    }

    /// Every document of this world, devices before their apps.
    public var documentKeys: [DocumentKey] {
        var keys: [DocumentKey] = [.world, .worldNow]
        for device in devices {
            keys.append(.device(device.name))
            for app in device.apps {
                keys += [.app(app.address), .appState(app.address), .appNow(app.address)]
            }
        }
        return keys
    }

    /// Makes the world that documents describe; nil when there is none yet.
    ///
    /// Notifications that wait and events that are queued are rows, and are added by the caller.
    public init?(documents: [DocumentKey: JSON]) {
        guard let root = documents[.world] else { return nil }
        self.init()
        // Workspaces of before had one document in the place of two.
        surroundings = Surroundings(root, now: documents[.worldNow] ?? root)
        devices = []
        listedDevices = root["devices"]?.arrayValue?.compactMap(\.stringValue) ?? []
        for name in Self.deviceNames(in: documents, listed: listedDevices) {
            guard let json = documents[.device(name)] else { continue }
            var device = Device(name, json)
            for bundleID in json["apps"]?.arrayValue?.compactMap(\.stringValue) ?? [] {
                let address = AppAddress(device: name, bundleID: bundleID)
                guard let settings = documents[.app(address)] else { continue }
                let state = documents[.appState(address)] ?? [:]
                device.apps.append(
                    App(
                        address, settings: settings, state: state,
                        now: documents[.appNow(address)] ?? state))
            }
            devices.append(device)
        }
        if devices.isEmpty { return nil }
        currentDevice = root["device"]?.stringValue.flatMap(deviceIndex) ?? 0
    }

    /// The devices' order: what an older version listed, then by number.
    private static func deviceNames(
        in documents: [DocumentKey: JSON], listed: [String]
    ) -> [String] {
        let known = Set(listed)
        let numbered = documents.compactMap { key, json -> (name: String, number: Int)? in
            guard key.kind == "device", !known.contains(key.key) else { return nil }
            return json["number"]?.intValue.map { (key.key, $0) }
        }
        return listed + numbered.sorted { ($0.number, $0.name) < ($1.number, $1.name) }.map(\.name)
    }
}

/// What the world's document says, in a form that is quick to compare.
public struct WorldContent: Equatable, Sendable {
    var network: Network
    var config: Config
    var ncmb: NCMBRecords
    var providerKeys: [ProviderKey]
    var channels: [BroadcastChannel]
    var serviceAccounts: [FirebaseServiceAccount]
    var earlierProjects: [Surroundings.EarlierProject]
    var senderCredentials: [SenderCredential]
    var device: Int
}
