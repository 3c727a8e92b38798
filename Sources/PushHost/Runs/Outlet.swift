import Glibc
import PushRuntime
import PushStore
import PushTerminal
import PushText

/// A signal that asks the process to end, and so ends its wait for the reader of the output.
struct Interruption {
    /// A descriptor that becomes readable when the signal comes; negative if there is none.
    let descriptor: Int32
    /// Whether the signal has come.
    let hasCome: () -> Bool

    init(descriptor: Int32, hasCome: @escaping () -> Bool) {
        self.descriptor = descriptor
        self.hasCome = hasCome
    }

    /// Ends it when ^C is pressed, or another signal that the flag catches has come.
    init(_ interrupt: InterruptFlag) {
        self.init(descriptor: interrupt.descriptor, hasCome: interrupt.check)
    }
}

/// A descriptor for output, whose reader may be slow or may not read at all.
///
/// A pipe, a socket or a terminal that is full blocks a process that writes to it. Others share
/// it, so its mode stays as it is: nothing is written before `poll` says that there is room, and
/// then only as much as fits for certain.
final class Outlet {
    let descriptor: Int32
    /// Whether it can be full: a file never is, nor a device without a reader, such as
    /// `/dev/null`.
    private let canBeFull: Bool
    /// The bytes to be written next, of which the first `written` are written.
    private var waiting: [UInt8] = []
    private var written = 0
    /// The lines that were left out since the last line in `waiting`.
    private var leftOut = 0
    /// Whether the line that says how many were left out is JSON, as they are.
    var countsInJSON = false
    /// Whether the last byte written is not the end of a line.
    private var isMidLine = false
    /// Whether a wait that a signal made short was in vain.
    private var hasGivenUp = false

    /// The most bytes of lines that wait for a reader.
    static let bound = 256 << 10
    /// PIPE_BUF: a pipe that has room has room for as many bytes.
    private static let portion = 4096
    /// The milliseconds for which a reader may take nothing once the process is to end.
    private static let lastWait: Int64 = 500

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        switch status.st_mode & S_IFMT {
        case S_IFREG: canBeFull = false
        case S_IFCHR: canBeFull = isatty(descriptor) == 1
        default: canBeFull = isKnown
        }
    }

    /// Whether lines wait for a reader.
    var holdsLines: Bool { !waiting.isEmpty }

    /// Whether both lead to the same pipe, socket or terminal.
    func isSame(as other: Outlet) -> Bool {
        var (mine, others) = (stat(), stat())
        return canBeFull && other.canBeFull && fstat(descriptor, &mine) == 0
            && fstat(other.descriptor, &others) == 0 && mine.st_dev == others.st_dev
            && mine.st_ino == others.st_ino
    }

    /// Writes whole lines behind those that wait.
    ///
    /// - Returns: false, with `errno` set, if the descriptor takes nothing any more.
    func write(
        _ bytes: [UInt8], _ patience: ReaderPatience, until interruption: Interruption?
    ) -> Bool {
        bytes.withUnsafeBufferPointer { write($0, patience, until: interruption) }
    }

    /// As `write` of an array.
    func write(
        _ bytes: UnsafeBufferPointer<UInt8>, _ patience: ReaderPatience,
        until interruption: Interruption?
    ) -> Bool {
        guard canBeFull else {
            return Files.writeAll(UnsafeRawBufferPointer(bytes), to: descriptor)
        }
        guard !bytes.isEmpty || holdsLines else { return true }
        if leftOut > 0 {
            // The number of lines that were left out stands in their place.
            guard push(patience, interruption) else { return false }
            guard leftOut == 0 else {
                leftOut += Self.lines(in: bytes)
                return true
            }
        }
        waiting += bytes
        guard push(patience, interruption) else { return false }
        leaveOut(behind: patience == .never ? Self.bound : 0)
        return true
    }

    /// Gives the reader a last chance to take what waits, and leaves out the rest.
    ///
    /// - Returns: false, with `errno` set, if the descriptor takes nothing any more.
    func settle() -> Bool {
        guard holdsLines else { return true }
        guard push(.briefly, nil) else { return false }
        leaveOut(behind: 0)
        return true
    }

    /// Writes what waits, as far as the reader takes it.
    private func push(_ patience: ReaderPatience, _ interruption: Interruption?) -> Bool {
        while holdsLines || leftOut > 0 {
            guard isReady(patience, interruption) else { return true }
            if waiting.isEmpty { noteLeftOut() }
            let count = waiting[written...].withUnsafeBytes { rest in
                Glibc.write(descriptor, rest.baseAddress, Self.portion(of: rest))
            }
            if count < 0 {
                let reason = errno
                if reason == EINTR || reason == EAGAIN { continue }
                forget()
                errno = reason
                return false
            }
            written += count
            if count > 0 { isMidLine = waiting[written - 1] != UInt8(ascii: "\n") }
            if written == waiting.count {
                waiting = []
                written = 0
            }
        }
        return true
    }

    /// The number of bytes to write at once: whole lines if possible, as others may write to the
    /// same pipe.
    private static func portion(of rest: UnsafeRawBufferPointer) -> Int {
        guard rest.count > portion else { return rest.count }
        return rest[..<portion].lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? portion
    }

    /// Waits until the descriptor takes bytes; false if it does not, and the wait is over.
    private func isReady(_ patience: ReaderPatience, _ interruption: Interruption?) -> Bool {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        if poll(&room, 1, 0) > 0 { return true }
        switch patience {
        case .never: return false
        case .briefly: return isReadySoon()
        case .always: break
        }
        while interruption?.hasCome() != true {
            hasGivenUp = false
            var ready = [
                pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: interruption?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            if poll(&ready, 2, -1) > 0, ready[0].revents != 0 { return true }
        }
        return isReadySoon()
    }

    /// Waits for a moment, but not again after that was in vain.
    private func isReadySoon() -> Bool {
        let end = SystemClock.uptime().milliseconds + Self.lastWait
        while !hasGivenUp {
            let left = end - SystemClock.uptime().milliseconds
            var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            if poll(&room, 1, Int32(clamping: max(0, left))) > 0 { return true }
            hasGivenUp = left <= 0
        }
        return false
    }

    /// Leaves out the lines behind so many waiting bytes, and counts them.
    private func leaveOut(behind limit: Int) {
        waiting.removeFirst(written)
        written = 0
        guard waiting.count > limit else { return }
        let lineEnd = UInt8(ascii: "\n")
        // A line that is longer than the limit stays whole.
        let last =
            limit == 0
            ? nil : waiting[..<limit].lastIndex(of: lineEnd) ?? waiting.firstIndex(of: lineEnd)
        let end = last.map { $0 + 1 } ?? 0
        leftOut += Self.lines(in: waiting[end...])
        waiting.removeSubrange(end...)
    }

    /// Says in the output what is missing there.
    private func noteLeftOut() {
        let lines = leftOut == 1 ? "1 line" : "\(leftOut) lines"
        var note = "\(lines) left out: nobody read the output"
        if countsInJSON {
            let object: JSON = [
                "type": "left_out", "lines": .int(leftOut), "text": .string(note),
            ]
            note = object.text
        } else {
            note = "… " + note
        }
        waiting = Array(((isMidLine ? "\n" : "") + note + "\n").utf8)
        leftOut = 0
    }

    private func forget() {
        (waiting, written, leftOut) = ([], 0, 0)
    }

    private static func lines(in bytes: some Sequence<UInt8>) -> Int {
        bytes.count { $0 == UInt8(ascii: "\n") }
    }
}
