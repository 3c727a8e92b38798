import PushText
import Synchronization

/// Few files without names for the results of many jobs: a server that keeps a thousand of them
/// has some twenty descriptors for them.
///
/// Results are written one after the other. A file is gone with the last result in it; jobs are
/// forgotten in their order, so that the oldest file is the first to go.
public final class ResultArena: Sendable {
    private struct State {
        var file: ServiceStorage?
        /// The offset of the next result.
        var end = 0
        /// Results in the file.
        var parts = 0
        var isWriting = false
    }

    private let state = Mutex(State())

    /// Results in one file: two of each job.
    private static let partLimit = 128
    /// Bytes after which a file takes no further result.
    private static let sizeLimit = 256 << 20

    /// Makes an arena; its file comes with the first result.
    public init() {}

    /// Begins the next result at the end of the file; nil while another one is written.
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

    /// Ends the result that was written; the next one begins behind it.
    func end(at end: Int) {
        state.withLock {
            $0.isWriting = false
            $0.end = end
            $0.parts += 1
        }
    }
}
