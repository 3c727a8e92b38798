import Glibc
import PushRuntime
import PushTerminal
import PushText

/// Which tests failed the last time, for `--rerun failed`.
enum LastRun {
    private static var path: String {
        StandardPlaces.state + "/pushsh/last-run.json"
    }

    /// Remembers which tests failed; a place that cannot be written is no reason to fail a run.
    static func keep(_ results: [TestResult]) {
        let failed = results.filter { $0.status == .failed }.map { JSON.string($0.title) }
        StandardPlaces.makeDirectories(of: path)
        let json: JSON = ["failed": .array(failed)]
        try? Files.write(Array(json.text.utf8), to: path)
    }

    /// The titles of the tests that failed.
    static func failedTitles() -> [String] {
        guard let bytes = try? Files.read(path), let json = try? JSONParser.parse(bytes) else {
            return []
        }
        return json["failed"]?.arrayValue?.compactMap(\.stringValue) ?? []
    }
}

/// The directories of the XDG base directory specification.
enum StandardPlaces {
    /// `$XDG_STATE_HOME`, else `~/.local/state`.
    static var state: String { base("XDG_STATE_HOME", ".local/state") }

    /// `$XDG_CONFIG_HOME`, else `~/.config`.
    static var config: String { base("XDG_CONFIG_HOME", ".config") }

    /// Unset, empty and relative values mean the usual place.
    private static func base(_ name: String, _ usual: String) -> String {
        if let value = TerminalCapabilities.processEnvironment(name), value.hasPrefix("/") {
            return value
        }
        return (TerminalCapabilities.processEnvironment("HOME") ?? ".") + "/" + usual
    }

    /// Makes the directories above a path.
    static func makeDirectories(of path: String) {
        for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            mkdir(String(decoding: path.utf8.prefix(index), as: UTF8.self), 0o755)
        }
    }
}
