import Glibc
import NIOConcurrencyHelpers
import PushText

/// A file without a name for an answer's body, so that it need not be held in memory.
///
/// It is below `TMPDIR` or in `/tmp`, and is removed with this object. It is written while a
/// request runs, on the client's thread, and read when the request is over.
public final class WireSpool: Sendable {
    /// The size limit of the file in bytes.
    public let limit: Int
    private let descriptor: Int32
    private let written = NIOLockedValueBox(0)

    private static let pieceSize = 1 << 18
    /// The longest line that is read, in bytes: a row with a few of the longest values.
    private static let lineLimit = 64 << 20

    /// Makes a file with a size limit in bytes.
    public init(limit: Int) throws(WireFailure) {
        self.limit = limit
        let directory = TemporaryPlace.directory(getenv("TMPDIR"))
        var template = Array("\(directory)/pushsh-answer-XXXXXX".utf8CString)
        descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw WireFailure(.other, "cannot keep an answer in `\(directory)`")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
    }

    deinit { close(descriptor) }

    /// The number of bytes in it.
    public var count: Int { written.withLockedValue { $0 } }

    /// Discards its content, for a request that is sent again.
    func clear() {
        written.withLockedValue { $0 = 0 }
    }

    /// Appends bytes.
    func append(_ bytes: UnsafeRawBufferPointer) throws(WireFailure) {
        let start = count
        guard bytes.count <= limit - start else {
            throw WireFailure(.answerTooLarge, "the answer has more than \(limit >> 20) MB")
        }
        var done = 0
        while done < bytes.count {
            let result = pwrite(
                descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done, start + done)
            if result < 0 && errno == EINTR { continue }
            guard result > 0 else {
                throw WireFailure(.other, "cannot keep the answer: \(Self.text(errno))")
            }
            done += result
        }
        written.withLockedValue { $0 = start + done }
    }

    /// Calls a closure with one line after the other, without their ends and without empty ones.
    ///
    /// `body` returns false to stop reading.
    public func eachLine(_ body: ([UInt8]) -> Bool) throws(WireFailure) {
        var piece = [UInt8](repeating: 0, count: Self.pieceSize)
        var line: [UInt8] = []
        var offset = 0
        let count = count
        while offset < count {
            let wanted = min(piece.count, count - offset)
            let found = pread(descriptor, &piece, wanted, offset)
            if found < 0 && errno == EINTR { continue }
            guard found > 0 else {
                throw WireFailure(.other, "cannot read the answer back: \(Self.text(errno))")
            }
            offset += found
            var rest = piece[..<found]
            while let end = rest.firstIndex(of: 0x0a) {
                line += rest[..<end]
                rest = rest[(end + 1)...]
                if !line.isEmpty, !body(line) { return }
                line.removeAll(keepingCapacity: true)
            }
            line += rest
            guard line.count <= Self.lineLimit else {
                throw WireFailure(
                    .answerTooLarge, "a line has more than \(Self.lineLimit >> 20) MB")
            }
        }
        if !line.isEmpty { _ = body(line) }
    }

    private static func text(_ number: Int32) -> String { String(cString: strerror(number)) }
}
