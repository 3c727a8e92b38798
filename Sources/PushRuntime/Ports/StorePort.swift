import PushModel
import PushText

/// The store of the world and its rows, with one transaction per command.
///
/// The program uses a directory, or a private store if none was named.
public protocol StorePort: AnyObject {
    /// Whether commands outlive the process.
    var isDurable: Bool { get }
    /// Whether another process wrote since the last transaction; never blocks.
    func hasNews() -> Bool
    /// Starts the transaction of a command; true if another process wrote since the last one.
    func begin() throws(Failure) -> Bool
    /// Writes rows.
    func apply(_ changes: [Change]) throws(Failure)
    /// Writes a document, given as the UTF-8 of its JSON, which is valid during the call only.
    func save(_ key: DocumentKey, _ body: UnsafeBufferPointer<UInt8>) throws(Failure)
    /// Writes a statement into the journal.
    func journal(at: Tick, device: String, text: String, status: Int) throws(Failure)
    /// Ends the transaction; its writes survive a crash.
    func commit() throws(Failure)
    /// Discards the transaction.
    func rollback()
}

extension StorePort {
    /// False: nobody else writes.
    public func hasNews() -> Bool { false }

    /// Writes a document.
    func save(_ key: DocumentKey, _ body: JSON) throws(Failure) {
        try body.withText { text throws(Failure) in try save(key, text) }
    }
}

/// A command as it was typed.
public struct JournalEntry: Equatable, Sendable {
    /// The world's clock when the command began.
    public var at: Tick
    /// The device that was current.
    public var device: String
    /// The statement as it was typed; empty if the runtime keeps no texts.
    public var text: String
    /// 0 for success, 1 for a failure that left a trace.
    public var status: Int
    /// Its place in the journal.
    public var sequence: Int64

    /// Makes an entry.
    public init(at: Tick, device: String, text: String, status: Int, sequence: Int64 = 0) {
        self.at = at
        self.device = device
        self.text = text
        self.status = status
        self.sequence = sequence
    }
}
