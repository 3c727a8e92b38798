import CEditLine
import Glibc
import PushBackends
import PushRuntime
import PushStore
import PushText

/// Runs the tests of one file in copies of this process, which all begin in its state (`--jobs`).
///
/// A copy gets every Nth test, writes a line for each into a file without a name, and exits at
/// once, so that nothing of the parent's is written or released twice.
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

    /// Makes a number of workers.
    init(jobs: Int) { self.jobs = jobs }

    /// Runs `count` tests, sharing them out; nil if they must be run here, one after the other.
    ///
    /// `perform` runs a test, and returns nil if the run is to end. A test whose copy died without
    /// a report has no result.
    func run(
        _ count: Int, passed: (Int) -> TestResult, _ perform: (Int) -> TestResult?
    ) -> [TestResult?]? {
        let width = min(jobs, count)
        guard width > 1, Self.isSingleThreaded else { return nil }
        var children: [Child] = []
        for first in 0..<width {
            guard let report = try? ServiceStorage.temporary() else { break }
            let process = ce_fork()
            if process == 0 { Self.work(first, count, width, report, perform) }
            guard process > 0 else { break }
            children.append(Child(process: process, report: report, first: first))
        }
        // If not even the first copy started, nothing ran, and the tests can still run here.
        guard !children.isEmpty else { return nil }
        var found = [TestResult?](repeating: nil, count: count)
        for child in children {
            for (offset, line) in Self.lines(of: child).enumerated() {
                let index = child.first + offset * width
                if index < count { found[index] = ResultLine.read(line) { passed(index) } }
            }
        }
        for first in children.count..<width {
            for index in stride(from: first, to: count, by: width) { found[index] = perform(index) }
        }
        return found
    }

    /// Runs a copy to its end.
    private static func work(
        _ first: Int, _ count: Int, _ width: Int, _ report: ServiceStorage,
        _ perform: (Int) -> TestResult?
    ) -> Never {
        var lines: [UInt8] = []
        for index in stride(from: first, to: count, by: width) {
            guard let result = perform(index) else { break }
            ResultLine.write(result, to: &lines)
        }
        _exit(Files.writeAll(lines, to: report.descriptor) ? 0 : 1)
    }

    /// Waits for a copy, and returns the lines of its report; none if it did not end well.
    private static func lines(of child: Child) -> [ArraySlice<UInt8>] {
        var status: Int32 = 0
        while waitpid(child.process, &status, 0) < 0 && errno == EINTR {}
        guard status == 0 else { return [] }
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
