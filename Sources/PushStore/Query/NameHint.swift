import PushText

/// Finds the name probably meant by one that does not exist.
///
/// It reads SQLite's message, since SQLite reports the name in no other way.
struct NameHint {
    private let connection: Connection

    init(_ connection: Connection) { self.connection = connection }

    /// Returns a hint for a message of SQLite; nil if it is about something else or nothing is
    /// near.
    func hint(_ message: String) -> String? {
        let parts = message.split(separator: ": ", maxSplits: 1).map(String.init)
        guard parts.count == 2, let wanted = parts.last else { return nil }
        let candidates: [String]
        switch parts[0] {
        case "no such table": candidates = tables()
        case "no such column": candidates = columns()
        case "no such function": candidates = QueryFunctions.names
        default: return nil
        }
        let name = wanted.split(separator: ".").last.map(String.init) ?? wanted
        // The name is right and the table is wrong: nothing else was meant.
        let isColumn = parts[0] == "no such column"
        if isColumn, candidates.contains(where: { $0.lowercased() == name.lowercased() }) {
            return nil
        }
        return Self.nearest(wanted, candidates.filter { $0 != wanted }).map(Suggestion.question)
    }

    /// Finds the offset of a missing table's name in the text, since SQLite does not report it.
    static func offset(of message: String, in text: String) -> Int? {
        let prefix = "no such table: "
        guard message.hasPrefix(prefix) else { return nil }
        let name = Array(message.dropFirst(prefix.count).lowercased().utf8)
        let text = Array(text.lowercased().utf8)
        guard !name.isEmpty else { return nil }
        return text.withUnsafeBufferPointer { text in
            name.withUnsafeBufferPointer { text.firstOccurrence(of: $0) }
        }
    }

    /// Returns the candidate that differs least, by two letters at most; the first of equals.
    ///
    /// A name with a prefix is compared with and without it, so that `e.usr_id` finds `user_id`.
    static func nearest(_ wanted: String, _ candidates: [String]) -> String? {
        let whole = Array(wanted.lowercased().utf8)
        let last = Array(whole.split(separator: UInt8(ascii: ".")).last ?? whole[...])
        var best: (name: String, distance: Int)?
        for candidate in candidates {
            let name = Array(candidate.lowercased().utf8)
            let bare = Array(name.split(separator: UInt8(ascii: ".")).last ?? name[...])
            let distance = min(editDistance(whole, name), editDistance(last, bare))
            guard distance <= 2, distance < last.count else { continue }
            if distance < best?.distance ?? .max { best = (candidate, distance) }
        }
        return best?.name
    }

    /// Tables of the warehouse with their database, as a query must write them.
    private func tables() -> [String] {
        names(
            """
            SELECT iif(schema = 'main', name, schema || '.' || name) FROM pragma_table_list
            WHERE name NOT LIKE 'sqlite_%' AND name NOT LIKE '%-%' ORDER BY schema, name
            """)
    }

    /// Every column of every table, each name once.
    private func columns() -> [String] {
        names(
            """
            SELECT DISTINCT c.name
            FROM pragma_table_list AS t, pragma_table_xinfo(t.name, t.schema) AS c
            WHERE t.name NOT LIKE '%-%' ORDER BY c.name
            """)
    }

    /// No hint is better than a second error, so one here leaves the list empty.
    private func names(_ sql: String) -> [String] {
        (try? connection.prepare(sql).rows { $0.text(0) }) ?? []
    }
}

/// Returns how many letters must be changed, added, removed or swapped with the next.
///
/// Longer than 128 letters, or lengths that differ by more than two, count as infinitely far.
func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    guard abs(left.count - right.count) <= 2, left.count <= 128 else { return .max }
    var before: [Int] = []
    var previous = Array(0...right.count)
    for row in 0..<left.count {
        var current = [row + 1]
        for column in 0..<right.count {
            let same = left[row] == right[column]
            var least = min(
                previous[column + 1] + 1, current[column] + 1, previous[column] + (same ? 0 : 1))
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                least = min(least, before[column - 1] + 1)
            }
            current.append(least)
        }
        before = previous
        previous = current
    }
    return previous[right.count]
}
