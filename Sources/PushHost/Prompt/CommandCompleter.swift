import Glibc
import PushAssist
import PushPayload
import PushRuntime
import PushSimulation
import PushTerminal
import PushText

/// The words that TAB offers at the prompt: the assistant's, over the session's names.
struct CommandCompleter {
    private let session: Session

    init(_ session: Session) { self.session = session }

    /// Returns the words for a cursor, which is an offset in bytes.
    ///
    /// A secret is not offered, and none is in a meaning, as in all other output.
    func complete(_ text: String, cursor: Int) -> Completion {
        let before = String(decoding: Array(text.utf8.prefix(cursor)), as: UTF8.self)
        var found = Assist(SessionNames(session)).proposals(behind: before)
        let head = String(decoding: Array(text.utf8.prefix(found.start)), as: UTF8.self)
        let shownHead = Secrets.shown(head)
        found.words.removeAll { Secrets.shown(head + $0.text) != shownHead + $0.text }
        // A brace or a quote that stands behind the cursor closes the variable or the word already.
        if let next = text.utf8.dropFirst(cursor).first {
            for index in found.words.indices where Self.closes(found.words[index].text, next) {
                found.words[index].text.removeLast()
                found.endsWord = false
            }
        }
        return Completion(
            replaceFrom: found.start,
            candidates: found.words.map { .init($0.text, Secrets.shown($0.meaning)) },
            appendSpace: found.endsWord)
    }

    /// Whether a word ends with this mark, and the mark closes it: two apostrophes are one of its
    /// text.
    private static func closes(_ word: String, _ mark: UInt8) -> Bool {
        guard "}'\"".utf8.contains(mark), word.utf8.last == mark else { return false }
        let count = word.utf8.reversed().prefix { $0 == Ascii.apostrophe }.count
        return count == 0 || count % 2 == 1
    }
}

/// The names that a session knows, as the assistant asks for them.
///
/// Each name is read from the session when the assistant asks for it.
private struct SessionNames: AssistSource {
    let session: Session

    init(_ session: Session) { self.session = session }

    var world: World { session.world }
    var lastValue: JSON { session.lastValue }
    var variables: [String] { session.variables.allNames }
    var tables: [AssistTable] {
        session.tableListings.map { AssistTable(name: $0.name, columns: $0.columns.map(\.name)) }
    }
    var snapshots: [String] { session.snapshotNames }
    var functions: [Proposal] {
        session.functionSummaries.map { Proposal($0.name, $0.summary) }
    }

    var tags: [Proposal] { ScriptTags.here() }

    func paths(beginning typed: String) -> [Proposal] {
        Paths.matching(typed).map { Proposal($0.text, $0.description) }
    }
}

/// Files for completion.
enum Paths {
    /// Returns at most 500 entries of a folder that begin as typed, folders with a slash.
    ///
    /// Hidden files are offered only after a dot. A folder that cannot be read has none.
    static func matching(_ typed: String, prefix: String = "") -> [Completion.Candidate] {
        let typed = withHome(typed)
        let slash = typed.lastIndex(of: "/")
        let directory = slash.map { String(typed[...$0]) } ?? ""
        let start = slash.map { String(typed[typed.index(after: $0)...]) } ?? typed
        guard let stream = opendir(directory.isEmpty ? "." : directory) else { return [] }
        defer { closedir(stream) }
        var names: [Completion.Candidate] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    String(cString: $0)
                }
            }
            guard name.hasPrefix(start), name != ".", name != "..",
                !name.hasPrefix(".") || start.hasPrefix(".")
            else { continue }
            let isDirectory = entry.pointee.d_type == UInt8(DT_DIR)
            names.append(
                .init(
                    prefix + directory + name + (isDirectory ? "/" : ""),
                    isDirectory ? "a folder" : "a file"))
            if names.count >= 500 { break }
        }
        return names.sorted { $0.text < $1.text }
    }

    /// The path with the home directory in place of `~`, which commands do not expand.
    private static func withHome(_ typed: String) -> String {
        guard typed.hasPrefix("~/"),
            let home = TerminalCapabilities.processEnvironment("HOME"), home.hasPrefix("/")
        else { return typed }
        return (home.hasSuffix("/") ? String(home.dropLast()) : home) + typed.dropFirst()
    }
}
