import PushRuntime
import PushWire
import Synchronization

/// Passes the lines that a server prints to their reader, after a short delay.
///
/// A line for each push costs a system call, and wakes the reader while the sender waits for its
/// answer; so lines that are close in time go out together.
final class ToldLines {
    /// Whether it is time to pass the waiting lines on.
    private final class Bell: Sendable {
        let rings = Atomic(false)
    }

    private let host: any ServiceHost
    private let listener: Listener
    private let bell = Bell()
    private var isWaiting = false

    /// The milliseconds that a line waits for others: too short for a person to notice.
    private static let patience: Int64 = 20

    init(_ host: any ServiceHost, _ listener: Listener) {
        self.host = host
        self.listener = listener
    }

    /// Holds the lines so far for the next ones, and makes sure that they are passed on.
    func gather() {
        guard host.holdsLines, !isWaiting else { return }
        isWaiting = true
        let bell = bell
        listener.wakeOwner(afterMilliseconds: Self.patience) {
            bell.rings.store(true, ordering: .releasing)
        }
    }

    /// Passes on the waiting lines once their time has come.
    func handOnWhenDue() {
        guard bell.rings.exchange(false, ordering: .acquiringAndReleasing) else { return }
        isWaiting = false
        host.handOn()
    }
}
