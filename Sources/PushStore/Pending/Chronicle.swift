import PushModel
import PushText

/// The events and calls in an ephemeral store's log, read on as the log grows.
///
/// A script's own words (`events`, `event`, `callbacks`) are answered from here: rows in tables
/// would cost each test of a file a database of its own.
final class Chronicle {
    /// The number of entries worth their memory; a longer history is queried from the database.
    private static let limit = 1 << 18

    /// Every event since the store was empty, in the order of the log: 16 bytes each, no texts.
    private var events: [(sequence: Int64, kind: Event.Kind)] = []
    /// True while the sequences in `events` increase, which several devices in one log may end.
    private var isAscending = true
    /// The newest event of each type; so few that a scan is faster than hashing.
    private var newest: [NewestEvent] = []
    /// Each call with the line of its command and the index of its name.
    private var calls: [(line: Int64, name: Int)] = []
    private var names = CallNames()
    private var lines: Int64 = 0
    /// The number of bytes read of the present log, and the token of the last event there.
    private var offset = 0
    private var lastToken: String?
    /// The calls of the running command, and the number of its facts that were looked at for them.
    private var waitingCalls: [Int] = []
    private var factsSeen = 0

    init() {}

    /// Copies what was read, to go on with another log of the same bytes.
    init(copyOf other: Chronicle) {
        events = other.events
        isAscending = other.isAscending
        newest = other.newest
        calls = other.calls
        names = other.names
        lines = other.lines
        offset = other.offset
        lastToken = other.lastToken
    }

    /// Whether there are more entries than are worth keeping.
    var isFull: Bool { events.count + calls.count > Self.limit }

    /// Reads what was added to the log since the last call.
    ///
    /// `bytes` is the whole present log, of which the part read before must not have changed. The
    /// log is this process's own, so a torn record is a defect and ends the process.
    func read(_ bytes: UnsafeRawBufferPointer) {
        guard offset < bytes.count else { return }
        var decoder = RecordDecoder(bytes, from: offset, lastToken: lastToken)
        while let entry = decoder.nextEntry(&names) { add(entry) }
        precondition(!decoder.isTorn, "a record that nothing wrote")
        offset = bytes.count
        lastToken = decoder.lastToken
    }

    /// Starts with a new log; what was read of this one stays.
    ///
    /// The newest event of each type is decoded now, since its bytes go with the old log.
    func startAnew(after bytes: UnsafeRawBufferPointer) {
        for place in newest.indices { newest[place] = .decoded(newest[place].event(in: bytes)) }
        offset = 0
        lastToken = nil
    }

    /// Notes a record that was just added, which is then not read; one behind a gap is left to
    /// `read`.
    ///
    /// `body` is where an event's record goes on behind its app.
    func follow(
        _ change: Change, _ record: Range<Int>, body: Int, tokens: (before: String?, after: String?)
    ) {
        guard offset == record.lowerBound else { return }
        if case .event(let queued, _) = change {
            add(
                .event(
                    sequence: queued.sequence, queued.event.kind, start: body,
                    tokenBefore: tokens.before))
        }
        offset = record.upperBound
        lastToken = tokens.after
    }

    /// Notes a fact of the running command, before its line.
    func follow(_ fact: Fact) {
        factsSeen += 1
        guard fact.verb == .called else { return }
        waitingCalls.append(
            fact.subject.withBytes { names.place(of: UnsafeRawBufferPointer($0)) })
    }

    /// Notes the line of a command with so many facts; unless each of them was noted, the line is
    /// left to `read`.
    func followLine(_ record: Range<Int>, facts: Int) {
        guard offset == record.lowerBound, factsSeen == facts else { return }
        add(.line(calls: waitingCalls))
        offset = record.upperBound
    }

    /// Drops what was noted of the running command.
    func forgetFacts() {
        factsSeen = 0
        waitingCalls.removeAll(keepingCapacity: true)
    }

    /// A line counts even if nothing was called in it, so that its number equals the journal's.
    private func add(_ entry: ChronicleEntry) {
        switch entry {
        case .event(let sequence, let kind, let start, let token):
            if let last = events.last, last.sequence > sequence { isAscending = false }
            events.append((sequence, kind))
            let event = NewestEvent.inLog(sequence, kind, start: start, tokenBefore: token)
            guard let place = place(of: kind) else { return newest.append(event) }
            if newest[place].sequence <= sequence { newest[place] = event }
        case .line(let places):
            lines += 1
            for place in places { calls.append((lines, place)) }
        case .other: break
        }
    }

    /// Returns the index in `newest` of a type; nil before its first event.
    private func place(of kind: Event.Kind) -> Int? {
        for place in newest.indices where newest[place].kind == kind { return place }
        return nil
    }

    /// Returns the types of the events after a sequence, in the order of tracking.
    ///
    /// Scans from the end, so that a test that asks about its own few events pays for these.
    func types(after sequence: Int64) -> [Event.Kind] {
        guard isAscending else {
            return events.filter { $0.sequence > sequence }
                .sorted { $0.sequence < $1.sequence }.map(\.kind)
        }
        return events.reversed().prefix { $0.sequence > sequence }.reversed().map(\.kind)
    }

    /// Returns the newest event of a type after a sequence, from the bytes of the log as they were
    /// read last.
    func event(
        _ kind: Event.Kind, after sequence: Int64, in log: UnsafeRawBufferPointer
    ) -> QueuedEvent? {
        guard let place = place(of: kind), newest[place].sequence > sequence else { return nil }
        return newest[place].event(in: log)
    }

    /// Returns the names that the commands after a line called, in order.
    func calls(after line: Int64) -> [String] {
        calls.reversed().prefix { $0.line > line }.reversed().map { names.all[$0.name] }
    }
}

/// The newest event of its type; its texts are made when somebody asks for it.
private enum NewestEvent {
    /// In the present log, from a byte on; the token is the one of the event before it.
    case inLog(_ sequence: Int64, _ kind: Event.Kind, start: Int, tokenBefore: String?)
    /// Of a log that is gone.
    case decoded(QueuedEvent)

    var sequence: Int64 {
        switch self {
        case .inLog(let sequence, _, _, _): sequence
        case .decoded(let queued): queued.sequence
        }
    }

    var kind: Event.Kind {
        switch self {
        case .inLog(_, let kind, _, _): kind
        case .decoded(let queued): queued.event.kind
        }
    }

    /// Decodes the event; `log` must be the log in which it was found, not an earlier or later one.
    func event(in log: UnsafeRawBufferPointer) -> QueuedEvent {
        switch self {
        case .inLog(_, _, let start, let token):
            var decoder = RecordDecoder(log, from: start, lastToken: token)
            return decoder.queuedEvent()
        case .decoded(let queued): return queued
        }
    }
}

/// The names of called methods: a few dozen at most, since the program has them all.
struct CallNames {
    /// Each name once.
    private(set) var all: [String] = []

    /// Returns the index of a name given as bytes; no text is created for a known one.
    mutating func place(of bytes: UnsafeRawBufferPointer) -> Int {
        for place in all.indices where bytes.isText(all[place]) { return place }
        all.append(String(decoding: bytes, as: UTF8.self))
        return all.count - 1
    }
}
