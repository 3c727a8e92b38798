import PushModel
import PushSimulation
import PushText

/// One of several parts of a run that together are the whole (`--shard 2/5`).
///
/// A test belongs to a part by its title alone, so that it stays there when others come and go.
public struct Shard: Equatable, Sendable {
    /// The most parts of a run.
    public static let maximumCount = 10_000

    /// Which part it is, from 1.
    public let index: Int
    /// The number of parts.
    public let count: Int

    /// Makes a part; nil unless `index` is one of `count`.
    public init?(_ index: Int, of count: Int) {
        guard (1...Self.maximumCount).contains(count), (1...count).contains(index) else {
            return nil
        }
        self.index = index
        self.count = count
    }

    /// Reads `2/5`.
    ///
    /// Decimal digits around one slash; no sign and no blanks.
    public init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, let index = Int(digits: parts[0]),
            let count = Int(digits: parts[1])
        else { return nil }
        self.init(index, of: count)
    }

    /// The part as `2/5`.
    public var text: String { "\(index)/\(count)" }

    /// Whether a test of this title belongs to the part; the same on every machine.
    ///
    /// The title is hashed by FNV-1a, and the hash mixed once more, since its low bits are poor.
    public func holds(_ title: String) -> Bool {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in title.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        var mixed = SplitMix64(seed: hash)
        return Int(mixed.next() % UInt64(count)) == index - 1
    }
}
