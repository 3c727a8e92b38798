import PushCommands
import PushRuntime
import PushText

/// The notes for a person on a run before its first test, and on the tests it left out.
enum RunNotes {
    /// The notes before a run, in order; none for most runs.
    static func lines(_ options: ProcessOptions, _ scripts: [LoadedScript]) -> [String] {
        // Whoever pipes a script in should learn that what makes it made nothing.
        let hasNothing = scripts.contains { $0.isEmpty && $0.path == "-" }
        let unknown = options.rerunsFailed ? scripts.filter { !LastRun.isKnown($0.path) } : []
        return (hasNothing ? ["note: standard input has no statements"] : [])
            + unknown.map {
                "note: no earlier run of `\(VisibleText.escape($0.path))` is known; all of it runs"
            }
    }

    /// The place of a test that is tagged `@only`, as a person writes it; nil if there is none.
    ///
    /// Tests that `.read` brings are known by their results alone.
    static func placeOfOnly(_ scripts: [LoadedScript], _ results: [TestResult]) -> String? {
        guard !scripts.isEmpty else { return nil }
        let place =
            scripts.lazy.compactMap { $0.place(ofTag: "only") }.first
            ?? results.first { $0.tags.contains("only") }.map { "\($0.file):\($0.line)" }
        return place.map { VisibleText.escape($0) }
    }

    /// The note that a tag left tests out, which its author may have forgotten; nil if it did not.
    ///
    /// The tag works across files: a person who reads another file's result must see the note.
    static func leftOut(_ scripts: [LoadedScript], _ results: [TestResult]) -> String? {
        guard let place = scripts.lazy.compactMap({ $0.place(ofTag: "only") }).first else {
            return nil
        }
        let all = scripts.reduce(0) { $0 + max(1, $1.declaredTests) }
        guard results.count(where: \.isTest) < all else { return nil }
        return "note: tests without the tag @only were left out, because "
            + "`\(VisibleText.escape(place))` has it"
    }
}
