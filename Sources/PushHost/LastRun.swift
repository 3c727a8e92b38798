import Glibc
import PushCrypto
import PushRuntime
import PushTerminal
import PushText

/// The tests of a script that failed in its last run, for `--rerun failed`.
///
/// Each script has a file of its own, which runs of other scripts do not change.
enum LastRun {
    /// The directory of the notes; nil without a state directory, where none are kept.
    private static var usual: String? { StandardPlaces.state.map { $0 + "/pushsh/last-run" } }

    /// The file of a script; nil for texts and pipes, which are new each time.
    private static func file(of script: String, in folder: String?) -> String? {
        guard script != "-", script != "-c", let folder, let full = realpath(script, nil) else {
            return nil
        }
        defer { free(full) }
        let digest = Fingerprint.sha256(Array(String(cString: full).utf8))
        let name = Hex.text(Array(digest.prefix(16)))
        return "\(folder)/\(name).json"
    }

    /// Remembers which tests failed; a run does not fail because this cannot be written.
    ///
    /// Tests that did not run keep their earlier result.
    static func keep(_ results: [TestResult], in folder: String? = nil) {
        var ran: [String: (titles: [String], failed: [String])] = [:]
        for result in results {
            if result.status != .skipped {
                ran[result.run, default: ([], [])].titles.append(result.title)
            }
            if result.status == .failed {
                ran[result.run, default: ([], [])].failed.append(result.title)
            }
        }
        for (script, tests) in ran {
            guard let path = file(of: script, in: folder ?? usual) else { continue }
            let failed = titles(in: path).subtracting(tests.titles).union(tests.failed)
            guard !failed.isEmpty else {
                unlink(path)
                continue
            }
            StandardPlaces.makeDirectories(of: path)
            let json: JSON = [
                "script": .string(script), "failed": .array(failed.sorted().map(JSON.string)),
            ]
            try? Files.writeSecret(Array(json.text.utf8), to: path)
        }
    }

    /// The titles of a script's tests that failed; empty if nothing is known about it.
    static func failedTitles(of script: String, in folder: String? = nil) -> Set<String> {
        file(of: script, in: folder ?? usual).map(titles) ?? []
    }

    /// Reads the titles of a note; none if it is missing or malformed.
    private static func titles(in path: String) -> Set<String> {
        guard let bytes = try? Files.read(path), let json = try? JSONParser.parse(bytes) else {
            return []
        }
        return Set(json["failed"]?.arrayValue?.compactMap(\.stringValue) ?? [])
    }
}

/// The directories of the XDG base directory specification.
enum StandardPlaces {
    /// `$XDG_STATE_HOME`, else `~/.local/state`; nil without a home directory.
    static var state: String? { base("XDG_STATE_HOME", ".local/state") }

    /// `$XDG_CONFIG_HOME`, else `~/.config`; nil without a home directory.
    static var config: String? { base("XDG_CONFIG_HOME", ".config") }

    /// Returns a base directory; unset, empty and relative values mean the default.
    ///
    /// A home directory that does not exist is not made: a process without one leaves nothing.
    private static func base(_ name: String, _ usual: String) -> String? {
        if let value = TerminalCapabilities.processEnvironment(name), value.hasPrefix("/") {
            return value
        }
        var status = stat()
        guard let home = TerminalCapabilities.processEnvironment("HOME"), home.hasPrefix("/"),
            stat(home, &status) == 0, status.st_mode & S_IFMT == S_IFDIR
        else { return nil }
        return home + "/" + usual
    }

    /// Creates the directories above a path.
    static func makeDirectories(of path: String) {
        for (index, byte) in path.utf8.enumerated() where byte == UInt8(ascii: "/") && index > 0 {
            mkdir(String(decoding: path.utf8.prefix(index), as: UTF8.self), 0o755)
        }
    }
}
