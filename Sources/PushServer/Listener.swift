import HummingbirdCore
import PushServices

/// Lets the embedded services answer on a port.
public struct Listener {
    /// The service's answer to a request.
    public var answer: @Sendable (ServiceRequest) async -> ServiceResponse
}
