import Glibc

/// The terminal on which the editor draws.
final class TerminalScreen {
    let descriptor: Int32
    let colours: Bool
    let isLight: Bool
    private(set) var columns = 80
    private(set) var rows = 24
    var painter = ScreenPainter()

    init(descriptor: Int32, colours: Bool) {
        self.descriptor = descriptor
        self.colours = colours
        isLight = TerminalCapabilities.isLight(
            environment: TerminalCapabilities.processEnvironment)
    }

    /// Asks the terminal for its size; returns true if the width has changed.
    @discardableResult
    func measure() -> Bool {
        let old = columns
        (columns, rows) = TerminalCapabilities.size(descriptor)
        return columns != old
    }

    /// Sends what the painter has assembled.
    func flush() {
        Self.write(painter.takeOutput(), to: descriptor)
    }

    /// Writes all bytes; what a closed terminal does not take is lost.
    static func write(_ bytes: [UInt8], to descriptor: Int32) {
        bytes.withUnsafeBytes { buffer in
            var sent = 0
            while sent < buffer.count {
                let rest = UnsafeRawBufferPointer(rebasing: buffer[sent...])
                let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
                if count > 0 {
                    sent += count
                } else if errno == EAGAIN {
                    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                    guard poll(&polled, 1, 10_000) > 0 else { return }
                } else if errno != EINTR {
                    return
                }
            }
        }
    }
}
