import Glibc
import PushCommands
import PushRuntime
import PushText

/// Runs scripts, and runs those affected by a changed file again, until ^C (`--watch`).
///
/// Each run is a process of its own with the arguments of this one, so that it equals the same
/// command without `--watch`.
final class WatchRun {
    /// The milliseconds without further changes before the scripts run: editors write in steps.
    private static let quiet: Int32 = 50
    private static let events = [
        IN_CLOSE_WRITE, IN_CREATE, IN_MOVED_TO, IN_MOVED_FROM, IN_DELETE, IN_DELETE_SELF,
        IN_MOVE_SELF, IN_ONLYDIR,
    ].reduce(0) { $0 | UInt32($1) }
    /// The milliseconds between two looks at a run in progress.
    private static let look: Int32 = 10

    private let console: StandardConsole
    private let scripts: [String]
    /// The arguments before and after the scripts.
    private let before: [String]
    private let behind: [String]
    private let load: (String) -> LoadedScript?
    private let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    /// The real path of the working directory.
    private let here = WatchRun.place("x").map { String($0.dropLast(2)) } ?? ""
    /// The directories that are watched.
    private var directories: [Int32: String] = [:]
    /// The files that affect each script, as far as it could be read.
    private var files: [String: Set<String>] = [:]
    /// Those of them that no run of the script writes: the script itself and what it includes.
    private var sources: [String: Set<String>] = [:]

    /// Makes a watch over the scripts of a process; `load` reads one, or returns nil silently if it
    /// cannot.
    init(
        _ options: ProcessOptions, _ arguments: [String], console: StandardConsole,
        load: @escaping (String) -> LoadedScript?
    ) {
        self.console = console
        self.load = load
        scripts = options.scripts
        // The scripts are the last operands, except for their arguments after `--`.
        let tails = [["--"] + options.arguments, options.arguments]
        let tail = tails.first { tail in
            arguments.suffix(options.scripts.count + tail.count)
                .elementsEqual(options.scripts + tail)
        }
        behind = tail ?? []
        before = arguments.dropLast(options.scripts.count + behind.count)
            .filter { $0 != "--watch" }
    }

    /// Runs and watches; returns only if that is impossible.
    func run() -> Int32 {
        guard descriptor >= 0 else { return fail("watch files", errno) }
        var wanted = scripts
        while true {
            for script in wanted { survey(script) }
            var changed: Set<String>? = []
            var isCutShort = false
            if let status = start(wanted, &changed, &isCutShort) { return status }
            // Scripts that were cut short have no result yet.
            var next = Set(scripts(concernedBy: changed)).union(isCutShort ? wanted : [])
            next.formUnion(scripts(concernedBy: changes(within: next.isEmpty ? -1 : Self.quiet)))
            while next.isEmpty { next.formUnion(scripts(concernedBy: changes())) }
            wanted = scripts.filter(next.contains)
            console.err("")
        }
    }

    /// Finds the files that a script uses, and watches their directories.
    private func survey(_ script: String) {
        let loaded = load(script)
        let own = loaded?.sources ?? [script]
        var found = Set(own.union(loaded?.touchedFiles ?? []).compactMap(Self.place))
        // A script that cannot be read now is still affected by the files it used before.
        if let known = files[script], loaded == nil { found.formUnion(known) }
        files[script] = found
        sources[script] = Set(own.compactMap(Self.place))
        for file in found { watch(file) }
    }

    /// Watches the directory of a file, and those in which it would be made again: up to the
    /// working directory, or elsewhere to the first that exists.
    private func watch(_ file: String) {
        var directory = file[...]
        var number: Int32
        repeat {
            directory = directory[..<(directory.lastIndex(of: "/") ?? directory.startIndex)]
            number = inotify_add_watch(
                descriptor, directory.isEmpty ? "/" : String(directory), Self.events)
            if number >= 0 { directories[number] = String(directory) }
        } while !directory.isEmpty && (number < 0 || directory.hasPrefix(here + "/"))
    }

    /// Returns the path of a file below the real path of the nearest directory that exists.
    private static func place(_ path: String) -> String? {
        var parts = path.split(separator: "/")
        let root = path.hasPrefix("/") ? "/" : "./"
        var rest = ""
        while let last = parts.popLast() {
            rest = "/" + last + rest
            guard let full = realpath(root + parts.joined(separator: "/"), nil) else { continue }
            defer { free(full) }
            let shown = String(cString: full)
            return shown == "/" ? rest : shown + rest
        }
        return nil
    }

    private func scripts(concernedBy changed: Set<String>?) -> [String] {
        guard let changed else { return scripts }
        return Self.owners(of: changed, among: files, scripts)
    }

