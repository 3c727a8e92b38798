import Glibc

/// Returns the words for an error of the operating system, the same in every locale.
func systemText(_ number: Int32) -> String {
    switch number {
    case EACCES, EPERM: "permission denied"
    case EROFS: "the file system is read-only"
    case ENOSPC: "the disk is full"
    case EDQUOT: "the quota is used up"
    case EFBIG: "the file would be larger than this process may write (`ulimit -f`)"
    case ENOENT: "no such file or directory"
    case ENOTDIR: "part of the path is not a directory"
    case EISDIR: "it is a directory"
    case EEXIST: "something else has its name"
    case EMFILE, ENFILE: "too many open files"
    case ENAMETOOLONG: "the name is too long"
    case ELOOP: "too many symbolic links"
    default: "system error \(number)"
    }
}
