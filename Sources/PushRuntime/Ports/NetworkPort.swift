import PushCommands
import PushModel
import PushSimulation

/// The machines beyond this process: those that it contacts, and those that contact it.
public protocol NetworkPort: AnyObject {
    /// Carries out an effect of the world and returns its answer.
    func perform(_ effect: Effect, now: Tick) throws(Failure) -> Action
    /// The port through which `send` reaches Apple and Google; nil if the edge has none.
    var sending: (any SendPort)? { get }
    /// Lets the embedded services answer over HTTP until a signal ends it.
    func serve(_ options: ServeOptions, for host: any ServingSession) throws(Failure) -> ServeEnd
    /// Opens the ports of the embedded services while a script continues.
    func openServices(
        _ options: ServeOptions, for host: any ServingSession
    ) throws(Failure) -> any OpenServices
    /// Keeps other processes from sending the workspace's events until `releaseUploads`; false if
    /// one of them is sending now.
    func holdUploads() -> Bool
    /// Lets other processes send events again.
    func releaseUploads()
}

extension NetworkPort {
    /// Nil: not every edge reaches Apple and Google.
    public var sending: (any SendPort)? { nil }

    /// Refuses: not every edge has sockets.
    public func serve(
        _ options: ServeOptions, for host: any ServingSession
    ) throws(Failure) -> ServeEnd {
        throw .notSupported
    }

    /// Refuses: not every edge has sockets.
    public func openServices(
        _ options: ServeOptions, for host: any ServingSession
    ) throws(Failure) -> any OpenServices { throw .notSupported }

    /// Holds nothing: there is no other process.
    public func holdUploads() -> Bool { true }

    /// Does nothing, since nothing is held.
    public func releaseUploads() {}
}
