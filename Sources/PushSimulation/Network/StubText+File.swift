import PushPayload
import PushText

/// Files that provide the body of a planted answer (`file=@PATH`).
extension StubText {
    /// The largest body of an Ingest API answer, in bytes: stubs are stored with the world.
    public static let bodyLimit = 64 << 10

    /// The index of the word in which a stub names a file, with the path; nil if it names none.
    public static func filePath(_ words: [String]) -> (word: Int, path: String)? {
        guard let word = words.dropFirst().firstIndex(where: { $0.hasPrefix("file=@") })
        else { return nil }
        return (word, String(words[word].dropFirst(6)))
    }

    /// The words with the file's contents, so that the stub does not need the file any more.
    ///
    /// Of a download only the size and the type count, which a web server derives from the name. An
    /// answer of the Ingest API is text, whether or not it is JSON.
    /// - Parameters:
    ///   - words: the stub as typed; `filePath` found the file in it.
    ///   - path: the file's name, which determines its type.
    ///   - bytes: the file.
    /// - Returns: the words that replace `file=@PATH`.
    /// - Throws: a fault at the word if the file cannot be an answer.
    public static func words(
        of words: [String], path: String, bytes: [UInt8]
    ) throws(Fault) -> [String] {
        let word = filePath(words)?.word ?? 0
        guard words.first == "ingest" else {
            var found = ["size=\(bytes.count)"]
            if !words.contains(where: { $0.hasPrefix("type=") }) {
                found.append("type=" + type(ofFile: path))
            }
            return found
        }
        guard bytes.count <= bodyLimit else {
            throw Fault(
                "`\(path)` has \(bytes.count) bytes, and an answer of `ingest` has at most "
                    + "\(bodyLimit)",
                at: word)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(
                "`\(path)` is not UTF-8 text, as an answer of `ingest` must be", at: word)
        }
        return ["body=" + encoded(text)]
    }

    /// The type with which a web server serves a file of this name.
    private static func type(ofFile path: String) -> String {
        if let type = AttachmentURL.type(of: path) { return type }
        let lower = path.lowercased()
        let known = [
            (".html", "text/html"), (".htm", "text/html"), (".txt", "text/plain"),
            (".json", "application/json"), (".webp", "image/webp"), (".svg", "image/svg+xml"),
        ]
        return known.first { lower.hasSuffix($0.0) }?.1 ?? "application/octet-stream"
    }
}
