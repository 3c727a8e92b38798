import PushRuntime
import PushWire
import Synchronization

/// Passes the lines that a server prints on to whoever reads them, after a short delay.
///
/// A line for each push costs a system call, and wakes the reader while the sender waits for its
/// answer; so the lines of a moment go out together.
final class ToldLines {
    /// Whether it is time to pass the waiting lines on.
    private final class Bell: Sendable {
        let rings = Atomic(false)
    }

    private let host: any ServiceHost
    private let listener: Listener
    private let bell = Bell()
    private var isWaiting = false

    /// Milliseconds that a line waits for others: less than a person sees.
    private static let patience: Int64 = 20

    init(_ host: any ServiceHost, _ listener: Listener) {
        self.host = host
        self.listener = listener
    }

    /// Lets the lines so far wait for the next ones, and makes sure that somebody passes them on.
    func gather() {
        guard host.holdsLines, !isWaiting else { return }
        isWaiting = true
        let bell = bell
        listener.wakeOwner(afterMilliseconds: Self.patience) {
            bell.rings.store(true, ordering: .releasing)
        }
    }

    /// Hands on what was told, once its time has come.
    func handOnWhenDue() {
        guard bell.rings.exchange(false, ordering: .acquiringAndReleasing) else { return }
        isWaiting = false
        host.handOn()
    }
}
