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
        /// Nothing has come so far, or not yet.
        case notReached = "not reached"
        /// What was asked about does not pass here.
        case notNeeded = "not needed"

        /// The first word of its line.
        var word: String {
            switch self {
            case .ok: "ok"
            case .broken: "broken"
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
    /// The rule behind it.
    public var basis: Basis
    /// Why it is broken; nil unless it is.
    public var cause: Cause?
    /// What mends it: a command, or what to change in the app, in Firebase or in Treasure Data.
    public var cure: String?

    /// Makes a link.
    public init(
        _ stage: Stage, _ status: Status, _ found: String, _ basis: Basis, cause: Cause? = nil,
        cure: String? = nil
    ) {
        self.stage = stage
        self.status = status
        self.found = found
        self.basis = basis
        self.cause = cause
        self.cure = cure
    }
}
