/// Measures how long a test takes in real time.
struct Stopwatch {
    private let session: Session
    private let began: Int64
    private let start: Int64
    private let seed: UInt64

    /// Starts to measure.
    init(_ session: Session) {
        self.session = session
        seed = session.world.surroundings.random.state
        began = session.edge.wallClock().milliseconds
        start = session.edge.stopwatch()
    }

    /// Notes in a result when it began, from which seed, and how long it took.
    func stop(_ result: inout TestResult) {
        result.began = began
        result.seed = seed
        result.duration = max(0, session.edge.stopwatch() - start)
    }
}
