import Foundation
import PushTestSupport
import Testing

/// Runs the built binary in an environment of which everything is stated.
enum Pushsh {
    /// What a caller sees of a run: both streams as text and the status, or `-N` for signal N.
    struct Run: Equatable, CustomStringConvertible {
        var stdout = ""
        var stderr = ""
        var status: Int32 = 0

        var description: String {
            "status \(status)\n-- stdout --\n\(stdout)\n-- stderr --\n\(stderr)"
        }

        /// The lines of standard output.
        var lines: [String] { stdout.split(separator: "\n").map(String.init) }
    }

    /// The environment of the tests: no home, nothing of the person who runs them.
    static let environment = [
        "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "HOME": "/dev/null/home", "LC_ALL": "C.UTF-8", "TERM": "dumb",
        "SWIFT_BACKTRACE": "enable=no",
    ]

    /// Runs the binary with arguments; variables are added to `environment`.
    static func run(
        _ arguments: [String] = [], input: [UInt8] = [], in directory: TemporaryDirectory? = nil,
        variables: [String: String] = [:], timeout: Double = 60
    ) throws -> Run {
        try start(
            PushshBinary.path, arguments, input: input, in: directory, variables: variables,
            timeout: timeout)
    }

    /// Runs the statements of a text, as standard input brings them.
    static func script(
        _ text: String, _ arguments: [String] = ["-f", "-"], in directory: TemporaryDirectory? = nil
    ) throws -> Run {
        try run(arguments, input: Array(text.utf8), in: directory)
    }

    /// Runs a line of bash, in which `pushsh` is the binary.
    static func bash(
        _ line: String, in directory: TemporaryDirectory, timeout: Double = 60
    ) throws -> Run {
        let named = "pushsh() { \"$PUSHSH\" \"$@\"; }\n" + line
        return try start(
            "/bin/bash", ["-c", named], in: directory,
            variables: ["PUSHSH": try PushshBinary.path], timeout: timeout)
    }

    private static func start(
        _ executable: String, _ arguments: [String], input: [UInt8] = [],
        in directory: TemporaryDirectory?, variables: [String: String], timeout: Double = 60
    ) throws -> Run {
        let outcome = try Shell.run(
            executable, arguments, input: input,
            environment: environment.merging(variables) { $1 },
            directory: directory?.path, timeout: timeout)
        #expect(!outcome.timedOut, "\(arguments) did not end within \(timeout) s")
        return Run(
            stdout: outcome.stdout, stderr: outcome.stderr,
            status: outcome.signal == 0 ? outcome.status : -outcome.signal)
    }
}

extension TemporaryDirectory {
    /// The contents of every file, by path; what must not change is compared with it.
    func contents() throws -> [String: Data] {
        var contents: [String: Data] = [:]
        for name in try listing() {
            contents[name] = FileManager.default.contents(atPath: path + "/" + name) ?? Data()
        }
        return contents
    }

    /// Makes a workspace `w` by running statements in it, with everything in its main files.
    @discardableResult
    func makeWorkspace(_ text: String) throws -> Pushsh.Run {
        let made = try Pushsh.script(text, ["--workspace", "w", "-f", "-"], in: self)
        for file in try listing() where file.hasSuffix(".db") {
            _ = try Shell.run(
                "sqlite3", [path + "/" + file, "PRAGMA wal_checkpoint(TRUNCATE)"])
        }
        return made
    }

    /// Runs statements in the workspace `w`.
    func inWorkspace(_ text: String, mode: String = "csv") throws -> Pushsh.Run {
        try Pushsh.script(text, ["--workspace", "w", "--mode", mode, "-f", "-"], in: self)
    }
}
