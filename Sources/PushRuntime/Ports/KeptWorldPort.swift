import PushModel
import PushSimulation
import PushText

/// The world as a whole with its history and copies, and the tools that guard them.
public protocol KeptWorldPort: AnyObject {
    /// The world as the store has it; nil in a fresh workspace.
    func loadWorld() throws(Failure) -> World?
    /// Whether documents of the loaded world were lost, so that all of them must be written.
    var isMended: Bool { get }
    /// Makes a private copy of the store, which disappears when it is released.
    func fork() throws(Failure) -> any Edge
    /// The stored history.
    var history: any History { get }
    /// The shelf that keeps copies of everything; nil if there are none.
    var copies: (any CopyShelf)? { get }
    /// The tool for backups and repairs; nil if there is none.
    var keeper: (any WorkspaceKeeper)? { get }
    /// Takes the source of the documents for SQL: a private store gets none from commands, and its
    /// views of devices and apps read nothing else.
    func showWorld(_ documents: @escaping () -> [(key: DocumentKey, body: JSON)])
    /// Makes later commits survive a loss of power, or leaves that to the system.
    func surviveLossOfPower(_ isWanted: Bool)
}

extension KeptWorldPort {
    /// Nothing is lost in memory.
    public var isMended: Bool { false }

    /// None: not every edge keeps copies.
    public var copies: (any CopyShelf)? { nil }

    /// None: not every edge has files.
    public var keeper: (any WorkspaceKeeper)? { nil }

    /// Does nothing: not every edge answers SQL.
    public func showWorld(_ documents: @escaping () -> [(key: DocumentKey, body: JSON)]) {}

    /// Does nothing: a private store is lost with the power anyway.
    public func surviveLossOfPower(_ isWanted: Bool) {}
}
