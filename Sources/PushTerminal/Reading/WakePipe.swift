import CEditLine
import Glibc

/// A pipe whose ends never block and are not inherited: it brings signals into an event loop.
struct WakePipe {
    let readEnd: Int32
    let writeEnd: Int32

    /// Opens a pipe; nil if the process has no descriptors left.
    init?() {
        var ends: [Int32] = [0, 0]
        guard ce_pipe(&ends) == 0 else { return nil }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    /// Takes a waiting byte, if there is one.
    func next() -> UInt8? {
        var byte: UInt8 = 0
        return read(readEnd, &byte, 1) == 1 ? byte : nil
    }

    /// Closes both ends.
    func shut() {
        close(readEnd)
        close(writeEnd)
    }
}
