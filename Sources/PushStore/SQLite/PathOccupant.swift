import Glibc

/// The kind of thing at a path where a file or a folder is to be made.
package enum PathOccupant {
    case nothing
    /// A regular file, a link to one, or a link that leads nowhere.
    case file
    /// A folder, not through a link.
    case folder
    /// Something that is never replaced, not even by root: a device, a pipe, or a link to one, as
    /// `/dev/stdout` is.
    case other

    /// Looks at a path once; a later change of it goes unnoticed.
    package init(at path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            self = .nothing
            return
        }
        let isLink = status.st_mode & S_IFMT == S_IFLNK
        let leadsNowhere = isLink && stat(path, &status) != 0
        self =
            switch status.st_mode & S_IFMT {
            case _ where leadsNowhere: .file
            case S_IFREG: .file
            case S_IFDIR where !isLink: .folder
            default: .other
            }
    }
}
