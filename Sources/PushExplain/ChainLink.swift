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

    /// Whether it holds.
    public enum Status: String, CaseIterable, Sendable {
        case ok, broken
        /// The notification came, and not as its sender or its user expects.
        case quiet
        /// Nothing has come so far, or not yet.
        case notReached = "not reached"
        /// What was asked about does not pass here.
        case notNeeded = "not needed"

        /// The first word of its line.
        var word: String {
            switch self {
            case .ok: "ok"
            case .broken: "broken"
            case .quiet: "quiet"
            case .notReached: "pending"
            case .notNeeded: "skipped"
            }
        }
    }

    /// Which link it is.
    public var stage: Stage
    /// Whether it holds.
    public var status: Status
    /// What was found, without a full stop.
    public var found: String
    /// The reason alone, behind `no image:` and its like; nil = what was found says it.
    public var reason: String?
    /// The rule behind it.
    public var basis: Basis
    /// Why it does not hold: always where it is broken or quiet, and where somebody has to act
    /// before it goes on.
    public var cause: Cause?
    /// What mends it: a command, or what to change in the app, in Firebase or in Treasure Data.
    public var cure: String?

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

    /// Whether it is the fault of something, and does not merely wait.
    var isTrouble: Bool { status == .broken || status == .quiet }

    /// Whether somebody has to act before the push or its event goes on.
    var isWaiting: Bool { status == .notReached && cause != nil }
}
