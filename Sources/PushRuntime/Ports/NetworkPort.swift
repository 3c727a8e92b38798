import PushCommands
import PushModel
import PushSimulation

/// The machines beyond this process: those that it asks, and those that ask it.
public protocol NetworkPort: AnyObject {
    /// Answers an effect of the world.
    func perform(_ effect: Effect, now: Tick) throws(EdgeError) -> Action
    /// The outside of `send`; nil where there is none.
    var sending: (any SendPort)? { get }
    /// Lets the embedded services answer over HTTP, until someone ends it.
    func serve(_ options: ServeOptions, for host: any ServingSession) throws(EdgeError) -> ServeEnd
    /// Opens the ports of the embedded services while a script goes on.
    func openServices(
        _ options: ServeOptions, for host: any ServingSession
    ) throws(EdgeError) -> any OpenServices
    /// Keeps other processes from sending the workspace's events until `releaseUploads`; false
    /// when one of them does so now.
    func holdUploads() -> Bool
    /// Lets other processes send events again.
    func releaseUploads()
}

extension NetworkPort {
    /// None: not every edge reaches Apple and Google.
    public var sending: (any SendPort)? { nil }

    /// Refuses: not every edge has sockets.
    public func serve(
        _ options: ServeOptions, for host: any ServingSession
    ) throws(EdgeError) -> ServeEnd {
        throw .notSupported
    }

    /// Refuses: not every edge has sockets.
    public func openServices(
        _ options: ServeOptions, for host: any ServingSession
    ) throws(EdgeError) -> any OpenServices { throw .notSupported }

    /// Holds nothing: no other process is there.
    public func holdUploads() -> Bool { true }

    /// Holds nothing, and so has nothing to let go.
    public func releaseUploads() {}
}
