import PushModel

/// The state of `approx_distinct`.
///
/// It keeps the hash of every distinct value, up to 1,048,576 of them; beyond that only hashes that
/// end in more and more zero bits, which estimates the count within about 0.2 %.
final class DistinctAccumulator: SQLAccumulator {
    /// The number of hashes kept at most; a power of two, as is the number of slots.
    static let limit = 1 << 20

    /// At least twice as many as hashes, or searching a free one would not end.
    private var slots: [UInt64] = Array(repeating: 0, count: 64)
    /// The number of hashes in `slots`.
    private var count = 0
    /// The number of zero bits that a hash must end in to be kept.
    private var level: UInt64 = 0
    /// The hash 0 cannot be in `slots`, where it marks a free one.
    private var hasZero = false

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        guard let hash = ByteHash.hash(arguments[0]), hash & ((1 << level) - 1) == 0 else { return }
        guard hash != 0 else {
            hasZero = true
            return
        }
        insert(hash)
        if count * 2 > slots.count { grow() }
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {}

    func value(in context: SQLContext) -> Cell {
        .integer(Int64(count + (hasZero ? 1 : 0)) << Int64(level))
    }

    /// Puts a hash into the first free slot from its own on; zero marks a free slot.
    private func insert(_ hash: UInt64) {
        let mask = slots.count - 1
        var index = Int(truncatingIfNeeded: hash >> 32) & mask
        while slots[index] != 0 {
            if slots[index] == hash { return }
            index = (index + 1) & mask
        }
        slots[index] = hash
        count += 1
    }

    /// Doubles the slots, or at the limit raises the level, which drops about half of the hashes.
    private func grow() {
        let old = slots
        let isFull = count >= DistinctAccumulator.limit
        if isFull { level += 1 }
        slots = Array(repeating: 0, count: isFull ? old.count : old.count * 2)
        count = 0
        let mask: UInt64 = (1 << level) - 1
        for hash in old where hash != 0 && hash & mask == 0 { insert(hash) }
    }
}
