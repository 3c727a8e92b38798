import PushModel
import PushText

/// The documents of a device's file that are not JSON, or have a number that no pushsh writes, so
/// that no session can begin with them.
///
/// A damaged byte in a text leaves its page sound, and SQLite's check finds nothing.
struct UnreadableDocuments {
    /// The documents, each with a sentence about its text, and what is left of its content.
    private var found: [(key: DocumentKey, fault: String, rest: JSON?)] = []

    /// Reads every document of a file that has this version's tables, up to the first that a
    /// damaged page holds.
    init(in connection: Connection) throws(StoreError) {
        let documents = try connection.prepare(
            "SELECT kind, key, body FROM documents ORDER BY kind, key")
        defer { documents.reset() }
        while (try? documents.step()) == true {
            let key = DocumentKey(documents.text(0), documents.text(1))
            do throws(JSONError) {
                let json = try JSONParser.parse(documents.bytes(2))
                guard let fault = key.fault(ofNumbersIn: json) else { continue }
                found.append((key, fault, WrittenNumbers.removed(from: json)))
            } catch {
                found.append((key, key.fault(error), nil))
            }
        }
    }

    /// The number of documents.
    var count: Int64 { Int64(found.count) }

    /// The number of those of which nothing is left.
    var lost: Int64 { Int64(found.count { $0.rest == nil }) }

    /// A sentence about each of the first ones.
    func faults(limit: Int) -> [String] { found.prefix(limit).map(\.fault) }

    /// Leaves of each what can be read: a session makes a new document where it finds none.
    func mend(in connection: Connection) throws(StoreError) {
        for (key, _, rest) in found {
            if let rest {
                try connection.prepare("UPDATE documents SET body = ? WHERE kind = ? AND key = ?")
                    .bind(rest.text).bind(key.kind).bind(key.key).run()
            } else {
                try connection.prepare("DELETE FROM documents WHERE kind = ? AND key = ?")
                    .bind(key.kind).bind(key.key).run()
            }
        }
    }
}

extension DocumentKey {
    /// Returns what is wrong with the document's text.
    func fault(_ error: JSONError) -> String {
        "the document `\(name)` is not JSON, \(error.message)"
    }

    /// Returns what is wrong with the document's numbers; nil if nothing is.
    func fault(ofNumbersIn json: JSON) -> String? {
        WrittenNumbers.odd(in: json).map { path, number in
            "the document `\(name)` has the number \(number) at `$\(path)`, which no pushsh writes"
        }
    }

    private var name: String { key.isEmpty ? kind : "\(kind) \(key)" }
}
