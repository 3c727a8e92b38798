import PushText

/// The outcome of a test case.
public struct TestResult: Sendable {
    /// The ways a test can end.
    public enum Status: String, Sendable {
        case passed, failed, skipped
    }

    /// The script's path.
    public var file: String
    /// The test's title, or the file's name for a file without tests.
    public var title: String
    /// The `@tags` after the title, without the sign.
    public var tags: [String]
    /// The line of its `test` statement, from 1.
    public var line: Int
    /// The way it ended.
    public var status: Status
    /// The reason why it failed; nil if it did not.
    @Rare public var failure: TestFailure?
    /// The reason why it was skipped; nil if it ran.
    public var reason: String?
    /// Whether it is a `test`; false for a file without tests, and for a statement outside tests
    /// that failed.
    public var isTest = true
    /// Its steps; nil if no report needs them.
    @Rare public var trace: TestTrace?
    /// Its place among the tests that its run's file declares, from 1; for other results, the
    /// number of tests declared before them.
    public var number = 0
    /// The script that was run: the file itself, or the one that includes or reads it.
    public var run: String
    /// The start in real time, in milliseconds since 1970; nil if it did not run.
    public var began: Int64?
    /// The duration in real time, in microseconds.
    public var duration: Int64?
    /// The state of the world's random numbers when it began.
    public var seed: UInt64?

    /// Makes a result.
    public init(file: String, title: String, tags: [String], line: Int, status: Status) {
        self.file = file
        run = file
        self.title = title
        self.tags = tags
        self.line = line
        self.status = status
    }
}

extension TestResult {
    /// Its place among the results of the same file; one from outside tests follows the tests
    /// declared before it.
    public var order: Int { isTest ? 2 * number : 2 * number + 1 }

    /// The line that shows a person how the test ended, as `✓ title`.
    public var summary: String {
        let mark =
            switch status {
            case .passed: "✓"
            case .failed: "✗"
            case .skipped: "-"
            }
        return "\(mark) \(VisibleText.escape(title))"
    }
}
