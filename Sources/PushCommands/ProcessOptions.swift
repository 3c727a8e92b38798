import PushText

/// The process's own arguments: what to run, where, and how to report it.
public struct ProcessOptions: Equatable, Sendable {
    /// The task of the process.
    public enum Action: Equatable, Sendable {
        /// Run scripts, or start the prompt.
        case run
        /// Print the options and leave.
        case help
        /// Print the version and leave.
        case version
        /// Write the files generated from the command table into a directory.
        case generate(String)
    }

    /// The effect of `--bless` on golden lines that no longer hold.
    public enum Bless: Equatable, Sendable {
        /// Write the new ones into the script.
        case rewrite
        /// Change nothing, and fail if a line would change.
        case check
    }

    /// The form of the progress report on standard output.
    public enum Format: String, CaseIterable, Sendable {
        /// For people: failures with their place, then a summary.
        case human
        /// TAP version 14.
        case tap
        /// Annotations of GitHub Actions, and a summary of the step.
        case github
    }

    /// A report that is written to a file when the run is over.
    public struct Report: Equatable, Sendable {
        /// The forms of a report file.
        public enum Kind: String, CaseIterable, Sendable {
            case junit, json, html
        }

        /// The form.
        public var kind: Kind
        /// The file; `-` is standard output.
        public var path: String
        /// Whether it goes to standard output.
        public var isOutput: Bool { path == "-" }

        /// Makes a report.
        public init(_ kind: Kind, _ path: String) {
            self.kind = kind
            self.path = path
        }

        /// Reads `junit=FILE`; nil if the kind is unknown or the file is missing.
        init?(_ text: String) {
            guard let equals = text.firstIndex(of: "="),
                let kind = Kind(rawValue: String(text[..<equals]))
            else { return nil }
            let path = text[text.index(after: equals)...]
            guard !path.isEmpty else { return nil }
            self.init(kind, String(path))
        }
    }

    /// The point at which a run continues after a failure.
    public enum AfterFailure: Equatable, Sendable {
        /// With the next test, as without an option.
        case nextTest
        /// With the next statement of the same test (`--keep-going`).
        case nextStatement
        /// Not at all: the run ends (`--fail-fast`).
        case stop
    }

    /// The task of the process.
    public var action: Action = .run
    /// The scripts in the order given, `-` being standard input.
    public var scripts: [String] = []
    /// The statements of `-c`.
    public var text: String?
    /// The arguments that scripts read as `${1}`, `${2}` and so on.
    public var arguments: [String] = []
    /// Whether to start the prompt even if standard input is not a terminal.
    public var isInteractive = false
    /// Whether requests of the control protocol are answered, line by line.
    public var answersLines = false

    /// The workspace's directory; nil means the default one.
    public var workspace: String?
    /// Whether the workspace is private and deleted at exit.
    public var isEphemeral = false
    /// Whether scripts run on the system's clock.
    public var usesRealTime = false
    /// Whether the startup file is read.
    public var readsStartupFile = true

    /// Whether scripts are only checked.
    public var isCheck = false
    /// Whether tests are only named.
    public var isList = false
    /// Whether scripts run once for each change to them.
    public var isMutation = false
    /// Whether scripts run again when a file that they use changes.
    public var isWatch = false
    /// Whether the operands are JSON reports to merge into one.
    public var isMerge = false
    /// The treatment of golden lines that no longer hold; nil leaves them.
    public var bless: Bless?
    /// The number of scripts to run at a time; nil leaves the choice to the runner.
    public var jobs: Int?
    /// The tags of which a test needs one, without `@`; empty = every test.
    public var onlyTags: [String] = []
    /// The tags of which a test may have none, without `@`.
    public var skippedTags: [String] = []
    /// The text that a test's title must contain.
    public var filter: String?
    /// The tests that are chosen by text, tags and line, the same in each part of a run.
    public var choiceOfTests: String {
        let tags = onlyTags.sorted().map { "@" + $0 } + skippedTags.sorted().map { "!" + $0 }
        return ([filter ?? ""] + tags + [firstLine.map { "\($0)" } ?? ""]).joined(separator: "\n")
    }
    /// The line, counted from 1, at which the tests to run begin.
    public var firstLine: Int?
    /// Whether only tests that failed in the previous run are run.
    public var rerunsFailed = false
    /// Which of several parts of the tests runs; nil for all of them.
    public var shard: Shard?
    /// The seed by which the order of tests is shuffled.
    public var shuffleSeed: UInt64?
    /// The most real time a test may take, in milliseconds.
    public var timeout: Int64?
    /// The point at which a run continues after a failure.
    public var afterFailure: AfterFailure = .nextTest

    /// The process that started this one for a single script; this one ends when that one does.
    public var parent: Int?

    /// Whether a report in JSON holds the steps of each test, for a process that draws them.
    public var keepsSteps = false
    /// Whether the steps of each test are kept.
    public var keepsTrace: Bool { keepsSteps || reports.contains { $0.kind == .html } }
    /// The form of the progress report.
    public var format: Format?
    /// The report files to write.
    public var reports: [Report] = []
    /// Whether reports include real times.
    public var reportsTimes = true
    /// The number of slowest tests to name at the end of a run.
    public var slowest: Int?
    /// The form in which rows are printed, one of `CommandTable.modes`.
    public var mode: String?

    /// Makes the options of a process without arguments.
    public init() {}
}
