import PushModel

/// The numbers for zones inside timestamps with a zone.
///
/// A value's last 12 bits are its zone's number on this connection; 0 is UTC.
final class ZoneKeys {
    /// The number of bits for the zone's number.
    static let bits: Int64 = 12

    /// The seconds that a zone may be before or behind UTC: 14 hours, as in Trino's TimeZoneKey.
    static let farthestOffset: Int64 = 14 * 3600

    /// Whether a value can have a zone: offsets beyond 14 hours are none.
    static func holds(_ zone: Zone) -> Bool { zone.offset(at: 0).magnitude <= farthestOffset }

    private var zones: [Zone] = [.utc]
    private var keys: [String: Int64] = ["UTC": 0]

    /// The number of a zone, given at its first use.
    func key(of zone: Zone) throws(SQLFunctionError) -> Int64 {
        if let key = keys[zone.identifier] { return key }
        let known = Self.known(zone)
        let key: Int64
        if let other = keys[known.identifier] {
            key = other
        } else {
            guard zones.count < 1 << Self.bits else {
                throw SQLFunctionError(.notSupported, "more than 4096 time zones in one session")
            }
            key = Int64(zones.count)
            zones.append(known)
            keys[known.identifier] = key
        }
        keys[zone.identifier] = key
        return key
    }

    /// The zone as which Trino knows one: all names of UTC are one zone, and `Etc/GMT-9` is the
    /// offset `+09:00` (Trino's TimeZoneKey).
    static func known(_ zone: Zone) -> Zone {
        let name = zone.identifier.lowercased()
        let bare = name.hasPrefix("etc/") ? String(name.dropFirst(4)) : name
        let isOffset = bare != name && bare.hasPrefix("gmt")
        let offset = zone.offset(at: 0)
        if utcNames.contains(bare) || isOffset && offset == 0 { return .utc }
        guard isOffset else { return zone }
        let text = FixedOffset.text(offset)
        return Zone(identifier: text, offset: offset, abbreviation: text)
    }

    private static let utcNames: Set = [
        "utc", "z", "ut", "uct", "gmt", "gmt0", "greenwich", "universal", "zulu",
    ]

    /// The zone of a value.
    func zone(of value: Int64) -> Zone {
        let key = Int(value & (1 << Self.bits - 1))
        return key < zones.count ? zones[key] : .utc
    }

    /// Returns a value made from milliseconds since 1970 and a zone.
    func pack(_ milliseconds: Int64, _ zone: Zone) throws(SQLFunctionError) -> Cell {
        let limit: Int64 = 1 << (63 - Self.bits)
        guard milliseconds.magnitude < UInt64(limit) else {
            throw .argument("Millis overflow: \(milliseconds)")
        }
        return .integer(milliseconds << Self.bits | (try key(of: zone)))
    }
}
