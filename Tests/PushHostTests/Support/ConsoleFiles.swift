import Glibc
import PushTestSupport

@testable import PushHost

/// A console whose two streams go into files, which a test reads.
final class ConsoleFiles {
    let directory: TemporaryDirectory
    let console: StandardConsole
    private let output: Int32
    private let errors: Int32

    init() throws {
        directory = try TemporaryDirectory()
        output = open(directory.path + "/out", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        errors = open(directory.path + "/err", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        console = StandardConsole(output: output, errors: errors)
    }

    deinit {
        close(output)
        close(errors)
    }

    /// What was written to standard output, as lines.
    var out: [String] {
        console.flush()
        return lines("out")
    }

    /// What was written to standard error, as lines.
    var err: [String] { lines("err") }

    private func lines(_ name: String) -> [String] {
        let text = (try? directory.text(name)) ?? "no file"
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .dropLast()
    }
}
