import Glibc
import Synchronization

/// Lines from other threads that wait to be printed above the prompt.
public final class Announcements: Sendable {
    /// The maximum number of waiting lines; the oldest make room.
    static let limit = 1000

    private let lines = Mutex<[String]>([])
    /// The queue owns the pipe: threads may still post after the editor has closed.
    let wakeUp: WakePipe

    /// Makes a queue that writes a byte to a pipe when a line arrives.
    init(wakeUp: WakePipe) {
        self.wakeUp = wakeUp
    }

    deinit {
        wakeUp.shut()
    }

    /// Adds a line; the editor prints it at once if it is waiting for a key, else before the next
    /// prompt.
    public func post(_ line: String) {
        lines.withLock { lines in
            if lines.count == Announcements.limit { lines.removeFirst() }
            lines.append(line)
        }
        var byte: UInt8 = 0
        _ = write(wakeUp.writeEnd, &byte, 1)
    }

    /// Takes all lines that wait.
    func take() -> [String] {
        lines.withLock { lines in
            defer { lines.removeAll() }
            return lines
        }
    }
}
