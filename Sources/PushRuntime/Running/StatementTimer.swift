/// Reports how long a statement took if `.timer` is on.
struct StatementTimer {
    private unowned let session: Session
    private let state = State()

    private final class State {
        /// The time at which the statement began; nil if it is not timed.
        var began: Int64?
    }

    init(_ session: Session) { self.session = session }

    func start() {
        state.began =
            session.settings.showsTime ? session.edge.wallClock().milliseconds : nil
    }

    func stop(_ console: any Console) {
        // `.timer on` itself began before timing was switched on.
        guard session.settings.showsTime, let began = state.began else { return }
        console.err("time    \(session.edge.wallClock().milliseconds - began) ms")
    }
}
