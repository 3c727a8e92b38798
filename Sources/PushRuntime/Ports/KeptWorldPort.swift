import PushSimulation

/// The world as a whole with its history and copies, and the tools that guard them.
public protocol KeptWorldPort: AnyObject {
    /// The world as the store has it; nil in a fresh workspace.
    func loadWorld() throws(Failure) -> World?
    /// Makes a private copy of the store, which disappears when it is released.
    func fork() throws(Failure) -> any Edge
    /// The stored history.
    var history: any History { get }
    /// The shelf that keeps copies of everything; nil if there are none.
    var copies: (any CopyShelf)? { get }
    /// The tool for backups and repairs; nil if there is none.
    var keeper: (any WorkspaceKeeper)? { get }
    /// Makes later commits survive a loss of power, or leaves that to the system.
    func surviveLossOfPower(_ isWanted: Bool)
}

extension KeptWorldPort {
    /// None: not every edge keeps copies.
    public var copies: (any CopyShelf)? { nil }

    /// None: not every edge has files.
    public var keeper: (any WorkspaceKeeper)? { nil }

    /// Does nothing: a private store is lost with the power anyway.
    public func surviveLossOfPower(_ isWanted: Bool) {}
}
