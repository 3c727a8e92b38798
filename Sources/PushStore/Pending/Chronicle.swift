import PushModel

/// What an ephemeral store's log says of events and calls, read on as the log grows.
///
/// A script's own words (`events`, `event`, `callbacks`) are answered from here: rows in tables
/// would cost each test of a file a database of its own.
struct Chronicle {
    /// How many entries are worth their memory; a longer history is asked of the database.
    private static let limit = 1 << 18

    private var events: [(sequence: Int64, kind: Event.Kind)] = []
    private var isAscending = true
    private var newest: [Event.Kind: QueuedEvent] = [:]
    /// Each call with the line of its command and the place of its name.
    private var calls: [(line: Int64, name: Int)] = []
    private var names: [String] = []
    private var places: [String: Int] = [:]
    private var lines: Int64 = 0
    /// How far the log's present bytes were read, and the token of the last event there.
    private var offset = 0
    private var lastToken: String?

    /// Whether there is more than is worth keeping.
    var isFull: Bool { events.count + calls.count > Self.limit }

    /// Reads what was added to the log since the last time.
    mutating func read(_ bytes: UnsafeRawBufferPointer) {
        guard offset < bytes.count else { return }
        var decoder = RecordDecoder(bytes, from: offset, lastToken: lastToken)
        while let entry = decoder.nextEntry() { add(entry) }
        precondition(!decoder.isTorn, "a record that nothing wrote")
        offset = bytes.count
        lastToken = decoder.lastToken
    }

    /// The log begins anew; what was read stays.
    mutating func startAnew() {
        offset = 0
        lastToken = nil
    }

    private mutating func add(_ entry: ChronicleEntry) {
        switch entry {
        case .event(let queued):
            let kind = queued.event.kind
            if let last = events.last, last.sequence > queued.sequence { isAscending = false }
            events.append((queued.sequence, kind))
            if let known = newest[kind], known.sequence > queued.sequence { return }
            newest[kind] = queued
        case .line(let names):
            lines += 1
            for name in names { calls.append((lines, place(of: name))) }
        case .other: break
        }
    }

    private mutating func place(of name: String) -> Int {
        if let place = places[name] { return place }
        places[name] = names.count
        names.append(name)
        return names.count - 1
    }

    /// The types of the events behind a sequence, in the order of tracking.
    func types(after sequence: Int64) -> [Event.Kind] {
        guard isAscending else {
            return events.filter { $0.sequence > sequence }
                .sorted { $0.sequence < $1.sequence }.map(\.kind)
        }
        return events.reversed().prefix { $0.sequence > sequence }.reversed().map(\.kind)
    }

    /// The newest event of a type behind a sequence.
    func event(_ kind: Event.Kind, after sequence: Int64) -> QueuedEvent? {
        newest[kind].flatMap { $0.sequence > sequence ? $0 : nil }
    }

    /// What was called by the commands behind a line, in order.
    func calls(after line: Int64) -> [String] {
        calls.reversed().prefix { $0.line > line }.reversed().map { names[$0.name] }
    }
}
