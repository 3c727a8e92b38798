import Glibc
import Synchronization

/// A running program with pipes on its three standard streams, in a process group of its own.
struct ChildProcess {
    private let identifier: pid_t
    private var stdin: Int32
    private var stdout: Int32
    private var stderr: Int32

    init(
        executable: String, arguments: [String], environment: [String: String]?, directory: String?
    ) throws(Shell.CannotStart) {
        // Writing to a program that has ended must be an error here, not the end of the tests.
        signal(SIGPIPE, SIG_IGN)
        var words = [executable] + arguments
        if let directory { words = ["env", "-C", directory] + words }
        // A program started between the opening of a pipe and its marking would hold it open.
        self = try starting.withLock { _ throws(Shell.CannotStart) in
            try Self(words: words, environment: environment, pipes: Self.pipes(for: executable))
        }
    }

    private init(
        words: [String], environment: [String: String]?, pipes: [(child: Int32, parent: Int32)]
    ) throws(Shell.CannotStart) {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, pipe) in pipes.enumerated() {
            posix_spawn_file_actions_adddup2(&actions, pipe.child, Int32(descriptor))
        }
        var attributes = Self.attributes()
        defer { posix_spawnattr_destroy(&attributes) }
        var child: pid_t = 0
        let variables = environment?.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        let code = withCStrings(words) { argv in
            guard let variables else {
                return posix_spawnp(&child, words[0], &actions, &attributes, argv, environ)
            }
            return withCStrings(variables) { envp in
                posix_spawnp(&child, words[0], &actions, &attributes, argv, envp)
            }
        }
        for pipe in pipes { close(pipe.child) }
        guard code == 0 else {
            for pipe in pipes { close(pipe.parent) }
            throw Shell.CannotStart(executable: words[0], code: code)
        }
        identifier = child
        (stdin, stdout, stderr) = (pipes[0].parent, pipes[1].parent, pipes[2].parent)
    }

    /// Writes the input while reading both outputs, so that no full pipe can stop either side.
    mutating func communicate(input: [UInt8], timeout: Double) -> Shell.Outcome {
        var outcome = Shell.Outcome()
        var deadline = Self.now() + timeout
        var written = 0
        if input.isEmpty { Self.shut(&stdin) }
        while stdout >= 0 || stderr >= 0 || stdin >= 0 {
            let left = deadline - Self.now()
            if left <= 0 {
                if outcome.timedOut { break }
                kill(-identifier, SIGKILL)
                outcome.timedOut = true
                // What the killed group wrote before is still in the pipes.
                deadline = Self.now() + 1
                continue
            }
            var ready = [
                pollfd(fd: stdin, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: stdout, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stderr, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&ready, 3, Int32(left * 1000) + 1) > 0 else { continue }
            if ready[0].revents != 0 { feed(input, &written) }
            if ready[1].revents != 0 { Self.drain(&stdout, into: &outcome.output) }
            if ready[2].revents != 0 { Self.drain(&stderr, into: &outcome.errors) }
        }
        for stream in [\Self.stdin, \.stdout, \.stderr] { Self.shut(&self[keyPath: stream]) }
        reap(into: &outcome, deadline: deadline)
        return outcome
    }

    private mutating func feed(_ input: [UInt8], _ written: inout Int) {
        let count = input[written...].withUnsafeBytes { write(stdin, $0.baseAddress, $0.count) }
        if count > 0 { written += count }
        let isOver = written == input.count || (count < 0 && errno != EAGAIN && errno != EINTR)
        if isOver { Self.shut(&stdin) }
    }

    /// Waits for the end of a program whose outputs are closed already, which need not be at once.
    private func reap(into outcome: inout Shell.Outcome, deadline: Double) {
        var state: Int32 = 0
        while waitpid(identifier, &state, WNOHANG) == 0 {
            if Self.now() > deadline {
                outcome.timedOut = true
                kill(-identifier, SIGKILL)
            }
            usleep(500)
        }
        outcome.signal = state & 0x7F
        outcome.status = outcome.signal == 0 ? (state >> 8) & 0xFF : -1
    }

    private static func drain(_ descriptor: inout Int32, into bytes: inout [UInt8]) {
        let count = withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { bytes.append(contentsOf: buffer[..<count]) }
            return count
        }
        let isOver = count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR)
        if isOver { shut(&descriptor) }
    }

    private static func shut(_ descriptor: inout Int32) {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    private static func pipes(
        for executable: String
    ) throws(Shell.CannotStart) -> [(child: Int32, parent: Int32)] {
        var pipes: [(child: Int32, parent: Int32)] = []
        for stream in 0..<3 {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else {
                let code = errno
                for pipe in pipes {
                    close(pipe.child)
                    close(pipe.parent)
                }
                throw Shell.CannotStart(executable: executable, code: code)
            }
            for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
            let (child, parent) = stream == 0 ? (ends[0], ends[1]) : (ends[1], ends[0])
            _ = fcntl(parent, F_SETFL, O_NONBLOCK)
            pipes.append((child, parent))
        }
        return pipes
    }

    /// A process group of its own, and signals as a login shell hands them on.
    private static func attributes() -> posix_spawnattr_t {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
        posix_spawnattr_setflags(&attributes, Int16(flags))
        return attributes
    }

    private static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}

private let starting = Mutex(())

/// Lends a null-terminated array of C strings, as `argv` is.
private func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let pointers = strings.map { strdup($0) }
    defer { for pointer in pointers { free(pointer) } }
    return body(pointers + [nil])
}
