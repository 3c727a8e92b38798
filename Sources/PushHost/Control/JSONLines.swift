import Glibc
import PushCommands
import PushRuntime
import PushStore
import PushTerminal
import PushText

/// The control protocol on standard input and output: one request per line, one answer per line.
///
/// Each answer is written before the next line is read. The form is close to JSON-RPC, with `id`,
/// `method` and `params`; `jsonrpc` is accepted and not asked for. Streams need the port.
struct JSONLines {
    private let options: ProcessOptions
    private let console: StandardConsole
    /// The maximum size of a line in bytes; a longer one is refused, and reading goes on after it.
    static let lineLimit = 1 << 20

    init(_ options: ProcessOptions, console: StandardConsole) {
        self.options = options
        self.console = console
    }

    /// Answers until the input ends; returns the exit status.
    ///
    /// A signal that ends the process does so after everything temporary was removed.
    func run() -> Int32 {
        let signals = EndSignals()
        console.interruption = signals.interruption
        let status = answerAll(signals)
        if let signal = signals.arrived() { InterruptFlag.die(of: signal) }
        return status
    }

    /// Answers until the input ends, or a signal comes; returns the exit status.
    private func answerAll(_ signals: EndSignals) -> Int32 {
        do throws(Failure) {
            let workspace = try options.workspace.map { (path) throws(Failure) in
                try Workspace.opened(path, console)
            }
            let edge = LiveEdge(workspace ?? .ephemeral(), interrupt: InterruptFlag())
            // The input belongs to the requests: a statement that read it would take the next one.
            edge.refusesInput = true
            let session = try options.session(over: edge)
            // Any later line may record, and a recording begins with what was done before.
            session.settings.keepsTexts = true
            session.letControlServe()
            defer { session.endServices() }
            var reader = LineReader(limit: Self.lineLimit) {
                signals.wait(attending: session, edge)
            }
            while let line = reader.next() {
                // The line may be only the beginning of one.
                guard signals.arrived() == nil else { break }
                var answer: String?
                edge.whileControlled {
                    signals.arrived() != nil
                } run: {
                    answer = Self.answer(to: line, session)
                }
                guard let answer else { continue }
                console.out(answer)
                console.flush()
                if console.failure != nil { return 3 }
                // Followers at a port of an earlier line learn what this one did.
                session.attendPorts()
            }
            return 0
        } catch {
            console.err("pushsh: " + VisibleText.escape(error.message))
            if let hint = error.hint { console.err("hint: " + VisibleText.escape(hint)) }
            return 3
        }
    }

    /// Returns the answer to a line; nil for an empty one.
    private static func answer(to line: LineReader.Line, _ session: Session) -> String? {
        guard case .whole(let bytes) = line else {
            let fault = ControlFault("the line has more than \(lineLimit) bytes")
            return ControlAnswer(fault).line(id: nil)
        }
        guard bytes.contains(where: { $0 != Ascii.space && $0 != Ascii.tab }) else { return nil }
        let envelope: JSON
        do throws(JSONError) { envelope = try JSONParser.parse(bytes) } catch {
            return ControlAnswer(ControlFault("the line is not JSON: \(error.message)"))
                .line(id: nil)
        }
        do throws(ControlFault) {
            return session.control(try request(envelope)).line(id: envelope["id"])
        } catch { return ControlAnswer(error).line(id: envelope["id"]) }
    }

    /// Reads the request in a line; unknown members are refused, so that a misspelt one is noticed.
    private static func request(_ envelope: JSON) throws(ControlFault) -> ControlRequest {
        guard let members = envelope.objectMembers else {
            throw ControlFault("a request is an object, found \(envelope.kindName)")
        }
        try ControlRequest.refuseRepeated(members)
        let known = ["id", "method", "params", "jsonrpc"]
        if let member = members.first(where: { !known.contains($0.key) }) {
            throw ControlFault(
                "a request has no `\(VisibleText.escape(String(member.key.prefix(80))))`",
                hint: Suggestion.hint(member.key, among: known))
        }
        let names = ControlOperation.all.filter { !$0.isStream }.map(\.name.rawValue)
        guard let name = envelope["method"]?.stringValue else {
            throw ControlFault("a request needs `method`: \(Suggestion.list(names))")
        }
        guard let operation = ControlOperation.named(name) else {
            throw ControlFault(
                "there is no method `\(VisibleText.escape(String(name.prefix(80))))`",
                hint: Suggestion.hint(name, among: names)
                    ?? "the methods are \(Suggestion.enumeration(names))")
        }
        return try ControlRequest(operation, envelope["params"] ?? [:])
    }
}

/// The signals that end the process, caught while it answers.
private final class EndSignals {
    private let pipe = SignalPipe()
    private var signal: Int32?

    /// The end of a wait for the reader of an answer.
    var interruption: Interruption {
        Interruption(descriptor: pipe.descriptor) { self.arrived() != nil }
    }

    /// The signal that came; nil so far.
    func arrived() -> Int32? {
        signal = signal ?? pipe.next()
        return signal
    }

    /// Answers what comes to the ports that a line has opened, until the input has more.
    ///
    /// - Returns: false if a signal came instead.
    func wait(attending session: Session, _ edge: LiveEdge) -> Bool {
        while arrived() == nil {
            var ready = [
                pollfd(fd: 0, events: Int16(POLLIN), revents: 0),
                pollfd(fd: pipe.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: session.portsDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&ready, 3, -1) > 0 else { continue }
            if ready[2].revents != 0 {
                edge.whileControlled {
                    self.arrived() != nil
                } run: {
                    session.attendPorts()
                }
            }
            if ready[0].revents != 0 { return arrived() == nil }
        }
        return false
    }
}

/// Reads standard input line by line, holding only one line and a buffer at a time.
private struct LineReader {
    enum Line {
        case whole([UInt8])
        case tooLong
    }

    /// The maximum size of a line in bytes, without its end.
    private let limit: Int
    /// Waits for more input; false if there is to be none.
    private let wait: () -> Bool
    private var buffer: [UInt8] = []
    /// The first byte of the buffer that belongs to no line so far.
    private var start = 0
    /// Whether the input has ended.
    private var isOver = false

    init(limit: Int, wait: @escaping () -> Bool) {
        self.limit = limit
        self.wait = wait
    }

    /// Returns the next line without its end; nil after the last one.
    mutating func next() -> Line? {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            if start == buffer.count {
                guard !isOver, fill() else {
                    isOver = true
                    if isTooLong { return .tooLong }
                    return line.isEmpty ? nil : .whole(line)
                }
            }
            let end = buffer[start...].firstIndex(of: Ascii.lineFeed)
            let piece = buffer[start..<(end ?? buffer.count)]
            start = end.map { $0 + 1 } ?? buffer.count
            isTooLong = isTooLong || line.count + piece.count > limit
            if isTooLong { line = [] } else { line += piece }
            guard end != nil else { continue }
            if line.last == Ascii.carriageReturn { line.removeLast() }
            return isTooLong ? .tooLong : .whole(line)
        }
    }

    /// Reads on; false at the end of the input.
    private mutating func fill() -> Bool {
        guard wait() else { return false }
        buffer = [UInt8](repeating: 0, count: 65_536)
        start = 0
        var count = 0
        repeat { count = read(0, &buffer, buffer.count) } while count < 0 && errno == EINTR
        buffer.removeLast(buffer.count - max(0, count))
        return count > 0
    }
}
