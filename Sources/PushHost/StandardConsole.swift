import Glibc
import PushRuntime

/// Standard output and standard error, buffered and handed on after each statement.
final class StandardConsole: Console {
    private var output: [UInt8] = []
    private var descriptor: Int32 = 1
    private static let bufferSize = 65_536
    /// Why output could not be written; nil as long as all of it was.
    private(set) var failure: String?

    func out(_ line: String) {
        var line = Secrets.shown(line)
        line.withUTF8 { output.append(contentsOf: $0) }
        output.append(UInt8(ascii: "\n"))
        if output.count >= Self.bufferSize { flush() }
    }

    func err(_ line: String) {
        // What was printed before stays before it.
        flush()
        var bytes = Array(Secrets.told(line).utf8)
        bytes.append(UInt8(ascii: "\n"))
        _ = Files.writeAll(bytes, to: 2)
    }

    func flush() {
        guard !output.isEmpty else { return }
        if !Files.writeAll(output, to: descriptor), failure == nil {
            failure = Files.text(errno)
        }
        output.removeAll(keepingCapacity: true)
    }

    func redirect(to path: String?) -> Bool {
        flush()
        var opened: Int32 = 1
        if let path {
            opened = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
            guard opened >= 0 else { return false }
        }
        if descriptor != 1 { close(descriptor) }
        descriptor = opened
        return true
    }
}
