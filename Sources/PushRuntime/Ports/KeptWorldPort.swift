import PushSimulation

/// What is kept as a whole: the world, its history, copies of it, and what guards them.
public protocol KeptWorldPort: AnyObject {
    /// The world as the store has it; nil in a fresh workspace.
    func loadWorld() throws(EdgeError) -> World?
    /// A private copy of the store, gone when it is released.
    func fork() throws(EdgeError) -> any Edge
    /// What the store remembers.
    var history: any History { get }
    /// The shelf that keeps copies of everything; nil where there are none.
    var copies: (any CopyShelf)? { get }
    /// What keeps the workspace against loss; nil where nothing does.
    var keeper: (any WorkspaceKeeper)? { get }
    /// Makes what is committed from now on survive a loss of power, or leaves that to the system.
    func surviveLossOfPower(_ isWanted: Bool)
}

extension KeptWorldPort {
    /// None: not every edge keeps copies.
    public var copies: (any CopyShelf)? { nil }

    /// None: not every edge has files.
    public var keeper: (any WorkspaceKeeper)? { nil }

    /// Does nothing: what is private is gone with the power anyway.
    public func surviveLossOfPower(_ isWanted: Bool) {}
}
