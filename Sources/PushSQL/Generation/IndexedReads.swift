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
    /// The texts of the columns that are looked up, first those that an outer row gives.
    var keys: [String] = []
    /// Whether its SELECT is complete, which then is known to look it up.
    var isSettled = false

    /// Returns the copy as FROM reads it: only some columns, in the order of the keys, since an
    /// index that is filled in its own order needs no page twice.
    ///
    /// In a query of its own the order is one that SQLite does not leave out in joins.
    fileprivate func copy(_ used: Set<String>) -> String {
        let name = SQLText.name(alias)
        let items = columns.filter { used.contains($0.name) }.map {
            "\($0.text) AS \(SQLText.name($0.name))"
        }
        let rows = "SELECT \(items.joined(separator: ", ")) FROM \(text)"
        return "(WITH \(name) AS MATERIALIZED (SELECT * FROM (\(rows) "
            + "ORDER BY \(keys.joined(separator: ", ")))) SELECT * FROM \(name)) AS \(name)"
    }
}

/// Replaces relations in the text of a subquery by copies that SQLite makes indexes for.
struct IndexedReads {
    private struct Target {
        let read: IndexedRead
        let text: [UInt8]
        /// The alias and a dot, with which the columns begin.
        let prefix: [UInt8]
        /// The columns that are read by a function, which the copy holds already.
        let computed: [(call: [UInt8], column: [UInt8])]
        var used: Set<String> = []
        var isFound = false
    }

    private let bytes: [UInt8]
    private var targets: [Target]

    init(_ sql: String, _ reads: some Sequence<IndexedRead>) {
        bytes = Array(sql.utf8)
        targets = reads.filter { !$0.keys.isEmpty }.map { read in
            let prefix = "\(SQLText.name(read.alias))."
            let computed = read.columns.compactMap { column -> ([UInt8], [UInt8])? in
                let plain = prefix + SQLText.name(column.name)
                return plain == column.text ? nil : (Array(column.text.utf8), Array(plain.utf8))
            }
            return Target(
                read: read, text: Array(read.text.utf8), prefix: Array(prefix.utf8),
                computed: computed)
        }
    }

    /// Returns the text with copies; nil if none of the relations is in it.
    mutating func replaced() -> String? {
        guard !targets.isEmpty else { return nil }
        survey()
        targets.removeAll { !$0.isFound || $0.used.isEmpty }
        guard !targets.isEmpty else { return nil }
        return written()
    }

    /// Finds the relations, and the columns of theirs that are named anywhere.
    private mutating func survey() {
        var place = 0
        while place < bytes.count {
            for index in targets.indices {
                if matches(targets[index].text, place) { targets[index].isFound = true }
                let prefix = targets[index].prefix
                guard matches(prefix, place) else { continue }
                targets[index].used.insert(name(place + prefix.count))
            }
            place = end(of: place)
        }
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
                return (Array(target.read.copy(target.used).utf8), target.text.count)
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
