import PushSimulation

/// One link of the chain from a provider's push to a row of the warehouse.
public struct ChainLink: Equatable, Sendable {
    /// The links, in the order a push takes them.
    public enum Stage: String, CaseIterable, Sendable {
        case permission
        case deviceToken = "device token"
        case registrationToken = "registration token"
        case gateway
        case device = "device state"
        case display
        case serviceExtension = "service extension"
        case tap, link, event, queue, upload, warehouse
    }

    /// The state of a link.
    ///
    /// The push or its event goes on after `ok`, `quiet` and `notNeeded`.
    public enum Status: String, CaseIterable, Sendable {
        case ok, broken
        /// The notification came, but not as its sender or its user expects.
        case quiet
        /// Nothing has come so far, or not yet.
        case notReached = "not reached"
        /// The push or event in question does not use this link.
        case notNeeded = "not needed"

        /// The first word of its line.
        public var word: String {
            switch self {
            case .ok: "ok"
            case .broken: "broken"
            case .quiet: "quiet"
            case .notReached: "pending"
            case .notNeeded: "skipped"
            }
        }
    }

    /// The stage that it describes.
    public var stage: Stage
    /// The state of the link.
    public var status: Status
    /// The finding, without a full stop.
    public var found: String
    /// The start of the finding that an answer says in words of its own; empty if it says none.
    var opening = ""
    /// The reason alone, as it follows `no image:`; nil = the finding already says it.
    public var reason: String?
    /// The rule behind it.
    public var basis: Basis
    /// The reason why it does not hold: set whenever it is broken or quiet, and if somebody has to
    /// act before the push continues.
    public var cause: Cause?
    /// The remedy: a command, or a change in the app, in Firebase or in Treasure Data.
    public var cure: String?
    /// The words that its fault is gone by now, which leaves the push to be sent again; nil if the
    /// fault is still there, or if only the present state of the world can tell.
    var mended: String?

    /// Makes a link.
    public init(
        _ stage: Stage, _ status: Status, _ found: String, _ basis: Basis, cause: Cause? = nil,
        cure: String? = nil, reason: String? = nil
    ) {
        self.stage = stage
        self.status = status
        self.found = found
        self.basis = basis
        self.cause = cause
        self.cure = cure
        self.reason = reason
    }

    /// Whether something is at fault, as opposed to a link that only waits.
    var isTrouble: Bool { status == .broken || status == .quiet }

    /// Whether somebody has to act before the push or its event continues on its way.
    var isWaiting: Bool { status == .notReached && cause != nil }
}
