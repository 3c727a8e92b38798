import Glibc

/// A wait in real time, until it is over or ^C ends it.
public enum Pause {
    /// The milliseconds between two checks of the flag.
    private static let step: Int64 = 20

    /// Waits.
    ///
    /// - Parameters:
    ///   - milliseconds: the length of the wait.
    ///   - tick: receives the remaining milliseconds, at most once per step.
    ///   - isInterrupted: the flag.
    /// - Returns: whether the flag ended it.
    public static func wait(
        _ milliseconds: Int64, tick: (Int64) -> Void = { _ in }, isInterrupted: () -> Bool
    ) -> Bool {
        let end = now() + milliseconds
        while true {
            if isInterrupted() { return true }
            let left = end - now()
            if left <= 0 { return false }
            tick(left)
            usleep(UInt32(min(step, left)) * 1000)
        }
    }

    private static func now() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
