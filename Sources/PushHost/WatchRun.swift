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
    private static let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_DELETE)

    private let console: StandardConsole
    private let scripts: [String]
    /// The arguments before and after the scripts.
    private let before: [String]
    private let behind: [String]
    private let load: (String) -> LoadedScript?
    private let descriptor = inotify_init1(Int32(IN_CLOEXEC))
    /// The directories that are watched.
    private var directories: [Int32: String] = [:]
    /// The files that affect each script, as far as it could be read.
    private var files: [String: Set<String>] = [:]

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
            if let status = start(wanted) { return status }
            repeat { wanted = scripts(concernedBy: changes()) } while wanted.isEmpty
            console.err("")
        }
    }

    /// Finds the files that a script uses, and watches their directories.
    private func survey(_ script: String) {
        let names = [script] + (load(script)?.touchedFiles ?? [])
        var found = Set(names.compactMap(place))
        // A script that cannot be read now is still affected by the files it used before.
        if let known = files[script], load(script) == nil { found.formUnion(known) }
        files[script] = found
        for file in found {
            let directory = String(file[..<(file.lastIndex(of: "/") ?? file.startIndex)])
            let watched = directory.isEmpty ? "/" : directory
            let number = inotify_add_watch(descriptor, watched, Self.events)
            if number >= 0 { directories[number] = directory }
        }
    }

    /// Returns the path of a file below the real path of its directory; nil if that does not exist.
    private func place(_ path: String) -> String? {
        let slash = path.lastIndex(of: "/")
        let directory = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        guard let full = realpath(directory, nil) else { return nil }
        defer { free(full) }
        let shown = String(cString: full)
        return (shown == "/" ? "" : shown) + "/" + name
    }

    private func scripts(concernedBy changed: Set<String>?) -> [String] {
        guard let changed else { return scripts }
        return scripts.filter { !(files[$0] ?? []).isDisjoint(with: changed) }
    }

    /// Waits for files to change and then to rest; nil if it is unknown which did.
    private func changes() -> Set<String>? {
        var changed: Set<String>? = []
        var wait: Int32 = -1
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
            if let directory = directories[event.wd] {
                found.insert(directory + "/" + String(decoding: name, as: UTF8.self))
            }
            start = end
        }
        return found
    }

    /// The arguments for a process that runs some of the scripts as this one would.
    func arguments(for scripts: [String]) -> [String] { before + scripts + behind }

    /// Runs scripts to their end; returns this process's exit status if they cannot be started.
    private func start(_ scripts: [String]) -> Int32? {
        console.flush()
        let arguments = ["pushsh"] + arguments(for: scripts)
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        let error = posix_spawn(&process, "/proc/self/exe", nil, nil, pointers, environ)
        guard error == 0 else { return fail("start a process", error) }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 && errno == EINTR {}
        return nil
    }

    private func fail(_ what: String, _ reason: Int32) -> Int32 {
        console.err("pushsh: cannot \(what): \(Files.text(reason))")
        return 3
    }
}
