import Glibc

/// The descriptors 0, 1 and 2, which the parent process may have closed.
enum StandardStreams {
    /// Opens `/dev/null` in place of each one that is closed.
    ///
    /// The next file or pipe would get its number, and take what is meant for the outside. Standard
    /// input is then at its end; writing to the others still fails, as it does on a closed one.
    static func fillClosed() {
        for descriptor in Int32(0)...2 where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is taken, and all below this one are open.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}
