import Synchronization

/// A body without an end, which its service sends piece by piece while the client stays.
///
/// The service's thread sends, the connection's thread receives; either side may end it. Pieces
/// sent before a connection receives them wait.
public final class ServiceFeed: Sendable, Equatable {
    private struct State {
        var deliver: (@Sendable ([UInt8]?) -> Void)?
        var waiting: [UInt8] = []
        var isOpen = true
    }

    private let state = Mutex(State())

    /// Makes a feed that nobody receives yet.
    public init() {}

    /// Whether neither side has ended it.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Sends a piece; does nothing if the client is gone.
    public func send(_ bytes: [UInt8]) {
        let deliver = state.withLock { state -> (@Sendable ([UInt8]?) -> Void)? in
            guard state.isOpen else { return nil }
            if state.deliver == nil { state.waiting += bytes }
            return state.deliver
        }
        deliver?(bytes)
    }

    /// Receives the pieces from now on, waiting ones first; nil is the end.
    public func take(_ deliver: @escaping @Sendable ([UInt8]?) -> Void) {
        let (waiting, isOpen) = state.withLock { state in
            state.deliver = deliver
            defer { state.waiting = [] }
            return (state.waiting, state.isOpen)
        }
        if !waiting.isEmpty { deliver(waiting) }
        if !isOpen { deliver(nil) }
    }

    /// Ends it.
    public func end() {
        let deliver = state.withLock { state -> (@Sendable ([UInt8]?) -> Void)? in
            guard state.isOpen else { return nil }
            state.isOpen = false
            defer { state.deliver = nil }
            return state.deliver
        }
        deliver?(nil)
    }

    /// Feeds are equal if they are the same object.
    public static func == (left: ServiceFeed, right: ServiceFeed) -> Bool { left === right }
}
