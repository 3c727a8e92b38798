import PushModel

extension Endpoint {
    /// Whether uploads leave the process.
    func isOnTheWire(_ mode: Network.Mode) -> Bool { mode == .real && self.name != "embedded" }
}
