import AsyncHTTPClient
import NIOPosix

/// Speaks HTTP to the services of a real network.
public final class WireClient {
    private let client: HTTPClient

    /// Makes a client; its threads start with the first request.
    public init() {
        client = HTTPClient(eventLoopGroup: MultiThreadedEventLoopGroup.singleton)
    }

    deinit { try? client.syncShutdown() }
}
