import CEditLine
import Glibc

/// The user's request to stop the running command: ^C between `begin` and `end`.
///
/// SIGINT is caught only in that time, and so are SIGTERM and SIGHUP if the process that they end
/// has something to clean up. There is one such flag per process, as there is one SIGINT.
public final class InterruptFlag: Sendable {
    private let pipe: WakePipe?

    /// Makes a flag that catches nothing yet.
    public init() {
        pipe = WakePipe()
    }

    deinit {
        ce_interrupt_release()
        pipe?.shut()
    }

    /// A descriptor that becomes readable on ^C, for loops that wait; -1 if there is none.
    public var descriptor: Int32 { pipe?.readEnd ?? -1 }

    /// Starts to catch SIGINT, with the flag down.
    public func begin() {
        reset()
        ce_interrupt_watch(pipe?.writeEnd ?? -1)
    }

    /// Starts to catch SIGTERM and SIGHUP as well, with the flag down; they raise it, too.
    public func beginForScripts() {
        begin()
        ce_interrupt_watch_ends()
    }

    /// Restores the signals' earlier meaning.
    public func end() {
        ce_interrupt_release()
    }

    /// Whether ^C came since `begin` or `reset`; cheap enough for a progress handler.
    public func check() -> Bool {
        ce_interrupt_count() > 0
    }

    /// Lowers the flag.
    public func reset() {
        while pipe?.next() != nil {}
        ce_interrupt_reset()
    }

    /// Lowers the flag for good: signals that would raise it are ignored from now on.
    public func ignore() {
        for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_IGN) }
        reset()
    }

    /// The signal that raised the flag, until it is lowered.
    public var raisedBy: Int32 { ce_interrupt_signal() }

    /// Ends the process by the signal that raised the flag, so that a caller's loop stops too.
    public func die() -> Never { Self.die(of: ce_interrupt_signal()) }

    /// Ends the process by SIGINT, as `die` does after ^C.
    public static func dieBySIGINT() -> Never {
        die(of: SIGINT)
    }

    /// Makes this process end when its parent does, by whatever signal that was.
    public static func endWithProcess(_ parent: Int32) { ce_end_with(parent) }

    /// Ends the process by a signal's default action.
    public static func die(of number: Int32) -> Never {
        signal(number, SIG_DFL)
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, number)
        sigprocmask(SIG_UNBLOCK, &set, nil)
        raise(number)
        // Only a signal that does not end a process gets here.
        _exit(128 + number)
    }
}
