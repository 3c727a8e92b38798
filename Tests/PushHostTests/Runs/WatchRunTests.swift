import PushCommands
import PushRuntime
import Testing

@testable import PushHost

/// `--watch`: each run has the arguments of the same command without the option.
@Suite struct WatchRunTests {
    private func arguments(_ given: [String], for scripts: [String]) throws -> [String] {
        let files = try ConsoleFiles()
        let options = try ProcessOptions.parse(given)
        let run = WatchRun(options, given, console: files.console) { _ in nil }
        return run.arguments(for: scripts)
    }

    @Test(
        arguments: [
            (["--watch", "a.psh"], ["a.psh"], ["a.psh"]),
            (["--watch", "a.psh", "b.psh"], ["b.psh"], ["b.psh"]),
            (["--jobs", "2", "--watch", "a.psh", "b.psh"], ["a.psh"], ["--jobs", "2", "a.psh"]),
            (["--watch", "--", "-a.psh", "b.psh"], ["-a.psh"], ["--", "-a.psh"]),
            (["--watch", "a.psh", "--", "x", "y"], ["a.psh"], ["a.psh", "--", "x", "y"]),
            (["--watch", "a.psh", "--"], ["a.psh"], ["a.psh", "--"]),
            (
                ["--filter", "a.psh", "--watch", "a.psh"], ["a.psh"],
                ["--filter", "a.psh", "a.psh"]
            ),
        ] as [([String], [String], [String])])
    func `the scripts that changed stand where all of them stood`(
        given: [String], changed: [String], wanted: [String]
    ) throws {
        #expect(try arguments(given, for: changed) == wanted)
    }

    @Test func `arguments that are called like the scripts stay arguments`() throws {
        let given = ["--watch", "a.psh", "b.psh", "--", "a.psh", "b.psh"]
        #expect(try arguments(given, for: ["b.psh"]) == ["b.psh", "--", "a.psh", "b.psh"])
        #expect(
            try arguments(["--watch", "a.psh", "--", "a.psh"], for: ["a.psh"])
                == ["a.psh", "--", "a.psh"])
    }
}
