import Glibc

/// The program that shows long texts a screen at a time: $PAGER, or `less`.
public enum Pager {
    /// Shows lines and waits until the person has read them; false if no such program runs.
    ///
    /// `less` leaves colours as they are, ends by itself if everything fits, and leaves the text on
    /// the screen, unless $LESS says otherwise.
    public static func show(_ lines: [String]) -> Bool {
        let named = TerminalCapabilities.processEnvironment("PAGER") ?? ""
        let command = named.isEmpty ? "LESS=\"${LESS-FRX}\" exec less" : "exec " + named
        if command == "exec cat" { return false }
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { return false }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, ends[0], 0)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Keys that would end a command belong to the pager, which gets its own signal handling.
        let kept = [SIGINT, SIGQUIT, SIGPIPE]
        let former = kept.map { signal($0, SIG_IGN) }
        defer { for (number, handler) in zip(kept, former) { signal(number, handler) } }
        var ours = sigset_t()
        sigemptyset(&ours)
        for number in kept { sigaddset(&ours, number) }
        posix_spawnattr_setsigdefault(&attributes, &ours)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        let words = ["/bin/sh", "-c", command]
        var pointers: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        var child: pid_t = 0
        let failed = posix_spawn(&child, "/bin/sh", &actions, &attributes, &pointers, environ)
        close(ends[0])
        guard failed == 0 else {
            close(ends[1])
            return false
        }
        // A person who has read enough closes the pipe before its end.
        TerminalScreen.write(Array((lines.joined(separator: "\n") + "\n").utf8), to: ends[1])
        close(ends[1])
        var status: Int32 = 0
        while waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return false }
        }
        // The shell returns 126 or 127 if it cannot start the program; nothing was shown then.
        let code = (status >> 8) & 0xff
        return status & 0x7f != 0 || code != 126 && code != 127
    }
}
