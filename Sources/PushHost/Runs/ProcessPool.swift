import CEditLine
import Glibc
import PushBackends
import PushCommands
import PushRuntime
import PushStore
import PushTerminal
import PushText

/// Runs scripts in processes of their own, a few at a time (`--jobs`).
final class ProcessPool {
    /// A process that runs.
    private struct Job {
        var index: Int
        var process: pid_t
        /// The file into which the report is written.
        var report: ServiceStorage
        /// The pipe's end that can be read once the process has ended, as it has the other.
        var ending: Int32
    }

    /// The way in which a process ended.
    enum Ending {
        /// It reported its tests.
        case reported(JSONReport.Document)
        /// It ended without a report, with the status that `waitpid` gave.
        case lost(Int32)
    }

    /// The descriptor at which a child finds the file of its report.
    private static let reportDescriptor: Int32 = 3
    /// The descriptor that it keeps until it ends.
    private static let lifeDescriptor: Int32 = 4
    /// The milliseconds in which processes that are to end may write their reports.
    private static let lastWait: Int64 = 5000

    private let options: ProcessOptions
    private let interrupt: InterruptFlag
    private var running: [Job] = []
    /// The endings that wait for those before them; after a signal, those that were not reported.
    private(set) var finished: [Int: Ending] = [:]
    /// The signal that ended the run; nil if none did.
    private(set) var signal: Int32?
    /// The number of the path that is reported next.
    private var next = 0
    /// Whether the run ended before its end.
    private var isOver = false

    /// Makes a pool whose run ends when the flag is raised.
    init(_ options: ProcessOptions, _ interrupt: InterruptFlag) {
        self.options = options
        self.interrupt = interrupt
    }

    /// Runs every path; results are reported in the given order, each once those before it are.
    ///
    /// `report` receives the result of a path; if it returns false, the run and all running
    /// processes end. So they do after a signal, which each of them gets, too.
    func run(
        _ paths: [String], jobs: Int, report: (Int, Ending) -> Bool
    ) throws(Failure) {
        for (index, path) in paths.enumerated() {
            while running.count >= jobs, !isOver { waitForOne(report) }
            if isOver { break }
            try start(index, path)
        }
        while !running.isEmpty, !isOver { waitForOne(report) }
        endAll()
    }

    /// Ends the processes that still run; those that take too long to write a report get none.
    private func endAll() {
        // A second signal ends the wait.
        if signal != nil { interrupt.reset() }
        for job in running { kill(job.process, signal ?? SIGTERM) }
        let end = SystemClock.uptime().advanced(by: Self.lastWait)
        while !running.isEmpty {
            let left = end.milliseconds - SystemClock.uptime().milliseconds
            if let place = placeOfEnded(within: max(0, left)) {
                takeEnded(place)
            } else if left <= 0 || interrupt.check() {
                for job in running { kill(job.process, SIGKILL) }
                while !running.isEmpty { takeEnded(0) }
            }
        }
    }

    /// Starts the process of a path, with this program and no terminal.
    private func start(_ index: Int, _ path: String) throws(Failure) {
        let report = try Self.report()
        var ends: [Int32] = [-1, -1]
        guard ce_pipe(&ends) == 0 else {
            throw Failure(outside: .fileUnreadable, "cannot start a process: \(Files.text(errno))")
        }
        defer { close(ends[1]) }
        let arguments = ["pushsh"] + Self.arguments(of: options, for: path)
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for stream in [Int32(1), 2] {
            posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", O_WRONLY, 0)
        }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        // The flag's pipe was made before these two, whose numbers are higher than those.
        posix_spawn_file_actions_adddup2(&actions, report.descriptor, Self.reportDescriptor)
        posix_spawn_file_actions_adddup2(&actions, ends[1], Self.lifeDescriptor)
        var process: pid_t = 0
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        pointers.append(nil)
        defer { for pointer in pointers { free(pointer) } }
        let error = posix_spawn(&process, "/proc/self/exe", &actions, nil, pointers, environ)
        guard error == 0 else {
            close(ends[0])
            throw Failure(outside: .fileUnreadable, "cannot start a process: \(Files.text(error))")
        }
        running.append(Job(index: index, process: process, report: report, ending: ends[0]))
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

    /// Waits for a process to end, and reports every path that can be; after a signal the run is
    /// over.
    private func waitForOne(_ report: (Int, Ending) -> Bool) {
        while !interrupt.check() {
            // At ^C in a terminal the processes end by themselves.
            guard let place = placeOfEnded(within: -1), !interrupt.check() else { continue }
            takeEnded(place)
            while !isOver, let ending = finished[next] {
                isOver = !report(next, ending)
                finished[next] = nil
                next += 1
            }
            return
        }
        signal = interrupt.raisedBy
        isOver = true
    }

    /// Waits for a process to end, at most so many milliseconds if they are not negative.
    ///
    /// - Returns: its place among those that run; nil if none ended, or a signal came.
    private func placeOfEnded(within milliseconds: Int64) -> Int? {
        var waits = (running.map(\.ending) + [interrupt.descriptor]).map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        guard poll(&waits, nfds_t(waits.count), Int32(milliseconds)) > 0 else { return nil }
        return waits.dropLast().firstIndex { $0.revents != 0 }
    }

    /// Takes the report of a process that has ended, or is about to.
    private func takeEnded(_ place: Int) {
        let job = running.remove(at: place)
        close(job.ending)
        var status: Int32 = 0
        while waitpid(job.process, &status, 0) < 0 && errno == EINTR {}
        lseek(job.report.descriptor, 0, SEEK_SET)
        let bytes = (try? Files.readAll(job.report.descriptor, "a report")) ?? []
        finished[job.index] =
            JSONReport.read(bytes).map { .reported($0) } ?? .lost(status)
    }
}
