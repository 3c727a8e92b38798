import PushModel

/// One event at one place on a push's way.
public struct TraceMark: Equatable, Sendable {
    /// The places that a push passes, from the sender to the warehouse.
    public enum Lane: String, CaseIterable, Sendable {
        case sender, gateway, device
        case serviceExtension = "extension"
        case app, queue, upload, warehouse
    }

    /// The moments that the funnel counts or that end a push's way.
    public enum Moment: String, Sendable {
        case sent, accepted, shown, opened, linked
        /// Something was refused, dropped or failed.
        case stopped
        case other
    }

    /// The place.
    public var lane: Lane
    /// The moment.
    public var moment: Moment
    /// The line that people read.
    public var line: String
    /// The ID of the rule behind it; empty if there is none.
    public var rule: String
    /// The push's number in the history of arrivals; nil if it is not about a push.
    public var notification: Int64?
    /// The world's clock, in milliseconds since 1970.
    public var at: Int64

    /// Makes a mark.
    public init(
        lane: Lane, moment: Moment, line: String, rule: String, notification: Int64?, at: Int64
    ) {
        self.lane = lane
        self.moment = moment
        self.line = line
        self.rule = rule
        self.notification = notification
        self.at = at
    }
}

extension Fact.Verb {
    /// The place at which a fact with this verb happens.
    var lane: TraceMark.Lane {
        switch self {
        case .added: .sender
        case .stored, .held, .sent: .gateway
        // `refused` is the user's answer to the prompt; a gateway's refusal is a failure.
        case .shown, .not, .badge, .sound, .removed, .device, .asked, .granted, .refused, .woke,
            .dropped, .note, .warning, .clock, .config, .stub, .kept, .live:
            .device
        case .ran, .image: .serviceExtension
        case .app, .called, .link, .login, .logout, .opened, .read, .screen, .token, .failed: .app
        case .queued, .tracked: .queue
        case .upload, .retry, .poison: .upload
        case .answer: .warehouse
        }
    }
}

extension Fact {
    /// The moment that the funnel counts.
    var moment: TraceMark.Moment {
        switch verb {
        case .shown: .shown
        case .opened: .opened
        case .screen: .linked
        case .refused, .not, .dropped, .failed, .poison: .stopped
        default: .other
        }
    }
}
