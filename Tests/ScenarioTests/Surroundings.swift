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
        let scenarios = arguments.filter { $0.hasPrefix(shipped) }
            .map { String($0.dropFirst(shipped.count)) }
        if !scenarios.isEmpty { try Self.copy(scenarios, below: home) }
        let arguments = arguments.map {
            $0.hasPrefix(shipped) ? "pushsh/scenarios/" + $0.dropFirst(shipped.count) : $0
        }
        return try Shell.run(
            PushshBinary.path, arguments, environment: environment, directory: home.path,
            timeout: timeout)
    }

    /// Copies scenarios and what they read, but not the other ones: with all of them for each of
    /// them, copying took longer than running.
    private static func copy(_ scenarios: [String], below home: TemporaryDirectory) throws {
        let (files, source) = (FileManager.default, Repository.path("share/pushsh"))
        let target = home.path + "/pushsh"
        try files.createDirectory(
            atPath: target + "/scenarios", withIntermediateDirectories: true)
        let read = try files.contentsOfDirectory(atPath: source).filter { $0 != "scenarios" }
        for name in read + scenarios.map({ "scenarios/" + $0 }) {
            try files.copyItem(atPath: source + "/" + name, toPath: target + "/" + name)
        }
    }
}
