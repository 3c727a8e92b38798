import PushTestSupport
import Testing

/// The examples in other languages run as they are shipped (KD-06, TD-01, TD-11).
@Suite struct ControlExampleTests {
    /// Where pytest is installed; nil where Python or PyPI cannot be reached.
    static let pytest: String? = {
        let home = Repository.path(".build/pytest")
        let install = """
            [ -e '\(home)/installed' ] && exit 0
            rm -rf '\(home)' && python3 -m venv '\(home)' || exit 1
            '\(home)/bin/pip' install -q --disable-pip-version-check pytest==8.4.2 \
                && touch '\(home)/installed'
            """
        let run = try? Shell.run("/bin/bash", ["-c", install], timeout: 300)
        return run?.status == 0 ? home + "/bin/pytest" : nil
    }()

    private static func has(_ program: String) -> Bool {
        (try? Shell.run("/bin/bash", ["-c", "command -v \(program)"]))?.status == 0
    }

    private func run(_ command: String, _ folder: String) throws -> Shell.Outcome {
        try Shell.run(
            "/bin/bash", ["-c", command],
            environment: Pushsh.environment.merging([
                "PUSHSH": try PushshBinary.path, "PYTHONDONTWRITEBYTECODE": "1",
            ]) { $1 },
            directory: Repository.path("share/pushsh/examples/\(folder)"), timeout: 120)
    }

    @Test(.enabled(if: pytest != nil, "skipped: pytest cannot be installed from PyPI"))
    func `a backend's send is shown, tapped and stored, in pytest`() throws {
        let program = try #require(Self.pytest)
        let outcome = try run("'\(program)' -q -p no:cacheprovider", "python")
        #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
        #expect(outcome.stdout.contains("3 passed"))
    }

    @Test(.enabled(if: has("node"), "skipped: there is no Node"))
    func `a backend's send over HTTP/2 is shown, tapped and stored, in Node`() throws {
        let outcome = try run("node --test phone.test.mjs", "node")
        #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
        #expect(outcome.stdout.contains("pass 4"))
    }

    @Test(.enabled(if: has("java"), "skipped: there is no Java"))
    func `a backend's send is shown, tapped and stored, in Java`() throws {
        let outcome = try run("java PhoneTest.java", "java")
        #expect(outcome.status == 0 && outcome.stdout == "passed\n", "\(outcome)")
        #expect(!outcome.stderr.contains("broken pipe"), "\(outcome.stderr)")
    }
}
