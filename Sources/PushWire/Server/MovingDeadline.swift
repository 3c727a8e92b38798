import NIOCore

/// The time limit of a connection, which each of its requests moves several times.
///
/// NIO takes a timer back by searching all timers of the loop, and every open connection has one.
/// So a timer that fires too early stays, and waits for the rest of the time when it fires.
final class MovingDeadline<Owner: AnyObject> {
    private weak var owner: Owner?
    private let loop: any EventLoop
    /// The end of the time, and what happens then; nil if there is no limit at present.
    private var due: (end: NIODeadline, action: (Owner) -> Void)?
    /// The running timer, and the time at which it fires.
    private var timer: (task: Scheduled<Void>, end: NIODeadline)?

    /// Makes a limit that is not set yet, for use on the owner's loop alone.
    init(of owner: Owner, on loop: any EventLoop) {
        self.owner = owner
        self.loop = loop
    }

    /// Sets what happens after a time, in place of anything set before.
    func set(_ time: TimeAmount, _ action: @escaping (Owner) -> Void) {
        let end = loop.now + time
        due = (end, action)
        if let timer {
            guard end < timer.end else { return }
            timer.task.cancel()
        }
        start(end)
    }

    /// Takes back what was set; the timer may stay.
    func clear() { due = nil }

    /// Ends the timer, since the connection has closed.
    func end() {
        due = nil
        timer?.task.cancel()
        timer = nil
    }

    private func start(_ end: NIODeadline) {
        let task = loop.assumeIsolated().scheduleTask(deadline: end) { [weak self] () -> Void in
            self?.fire()
        }
        timer = (task, end)
    }

    private func fire() {
        timer = nil
        guard let due, let owner else { return }
        guard due.end <= loop.now else { return start(due.end) }
        self.due = nil
        due.action(owner)
    }
}
