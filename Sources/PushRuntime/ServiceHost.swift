import PushSimulation

/// What the embedded services ask of the session that lets them answer over HTTP.
public protocol ServiceHost: AnyObject {
    /// The time of what arrives now.
    var now: Tick { get }
    /// Whether the warehouse remembers every uuid, and not only those of its documented window.
    var deduplicatesExactly: Bool { get }
    /// The fault that is planted for the next request to the Ingest API, which uses it up.
    func takeFault() -> Stub.IngestFault?
    /// Tells what happened, at once; text from outside is made visible here.
    func tell(_ lines: [String])
    /// Warns the person who serves.
    func warn(_ line: String)
}

/// Why serving ended.
public enum ServeEnd: Equatable, Sendable {
    /// ^C: the script goes on.
    case interrupted
    /// SIGTERM or SIGHUP: the process is to end.
    case terminated
}
