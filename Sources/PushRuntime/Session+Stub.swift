import PushCommands
import PushSimulation
import PushText

extension Session {
    /// Replaces the `file=@PATH` of a stub by the file's contents; paths are the script's.
    ///
    /// - Returns: the statement without the file, for journal and recording; nil if the command is
    ///   not a stub, or names no file.
    func readStubFile(_ words: inout [Argument]) throws(Failure) -> String? {
        guard words.first?.text == "stub" else { return nil }
        let texts = words.dropFirst().map { $0.text ?? "" }
        guard let file = StubText.filePath(texts) else { return nil }
        let place = file.word + 1
        let span = words[place].span
        let found: [String]
        do throws(Failure) {
            let bytes = try edge.read(settings.path(file.path))
            do throws(Fault) {
                found = try StubText.words(of: texts, path: file.path, bytes: bytes)
            } catch {
                throw Failure(.invalidValue, "`stub`: " + error.message)
            }
        } catch {
            var failure = error
            failure.span = span
            throw failure
        }
        words.replaceSubrange(
            place...place, with: found.map { Argument($0, words[place].kind, at: span) })
        return words.map { ($0.text ?? "").asWord }.joined(separator: " ")
    }
}
