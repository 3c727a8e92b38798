/// Measures how long a test takes in real time, if the edge provides it.
struct Stopwatch {
    private let session: Session
    private let start: RealTime?
    private let seed: UInt64

    /// Starts measuring.
    init(_ session: Session) {
        self.session = session
        seed = session.world.surroundings.random.state
        start = session.edge.realTime()
    }

    /// Notes in a result when it began, from which seed, and how long it took.
    func stop(_ result: inout TestResult) {
        result.seed = seed
        guard let start, let end = session.edge.realTime() else { return }
        result.began = start.date
        result.duration = max(0, end.stopwatch - start.stopwatch)
    }
}
