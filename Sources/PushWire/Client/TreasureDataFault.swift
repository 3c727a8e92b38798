/// The reason why Treasure Data's API did not do what it was asked for.
public enum TreasureDataFault: Error, Equatable {
    /// The wire failed.
    case wire(WireFailure)
    /// The service refused: the status, and its message.
    case refused(Int, String)
    /// The answer is not of the documented form.
    case unreadable(String)
    /// The job failed: Trino's message, and the place in the SQL, in bytes.
    case failed(String, offset: Int?)
    /// Someone killed the job.
    case killed(job: String)
    /// ^C; the job, if there was one, was killed.
    case interrupted(job: String?)

    /// Whether the same request may succeed a little later.
    public var mayPass: Bool {
        switch self {
        case .wire(let failure): failure.mayPass
        case .refused(let status, _): status >= 500 || status == 429
        case .unreadable, .failed, .killed, .interrupted: false
        }
    }
}
