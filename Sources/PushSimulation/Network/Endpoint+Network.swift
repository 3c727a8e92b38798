import PushModel

extension Endpoint {
    /// Whether uploads leave the process.
    package func isOnTheWire(_ mode: Network.Mode) -> Bool {
        mode == .real && self.name != "embedded"
    }
}
