import PushAssist
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

    /// Returns the words with an `@` after the titles of tests.
    static func tags(in bytes: [UInt8]) -> [String] {
        bytes.split(separator: UInt8(ascii: "\n")).flatMap { line -> [String] in
            let text = String(decoding: line, as: UTF8.self)
            let words = text.split(separator: " ")
            guard words.first == "test", let title = text.lastIndex(where: { $0 == "\"" }) else {
                return []
            }
            return text[text.index(after: title)...].split(separator: " ")
                .prefix { $0 != "#" }.filter { $0.hasPrefix("@") }.map(String.init)
        }
    }
}
