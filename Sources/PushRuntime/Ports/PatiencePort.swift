/// The person who waits: sees the progress, and can end it.
public protocol PatiencePort: AnyObject {
    /// Shows a person at a terminal how many events of a flush are done; nil removes the display.
    func show(progress: (done: Int, total: Int)?)
    /// Whether ^C was pressed since the command began, or the time is over.
    func isInterrupted() -> Bool
    /// Limits the real time from now on, in milliseconds; nil lifts the limit.
    func limitTime(_ milliseconds: Int64?)
    /// Whether the time is over.
    func isOverTime() -> Bool
}

extension PatiencePort {
    /// Shows nothing: nobody is watching.
    public func show(progress: (done: Int, total: Int)?) {}
}
