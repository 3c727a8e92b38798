import Glibc
import PushCrypto
import PushRuntime
import PushTerminal
import PushText

/// The failures of a script's last run, for `--rerun failed`.
///
/// Each script has a file of its own, which runs of other scripts do not change.
enum LastRun {
    /// The knowledge of a script's last run.
    private struct Note: Equatable {
        /// The titles of the tests that failed.
        var failed: Set<String> = []
        /// Whether a statement outside tests failed, so that no test behind it ran.
        var failedOutside = false

        /// Whether nothing has to run again.
        var isEmpty: Bool { failed.isEmpty && !failedOutside }
    }

    /// The tests that a run takes of each script.
    enum Selection {
        /// All of them.
        case all
        /// Those that the script's note names.
        case failed
        /// Some, by tag, title, line or part.
        case some
    }

    /// The directory of the notes; nil without a state directory, where none are kept.
    private static var usual: String? { StandardPlaces.state.map { $0 + "/pushsh/last-run" } }

    /// The file of a script; nil for texts and pipes, which are new each time.
    private static func file(of script: String, in folder: String?) -> String? {
        guard let folder, script != "-", script != "-c", let full = realpath(script, nil) else {
            return nil
        }
        defer { free(full) }
        let digest = Fingerprint.sha256(Array(String(cString: full).utf8))
        let name = Hex.text(Array(digest.prefix(16)))
        return "\(folder)/\(name).json"
    }

    /// Remembers what failed; a run does not fail because this cannot be written.
    ///
    /// Tests that did not run keep their earlier result. A script that holds no tests and passes
    /// leaves no note of its own unless it is one of a test run.
    static func keep(
        _ results: [TestResult], _ selection: Selection, isTestRun: Bool = true,
        in folder: String? = nil
    ) {
        guard let first = results.first?.run else { return }
        // The first dictionary of a process costs much of what starting does: see `Marking`.
        if results.allSatisfy({ $0.run == first }) {
            keep(results, of: first, selection, isTestRun, in: folder)
        } else {
            for (script, results) in Dictionary(grouping: results, by: \.run) {
                keep(results, of: script, selection, isTestRun, in: folder)
            }
        }
    }

    /// Remembers what failed in one script.
    private static func keep(
        _ results: [TestResult], of script: String, _ selection: Selection, _ isTestRun: Bool,
        in folder: String?
    ) {
        guard let path = file(of: script, in: folder ?? usual) else { return }
        let earlier = note(in: path)
        let note = note(of: results, selection, after: earlier)
        if note == earlier || earlier == nil && note.isEmpty && !isTestRun { return }
        StandardPlaces.makeDirectories(of: path)
        var json: JSON = [
            "script": .string(script), "failed": .array(note.failed.sorted().map(JSON.string)),
        ]
        if note.failedOutside { json["outside"] = true }
        try? Files.writeSecret(Array(json.text.utf8), to: path)
    }

    /// The note after a run; a test that is not in the script any more is forgotten once all of the
    /// script has run.
    private static func note(
        of results: [TestResult], _ selection: Selection, after earlier: Note?
    ) -> Note {
        let ran = results.filter { $0.status != .skipped }
        let failures = ran.filter { $0.status == .failed }
        var note = Note()
        note.failed = Set(failures.filter(\.isTest).map(\.title))
        note.failedOutside = failures.contains { !$0.isTest }
        guard let earlier else { return note }
        let isWhole =
            selection == .all || selection == .failed && earlier.failedOutside
        let known = Set(results.map(\.title))
        note.failed.formUnion(
            earlier.failed.subtracting(ran.map(\.title)).filter { !isWhole || known.contains($0) })
        if !isWhole, earlier.failedOutside { note.failedOutside = true }
        return note
    }

    /// Whether an earlier run of a script is known.
    static func isKnown(_ script: String, in folder: String? = nil) -> Bool {
        file(of: script, in: folder ?? usual).flatMap(note) != nil
    }

    /// The titles of the tests to run again; nil for all of them, since no run is known or a
    /// statement outside tests failed.
    static func failedTitles(of script: String, in folder: String? = nil) -> Set<String>? {
        guard let note = file(of: script, in: folder ?? usual).flatMap(note), !note.failedOutside
        else { return nil }
        return note.failed
    }

    /// Reads a note; nil if it is missing or malformed.
    private static func note(in path: String) -> Note? {
        guard let bytes = try? Files.readRegular(path), let json = try? JSONParser.parse(bytes),
            let items = json["failed"]?.arrayValue
        else { return nil }
        let titles = items.compactMap(\.stringValue)
        guard titles.count == items.count else { return nil }
        return Note(failed: Set(titles), failedOutside: json["outside"] == true)
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
