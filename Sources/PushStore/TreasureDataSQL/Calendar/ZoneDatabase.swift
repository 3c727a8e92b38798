import Glibc

/// The system's time zones, read from its zoneinfo directory on demand, and kept.
///
/// Without that directory UTC, fixed offsets and `JST` still work.
final class ZoneDatabase {
    /// The reason why a zone is unavailable.
    enum Failure: Error, Equatable {
        /// No zone has this name.
        case unknown(String)
        /// The name may be right, but no zone database is installed.
        case noDatabase(String)

        var message: String {
            switch self {
            case .unknown(let name):
                """
                zone '\(name)' is not known: wanted a name such as `UTC`, `JST` or `Asia/Tokyo`, \
                or an offset such as `+09:00`
                """
            case .noDatabase(let name):
                """
                zone '\(name)' needs the system's time zone database, which is not installed \
                (package `tzdata`); `UTC`, `JST` and offsets such as `+09:00` work without it
                """
            }
        }
    }

    /// The directories where systems keep their zones.
    static let systemDirectories = [
        "/usr/share/zoneinfo", "/usr/lib/zoneinfo", "/usr/share/lib/zoneinfo", "/etc/zoneinfo",
    ]

    private static let cacheLimit = 512

    /// Searched in order; the first that has the zone decides.
    private let directories: [String]
    private var cache: [String: Zone] = [:]
    /// The last answer, since a query asks for the same zone for every row.
    private var lastName = "UTC"
    private var lastZone = Zone.utc
    private var lastTrinoName = "UTC"
    private var lastTrinoZone: Zone? = .utc

    init(directories: [String] = ZoneDatabase.systemDirectories) {
        self.directories = directories
    }

    /// Finds a zone by a name in any letter case, an abbreviation or an offset.
    ///
    /// - Throws: `.unknown` or `.noDatabase`; a failure is not kept, so a zone that is installed
    ///   later is found.
    func zone(named name: String) throws(Failure) -> Zone {
        if name == lastName { return lastZone }
        let zone = try lookUp(name)
        lastName = name
        lastZone = zone
        return zone
    }

    /// Finds a zone by a name of Trino's, which has one spelling; nil for any other.
    ///
    /// Trino knows neither the abbreviations of Treasure Data's own functions nor `EST`, `HST` and
    /// `MST` of the zone database (TimeZoneKey and zone-index.properties in Trino's source).
    func trinoZone(named name: String) -> Zone? {
        if name == lastTrinoName { return lastTrinoZone }
        let zone = readTrinoZone(name)
        lastTrinoName = name
        lastTrinoZone = zone
        return zone
    }

    private func readTrinoZone(_ name: String) -> Zone? {
        if FixedOffset.parse(Array(name.utf8)[...]) != nil { return try? zone(named: name) }
        guard ZoneNames.isTrino(name), let zone = try? zone(named: name) else { return nil }
        return zone.identifier == name ? zone : nil
    }

    /// The cache is emptied when it is full: names come from data too.
    private func lookUp(_ name: String) throws(Failure) -> Zone {
        if let zone = cache[name] { return zone }
        let zone = try load(name)
        if cache.count >= ZoneDatabase.cacheLimit { cache.removeAll() }
        cache[name] = zone
        return zone
    }

    /// Offsets come first, then Java's short names, then files.
    private func load(_ name: String) throws(Failure) -> Zone {
        let capitals = name.uppercased()
        if let offset = FixedOffset.parse(Array(capitals.utf8)[...]) {
            let isNamed = capitals == "UTC" || capitals == "GMT"
            let identifier = isNamed ? capitals : offset == 0 ? "UTC" : FixedOffset.text(offset)
            return Zone(identifier: identifier, offset: offset, abbreviation: identifier)
        }
        switch ZoneNames.meaning(of: capitals) {
        case .fixed(let offset):
            return Zone(
                identifier: FixedOffset.text(offset), offset: offset, abbreviation: capitals)
        case .identifier(let identifier):
            if let zone = read(identifier) { return zone }
            guard capitals == "JST" else { throw .noDatabase(name) }
            return Zone(identifier: identifier, offset: 32_400, abbreviation: "JST")
        case nil:
            if let zone = read(name) { return zone }
            throw hasDatabase ? .unknown(name) : .noDatabase(name)
        }
    }

    /// By the one zone that every installation has.
    private var hasDatabase: Bool {
        directories.contains { access($0 + "/Etc/UTC", R_OK) == 0 }
    }

    /// Reads the file of this spelling, or else looks for one in any letter case, which lists
    /// folders.
    private func read(_ name: String) -> Zone? {
        guard ZoneDatabase.isPlausible(name) else { return nil }
        for directory in directories {
            if let bytes = SmallFile.read(directory + "/" + name),
                let zone = ZoneFile(bytes).zone(identifier: name)
            {
                return zone
            }
            guard let spelled = spelling(of: name, in: directory), spelled != name,
                let bytes = SmallFile.read(directory + "/" + spelled)
            else { continue }
            return ZoneFile(bytes).zone(identifier: spelled)
        }
        return nil
    }

    /// Whether a name can be that of a zone file inside the directory.
    private static func isPlausible(_ name: String) -> Bool {
        let bytes = name.utf8
        guard (2...64).contains(bytes.count), bytes.first != UInt8(ascii: "/") else { return false }
        // These folders hold the same zones again, `right` with leap seconds counted.
        let folder = name.lowercased().prefix { $0 != "/" }
        guard folder != "right", folder != "posix" else { return false }
        return bytes.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5a, 0x61...0x7a: true
            case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"): true
            default: false
            }
        }
    }

    /// Finds a name in the database's spelling.
    private func spelling(of name: String, in directory: String) -> String? {
        var path = directory
        for component in name.split(separator: "/") {
            let wanted = component.lowercased()
            let names = (Folder.names(in: path) ?? []).sorted()
            guard let entry = names.first(where: { $0.lowercased() == wanted }) else { return nil }
            path += "/" + entry
        }
        return String(path.dropFirst(directory.count + 1))
    }
}
