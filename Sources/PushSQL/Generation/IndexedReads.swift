import PushText

/// A relation of a correlated subquery that SQLite can read through an index of its own making.
///
/// SQLite makes an automatic index for a copy of a relation, but none for a table that a correlated
/// subquery names: it takes the subquery for one that runs once. Without an index the table is read
/// from its beginning for each row outside.
struct IndexedRead {
    let alias: String
    /// The relation as FROM names it, such as `"mobile"."push_events" AS "e"`.
    let text: String
    /// The columns: their names in SQLite, and the texts that read them.
    let columns: [(name: String, text: String)]
    /// The texts of what is looked up, first what an outer row gives.
    var keys: [String] = []
    /// The keys that are calls, which the copy has as columns of their own.
    var calls: [String] = []
    /// The texts of conditions that every row must meet which the query uses.
    var filters: [String] = []
    /// Whether its SELECT is complete, which then is known to look it up.
    var isSettled = false
    /// Its sides of equalities with other relations, as long as its SELECT is not complete.
    var joinKeys: [JoinKey] = []
    /// Whether an outer join may fill its columns with NULLs.
    var mayBeMissing = false
    /// Whether the copy is in the order of its keys.
    var isSorted = true
    /// For a relation that must be replaced, what writes it by the names of the columns in use.
    var write: ((Set<String>) -> String)?

    /// Returns the copy as FROM reads it: only some columns, of a lookup in the order of the keys,
    /// since an index that is filled in its own order needs no page twice.
    ///
    /// In a query of its own the order is one that SQLite does not leave out in joins.
    fileprivate func copy(_ used: Set<String>, _ usedCalls: Set<String>) -> String {
        if let write { return write(used) }
        let name = SQLText.name(alias)
        var items = columns.filter { used.contains($0.name) }.map {
            "\($0.text) AS \(SQLText.name($0.name))"
        }
        for call in calls where usedCalls.contains(call) {
            items.append("\(call) AS \(SQLText.name(self.name(of: call)))")
        }
        var rows = "SELECT \(items.joined(separator: ", ")) FROM \(text)"
        if !filters.isEmpty {
            rows += " WHERE " + filters.map { "(\($0))" }.joined(separator: " AND ")
        }
        if isSorted {
            let keys = keys.filter { !calls.contains($0) || usedCalls.contains($0) }
            rows = "SELECT * FROM (\(rows) ORDER BY \(keys.joined(separator: ", ")))"
        }
        return "(WITH \(name) AS MATERIALIZED (\(rows)) SELECT * FROM \(name)) AS \(name)"
    }

    /// Returns the name of a call's column, which no other column has.
    fileprivate func name(of call: String) -> String {
        var name = "key \(calls.firstIndex(of: call) ?? 0)"
        while columns.contains(where: { $0.name.lowercased() == name }) { name += "_" }
        return name
    }
}

/// A side of an equality between relations, which SQLite may need as a column.
struct JoinKey {
    let text: RowText
    /// Whether it is a column for which SQLite computes an expression.
    let isComputed: Bool
    /// Whether the other side is a column that SQLite can make an index for.
    let isOtherColumn: Bool
}

/// Replaces relations in the text of a subquery by copies that SQLite makes indexes for.
struct IndexedReads {
    private struct Target {
        let read: IndexedRead
        let text: [UInt8]
        /// The alias and a dot, with which the columns begin.
        let prefix: [UInt8]
        /// The keys that are calls, and the columns that are read by a function: the copy holds
        /// them already.
        let calls: [(call: [UInt8], column: [UInt8])]
        let computed: [(call: [UInt8], column: [UInt8])]
        var used: Set<String> = []
        var usedCalls: Set<String> = []
        var isFound = false

        /// Whether a key is in the text: a call can have been written in another way.
        var hasKey: Bool {
            read.keys.contains { !read.calls.contains($0) || usedCalls.contains($0) }
        }
    }

    private let bytes: [UInt8]
    private var targets: [Target]

