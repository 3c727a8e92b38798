import CEditLine
import Glibc
import PushBackends
import PushRuntime
import PushStore
import PushTerminal
import PushText

/// Runs the tests of one file in copies of this process, which all begin in its state (`--jobs`).
///
/// A copy gets every Nth test, writes a line for each into a file without a name, and exits at
/// once, so that nothing of the parent's is written or released twice. ^C is for all of them: this
/// process passes it on, and a copy that it stopped dies of SIGINT.
final class ForkedTests: TestWorkers {
    /// A copy that runs.
    private struct Child {
        var process: pid_t
        var report: ServiceStorage
        /// The first of its tests; the others follow at a fixed distance.
        var first: Int
    }

    /// The most processes at a time.
    private let jobs: Int
    private let interrupt: InterruptFlag
    private(set) var wasInterrupted = false

    /// Makes a number of workers, whose copies inherit the flag.
    init(jobs: Int, interrupt: InterruptFlag) {
        self.jobs = jobs
        self.interrupt = interrupt
    }

    /// Runs `count` tests, sharing them out; nil if they must be run here, one after the other.
    ///
    /// `perform` runs a test, and returns nil if the run is to end. A test whose copy died without
    /// a report has no result.
    func run(
        _ count: Int, passed: (Int) -> TestResult, _ perform: (Int) -> TestResult?
    ) -> [TestResult?]? {
        let width = min(jobs, count)
        // Every copy has the pipe's other end, which is closed when the last of them ends.
        var ends: [Int32] = [-1, -1]
        guard width > 1, Self.isSingleThreaded, ce_pipe(&ends) == 0 else { return nil }
        defer { close(ends[0]) }
        var children: [Child] = []
        for first in 0..<width {
            guard let report = try? ServiceStorage.temporary() else { break }
            let process = ce_fork()
            if process == 0 { work(first, count, width, report, perform) }
            guard process > 0 else { break }
            children.append(Child(process: process, report: report, first: first))
        }
        close(ends[1])
        // If not even the first copy started, nothing ran, and the tests can still run here.
        guard !children.isEmpty else { return nil }
        waitFor(children, ending: ends[0])
        var found = [TestResult?](repeating: nil, count: count)
        for child in children {
            for (offset, line) in lines(of: child).enumerated() {
                let index = child.first + offset * width
                if index < count { found[index] = ResultLine.read(line) { passed(index) } }
            }
        }
        for first in children.count..<width where !wasInterrupted {
            for index in stride(from: first, to: count, by: width) { found[index] = perform(index) }
        }
        return found
    }

    /// Waits until every copy has ended, and passes ^C on to them once.
    ///
    /// A copy writes its own ^C into the flag's pipe as well; that is for all of them, too.
    private func waitFor(_ children: [Child], ending: Int32) {
        var waits = [
            pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
            pollfd(fd: interrupt.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            let count = poll(&waits, 2, -1)
            if count < 0 && errno != EINTR { return }
            if !wasInterrupted, interrupt.check() || count > 0 && waits[1].revents != 0 {
                wasInterrupted = true
                waits[1].fd = -1
                for child in children { kill(child.process, SIGINT) }
            }
            if count > 0 && waits[0].revents != 0 { return }
        }
    }

    /// Runs a copy to its end.
    private func work(
        _ first: Int, _ count: Int, _ width: Int, _ report: ServiceStorage,
        _ perform: (Int) -> TestResult?
    ) -> Never {
        var lines: [UInt8] = []
        for index in stride(from: first, to: count, by: width) {
            guard !interrupt.check(), let result = perform(index) else { break }
            ResultLine.write(result, to: &lines)
        }
        let isWritten = Files.writeAll(lines, to: report.descriptor)
        if interrupt.check() { InterruptFlag.dieBySIGINT() }
        _exit(isWritten ? 0 : 1)
    }

    /// Waits for a copy, and returns the lines of its report; none if it did not end well, and
    /// those of the tests before ^C.
    private func lines(of child: Child) -> [ArraySlice<UInt8>] {
        var status: Int32 = 0
        while waitpid(child.process, &status, 0) < 0 && errno == EINTR {}
        if status & 0x7F == SIGINT { wasInterrupted = true }
        guard status == 0 || status & 0x7F == SIGINT else { return [] }
        lseek(child.report.descriptor, 0, SEEK_SET)
        let bytes = (try? Files.readAll(child.report.descriptor, "a report")) ?? []
        return bytes.split(separator: UInt8(ascii: "\n"))
    }

    /// Whether this is the only thread.
    ///
    /// A copy has only the thread that made it; locks that others hold would stay locked in it for
    /// ever.
    private static var isSingleThreaded: Bool {
        Folder.names(in: "/proc/self/task")?.count == 1
    }
}
