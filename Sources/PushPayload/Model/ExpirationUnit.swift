/// A number in `apns-expiration` that cannot be meant as a moment in Unix seconds.
///
/// APNs has no reason for either: a moment long past is one attempt, and one far ahead is the
/// longest time that it stores a push.
package enum ExpirationUnit: Equatable, Sendable {
    /// So small that it must be a span from now; in Unix seconds it lies before September 2001.
    case span
    /// So large that it must be in milliseconds; in Unix seconds it lies beyond the year 5000.
    case milliseconds

    /// Reads the header's number; nil for 0, which means one attempt, and for a plausible moment.
    package init?(_ value: Int64) {
        switch value {
        case 1..<1_000_000_000: self = .span
        case 100_000_000_001...: self = .milliseconds
        default: return nil
        }
    }

    /// The fault, as the predicate of a sentence about the header's value.
    package var fault: String {
        switch self {
        case .span: "is a moment long past: it takes Unix seconds, not a span from now"
        case .milliseconds: "is thousands of years ahead: it takes seconds, not milliseconds"
        }
    }

    /// The consequence, as a clause.
    package var consequence: String {
        switch self {
        case .span: "APNs tries once, and a device that it cannot reach never gets the push"
        case .milliseconds: "APNs stores it for the longest time, 30 days"
        }
    }

    /// The remedy.
    package var cure: String {
        switch self {
        case .span: "send the present Unix time plus the seconds"
        case .milliseconds: "divide it by 1000"
        }
    }
}
