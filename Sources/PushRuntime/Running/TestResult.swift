import PushLanguage

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
    public var tags: [String]
    public var line: Int
    public var status: Status
    /// What made it fail.
    public var failure: TestFailure?

    /// Makes a result.
    public init(file: String, title: String, tags: [String], line: Int, status: Status) {
        self.file = file
        self.title = title
        self.tags = tags
        self.line = line
        self.status = status
    }
}
