import PushModel
import PushPayload
import PushText

@testable import PushSimulation

/// A world under test, with what its last action did.
struct Stage {
    var world = World()
    var step = Step()

    /// Applies an action; its step replaces the last one.
    mutating func act(_ action: Action) throws {
        step = Step()
        try world.reduce(action, into: &step)
    }

    mutating func act(_ actions: [Action]) throws {
        for action in actions { try act(action) }
    }

    mutating func set(_ key: String, _ value: String) throws {
        try act(.app(.set(key: key, value: value)))
    }

    /// A push arrives, written as JSON.
    mutating func receive(
        _ text: String, id: String? = nil, type: String? = nil, priority: Int? = nil,
        collapse: String? = nil, timeToLive: Int? = nil
    ) throws {
        let bytes = Array(text.utf8)
        let push = Push(
            payload: try Payload(bytes: bytes), byteCount: bytes.count, pushType: type,
            priority: priority, collapseID: collapse, timeToLive: timeToLive, id: id)
        try act(.receive(push))
    }

    /// Lets virtual time pass.
    mutating func wait(seconds: Int64) throws {
        try act(.advance(to: world.surroundings.now.advanced(by: seconds * 1000)))
    }

    /// The lines of the last action, without the app's own coming and going.
    var lines: [String] {
        step.facts.map(\.line).filter { !$0.hasPrefix("app ") }
    }

    var center: [PushNotification] { Array(world.app?.center.waiting ?? []) }

    /// The types of the events that the last action tracked for notifications.
    var events: [Event.Kind] {
        step.changes.compactMap { change in
            guard case .event(let queued, _) = change, queued.event.kind != .tokenRegister
            else { return nil }
            return queued.event.kind
        }
    }

    /// The states that rows got, in order.
    var states: [NotificationRow.State] {
        step.changes.compactMap { change in
            switch change {
            case .notification(let row): row.state
            case .notificationState(_, let state, _): state
            default: nil
            }
        }
    }

    /// An app that was launched, may notify, and went to the background.
    static func background() throws -> Stage {
        var stage = Stage()
        try stage.act([.app(.launch), .app(.background)])
        return stage
    }
}

/// An alert with nothing but a title, and whatever is put beside it in `aps`.
func alert(_ members: String = "") -> String {
    #"{"aps":{"alert":{"title":"T"}\#(members)}}"#
}
