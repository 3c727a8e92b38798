import PushAssist
import PushLanguage
import PushText

/// The tags of the tests in the scripts of the working directory, for completion.
enum ScriptTags {
    /// The maximum number of scripts that are scanned; beyond it completion offers none.
    private static let fileLimit = 300

    /// Returns each tag once, in order, with the script in which it was found first.
    static func here() -> [Proposal] {
        var files: [String: String] = [:]
        let names = Paths.matching("").map(\.text).filter { $0.hasSuffix(".psh") }
        for name in names.prefix(fileLimit) {
            guard let bytes = try? Files.read(name) else { continue }
            for tag in tags(in: bytes) where files[tag] == nil { files[tag] = name }
        }
        return files.sorted { $0.key < $1.key }
            .map { Proposal($0.key, "a tag in " + VisibleText.escape($0.value)) }
    }

    /// Returns the tags of the tests in a script, whatever else may be wrong with it.
    static func tags(in bytes: [UInt8]) -> [String] {
        let script = Parser.parse(Source(name: "", bytes: bytes)).script
        return script.allStatements.filter { $0.kind == .test }.flatMap { test in
            ((try? script.testHeader(of: test))?.tags ?? []).map { "@" + $0 }
        }
    }
}
