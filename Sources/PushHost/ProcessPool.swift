import Glibc
import PushBackends
import PushCommands
import PushRuntime
import PushText

/// Runs scripts in processes of their own, a few at a time (`--jobs`).
final class ProcessPool {
    /// A process that runs.
    private struct Job {
        var index: Int
        var process: pid_t
        /// The file into which the report is written.
        var report: ServiceStorage
    }

    /// The way in which a process ended.
    enum Ending {
        /// It reported its tests.
        case reported([TestResult])
        /// It ended without a report, with the status that `waitpid` gave.
        case lost(Int32)
    }

    /// The descriptor at which a child finds the file of its report.
    private static let reportDescriptor: Int32 = 3

    private let options: ProcessOptions
    private var running: [Job] = []
    /// The endings that wait for those before them.
    private var finished: [Int: Ending] = [:]
    /// The number of the path that is reported next.
    private var next = 0
    /// Whether the run ended before its end.
    private var isOver = false

    init(_ options: ProcessOptions) { self.options = options }

    /// Runs every path; results are reported in the given order, each once those before it are.
    ///
    /// `report` receives the result of a path; if it returns false, the run and all running
    /// processes end.
    func run(
        _ paths: [String], jobs: Int, report: (Int, Ending) -> Bool
    ) throws(Failure) {
        for (index, path) in paths.enumerated() {
            while running.count >= jobs, !isOver { try waitForOne(report) }
            if isOver { break }
            try start(index, path)
        }
        while !running.isEmpty, !isOver { try waitForOne(report) }
        for job in running {
            kill(job.process, SIGTERM)
            waitpid(job.process, nil, 0)
        }
        running = []
    }

    /// Starts the process of a path, with this program and no terminal.
    private func start(_ index: Int, _ path: String) throws(Failure) {
        let report = try Self.report()
        let arguments = ["pushsh"] + Self.arguments(of: options, for: path)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [Int32(1), 2] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, report.descriptor, Self.reportDescriptor)
        var process: pid_t = 0
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        let error = posix_spawn(&process, "/proc/self/exe", &actions, nil, pointers, environ)
        guard error == 0 else {
            throw Failure(outside: .fileUnreadable, "cannot start a process: \(Files.text(error))")
        }
        running.append(Job(index: index, process: process, report: report))
    }

    /// Creates the file for a report, which has no name and so leaves nothing behind.
    private static func report() throws(Failure) -> ServiceStorage {
        do throws(Fault) { return try .temporary() } catch {
            throw Failure(outside: .fileUnwritable, error.message)
        }
    }

    /// The arguments with which a child runs a script as this process would.
    static func arguments(of options: ProcessOptions, for path: String) -> [String] {
        childOptions(of: options)
            + ["--report", "json=/dev/fd/\(reportDescriptor)", "-f", path, "--"]
            + options.arguments
    }

    /// The options that mean the same for one script as for all; those of reports are the parent's.
    private static func childOptions(of options: ProcessOptions) -> [String] {
        var words = ["--parent", String(getpid())]
        if options.keepsTrace { words.append("--keep-steps") }
        if let workspace = options.workspace { words += ["--workspace", workspace] }
        if options.usesRealTime { words.append("--real-time") }
        if let mode = options.mode { words += ["--mode", mode] }
        for tag in options.onlyTags { words += ["--only", "@" + tag] }
        for tag in options.skippedTags { words += ["--skip", "@" + tag] }
        if let filter = options.filter { words += ["--filter", filter] }
        if let seed = options.shuffleSeed { words += ["--shuffle", String(seed)] }
        if let limit = options.timeout { words += ["--timeout", "\(limit)ms"] }
        if let shard = options.shard { words += ["--shard", shard.text] }
        if options.rerunsFailed { words += ["--rerun", "failed"] }
        if let line = options.firstLine { words += ["--from", String(line)] }
        switch options.afterFailure {
        case .stop: words.append("--fail-fast")
        case .nextStatement: words.append("--keep-going")
        case .nextTest: break
        }
        return words
    }

    /// Waits for a process to end, and reports every path that can be.
    private func waitForOne(_ report: (Int, Ending) -> Bool) throws(Failure) {
        var status: Int32 = 0
        let process = waitpid(-1, &status, 0)
        if process < 0 && errno == EINTR { return }
        guard let place = running.firstIndex(where: { $0.process == process }) else { return }
        let job = running.remove(at: place)
        lseek(job.report.descriptor, 0, SEEK_SET)
        let bytes = (try? Files.readAll(job.report.descriptor, "a report")) ?? []
        finished[job.index] =
            JSONReport.read(bytes).map { .reported($0.results) } ?? .lost(status)
        while !isOver, let ending = finished[next] {
            isOver = !report(next, ending)
            finished[next] = nil
            next += 1
        }
    }
}
