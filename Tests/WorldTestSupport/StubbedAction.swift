import PushSimulation

extension Action {
    /// A stub as the command `stub` reads it; one that it refuses clears them all.
    package static func stub(_ text: String) -> Action {
        let words = text.split(separator: " ").map(String.init)
        guard let stub = try? StubText.read(words) else { return .clearStubs }
        return .stub(Stub(kind: stub.kind, timesLeft: stub.times, words: words))
    }
}

extension Stub {
    /// A stub whose words have no blanks.
    package init(kind: Kind, timesLeft: Int?, text: String) {
        self.init(
            kind: kind, timesLeft: timesLeft, words: text.split(separator: " ").map(String.init))
    }
}