    /// Returns those of some scripts of whose files one has changed.
    private static func owners(
        of changed: Set<String>, among files: [String: Set<String>], _ scripts: [String]
    ) -> [String] {
        scripts.filter { script in
            let files = files[script] ?? []
            guard files.isDisjoint(with: changed) else { return true }
            // A directory that came, went or was renamed did so with what is in it.
            return changed.contains { place in files.contains { $0.hasPrefix(place + "/") } }
        }
    }

    /// Waits for files to change and then to rest; nil if it is unknown which did.
    ///
    /// `wait` is the longest time in milliseconds until the first change, -1 for ever.
    private func changes(within wait: Int32 = -1) -> Set<String>? {
        var changed: Set<String>? = []
        var wait = wait
        while true {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let count = Glibc.poll(&poll, 1, wait)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { return changed }
            wait = Self.quiet
            guard let found = readEvents() else {
                changed = nil
                continue
            }
            changed?.formUnion(found)
        }
    }

    private func readEvents() -> Set<String>? {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &buffer, buffer.count)
        var found: Set<String> = []
        var start = 0
        let header = MemoryLayout<inotify_event>.size
        while start + header <= count {
            let event = buffer.withUnsafeBytes {
                $0.loadUnaligned(fromByteOffset: start, as: inotify_event.self)
            }
            if event.mask & UInt32(IN_Q_OVERFLOW) != 0 { return nil }
            let end = start + header + Int(event.len)
            let name = buffer[(start + header)..<end].prefix { $0 != 0 }
            if let place = place(of: event, String(decoding: name, as: UTF8.self)) {
                found.insert(place)
            }
            start = end
        }
        return found
    }

    /// Returns the path of the file or directory that an event is about; nil for no change.
    private func place(of event: inotify_event, _ name: String) -> String? {
        guard let directory = directories[event.wd] else { return nil }
        if event.mask & UInt32(IN_IGNORED) != 0 {
            directories[event.wd] = nil
            return nil
        }
        if event.mask & UInt32(IN_MOVE_SELF) != 0 { inotify_rm_watch(descriptor, event.wd) }
        if event.mask & UInt32(IN_MOVE_SELF | IN_DELETE_SELF) != 0 { return directory }
        // A new file is only complete once it is closed.
        let isNew = event.mask & UInt32(IN_CREATE) != 0
        let isDirectory = event.mask & UInt32(IN_ISDIR) != 0
        return isNew && !isDirectory ? nil : directory + "/" + name
    }

    /// The arguments for a process that runs some of the scripts as this one would.
    func arguments(for scripts: [String]) -> [String] { before + scripts + behind }

    /// Runs scripts to their end, or until one of them changes, or a script that they include.
    ///
    /// Returns this process's exit status if they cannot be started. `changed` becomes what changed
    /// meanwhile, or nil if that is unknown.
    private func start(
        _ scripts: [String], _ changed: inout Set<String>?, _ isCutShort: inout Bool
    ) -> Int32? {
        console.flush()
        let arguments = ["pushsh"] + arguments(for: scripts)
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A watch that a script started in the background ignores ^C, and its runs would as well.
        var interrupt = sigset_t()
        sigemptyset(&interrupt)
        sigaddset(&interrupt, SIGINT)
        posix_spawnattr_setsigdefault(&attributes, &interrupt)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var process: pid_t = 0
        let error = posix_spawn(&process, "/proc/self/exe", nil, &attributes, pointers, environ)
        guard error == 0 else { return fail("start a process", error) }
        var status: Int32 = 0
        while true {
            let ended = waitpid(process, &status, isCutShort ? 0 : WNOHANG)
            if ended == process || (ended < 0 && errno != EINTR) {
                // A run that had its result already ends as it would have, whatever comes then.
                isCutShort = isCutShort && Self.isBySignal(status)
                return nil
            }
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard !isCutShort, Glibc.poll(&poll, 1, Self.look) > 0 else { continue }
            if let found = readEvents() { changed?.formUnion(found) } else { changed = nil }
            // A run must not end because of a file that it writes itself.
            guard let changed, !Self.owners(of: changed, among: sources, scripts).isEmpty else {
                continue
            }
            // As ^C does: copies of the process end with it, and temporary files go.
            kill(process, SIGINT)
            isCutShort = true
        }
    }

    /// Whether a signal ended a process that has this status.
    private static func isBySignal(_ status: Int32) -> Bool { status & 0x7f != 0 }

    private func fail(_ what: String, _ reason: Int32) -> Int32 {
        console.err("pushsh: cannot \(what): \(Files.text(reason))")
        return 3
    }
}
