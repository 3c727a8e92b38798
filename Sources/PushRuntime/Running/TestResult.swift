import PushText

/// How a test case ended.
public struct TestResult: Sendable {
    /// The ways a test can end.
    public enum Status: String, Sendable {
        case passed, failed, skipped
    }

    /// The script's path.
    public var file: String
    /// The test's title, or the file's name for a file without tests.
    public var title: String
    /// The `@tags` behind the title, without the sign.
    public var tags: [String]
    /// The line of its `test` statement, from 1.
    public var line: Int
    /// How it ended.
    public var status: Status
    /// What made it fail.
    public var failure: TestFailure?
    /// Why it was skipped; nil for one that ran.
    public var reason: String?
    /// Whether it is a `test`; false for a file without tests, and for a statement outside tests
    /// that failed.
    public var isTest = true
    /// Its steps, where a report asks for them.
    public var trace: TestTrace?

    /// Makes a result.
    public init(file: String, title: String, tags: [String], line: Int, status: Status) {
        self.file = file
        self.title = title
        self.tags = tags
        self.line = line
        self.status = status
    }
}

extension TestResult {
    /// The line that tells a person how the test ended, as `✓ title`.
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
