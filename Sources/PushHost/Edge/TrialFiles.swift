import Glibc
import PushRuntime
import PushStore

/// The files that a trial run writes: copies in a directory of their own, so that what the
/// statements name stays as it is and no run finds what another one wrote (`--mutate`).
///
/// The directory is made at the first write, and removed with this object.
final class TrialFiles {
    private var folder: TemporaryFolder?

    /// The path of the copy of a file that was written; nil if it was not.
    func written(_ path: String) -> String? {
        guard let copy = copy(of: path), access(copy, F_OK) == 0 else { return nil }
        return copy
    }

    /// The path at which a file is written, whether or not there is one; nil for a path that
    /// cannot be written, or is no file, which is used as it is.
    ///
    /// `makesFolders` is for a command that makes the folders above the path itself.
    func place(for path: String, makesFolders: Bool = false) -> String? {
        var status = stat()
        let isThere = stat(path, &status) == 0
        // A device or a pipe keeps nothing.
        if isThere, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) { return nil }
        let parent = Folder.of(path.hasSuffix("/") ? String(path.dropLast()) : path)
        guard makesFolders || access(parent, W_OK) == 0 || written(parent) != nil else {
            return nil
        }
        if folder == nil { folder = try? TemporaryFolder() }
        guard let copy = copy(of: path) else { return nil }
        StandardPlaces.makeDirectories(of: copy)
        return copy
    }

    /// The path at which a new file is written; nil if the path is taken, so that using it fails.
    func newPlace(for path: String) -> String? {
        access(path, F_OK) == 0 ? nil : place(for: path)
    }

    /// The path at which a file is continued, with what it holds so far; nil as for `place`.
    func continued(_ path: String) throws(Failure) -> String? {
        if let copy = written(path) { return copy }
        guard let copy = place(for: path) else { return nil }
        if access(path, F_OK) == 0 { try Files.write(try Files.read(path), to: copy) }
        return copy
    }

    /// The path of a file's copy, which need not exist; nil before anything is written.
    private func copy(of path: String) -> String? {
        guard let folder else { return nil }
        let full = path.hasPrefix("/") ? path : Files.workingDirectory + "/" + path
        var parts: [Substring] = []
        for part in full.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        return folder.path + "/" + parts.joined(separator: "/")
    }
}
