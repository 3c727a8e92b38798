import Glibc
import PushCommands
import PushRuntime
import PushSimulation
import PushTerminal

/// What TAB offers: commands, options, values, IDs, files and SQL words, from the command table.
struct CommandCompleter {
    private let session: Session

    init(_ session: Session) { self.session = session }

    func complete(_ text: String, cursor: Int) -> Completion {
        let before = Array(text.utf8.prefix(cursor))
        let lineStart = (before.lastIndex(of: 10) ?? -1) + 1
        let words = Self.words(before[lineStart...])
        let start = words.last?.lowerBound ?? cursor
        let typed = words.map { String(decoding: before[$0], as: UTF8.self) }
        let candidates = candidates(for: typed)
        return Completion(
            replaceFrom: start, candidates: candidates.items,
            appendSpace: !candidates.isPath || candidates.items.count != 1)
    }

    /// The words up to the cursor; the last one is being typed and may be empty.
    private static func words(_ bytes: ArraySlice<UInt8>) -> [Range<Int>] {
        var words: [Range<Int>] = []
        var start: Int?
        for index in bytes.indices {
            if bytes[index] == 32 || bytes[index] == 9 {
                if let from = start { words.append(from..<index) }
                start = nil
            } else if start == nil {
                start = index
            }
        }
        words.append((start ?? bytes.endIndex)..<bytes.endIndex)
        return words
    }

    private func candidates(
        for typed: [String]
    ) -> (items: [Completion.Candidate], isPath: Bool) {
        var words = typed
        if words.count > 1, words[0].hasPrefix("@") || words[0].hasPrefix("[") {
            words.removeFirst()
        }
        guard let last = words.last else { return ([], false) }
        if words.count == 1 { return (commandNames(last), false) }
        if words.count == 2, CommandTable.groups.contains(words[0]) {
            let seconds = secondWords(words[0], last)
            if !seconds.isEmpty { return (seconds, false) }
        }
        if last.hasPrefix("@") {
            return (Paths.matching(String(last.dropFirst()), prefix: "@"), true)
        }
        let two = words.count > 2 ? CommandTable.named(words[0] + " " + words[1]) : nil
        guard let command = two ?? CommandTable.named(words[0]) else { return ([], false) }
        let arguments = Array(words.dropFirst(two == nil ? 1 : 2))
        return values(of: command, arguments)
    }

    private func commandNames(_ typed: String) -> [Completion.Candidate] {
        if typed.hasPrefix("@") {
            return session.world.devices.map { Completion.Candidate("@" + $0.name, $0.model) }
                .filter { $0.text.hasPrefix(typed) }
        }
        let prefix = typed.prefix { $0 == "!" || $0 == "?" }
        let name = String(typed.dropFirst(prefix.count))
        var seen: [String] = []
        var items: [Completion.Candidate] = []
        for command in CommandTable.all {
            let first = String(command.name.prefix { $0 != " " })
            guard first.hasPrefix(name), !seen.contains(first) else { continue }
            // The dotted twins show up only when a dot was typed.
            if first.hasPrefix("."), !name.hasPrefix(".") { continue }
            seen.append(first)
            let isGroup = CommandTable.groups.contains(first)
            items.append(
                Completion.Candidate(prefix + first, isGroup ? "…" : command.summary))
        }
        return items
    }

    private func secondWords(_ first: String, _ typed: String) -> [Completion.Candidate] {
        CommandTable.all.compactMap { command in
            let words = command.name.split(separator: " ")
            guard words.count == 2, words[0] == first, words[1].hasPrefix(typed) else {
                return nil
            }
            return Completion.Candidate(String(words[1]), command.summary)
        }
    }

    private func values(
        of command: Command, _ arguments: [String]
    ) -> (items: [Completion.Candidate], isPath: Bool) {
        guard let last = arguments.last else { return ([], false) }
        let specs = command.parameters
        if arguments.count > 1, arguments[arguments.count - 2].hasPrefix("--"),
            let spec = specs.first(where: {
                "--" + $0.name == arguments[arguments.count - 2] && $0.role == .option
            })
        {
            return offers(spec.completion, last)
        }
        if last.hasPrefix("-") {
            let items = specs.compactMap { spec -> Completion.Candidate? in
                if case .positional = spec.role { return nil }
                let text = "--" + spec.name
                return text.hasPrefix(last) ? Completion.Candidate(text, spec.summary) : nil
            }
            return (items, false)
        }
        let place = arguments.dropLast().filter { !$0.hasPrefix("--") }.count
        let positionals = specs.filter {
            if case .positional = $0.role { return true }
            return false
        }
        guard let spec = place < positionals.count ? positionals[place] : positionals.last else {
            return ([], false)
        }
        return offers(spec.completion, last)
    }

    private func offers(
        _ kind: CompletionKind, _ typed: String
    ) -> (items: [Completion.Candidate], isPath: Bool) {
        let items: [Completion.Candidate]
        switch kind {
        case .none: items = []
        case .file: return (Paths.matching(typed), true)
        case .device:
            items = session.world.devices.map { .init($0.name, $0.model) }
        case .app:
            items = session.world.device.apps.map { .init($0.address.bundleID, $0.state.rawValue) }
        case .notification:
            items = (session.world.app?.center.waiting.reversed() ?? []).prefix(50).map {
                .init($0.id, $0.headline)
            }
        case .stub: items = ["ingest", "apns", "fcm"].map { .init($0) }
        case .sql: items = SQLWords.matching(typed, session)
        case .command: items = CommandTable.all.map { .init($0.name, $0.summary) }
        case .setting: items = AppSetting.all.map { .init($0.key, $0.summary) }
        case .configKey: items = Config.keys.map { .init($0.name, $0.summary) }
        case .choice(let choices): items = choices.map { .init($0) }
        }
        return (items.filter { $0.text.hasPrefix(typed) }, false)
    }
}

/// SQL words: what a query can begin or go on with.
enum SQLWords {
    private static let keywords = [
        "SELECT", "FROM", "WHERE", "GROUP BY", "ORDER BY", "LIMIT", "count(*)", "platform",
        "campaign_id", "message_id", "user_id", "type", "time",
    ]

    static func matching(_ typed: String, _ session: Session) -> [Completion.Candidate] {
        // Inside a quoted query the word being typed begins behind the quote or a blank.
        let quote = typed.hasPrefix("\"") || typed.hasPrefix("'") ? String(typed.prefix(1)) : ""
        let word = typed.dropFirst(quote.count)
        let tables = session.tableNames
        return (keywords + tables).filter {
            $0.lowercased().hasPrefix(word.lowercased())
        }.map { Completion.Candidate(quote + $0) }
    }
}

/// Files for completion.
enum Paths {
    static func matching(_ typed: String, prefix: String = "") -> [Completion.Candidate] {
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
            names.append(.init(prefix + directory + name + (isDirectory ? "/" : "")))
            if names.count >= 500 { break }
        }
        return names.sorted { $0.text < $1.text }
    }
}
