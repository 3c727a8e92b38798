import PushModel
import PushText

/// The world's small documents, which the store keeps whole, and the world rebuilt from them.
extension World {
    /// The present content of a document; nil if its subject does not exist any more.
    public func document(_ key: DocumentKey) -> JSON? {
        var text = ByteWriter(capacity: JSON.usualSize)
        guard write(key, into: &text) else { return nil }
        return try? JSONParser.parse(Array(text.bytes))
    }

    /// Writes the JSON of a document.
    ///
    /// - Returns: false if there is none of this key, of which nothing is written then.
    package func write(_ key: DocumentKey, into text: inout ByteWriter) -> Bool {
        if key == .worldNow {
            surroundings.writeNow(into: &text)
            return true
        }
        if key == .world {
            surroundings.json(currentDevice: device.name, listed: listedDevices).write(into: &text)
            return true
        }
        if key.kind == "device" {
            guard let index = deviceIndex(key.key) else { return false }
            devices[index].json(number: index).write(into: &text)
            return true
        }
        guard let (device, app) = place(of: key.key) else { return false }
        // The app is read in place, because copying its many parts is slow.
        devices[device].apps.withUnsafeBufferPointer { $0[app].write(key.kind, into: &text) }
        return true
    }

    /// The indices of the app that a key names as `DEVICE/BUNDLE`; nil if there is none.
    private func place(of key: String) -> (device: Int, app: Int)? {
        // A bundle ID has no slash.
        guard let slash = key.utf8.lastIndex(of: UInt8(ascii: "/")),
            let device = devices.firstIndex(named: String(key[..<slash]))
        else { return nil }
        let bundleID = key[key.utf8.index(after: slash)...]
        let app = devices[device].apps.firstIndex { $0.address.bundleID == bundleID }
        return app.map { (device, $0) }
    }

    /// The content of the world's document; while it is equal, the document need not be rewritten.
    public var documentContent: WorldContent {
        WorldContent(
            network: surroundings.network, config: surroundings.config, ncmb: surroundings.ncmb,
            providerKeys: surroundings.providerKeys, channels: surroundings.channels,
            serviceAccounts: surroundings.serviceAccounts,
            earlierProjects: surroundings.earlierProjects,
            senderCredentials: surroundings.senderCredentials, device: currentDevice)
    }

    /// Whether the world's document would have this content; compared part by part, as making the
    /// content copies all of it.
    public func holds(_ content: WorldContent?) -> Bool {
        guard let content else { return false }
        return content.device == currentDevice && content.network == surroundings.network
            && content.config == surroundings.config && content.ncmb == surroundings.ncmb
            && content.providerKeys == surroundings.providerKeys
            && content.channels == surroundings.channels
            && content.serviceAccounts == surroundings.serviceAccounts
            && content.earlierProjects == surroundings.earlierProjects
            && content.senderCredentials == surroundings.senderCredentials
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

    /// Makes the world that documents describe; nil if there is none yet.
    ///
    /// Waiting notifications and queued events are rows, which the caller adds.
    public init?(documents: [DocumentKey: JSON]) {
        guard let root = documents[.world] else { return nil }
        self.init()
        // Older workspaces had one document in place of the two.
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
            // A number beyond the apps is nobody's choice.
            if !device.apps.indices.contains(device.currentApp) { device.currentApp = 0 }
            devices.append(device)
        }
        if devices.isEmpty { return nil }
        currentDevice = root["device"]?.stringValue.flatMap(deviceIndex) ?? 0
    }

    /// The order of the devices: as an older version listed them, then by number.
    static func deviceNames(
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

/// The content of the world's document, in a form that is quick to compare.
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
