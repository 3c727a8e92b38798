/// The rights that a key has with Treasure Data's services.
public enum KeyRight: Equatable, Sendable {
    /// Everything.
    case all
    /// Reading tables and running queries that change nothing.
    case query
    /// Uploading records.
    case write
}

/// The keys that Treasure Data's services accept, and the rights of each.
public struct ServiceKeys: Equatable, Sendable {
    /// The keys that may do everything.
    public var full: WriteKey
    /// The keys that may only read.
    public var query: [String]
    /// The keys that may only upload.
    public var write: [String]

    /// Makes a set of keys; without any, every key of the right form may do everything.
    public init(full: WriteKey = .wellFormed, query: [String] = [], write: [String] = []) {
        self.full = full
        self.query = query
        self.write = write
    }

    /// Returns the rights of a key; nil if it is not one of these.
    public func right(of key: String) -> KeyRight? {
        if query.contains(key) { return .query }
        if write.contains(key) { return .write }
        return full.accepts(key) ? .all : nil
    }
}
