import Foundation
import PushTestSupport

/// What a user's machine may have, and what must not show in the output of a script.
struct ProcessSurroundings: Sendable {
    var environment: [String: String]

    /// A Japanese desktop, and a bare build machine half the world away.
    static let all = [
        ProcessSurroundings(environment: [
            "LANG": "ja_JP.UTF-8", "LC_ALL": "ja_JP.UTF-8", "TZ": "Asia/Tokyo",
            "COLUMNS": "200", "TERM": "xterm-256color", "PATH": "/usr/bin:/bin",
            "PUSHSH_UNKNOWN": "1",
        ]),
        ProcessSurroundings(environment: [
            "LANG": "C", "TZ": "America/New_York", "TERM": "dumb", "PATH": "/bin", "CI": "1",
        ]),
    ]

    /// Runs `pushsh` in a directory and with a home of its own.
    ///
    /// Shipped scenarios run as copies there, so that what they write is theirs alone.
    func run(_ arguments: [String], timeout: Double = 120) throws -> Shell.Outcome {
        let home = try TemporaryDirectory()
        var environment = environment
        environment["HOME"] = home.path
        environment["SWIFT_BACKTRACE"] = "enable=no"
        let shipped = Repository.path("share/pushsh/scenarios/")
        if arguments.contains(where: { $0.hasPrefix(shipped) }) {
            try FileManager.default.copyItem(
                atPath: Repository.path("share/pushsh"), toPath: home.path + "/pushsh")
        }
        let arguments = arguments.map {
            $0.hasPrefix(shipped) ? "pushsh/scenarios/" + $0.dropFirst(shipped.count) : $0
        }
        return try Shell.run(
            PushshBinary.path, arguments, environment: environment, directory: home.path,
            timeout: timeout)
    }
}
