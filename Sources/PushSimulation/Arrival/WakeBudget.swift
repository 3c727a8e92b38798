import PushModel

/// A device's budget for waking apps for background pushes.
///
/// Apple states that the budget belongs to the device and is reset every 24 h (A-TROUB), but gives
/// no figure; 48 is twice an hour round the clock, the lower of the rates that Apple names.
public struct WakeBudget: Equatable, Sendable {
    /// The start of the 24 hours; nil before the first push.
    public var start: Tick?
    /// The number of pushes let through since then.
    public var used = 0

    /// The most pushes let through in 24 hours.
    public static let limit = 48
    static let day: Int64 = 86_400_000

    /// Makes an untouched budget.
    public init() {}

    /// The time at which the next push may pass; one in the past means that it may pass now.
    var reopens: Tick {
        guard let start, used >= Self.limit else { return Tick(milliseconds: .min) }
        return start.advanced(by: Self.day)
    }

    mutating func charge(at now: Tick) {
        if let start, now < start.advanced(by: Self.day), now >= start {
            used += 1
        } else {
            start = now
            used = 1
        }
    }
}

/// An app's background pushes: at most one is held, and few are let through (A-BG).
public struct BackgroundBudget: Equatable, Sendable {
    /// The newest push that iOS holds back.
    public var held: Push?
    /// The sequence of the held push.
    public var heldSequence: Int64 = 0
    /// The progress of the held push's notification, so that a late callback tracks its delivery.
    public var heldDelivery = HeldDelivery.unseen
    /// The times at which the last pushes were let through, at most three.
    public var recent: [Tick] = []

    /// The steps from a notification to its `delivery`.
    public enum HeldDelivery: String, Sendable {
        case unseen, shown, tracked
    }

    /// The most pushes let through in an hour, the higher of the rates that Apple names (A-BG).
    public static let limit = 3
    static let hour: Int64 = 3_600_000

    /// Makes an untouched budget.
    public init() {}

    /// Removes the held push and returns it.
    mutating func release() -> (push: Push, sequence: Int64)? {
        guard let push = held else { return nil }
        defer {
            held = nil
            heldSequence = 0
            heldDelivery = .unseen
        }
        return (push, heldSequence)
    }

    /// The time at which the next push may pass; one in the past means that it may pass now.
    var reopens: Tick {
        guard recent.count >= Self.limit else { return Tick(milliseconds: .min) }
        return recent[recent.count - Self.limit].advanced(by: Self.hour)
    }

    mutating func charge(at now: Tick) {
        recent.append(now)
        if recent.count > Self.limit { recent.removeFirst(recent.count - Self.limit) }
    }
}
