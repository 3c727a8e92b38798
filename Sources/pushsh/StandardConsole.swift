import Glibc
import PushRuntime

/// Standard output and standard error, buffered and handed on after each statement.
final class StandardConsole: Console {
    private var output: [UInt8] = []
    private var descriptor: Int32 = 1
    private static let bufferSize = 65_536

    func out(_ line: String) {
        output.append(contentsOf: line.utf8)
        output.append(UInt8(ascii: "\n"))
        if output.count >= Self.bufferSize { flush() }
    }

    func err(_ line: String) {
        // What was printed before stays before it.
        flush()
        var bytes = Array(line.utf8)
        if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() }
        bytes.append(UInt8(ascii: "\n"))
        Self.write(bytes, to: 2)
    }

    func flush() {
        guard !output.isEmpty else { return }
        Self.write(output, to: descriptor)
        output.removeAll(keepingCapacity: true)
    }

    /// Sends later output to a file or back to standard output; false when it cannot be opened.
    func redirect(to path: String?) -> Bool {
        flush()
        if descriptor != 1 { close(descriptor) }
        descriptor = 1
        guard let path else { return true }
        let opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard opened >= 0 else { return false }
        descriptor = opened
        return true
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(
                    descriptor, buffer.baseAddress?.advanced(by: offset), bytes.count - offset)
            }
            if count < 0 && errno == EINTR { continue }
            if count < 0 && errno == EAGAIN {
                var poll = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                Glibc.poll(&poll, 1, -1)
                continue
            }
            guard count > 0 else { return }
            offset += count
        }
    }
}
