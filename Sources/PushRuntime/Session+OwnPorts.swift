import PushModel
import PushSimulation
import PushText

/// Requests to a port that this very process serves, which only answers while the script waits.
extension Session {
    /// Refuses to connect to a port of this process: nobody would answer.
    func checkNotOwn(_ place: String?) throws(Failure) {
        guard let place, let port = ownPort(place) else { return }
        throw Failure(.notSupported, Self.ownPortFault(port), hint: Self.ownPortHint)
    }

    /// Returns the same for an upload; nil if it goes elsewhere.
    func refusal(ofOwn place: String) -> Refusal? {
        ownPort(place).map {
            Refusal(.uploadFailed, Self.ownPortFault($0), hint: Self.ownPortHint)
        }
    }

    private static func ownPortFault(_ port: Int) -> String {
        "this process serves port \(port), and it only answers while the script waits"
    }

    private static let ownPortHint =
        "the simulated network needs no port; or run `serve` in another process"

    /// The port on which this process serves, as the line of JSON names it: `fcm`; nil if it does
    /// not.
    func servedPort(_ name: String) -> Int? {
        memory.services?.services.announcement[name]?.intValue
    }

    /// Returns the port that a URL, or a host with a port, names if this process serves it.
    private func ownPort(_ place: String) -> Int? {
        guard let services = memory.services?.services,
            case .object(let members) = services.announcement
        else { return nil }
        var rest = place[...]
        if let scheme = rest.firstRange(of: "://") { rest = rest[scheme.upperBound...] }
        rest = rest.prefix { $0 != "/" && $0 != "?" }
        guard let colon = rest.lastIndex(of: ":"),
            Loopback.hosts.contains(rest[..<colon].lowercased()),
            let port = Int(digits: rest[rest.index(after: colon)...])
        else { return nil }
        return members.contains { $0.value.intValue == port } ? port : nil
    }
}
