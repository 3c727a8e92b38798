import PushModel
import PushRuntime
import PushWire

/// Lets happen what falls due by itself while a server waits for requests: a client that follows
/// the facts may wait for nothing else.
final class PassingTime {
    private let host: any ServingSession
    private let listener: Listener
    /// The instant for which the owner is to be woken, and the uptime then; nil = none.
    private var wake: (due: Tick, uptime: Tick)?

    /// The milliseconds until another try, if what was due could not happen.
    private static let pause: Int64 = 100
    /// The longest sleep in milliseconds: an hour.
    private static let longest: Int64 = 3_600_000

    init(_ host: any ServingSession, _ listener: Listener) {
        self.host = host
        self.listener = listener
    }

    /// Lets everything happen that is due by the system's clock.
    func pass() {
        if let wake, wake.uptime <= SystemClock.uptime() { self.wake = nil }
        host.passTime()
    }

    /// Makes sure that the owner is woken when the next occurrence falls due.
    func planNext() {
        guard let due = host.nextDue, wake.map({ due < $0.due }) ?? true else { return }
        let now = SystemClock.now()
        let left = due > now ? min(due.milliseconds - now.milliseconds, Self.longest) : Self.pause
        wake = (now.advanced(by: left), SystemClock.uptime().advanced(by: left))
        listener.wakeOwner(afterMilliseconds: left) {}
    }
}
