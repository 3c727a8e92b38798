import PushCommands
import PushModel
import PushSimulation
import PushText

/// What every embedded service asks of the session that lets it answer over HTTP.
public protocol ServiceHost: AnyObject {
    /// The time of what arrives now.
    var now: Tick { get }
    /// Tells what happened, before long; text from outside is made visible here.
    func tell(_ lines: [String])
    /// Whether lines were told that nobody can see yet.
    var holdsLines: Bool { get }
    /// Hands on what was told.
    func handOn()
    /// Warns the person who serves.
    func warn(_ line: String)
}

/// What the gateways ask of it.
public protocol GatewayHost: ServiceHost {
    /// Whether APNs keeps its SETTINGS from those who connect.
    var withholdsSettings: Bool { get }
    /// Lets pushes arrive that a gateway took, all in one transaction: when this returns, what
    /// they did is stored.
    ///
    /// `judge` names the pushes; it is shown the world as other processes left it. What each push
    /// did comes back in their order.
    func arrive(
        _ judge: (World, any History) throws(EdgeError) -> [PushArrival]
    ) throws(EdgeError) -> [ArrivalReport]
    /// Makes or ends subscriptions to topics, all in one transaction.
    func subscribe(_ changes: [TopicChange]) throws(EdgeError)
}

/// What the Ingest API asks of it.
public protocol IngestHost: ServiceHost {
    /// Whether the warehouse remembers every uuid, and not only those of its documented window.
    var deduplicatesExactly: Bool { get }
    /// The fault that is planted for the next request to the Ingest API, which uses it up.
    func takeFault() -> Stub.IngestFault?
}

/// What the control port asks of it.
public protocol ControlHost: ServiceHost {
    /// Carries out a request of the control protocol: when this returns, what it did is stored.
    func control(_ request: ControlRequest) -> ControlAnswer
    /// The number of the newest statement in the journal, which its facts bear.
    var newestStatement: Int64 { get }
    /// Gets the lines that are told, as they are printed; nil where nobody else wants them.
    var listener: (([String]) -> Void)? { get set }
}

/// The session while its services answer: what they ask, all together.
public protocol ServingSession: GatewayHost, IngestHost, ControlHost {
    /// Whether what the devices do may ask other machines, and wait for them.
    var usesWire: Bool { get }
}

/// What a request that a gateway took does in the world: mostly a push, for a device.
public struct PushArrival: Equatable, Sendable {
    /// What is done.
    public var action: Action
    /// The device's name; nil = it is for no device, or for many.
    public var device: String?

    /// Makes the arrival of a push.
    public init(_ push: Push, on device: String) {
        action = .receive(push)
        self.device = device
    }

    /// Makes something else that a provider does.
    public init(_ action: Action) { self.action = action }
}

extension PushArrival {
    /// The app of the push that arrives; nil where the push does not say, or is none.
    var bundleID: String? {
        switch action {
        case .receive(let push), .broadcast(let push): push.bundleID
        default: nil
        }
    }
}

/// What a push from a gateway did.
public struct ArrivalReport: Equatable, Sendable {
    /// The message ID, which `why` takes; nil where the world refused the push.
    public var id: String?
    /// What happened, as lines.
    public var lines: [String]
    /// Why the world refused it.
    public var refusal: Refusal?
    /// The channel that was made.
    public var channel: String?
}

/// Services that answer over HTTP while a script goes on.
public protocol OpenServices: AnyObject {
    /// Every port by its service's name, and what clients need beside it.
    var announcement: JSON { get }
    /// Answers what has come, or what comes within so many milliseconds of real time.
    ///
    /// - Returns: whether something came.
    func attend(milliseconds: Int64) -> Bool
    /// Closes the ports; who waits for an answer is told that the service is gone.
    func close()
}

/// Why serving ended.
public enum ServeEnd: Equatable, Sendable {
    /// ^C: the script goes on.
    case interrupted
    /// SIGTERM or SIGHUP: the process is to end.
    case terminated
}
