import PushModel
import PushText

/// The documents of a device's file that are not JSON, so that no session can begin with them.
///
/// A damaged byte in a text leaves its page sound, and SQLite's check finds nothing.
struct UnreadableDocuments {
    /// The documents, each with a sentence about its text.
    private var found: [(key: DocumentKey, fault: String)] = []

    /// Reads every document of a file that has this version's tables, up to the first that a
    /// damaged page holds.
    init(in connection: Connection) throws(StoreError) {
        let documents = try connection.prepare(
            "SELECT kind, key, body FROM documents ORDER BY kind, key")
        defer { documents.reset() }
        while (try? documents.step()) == true {
            let key = DocumentKey(documents.text(0), documents.text(1))
            do { _ = try JSONParser.parse(documents.bytes(2)) } catch {
                found.append((key, key.fault(error)))
            }
        }
    }

    /// The number of documents.
    var count: Int64 { Int64(found.count) }

    /// A sentence about each of the first ones.
    func faults(limit: Int) -> [String] { found.prefix(limit).map(\.fault) }

    /// Removes them: a session makes a new document where it finds none.
    func remove(from connection: Connection) throws(StoreError) {
        for (key, _) in found {
            try connection.prepare("DELETE FROM documents WHERE kind = ? AND key = ?")
                .bind(key.kind).bind(key.key).run()
        }
    }
}

extension DocumentKey {
    /// Returns what is wrong with the document's text.
    func fault(_ error: JSONError) -> String {
        let name = key.isEmpty ? kind : "\(kind) \(key)"
        return "the document `\(name)` is not JSON, \(error.message)"
    }
}
