import CEditLine
import Glibc

/// SIGINT, SIGTERM and SIGHUP as bytes of a pipe, for a command that waits in a loop of its own.
///
/// Not for use while a line is read: the editor watches the same signals then.
public final class SignalPipe {
    private let pipe: WakePipe?

    /// Starts to catch the signals.
    public init() {
        pipe = WakePipe()
        if let pipe { ce_signals_watch(pipe.writeEnd) }
    }

    deinit {
        if pipe != nil { ce_signals_release() }
        pipe?.shut()
    }

    /// A descriptor that becomes readable when a signal came; -1 if the process has none left.
    public var descriptor: Int32 { pipe?.readEnd ?? -1 }

    /// Takes the next terminating signal; nil if none came.
    public func next() -> Int32? {
        while let byte = pipe?.next() {
            let number = Int32(byte)
            if number == SIGINT || number == SIGTERM || number == SIGHUP { return number }
        }
        return nil
    }
}
