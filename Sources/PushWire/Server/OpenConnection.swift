/// A connection as the listener's table sees it, whichever protocol it speaks.
protocol OpenConnection: AnyObject {
    /// Whether no request is in progress.
    var isIdle: Bool { get }
    /// When it became idle, as a number of the table.
    var idleSince: UInt64 { get }
    /// Whether it has been sending a body for longer than others should wait.
    var isSlow: Bool { get }
    /// Makes room for another connection.
    func evict()
    /// Closes at once when idle, else after the answer.
    func drain()
}

extension OpenConnection {
    var isSlow: Bool { false }
}
