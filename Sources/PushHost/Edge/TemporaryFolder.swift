import Glibc
import PushRuntime
import PushStore
import PushText

/// A directory below `TMPDIR` or `/tmp` for its owner alone; the process that made it removes it
/// with this object.
final class TemporaryFolder {
    /// The path.
    let path: String
    private let process = getpid()

    /// Makes the directory.
    init() throws(Failure) {
        let parent = TemporaryPlace.directory(getenv("TMPDIR"))
        var template = Array("\(parent)/pushsh-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Failure(
                outside: .fileUnwritable,
                "cannot create a directory in `\(parent)`: \(Files.text(errno))")
        }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // A copy of the process has the object, too.
        guard process == getpid() else { return }
        try? Folder.remove(path)
    }
}
