/// The records of a table among which a repetition is recognised.
///
/// Treasure Data looks back over the last hour or the last 4,096 records of a table, whichever is
/// less (docs.treasuredata.com, "per-record deduplication"). Each new record is looked up and takes
/// another's slot, one without a uuid as well. So the slots are a ring, and those whose hashes have
/// equal top bits a chain: a dictionary would hash four uuids for each record.
struct UUIDWindow {
    /// The number of slots.
    static let records = 4096
    /// An hour, from reception to reception.
    static let seconds: Int64 = 3600

    private struct Place {
        var uuid: String
        var receivedAt: Int64
        var hash: UInt64
        /// The slot of the next older record in the same chain; negative for none.
        var next: Int

        /// A record without a uuid, which is in no chain.
        static let anonymous = Place(uuid: "", receivedAt: 0, hash: 0, next: -2)

        var isAnonymous: Bool { next == Self.anonymous.next }
    }

    /// The newest records by their ordinal modulo the size of the window.
    private var ring: [Place] = []
    /// The slot of the newest record of each chain; negative for none.
    private var newest: [Int] = []
    /// The number of records inserted since the first with a uuid: the next one's ordinal.
    private var count = 0

    /// Whether a record with the uuid, received now, repeats one of the window.
    ///
    /// The newest record of a uuid decides, since one that came again after an hour is in there
    /// twice.
    func contains(_ uuid: String, at now: Int64) -> Bool {
        guard !ring.isEmpty else { return false }
        let hash = Self.hash(uuid)
        var index = newest[Self.chain(hash)]
        while index >= 0 {
            if ring[index].hash == hash && ring[index].uuid == uuid {
                // A clock that was set back makes the difference negative: still within the hour.
                let age = now.subtractingReportingOverflow(ring[index].receivedAt).partialValue
                return age < Self.seconds
            }
            index = ring[index].next
        }
        return false
    }

    /// Adds a stored record; the oldest leaves a full window.
    ///
    /// The caller has looked for it before; this does not. Nil is a record without a uuid.
    mutating func insert(_ uuid: String?, at now: Int64) {
        // Before the first uuid there is nothing that could leave.
        if uuid == nil && ring.isEmpty { return }
        let index = count % Self.records
        count += 1
        if ring.count == Self.records { unchain(index) }
        var place = Place.anonymous
        if let uuid { place = chained(uuid, at: now, index) }
        if index == ring.count { ring.append(place) } else { ring[index] = place }
    }

    /// Makes a uuid the newest of its chain, and returns the content of its slot.
    private mutating func chained(_ uuid: String, at now: Int64, _ index: Int) -> Place {
        if newest.isEmpty { newest = [Int](repeating: -1, count: 2 * Self.records) }
        let hash = Self.hash(uuid)
        let chain = Self.chain(hash)
        defer { newest[chain] = index }
        return Place(uuid: uuid, receivedAt: now, hash: hash, next: newest[chain])
    }

    /// Removes the oldest record from its chain, of which it is the last.
    private mutating func unchain(_ oldest: Int) {
        guard !ring[oldest].isAnonymous else { return }
        let chain = Self.chain(ring[oldest].hash)
        var index = newest[chain]
        guard index != oldest else {
            newest[chain] = -1
            return
        }
        while ring[index].next != oldest { index = ring[index].next }
        ring[index].next = -1
    }

    /// Returns the chain of a hash by its 13 top bits: there are twice as many chains as slots.
    private static func chain(_ hash: UInt64) -> Int { Int(hash >> 51) }

    /// Hashes eight bytes at a time; the only requirement is that equal texts have equal hashes.
    private static func hash(_ uuid: String) -> UInt64 {
        var uuid = uuid
        return uuid.withUTF8 { utf8 in
            let bytes = UnsafeRawBufferPointer(utf8)
            var hash = UInt64(bytes.count)
            var offset = 0
            while offset + 8 <= bytes.count {
                mix(bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self), into: &hash)
                offset += 8
            }
            for byte in bytes[offset...] { mix(UInt64(byte), into: &hash) }
            return hash
        }
    }

    /// Multiplies by an odd constant and folds the upper bits down, so that every byte reaches the
    /// top.
    private static func mix(_ word: UInt64, into hash: inout UInt64) {
        hash = (hash ^ word) &* 0x9E37_79B9_7F4A_7C15
        hash ^= hash >> 29
    }
}
