import PushCommands
import PushText

/// The files into which `send` writes targets.
extension Session {
    /// Refuses a file that cannot be written, or that this `send` also reads or writes, while
    /// nothing has been sent yet: afterwards its targets would be lost.
    func checkLists(
        _ options: SendOptions, besides inputs: [PayloadInput?]
    ) throws(Failure) {
        var read: Set<String> = []
        for case .file(let path, _)? in inputs {
            read.insert(edge.realPath(of: settings.path(path)))
        }
        var written: Set<String> = []
        for path in [options.failedPath, options.deadPath].compactMap(\.self) {
            let place = settings.path(path)
            let real = edge.realPath(of: place)
            guard !read.contains(real) else {
                throw Failure(
                    .invalidValue, "`\(path)` would be replaced, and this `send` reads from it",
                    hint: "name another file"
                ).unsent
            }
            guard written.insert(real).inserted else {
                throw Failure(.invalidValue, "`--failed` and `--dead` need a file each").unsent
            }
            do throws(Failure) { try edge.tryWriting(to: place) } catch { throw error.unsent }
        }
    }
}
