import PushTestSupport
import Testing

/// The run of the whole suite, with a `swift` that only says what the real one does.
@Suite struct TestScriptTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        let script = try Shell.run("cat", [Repository.path("scripts/test")]).stdout
        try program(script, at: "scripts/test")
        try program("#!/bin/bash\n", at: "scripts/packages")
        try program("#!/bin/bash\necho /bin/true\n", at: "scripts/build")
        try program(
            """
            #!/bin/bash
            [ "$1" = test ] && exec "${0%/*}/swift-test"
            exit 0
            """, at: "tools/bin/swift")
    }

    /// By a process of its own, as the build script's test explains.
    private func program(_ text: String, at name: String) throws {
        let path = place.path + "/" + name
        let run = try Shell.run("install", ["-D", "-m", "755", "/dev/stdin", path], input: text)
        try #require(run.status == 0, "\(run)")
    }

    private func test(saying lines: [String], then end: String) throws -> Shell.Outcome {
        let said = lines.map { "echo '\($0)'" }.joined(separator: "\n")
        try program("#!/bin/bash\n\(said)\n\(end)\n", at: "tools/bin/swift-test")
        return try Shell.run(
            place.path + "/scripts/test", ["--filter", "Any"],
            environment: [
                "PATH": place.path + "/tools/bin:/usr/local/bin:/usr/bin:/bin",
                "HOME": place.path, "TMPDIR": place.path, "PUSHSH_SILENCE": "1",
            ], timeout: 40)
    }

    private static let lines = [
        #"◇ Test "a push arrives" started."#, #"◇ Test "a "late" push arrives" started."#,
        #"✔ Test "a push arrives" passed after 0.1 seconds."#,
    ]

    @Test func `a suite that falls silent is ended, and what has not ended is named`() throws {
        let run = try test(saying: Self.lines, then: "sleep 120")
        #expect(run.status == 1, "\(run)")
        #expect(run.stdout.hasSuffix("0 passed, 1 failed\n"), "\(run)")
        #expect(
            run.stderr.contains(
                "nothing was printed for 1 seconds; these tests have not ended:\n"
                    + "    a \"late\" push arrives\n"), "\(run.stderr)")
        #expect(!run.stderr.contains("    a push arrives"), "\(run.stderr)")
    }

    @Test func `it is also ended before it has named a test`() throws {
        let run = try test(saying: [], then: "sleep 120")
        #expect(run.status == 1, "\(run)")
        #expect(run.stderr.contains("nothing was printed for 1 seconds"), "\(run.stderr)")
    }

    @Test func `a suite that ends by itself is not disturbed`() throws {
        let run = try test(saying: Self.lines, then: "exit 0")
        #expect(run.status == 0, "\(run)")
        #expect(!run.stderr.contains("nothing was printed"), "\(run.stderr)")
    }
}
