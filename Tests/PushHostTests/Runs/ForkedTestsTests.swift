import PushRuntime
import PushTerminal
import Testing

@testable import PushHost

/// `--jobs`: where copies of the process cannot be made, the tests run here.
@Suite struct ForkedTestsTests {
    private func result(_ index: Int) -> TestResult {
        TestResult(file: "a.psh", title: "\(index)", tags: [], line: index, status: .passed)
    }

    /// The process of the tests has several threads, of which a copy would have one.
    @Test(arguments: [(1, 10), (4, 1), (4, 0), (4, 10)])
    func `a process with several threads makes no copies`(jobs: Int, count: Int) {
        var performed = 0
        let found = ForkedTests(jobs: jobs, interrupt: InterruptFlag()).run(
            count, passed: result,
            { index in
                performed += 1
                return result(index)
            })
        #expect(found == nil && performed == 0)
    }
}