    init(_ sql: String, _ reads: some Sequence<IndexedRead>) {
        bytes = Array(sql.utf8)
        targets = reads.filter { !$0.keys.isEmpty || $0.write != nil }.map { read in
            let prefix = "\(SQLText.name(read.alias))."
            let computed = read.columns.compactMap { column -> ([UInt8], [UInt8])? in
                let plain = prefix + SQLText.name(column.name)
                return plain == column.text ? nil : (Array(column.text.utf8), Array(plain.utf8))
            }
            let calls = read.calls.map { call -> ([UInt8], [UInt8]) in
                let column = prefix + SQLText.name(read.name(of: call))
                // After IN or VALUES brackets are not those of an expression alone.
                let text = call.hasPrefix("(") ? "(\(column))" : column
                return (Array(call.utf8), Array(text.utf8))
            }
            return Target(
                read: read, text: Array(read.text.utf8), prefix: Array(prefix.utf8),
                calls: calls, computed: computed)
        }
    }

    /// Returns a text with copies of the relations that it can have.
    static func replaced(_ sql: String, _ reads: [IndexedRead]) -> String {
        var copies = IndexedReads(sql, reads)
        return copies.replaced() ?? sql
    }

    /// Returns the text with copies; nil if none of the relations is in it.
    mutating func replaced() -> String? {
        guard !targets.isEmpty else { return nil }
        survey()
        targets.removeAll { target in
            let isUseful = target.hasKey && !(target.used.isEmpty && target.usedCalls.isEmpty)
            return !target.isFound || target.read.write == nil && !isUseful
        }
        guard !targets.isEmpty else { return nil }
        return written()
    }

    /// Finds the relations, and the columns of theirs that are named anywhere.
    private mutating func survey() {
        var place = 0
        while place < bytes.count {
            if let length = takeCall(place) {
                place += length
                continue
            }
            for index in targets.indices {
                if matches(targets[index].text, place) { targets[index].isFound = true }
                let prefix = targets[index].prefix
                guard matches(prefix, place) else { continue }
                targets[index].used.insert(name(place + prefix.count))
            }
            place = end(of: place)
        }
    }

    /// Notes a key that is a call; returns its length.
    private mutating func takeCall(_ place: Int) -> Int? {
        for index in targets.indices {
            for (number, (call, _)) in targets[index].calls.enumerated() where isCall(call, place) {
                targets[index].usedCalls.insert(targets[index].read.calls[number])
                return call.count
            }
        }
        return nil
    }

    private func written() -> String {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count + 256 * targets.count)
        var place = 0
        while place < bytes.count {
            if let (text, length) = substitute(place) {
                output += text
                place += length
                continue
            }
            let next = end(of: place)
            output += bytes[place..<next]
            place = next
        }
        return String(decoding: output, as: UTF8.self)
    }

    private func substitute(_ place: Int) -> (text: [UInt8], length: Int)? {
        for target in targets {
            if matches(target.text, place) {
                let copy = target.read.copy(target.used, target.usedCalls)
                return (Array(copy.utf8), target.text.count)
            }
            for (call, column) in target.calls where isCall(call, place) {
                return (column, call.count)
            }
            for (call, column) in target.computed where matches(call, place) {
                return (column, call.count)
            }
        }
        return nil
    }

    private func matches(_ text: [UInt8], _ place: Int) -> Bool {
        guard bytes[place] == text[0], bytes.count - place >= text.count else { return false }
        return bytes[place..<(place + text.count)].elementsEqual(text)
    }

    /// Whether a call is at a place, and not the end of another function's name.
    private func isCall(_ call: [UInt8], _ place: Int) -> Bool {
        matches(call, place) && (place == 0 || !RowText.isWord(bytes[place - 1]))
    }

    /// Returns the end of the token at a place: of a whole literal or quoted name, or of one byte.
    private func end(of place: Int) -> Int {
        let quote = bytes[place]
        guard quote == Ascii.apostrophe || quote == Ascii.quote else { return place + 1 }
        let close = bytes[(place + 1)...].firstIndex(of: quote) ?? bytes.count - 1
        return close + 1
    }

    /// Reads the quoted name at a place.
    private func name(_ place: Int) -> String {
        var name: [UInt8] = []
        var place = place + 1
        while place < bytes.count {
            if bytes[place] == Ascii.quote {
                place += 1
                guard place < bytes.count, bytes[place] == Ascii.quote else { break }
            }
            name.append(bytes[place])
            place += 1
        }
        return String(decoding: name, as: UTF8.self)
    }
}
