import PushModel
import PushText

/// The world of a store that has lost documents: a damaged page takes some with it.
extension World {
    /// Whether documents lack none that they need.
    public static func isWhole(_ documents: [DocumentKey: JSON]) -> Bool {
        guard documents[.world] != nil, !lacksClock(documents) else { return false }
        let names = names(in: documents)
        return !names.isEmpty && orphans(in: documents).isEmpty
            && names.allSatisfy { name in
                bundleIDs(documents[.device(name)]).allSatisfy { bundleID in
                    let app = AppAddress(device: name, bundleID: bundleID)
                    let state = documents[.appState(app)]
                    let now = documents[.appNow(app)] ?? state
                    return documents[.app(app)] != nil && state != nil && now?["queued"] != nil
                }
            }
    }

    /// Whether the document with the clock, the source of chance and the counters is lost.
    public static func lacksClock(_ documents: [DocumentKey: JSON]) -> Bool {
        (documents[.worldNow] ?? documents[.world])?["now"] == nil
    }

    /// Makes the world of what is left: a new part where a document is lost.
    ///
    /// Documents are never removed, so a device is there if one of its apps has any.
    public init(remaining documents: [DocumentKey: JSON]) {
        var documents = documents
        if documents[.world] == nil { documents[.world] = [:] }
        for (name, bundleIDs) in Self.orphans(in: documents) {
            documents[.device(name)] = [
                "number": .int(documents.count), "apps": .array(bundleIDs.map(JSON.string)),
            ]
        }
        let fresh = World()
        if Self.names(in: documents).isEmpty {
            documents[.device(fresh.device.name)] = fresh.document(.device(fresh.device.name))
        }
        for name in Self.names(in: documents) {
            for bundleID in Self.bundleIDs(documents[.device(name)]) {
                Self.complete(AppAddress(device: name, bundleID: bundleID), in: &documents)
            }
        }
        self = World(documents: documents) ?? fresh
        guard Self.lacksClock(documents) else { return }
        surroundings.now = fresh.surroundings.now
        surroundings.random = fresh.surroundings.random
    }

    /// Adds what an app lacks; one that has lost its state has never been launched.
    private static func complete(_ app: AppAddress, in documents: inout [DocumentKey: JSON]) {
        if documents[.app(app)] == nil {
            documents[.app(app)] = AppSettings(profile: .treasureData, bundleID: app.bundleID).json
        }
        guard documents[.appState(app)] == nil else { return }
        documents[.appState(app)] = [:]
        documents[.appNow(app)] = ["dropped": documents[.appNow(app)]?["dropped"] ?? 0]
    }

    /// The devices that only their apps' documents name, each with the apps.
    private static func orphans(
        in documents: [DocumentKey: JSON]
    ) -> [(device: String, bundleIDs: [String])] {
        var found: [String: Set<String>] = [:]
        for key in documents.keys where ["app", "app-state", "app-now"].contains(key.kind) {
            guard let slash = key.key.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
            let device = String(key.key[..<slash])
            guard documents[.device(device)] == nil else { continue }
            found[device, default: []].insert(String(key.key[key.key.utf8.index(after: slash)...]))
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted()) }
    }

    private static func names(in documents: [DocumentKey: JSON]) -> [String] {
        let listed = documents[.world]?["devices"]?.arrayValue?.compactMap(\.stringValue) ?? []
        return deviceNames(in: documents, listed: listed).filter { documents[.device($0)] != nil }
    }

    private static func bundleIDs(_ device: JSON?) -> [String] {
        device?["apps"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }

    /// Lets the counters go on above the numbers of rows, which a lost or older document does not
    /// know.
    ///
    /// A clock that was lost as well goes on at the newest row, and chance begins anew: the same
    /// draws would give the IDs of events again.
    public mutating func rise(above used: UsedNumbers) {
        surroundings.counters.rise(above: used)
        guard let trace = used.trace else { return }
        if let latest = trace.latest { surroundings.now = max(surroundings.now, latest) }
        guard !used.isNone else { return }
        var mixer = SplitMix64(seed: surroundings.random.state)
        for number in [trace.statement, used.event, used.notification, used.upload] {
            mixer = SplitMix64(seed: mixer.next() ^ UInt64(bitPattern: number))
        }
        surroundings.random = SplitMix64(seed: mixer.next())
    }

    /// Sets the length of an app's queue to the number of its rows.
    public mutating func setQueue(_ count: Int, of app: AppAddress) {
        guard let (device, place) = place(of: app) else { return }
        devices[device].apps[place].queue.count = count
    }
}
