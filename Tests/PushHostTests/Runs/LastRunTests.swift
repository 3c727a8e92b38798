import Glibc
import PushRuntime
import PushTestSupport
import Testing

@testable import PushHost

/// `--rerun failed`: which tests of a script failed the last time.
@Suite struct LastRunTests {
    private let directory: TemporaryDirectory
    private let script: String
    private let other: String

    init() throws {
        directory = try TemporaryDirectory()
        script = try directory.write("", to: "a.psh")
        other = try directory.write("", to: "b.psh")
    }

    private var folder: String { directory.path + "/state/last-run" }

    private func keep(
        _ results: [(title: String, status: TestResult.Status)], of path: String? = nil,
        _ selection: LastRun.Selection = .some
    ) {
        LastRun.keep(
            results.map {
                TestResult(
                    file: path ?? script, title: $0.title, tags: [], line: 1, status: $0.status)
            }, selection, in: folder)
    }

    /// Keeps the result of a script without tests, or of a statement outside them.
    private func keepOutside(
        _ status: TestResult.Status, _ selection: LastRun.Selection = .all, isTestRun: Bool = false
    ) {
        var result = TestResult(file: script, title: script, tags: [], line: 1, status: status)
        result.isTest = false
        LastRun.keep([result], selection, isTestRun: isTestRun, in: folder)
    }

    private func failed(_ path: String? = nil) -> Set<String>? {
        LastRun.failedTitles(of: path ?? script, in: folder)
    }

    @Test func `nothing is known of a script that never ran`() {
        #expect(failed() == nil && !LastRun.isKnown(script, in: folder))
        #expect(failed(directory.path + "/missing.psh") == nil)
    }

    @Test func `the tests that failed are remembered, and only those`() {
        keep([("one", .failed), ("two", .passed), ("三", .failed), ("four", .skipped)])
        #expect(failed() == ["one", "三"])
        #expect(failed(other) == nil)
    }

    @Test func `a test that is not in the script any more is forgotten once all of it ran`() {
        keep([("one", .failed), ("two", .failed)], .all)
        keep([("renamed", .passed)], .some)
        #expect(failed() == ["one", "two"])
        keep([("renamed", .passed), ("two", .skipped)], .all)
        #expect(failed() == ["two"])
        keep([("renamed", .passed)], .failed)
        #expect(failed() == ["two"])
    }

    @Test func `where a statement outside tests failed all runs again, until it holds`() {
        keepOutside(.failed)
        #expect(LastRun.isKnown(script, in: folder) && failed() == nil)
        keep([("one", .passed)], .some)
        #expect(failed() == nil)
        keep([("one", .failed), ("two", .passed)], .failed)
        #expect(failed() == ["one"])
    }

    @Test func `a plain script that passes leaves a note only where one is needed`() {
        keepOutside(.passed)
        #expect(!LastRun.isKnown(script, in: folder))
        keepOutside(.failed)
        keepOutside(.passed)
        #expect(failed() == [])
        keep([("b", .passed)], of: other, .all)
        #expect(failed(other) == [])
    }

    @Test func `a test that passes is forgotten, one that did not run is not`() {
        keep([("one", .failed), ("two", .failed)])
        keep([("one", .passed), ("two", .skipped)])
        #expect(failed() == ["two"])
        keep([("three", .failed)])
        #expect(failed() == ["two", "three"])
    }

    @Test func `the note is empty when every test passes`() throws {
        keep([("one", .failed)])
        keep([("one", .passed)])
        #expect(try directory.listing().filter { $0.hasSuffix(".json") }.count == 1)
        #expect(failed() == [])
    }

    @Test func `of two tests with one title a failure counts`() {
        keep([("twice", .failed), ("twice", .passed)])
        #expect(failed() == ["twice"])
        keep([("twice", .passed), ("twice", .passed)])
        #expect(failed() == [])
    }

    @Test func `a script is the same under another path`() {
        keep([("one", .failed)])
        symlink("a.psh", directory.path + "/link.psh")
        #expect(failed(directory.path + "/link.psh") == ["one"])
        #expect(failed(directory.path + "/./a.psh") == ["one"])
    }

    @Test func `a test of an included file is one of the script that was run`() {
        var result = TestResult(file: other, title: "inner", tags: [], line: 1, status: .failed)
        result.run = script
        LastRun.keep([result], .all, in: folder)
        #expect(failed() == ["inner"] && failed(other) == nil)
    }

    @Test(arguments: ["-", "-c"]) func `what comes anew each time is not remembered`(
        path: String
    ) throws {
        keep([("one", .failed)], of: path)
        #expect(failed(path) == nil)
        #expect(try directory.listing() == ["a.psh", "b.psh"])
    }

    @Test(arguments: ["", "{", "[]", #"{"failed": "one"}"#, #"{"failed": [1, null]}"#])
    func `a damaged note counts as none, and is replaced`(text: String) throws {
        keep([("one", .failed)])
        let name = try #require(try directory.listing().first { $0.hasSuffix(".json") })
        try directory.write(text, to: name)
        #expect(failed() == nil)
        keep([("two", .failed)])
        #expect(failed() == ["two"])
    }

    @Test func `a place that cannot be written changes nothing else`() throws {
        try directory.write("a file", to: "state")
        keep([("one", .failed)])
        #expect(failed() == nil)
        #expect(try directory.text("state") == "a file")
    }

    @Test func `the directories above a path are made, the last part is not`() {
        let path = directory.path + "/x/y/z"
        StandardPlaces.makeDirectories(of: path)
        #expect(access(directory.path + "/x/y", F_OK) == 0)
        #expect(access(path, F_OK) != 0)
        StandardPlaces.makeDirectories(of: "no-folder-at-all")
        #expect(access("no-folder-at-all", F_OK) != 0)
    }
}
