import PushCommands
import Testing

@testable import PushHost

/// `--jobs`: a child runs a script as its parent would.
@Suite struct ProcessPoolTests {
    /// What the child of a process reads out of its arguments.
    private func child(_ arguments: [String], path: String = "a.psh") throws -> ProcessOptions {
        let options = try ProcessOptions.parse(arguments + ["a.psh", "b.psh"])
        return try ProcessOptions.parse(ProcessPool.arguments(of: options, for: path))
    }

    /// Each option that changes what a script does or which tests run, with the field it sets.
    private static let options: [([String], @Sendable (ProcessOptions) -> Bool)] = [
        (["--workspace", "w d"], { $0.workspace == "w d" }),
        (["--real-time"], { $0.usesRealTime }),
        (["--mode", "jsonl"], { $0.mode == "jsonl" }),
        (["--only", "@td", "--only", "ncmb"], { $0.onlyTags == ["td", "ncmb"] }),
        (["--skip", "slow"], { $0.skippedTags == ["slow"] }),
        (["--filter", "^a .*$"], { $0.filter == "^a .*$" }),
        (["--filter=--x"], { $0.filter == "--x" }),
        (["--shuffle", "18446744073709551615"], { $0.shuffleSeed == .max }),
        (["--timeout", "1500ms"], { $0.timeout == 1500 }),
        (["--timeout", "1h"], { $0.timeout == 3_600_000 }),
        (["--shard", "2/5"], { $0.shard == Shard(2, of: 5) }),
        (["--rerun", "failed"], { $0.rerunsFailed }),
        (["--from", "12"], { $0.firstLine == 12 }),
        (["--fail-fast"], { $0.afterFailure == .stop }),
        (["--keep-going"], { $0.afterFailure == .nextStatement }),
        ([], { $0.afterFailure == .nextTest }),
        (["--report", "html=r.html"], { $0.keepsSteps }),
        (["--keep-steps"], { $0.keepsSteps }),
        (["--report", "junit=r.xml"], { !$0.keepsSteps }),
    ]

    @Test(arguments: options.indices) func `an option reaches the child`(index: Int) throws {
        let (arguments, isSet) = Self.options[index]
        #expect(isSet(try child(arguments)), "\(arguments)")
    }

    @Test func `the child runs one script, reports it and ends with its parent`() throws {
        let found = try child(["--jobs", "7", "--slowest", "3", "--format", "tap"])
        #expect(found.scripts == ["a.psh"] && found.arguments.isEmpty)
        #expect(found.reports == [.init(.json, "/dev/fd/3")])
        #expect(found.parent != nil)
        // What is left is the parent's.
        #expect(found.jobs == nil && found.slowest == nil && found.format == nil)
        #expect(found.bless == nil && !found.isWatch && !found.isList)
    }

    @Test(arguments: [["x"], ["-x"], ["--"], ["--jobs", "2"], ["", "a b", "-"]])
    func `what looks like an option is a script's argument behind two dashes`(
        given: [String]
    ) throws {
        let options = try ProcessOptions.parse(["a.psh", "b.psh", "--"] + given)
        #expect(options.arguments == given)
        for path in ["a.psh", "-odd.psh", "with blank.psh"] {
            let found = try ProcessOptions.parse(ProcessPool.arguments(of: options, for: path))
            #expect(found.arguments == given && found.scripts == [path])
        }
    }
}
