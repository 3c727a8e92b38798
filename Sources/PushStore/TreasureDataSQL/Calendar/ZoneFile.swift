/// A compiled time zone in the TZif format of RFC 8536.
struct ZoneFile {
    /// The farthest transition from 1970, in seconds: the Big Bang, the limit of the format.
    private static let farthest: UInt64 = 1 << 59

    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Builds the zone, or returns nil if the file is damaged.
    ///
    /// The rule in the file's footer is written out for 400 years, after which it repeats.
    func zone(identifier: String) -> Zone? {
        guard let header = Header(bytes, at: 0) else { return nil }
        guard header.version >= 2 else {
            return zone(identifier: identifier, header, timeSize: 4, footer: false)
        }
        guard let second = Header(bytes, at: header.end(timeSize: 4)) else { return nil }
        return zone(identifier: identifier, second, timeSize: 8, footer: true)
    }

    /// Reads a data block: its times have 4 bytes in the first version, and 8 in the second block
    /// of later ones.
    private func zone(
        identifier: String, _ header: Header, timeSize: Int, footer: Bool
    ) -> Zone? {
        let end = header.end(timeSize: timeSize)
        guard header.types > 0, header.types <= 256, end <= bytes.count else { return nil }
        let kinds = header.start + header.times * timeSize
        guard let types = phases(header, at: kinds + header.times) else { return nil }
        var transitions: [Int64] = []
        var phases: [Zone.Phase] = []
        for index in 0..<header.times {
            let time = big(at: header.start + index * timeSize, count: timeSize)
            let kind = Int(bytes[kinds + index])
            guard kind < types.count, transitions.last.map({ $0 < time }) ?? true,
                time.magnitude <= ZoneFile.farthest
            else { return nil }
            transitions.append(time)
            phases.append(types[kind])
        }
        let rule = footer ? self.rule(at: end) : nil
        let repeats = extend(&transitions, &phases, by: rule)
        return Zone(
            identifier: identifier, first: types[0], transitions: transitions, phases: phases,
            repeats: repeats)
    }

    /// Reads the block's kinds of local time; nil if a name lies outside the block.
    private func phases(_ header: Header, at start: Int) -> [Zone.Phase]? {
        let names = start + header.types * 6
        var phases: [Zone.Phase] = []
        for index in 0..<header.types {
            let record = start + index * 6
            let name = names + Int(bytes[record + 5])
            guard name < names + header.characters else { return nil }
            let letters = bytes[name..<(names + header.characters)].prefix { $0 != 0 }
            phases.append(
                Zone.Phase(
                    offset: big(at: record, count: 4), isDaylight: bytes[record + 4] != 0,
                    abbreviation: String(decoding: letters, as: UTF8.self)))
        }
        return phases
    }

    /// Reads the line behind the second block; nil if there is none.
    private func rule(at end: Int) -> ZoneRule? {
        guard end < bytes.count, bytes[end] == 0x0a else { return nil }
        return ZoneRule(bytes[(end + 1)...].prefix { $0 != 0x0a })
    }

    /// Appends the rule's transitions; false if the zone has no daylight saving time, or no rule.
    private func extend(
        _ transitions: inout [Int64], _ phases: inout [Zone.Phase], by rule: ZoneRule?
    ) -> Bool {
        let last = transitions.last ?? 0
        guard let rule, rule.daylight != nil, InstantRange.representable.contains(last) else {
            return false
        }
        let year = CivilTime(localSeconds: last).date.year
        for next in year...(year + 401) {
            for (instant, phase) in rule.transitions(year: next)
            where instant > (transitions.last ?? Int64.min) {
                transitions.append(instant)
                phases.append(phase)
            }
        }
        return true
    }

    /// Reads a signed number, highest byte first.
    private func big(at start: Int, count: Int) -> Int64 {
        var value: Int64 = bytes[start] & 0x80 == 0 ? 0 : -1
        for byte in bytes[start..<(start + count)] { value = value << 8 | Int64(byte) }
        return value
    }
}

extension ZoneFile {
    /// The counts at the head of a data block.
    private struct Header {
        let version: Int
        let start: Int
        let times: Int
        let types: Int
        let characters: Int
        private let leaps: Int
        private let standards: Int
        private let universals: Int

        init?(_ bytes: [UInt8], at start: Int) {
            guard start >= 0, start + 44 <= bytes.count,
                bytes[start..<(start + 4)].elementsEqual("TZif".utf8)
            else { return nil }
            let version = bytes[start + 4]
            self.version = version == 0 ? 1 : Int(version) - 0x30
            self.start = start + 44
            let counts = (0..<6).map { index in
                bytes[(start + 20 + index * 4)..<(start + 24 + index * 4)]
                    .reduce(0) { $0 << 8 | Int($1) }
            }
            guard counts.allSatisfy({ $0 <= 100_000 }) else { return nil }
            universals = counts[0]
            standards = counts[1]
            leaps = counts[2]
            times = counts[3]
            types = counts[4]
            characters = counts[5]
        }

        /// The end of the block with this header; leap seconds in it are skipped.
        func end(timeSize: Int) -> Int {
            start + times * (timeSize + 1) + types * 6 + characters + leaps * (timeSize + 4)
                + standards + universals
        }
    }
}
