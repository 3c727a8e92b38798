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
        /// The bytes that were sent and have not left.
        var onTheWay = 0
    }

    private let state = Mutex(State())
    private let room: Int
    private let whenRoom: @Sendable () -> Void

    /// Makes a feed that nobody receives yet.
    ///
    /// - Parameters:
    ///   - room: the bytes on the way beyond which a service that has much to send should wait.
    ///   - whenRoom: called by the connection's thread once there is room again.
    public init(room: Int = .max, whenRoom: @escaping @Sendable () -> Void = {}) {
        self.room = room
        self.whenRoom = whenRoom
    }

    /// Whether neither side has ended it.
    public var isOpen: Bool { state.withLock { $0.isOpen } }

    /// Whether the client has taken most of what was sent.
    public var hasRoom: Bool { state.withLock { $0.onTheWay < room } }

    /// Sends a piece; does nothing if the client is gone.
    public func send(_ bytes: [UInt8]) {
        let deliver = state.withLock { state -> (@Sendable ([UInt8]?) -> Void)? in
            guard state.isOpen else { return nil }
            state.onTheWay += bytes.count
            if state.deliver == nil { state.waiting += bytes }
            return state.deliver
        }
        deliver?(bytes)
    }

    /// Notes that bytes have left for the client.
    public func leave(_ count: Int) {
        let hasRoomAgain = state.withLock { state in
            let wasFull = state.onTheWay >= room
            state.onTheWay -= count
            return wasFull && state.onTheWay < room
        }
        if hasRoomAgain { whenRoom() }
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
