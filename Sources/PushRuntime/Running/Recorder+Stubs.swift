import PushSimulation

extension Recorder {
    /// Adds statements that repeat what another process did to the stubs.
    ///
    /// Nobody typed them in this session, but the outcome of the next push depends on the stubs.
    mutating func follow(_ stubs: [Stub], from known: [Stub]) {
        let (now, before) = (stubs.map(Self.statement), known.map(Self.statement))
        guard now != before else { return }
        let isLonger = now.starts(with: before)
        let changes = isLonger ? Array(now.dropFirst(before.count)) : ["stub clear"] + now
        parts.append(Part(changes.map { $0 + "\n" }.joined()))
        lastCommand = .missing
    }

    /// The statement that plants a stub for the requests that it still answers.
    private static func statement(of stub: Stub) -> String {
        let words = stub.text.split(separator: " ").filter { !$0.hasPrefix("times=") }
        let times = stub.timesLeft.map { ["times=\($0)"] } ?? []
        return (["stub"] + words.map { String($0).asWord } + times)
            .joined(separator: " ")
    }
}
