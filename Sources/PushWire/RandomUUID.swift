import Glibc
import PushText

/// Random uuids, version 4, in upper case as the SDK writes them.
public enum RandomUUID {
    /// Returns one from the system's random source.
    public static func make() -> String {
        var words: (UInt64, UInt64) = (0, 0)
        _ = getentropy(&words, 16)
        return UUIDText.version4(words.0, words.1, digits: Hex.upper)
    }

    /// A supply of random UUIDs: the system is asked for 16 at once.
    public struct Source {
        private var words: [UInt64] = []

        /// Makes an empty supply, which asks at the first need.
        public init() {}

        /// Returns the next one.
        public mutating func next() -> String {
            if words.isEmpty {
                words = [UInt64](repeating: 0, count: 32)
                _ = getentropy(&words, 256)
            }
            return UUIDText.version4(
                words.removeLast(), words.removeLast(), digits: Hex.upper)
        }
    }
}
