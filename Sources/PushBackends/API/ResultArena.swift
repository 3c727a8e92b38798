import PushText
import Synchronization

/// A few files without names for the results of many jobs: a server that keeps a thousand of them
/// uses some twenty descriptors.
///
/// Results are written one after the other. A file is removed with the last result in it; jobs are
/// dropped in order, so the oldest file is the first to go.
public final class ResultArena: Sendable {
    private struct State {
        var file: ServiceStorage?
        /// The offset of the next result.
        var end = 0
        /// The number of results in the file.
        var parts = 0
        var isWriting = false
    }

    private let state = Mutex(State())

    /// The maximum number of results in one file: two for each job.
    private static let partLimit = 128
    /// The size after which a file accepts no further result.
    private static let sizeLimit = 256 << 20

    /// Makes an arena; its file is created with the first result.
    public init() {}

    /// Begins the next result at the end of the file; nil while another one is being written.
    func begin() throws(Fault) -> (file: ServiceStorage, offset: Int)? {
        try state.withLock { (state) throws(Fault) in
            guard !state.isWriting else { return nil }
            if let file = state.file, state.parts < Self.partLimit, state.end < Self.sizeLimit {
                state.isWriting = true
                return (file, state.end)
            }
            let file = try ServiceStorage.temporary()
            state = State(file: file, isWriting: true)
            return (file, 0)
        }
    }

    /// Lets the result that is being written begin anew in memory: the disk is full.
    ///
    /// Later results follow it there, until the file has its number of them.
    func moveToMemory() throws(Fault) -> ServiceStorage {
        let file = try ServiceStorage.inMemory()
        state.withLock { $0 = State(file: file, isWriting: true) }
        return file
    }

    /// Ends the result that was written; the next one begins after it.
    func end(at end: Int) {
        state.withLock {
            $0.isWriting = false
            $0.end = end
            $0.parts += 1
        }
    }
}
