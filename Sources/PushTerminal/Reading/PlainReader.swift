import Glibc

/// A reader of lines from a pipe, a file or a terminal without editing.
public final class PlainReader {
    /// A reason why a line could not be read.
    public enum Failure: Error, Equatable, Sendable {
        /// The line or text is longer than the limit, in bytes.
        case tooLong(limit: Int)
        /// The operating system refused to read, with its error number.
        case unreadable(errno: Int32)

        /// The reason as a line for the person at the prompt.
        var message: String {
            switch self {
            case .tooLong(let limit): "pushsh: a line is longer than \(limit >> 20) MB"
            case .unreadable(let number):
                "pushsh: cannot read the input: \(systemText(number))"
            }
        }
    }

    /// The event that ended the wait for a line.
    enum Event: Equatable {
        case line([UInt8])
        case wakeUp
        case end
    }

    private let input: Int32
    private let limit: Int
    private var bytes: [UInt8] = []
    private var head = 0
    private var scanned = 0
    private var hasEnded = false

    /// Makes a reader; `limit` is the longest line, in bytes.
    public init(input: Int32, limit: Int = 64 << 20) {
        self.input = input
        self.limit = limit
    }

    /// Reads the next line without its newline; nil at the end.
    public func readLine() throws(Failure) -> [UInt8]? {
        while true {
            switch try next(wakeUp: nil) {
            case .line(let line): return line
            case .wakeUp: continue
            case .end: return nil
            }
        }
    }

    /// Reads the rest.
    public func readAll() throws(Failure) -> [UInt8] {
        while !hasEnded {
            try fill()
            if bytes.count - head > limit { throw .tooLong(limit: limit) }
        }
        defer { drop(bytes.count) }
        return Array(bytes[head...])
    }

    /// Waits for a line, or for the descriptor `wakeUp`.
    func next(wakeUp: Int32?) throws(Failure) -> Event {
        while true {
            if let newline = bytes[scanned...].firstIndex(of: 0x0A) {
                if newline - head > limit { throw .tooLong(limit: limit) }
                defer { drop(newline + 1) }
                return .line(Array(bytes[head..<newline]))
            }
            scanned = bytes.count
            if bytes.count - head > limit { throw .tooLong(limit: limit) }
            if hasEnded {
                guard head < bytes.count else { return .end }
                defer { drop(bytes.count) }
                return .line(Array(bytes[head...]))
            }
            if let wakeUp, KeyInput.wait([input, wakeUp], -1) & 1 == 0 { return .wakeUp }
            try fill()
        }
    }

    /// Whether a terminal has already sent a further line, as when several are pasted at once.
    var hasPastedLine: Bool {
        isatty(input) == 1
            && (bytes[scanned...].contains(0x0A) || KeyInput.wait([input], 0) != 0)
    }

    private func drop(_ end: Int) {
        head = end
        scanned = end
        if head == bytes.count {
            bytes.removeAll(keepingCapacity: bytes.capacity <= 1 << 20)
            head = 0
            scanned = 0
        }
    }

    private func fill() throws(Failure) {
        // Consumed bytes are dropped in large pieces, so that many short lines cost no copying.
        if head > 1 << 16 && head > bytes.count / 2 {
            bytes.removeSubrange(..<head)
            scanned -= head
            head = 0
        }
        let count = withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            let count = read(input, buffer.baseAddress, buffer.count)
            if count > 0 { bytes.append(contentsOf: UnsafeRawBufferPointer(buffer)[..<count]) }
            return count
        }
        if count == 0 { hasEnded = true }
        // A terminal that has gone away answers with EIO, which is its end.
        if count < 0 && errno == EIO { hasEnded = true }
        if count < 0 && errno != EINTR && errno != EAGAIN && errno != EIO {
            throw .unreadable(errno: errno)
        }
    }
}
