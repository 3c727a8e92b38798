import PushCommands
import PushModel
import PushSimulation
import PushText

/// The needs of every embedded service from the session that lets it answer over HTTP.
public protocol ServiceHost: AnyObject {
    /// The time at which a request that arrives now counts as received.
    var now: Tick { get }
    /// The newest statement of each copy that replaced the store, in their order: what happened
    /// after it has its numbers again.
    var restored: [Int64] { get }
    /// Reports lines, possibly with a short delay; text from outside is made visible here.
    func tell(_ lines: [String])
    /// Whether there are reported lines that nobody can see yet.
    var holdsLines: Bool { get }
    /// Passes on the reported lines.
    func handOn()
    /// A descriptor to which lines that were passed on are to go as soon as it takes them; negative
    /// if none wait.
    var unwritten: Int32 { get }
    /// Warns the person who runs the services.
    func warn(_ line: String)
}

/// The needs of the gateways from it.
public protocol GatewayHost: ServiceHost {
    /// Whether a gateway holds back its SETTINGS from clients that connect.
    func withholdsSettings(at gateway: GatewayAnswer.Gateway) -> Bool
    /// Lets pushes arrive that a gateway accepted, all in one transaction: when this returns, their
    /// effects are stored.
    ///
    /// `judge` names the pushes; it sees the world as other processes left it. The reports are in
    /// the order of the pushes.
    func arrive(
        _ judge: (World, any History) throws(Failure) -> [PushArrival]
    ) throws(Failure) -> [ArrivalReport]
    /// Keeps and reports what a gateway did that is about no app, such as handing out an access
    /// token.
    func note(_ fact: Fact)
}

/// The needs of the Ingest API from it.
public protocol IngestHost: ServiceHost {
    /// Whether the warehouse remembers every uuid instead of those of its documented window alone.
    var deduplicatesExactly: Bool { get }
    /// Returns the fault planted for each of the next requests to the Ingest API, and uses it up.
    func takeFaults(_ count: Int) -> [Stub.IngestFault?]
    /// Takes note of uploads that were stored, as the lines that report them: no statement has
    /// brought them.
    func noteStored(_ lines: [String])
}

/// The needs of the control port from it.
public protocol ControlHost: ServiceHost {
    /// Carries out a request of the control protocol: when this returns, its effects are stored.
    ///
    /// `visitors` are the ports that may be answered while the request waits; nil for none.
    func control(
        _ request: ControlRequest, attending visitors: (any OpenServices)?
    ) -> ControlAnswer
    /// The number of the newest statement in the journal, which its facts carry.
    var newestStatement: Int64 { get }
    /// The newest statement of each copy that replaced the store, in their order, whichever process
    /// restored it: what happened after it has its numbers again.
    var restored: [Int64] { get }
    /// The receiver of reported lines as they are printed; nil if there is none.
    var listener: (([String]) -> Void)? { get set }
}

/// The session while its services answer, with the needs of all of them.
public protocol ServingSession: GatewayHost, IngestHost, ControlHost {
    /// Reports the ports that listen, as a line of JSON.
    func announce(_ ports: JSON)
    /// Whether the devices' actions may contact other machines, and wait for them.
    var usesWire: Bool { get }
    /// The instant at which something happens by itself; nil if nothing will, or time stands still.
    var nextDue: Tick? { get }
    /// Lets everything happen that is due by the system's clock, and reports it.
    func passTime()
}

/// The effect on the world of a request that a gateway accepted: mostly a push to a device.
public struct PushArrival: Equatable, Sendable {
    /// The action to apply.
    public var action: Action
    /// The device's name; nil = it is for no single device.
    public var device: String?

    /// Makes the arrival of a push.
    public init(_ push: Push, on device: String) {
        action = .receive(push)
        self.device = device
    }

    /// Makes the arrival of a push for an app.
    public init(_ addressed: AddressedPush) {
        self.init(addressed.push, on: addressed.app.device)
    }

    /// Makes another action of a provider, which is not a push to a device.
    public init(_ action: Action) { self.action = action }

    /// Makes the change of a subscription to a topic, for an app whose registration was named.
    public init(_ change: TopicChange, of app: AppAddress) {
        var change = change
        change.bundleID = app.bundleID
        action = .topic(change)
        device = app.device
    }
}

extension PushArrival {
    /// The app of the push that arrives; nil if the push does not say, or it is not a push.
    var bundleID: String? {
        switch action {
        case .receive(let push), .broadcast(let push): push.bundleID
        default: nil
        }
    }
}

/// The effects of a push from a gateway.
public struct ArrivalReport: Equatable, Sendable {
    /// The message ID, which `why` takes; nil if the world refused the push.
    public var id: String?
    /// The effects, as lines.
    public var lines: [String]
    /// The reason why the world refused it; nil if it was accepted.
    public var refusal: Refusal?
    /// The broadcast channel that was created; nil for other actions.
    public var channel: String?
}

/// Services that answer over HTTP while a script continues.
public protocol OpenServices: AnyObject {
    /// Every port by its service's name, with the other details that clients need.
    var announcement: JSON { get }
    /// A file descriptor that can be read when a request has come; negative if there is none.
    var descriptor: Int32 { get }
    /// Answers requests that have come, or that come within so many milliseconds of real time.
    ///
    /// - Returns: whether a request came.
    func attend(milliseconds: Int64) -> Bool
    /// Closes the ports; clients that wait for an answer learn that the service is gone.
    func close()
}

/// The reason why serving ended.
public enum ServeEnd: Equatable, Sendable {
    /// ^C: the script continues.
    case interrupted
    /// SIGTERM or SIGHUP: the process is to end.
    case terminated(EndSignal)
}

/// A signal that asks a process to end.
public enum EndSignal: Int32, Sendable {
    case hangUp = 1
    case terminate = 15

    /// The name as manuals write it.
    public var name: String {
        switch self {
        case .hangUp: "SIGHUP"
        case .terminate: "SIGTERM"
        }
    }
}
