import PushLanguage
import PushModel
import PushPayload
import PushSimulation
import PushText

/// Notes the effects of each statement of a session, for a report that draws them.
///
/// Script runner and prompt store it in the session's memory. Without one, nothing is noted.
public final class TraceRecorder {
    /// The notes so far.
    public private(set) var trace: TestTrace
    /// The phone after the last step.
    private var screen: PhoneScreen
    /// The world's clock after the last step.
    private var clock: Int64

    /// The most lines of output to keep of one step.
    static let outputLimit = 40
    /// The most characters to keep of one payload.
    static let payloadLimit = 6000
    /// The most pushes for which `why` is asked at the end of a test, however they went.
    static let verdictLimit = 12
    /// The most for which it is asked since something went wrong on their way.
    static let suspectLimit = 60

    /// The message IDs that hold a secret, by the numbers of their pushes.
    private var ids: [Int64: String] = [:]
    /// The answers about pushes that were refused, which reached no device that `why` could ask.
    private var refusals: [PushVerdict] = []
    /// The rows that the command in progress has written.
    private var written: [Change] = []
    /// Whether a new step replaces the oldest one at the limit; otherwise it is only counted.
    private let keepsNewest: Bool

    /// Starts from a world as it is.
    public init(_ world: World, keepsNewest: Bool = false) {
        self.keepsNewest = keepsNewest
        screen = PhoneScreen(world)
        clock = world.surroundings.now.milliseconds
        trace = TestTrace(start: screen)
    }

    /// Notes rows that the command in progress has written.
    func observe(_ changes: [Change]) {
        written += changes.filter {
            switch $0 {
            case .notification, .event, .upload: true
            default: false
            }
        }
    }

    /// Notes a command that has run.
    func note(command: String, text: String, line: Int, mayFail: Bool, in session: Session) {
        guard hasRoom() else { return }
        let last = session.last
        let began = last.startedAt?.milliseconds ?? clock
        var step = TraceStep(
            line: line, text: Self.shown(text, command), isExpectation: false, beganAt: began,
            endedAt: session.world.surroundings.now.milliseconds)
        step.output = Self.shown(last.lines)
        if let failure = last.failure {
            step.failure = Secrets.shown(failure.message)
            step.code = failure.code.name
            step.wasExpectedToFail = mayFail
        }
        written += session.step.changes
        noteWritten(&step)
        let marks = session.step.facts.map { TraceMark($0, at: $0.at?.milliseconds ?? began) }
        if command == "receive" {
            // The sender makes its additions before the gateway sees the push.
            let way = Self.gatewayMarks(last.failure, at: began)
            step.marks = way.prefix(1) + marks.filter { $0.lane == .sender } + way.dropFirst()
            step.marks += marks.filter { $0.lane != .sender }
            if let failure = last.failure { note(refusal: failure) }
        } else {
            step.marks = marks
        }
        step.marks += step.requests.filter { $0.accepted > 0 }.map {
            TraceMark(
                lane: .warehouse, moment: .other,
                line: "stored  \($0.accepted) in \($0.table)", rule: "", notification: nil,
                at: step.endedAt)
        }
        keep(&step, session.world)
    }

    /// Notes the rows that a step has written.
    private func noteWritten(_ step: inout TraceStep) {
        for change in written {
            step.note(change)
            // `why` needs the ID as the payload has it, but the page must not show its secrets.
            if case .notification(let row) = change, Secrets.isSecret(row.id) {
                ids[row.sequence] = row.id
            }
        }
        written.removeAll(keepingCapacity: true)
    }

    /// Notes why a push was refused, and the cure that the prompt printed.
    private func note(refusal failure: Failure) {
        // The drawing gives the thread of a refused push the number of its step, below zero.
        let sequence = Int64(-(trace.steps.count + 1))
        refusals.append(PushVerdict(sequence: sequence, refusal: failure))
    }

    private static func shown(_ lines: [String]) -> [String] {
        let kept = lines.prefix(outputLimit).map(Secrets.shown)
        let omitted = lines.count - kept.count
        return omitted > 0 ? kept + ["… and \(omitted) more lines"] : kept
    }

    /// Notes an expectation that was judged; what came to the open ports meanwhile is part of it.
    func note(
        expectation text: String, line: Int, failure: ExpectationFailure?, in session: Session
    ) {
        guard hasRoom() else { return }
        var step = TraceStep(
            line: line, text: Secrets.redacted(text), isExpectation: true, beganAt: clock,
            endedAt: session.world.surroundings.now.milliseconds)
        step.output = Self.shown(session.memory.visits)
        if !step.output.isEmpty { noteWritten(&step) }
        if let failure {
            step.failure = "the expectation does not hold"
            step.comparison = .init(
                expected: Secrets.shown(failure.expected), actual: Secrets.shown(failure.actual))
        }
        keep(&step, session.world)
    }

    /// Asks `why` for the newest pushes of the test, and for those before them whose way something
    /// stopped, which the drawing would show as unharmed; called at the test's end.
    func conclude(_ session: Session) {
        let payloads = trace.steps.flatMap(\.payloads)
        let stops = trace.steps.flatMap(\.marks).filter { $0.moment == .stopped }
        let stopped = Set(stops.compactMap(\.notification))
        let suspects = payloads.filter { stopped.contains($0.sequence) }
        let asked = Set(
            (suspects.suffix(Self.suspectLimit) + payloads.suffix(Self.verdictLimit))
                .map(\.sequence))
        trace.verdicts = payloads.filter { asked.contains($0.sequence) }.map {
            session.verdict(on: $0, id: ids[$0.sequence] ?? $0.id)
        }
        let told = refusals.suffix(Self.suspectLimit)
        trace.verdicts += told
        trace.unasked = payloads.count + refusals.count - trace.verdicts.count
    }

    /// A statement without its secrets; if it holds any, or hashes a name, the command alone.
    private static func shown(_ text: String, _ command: String) -> String {
        Secrets.isSecret(text) ? Secrets.redacted(command) + " …" : Secrets.redacted(text)
    }

    /// Makes room for a step, or says that there is none; either way a step is counted as omitted.
    ///
    /// With `keepsNewest` the oldest step goes, and its screen becomes the one that the trace
    /// starts with.
    private func hasRoom() -> Bool {
        guard trace.steps.count >= TestTrace.stepLimit else { return true }
        trace.omitted += 1
        guard keepsNewest else { return false }
        let oldest = trace.steps.removeFirst()
        trace.start = oldest.screen ?? trace.start
        return true
    }

    private func keep(_ step: inout TraceStep, _ world: World) {
        let now = PhoneScreen(world)
        if now != screen {
            step.screen = now
            step.differences = now.differences(since: screen)
        }
        screen = now
        clock = step.endedAt
        trace.steps.append(step)
    }

    /// The sender's request, and the gateway's answer to it.
    private static func gatewayMarks(_ failure: Failure?, at now: Int64) -> [TraceMark] {
        let sent = TraceMark(
            lane: .sender, moment: .sent, line: "sent", rule: "", notification: nil, at: now)
        guard let failure else {
            return [
                sent,
                TraceMark(
                    lane: .gateway, moment: .accepted, line: "accepted", rule: "",
                    notification: nil, at: now),
            ]
        }
        return [
            sent,
            TraceMark(
                lane: .gateway, moment: .stopped,
                line: "refused: \(Secrets.shown(failure.message))", rule: "",
                notification: nil, at: now),
        ]
    }
}

extension TraceMark {
    /// A fact as a mark at its place.
    init(_ fact: Fact, at now: Int64) {
        self.init(
            lane: fact.verb.lane, moment: fact.moment, line: Secrets.shown(fact.line),
            rule: fact.rule.rawValue, notification: fact.notification, at: now)
    }
}

extension TraceStep {
    /// Notes a row that the step wrote.
    mutating func note(_ change: Change) {
        switch change {
        case .notification(let row):
            let pretty = (try? JSONParser.parse(Array(row.payload.utf8)))?.pretty() ?? row.payload
            let kept = pretty.prefix(TraceRecorder.payloadLimit)
            let rest = pretty[kept.endIndex...].count
            payloads.append(
                Payload(
                    id: Secrets.shown(row.id),
                    text: Secrets.shown(String(kept))
                        + (rest > 0 ? "\n… and \(rest) more characters" : ""),
                    sequence: row.sequence))
        case .event: eventsQueued += 1
        case .upload(let row):
            requests.append(
                Request(
                    endpoint: Secrets.shown(row.endpoint), table: "\(row.database).\(row.table)",
                    attempt: row.attempt, events: row.events, status: row.status,
                    accepted: row.accepted, note: Secrets.shown(row.note)))
        default: break
        }
    }
}

extension Session {
    /// The answer of `why` for a push of the report, whose ID may be hidden there.
    func verdict(on payload: TraceStep.Payload, id: String) -> PushVerdict {
        do throws(Failure) {
            let explanation = try explanation(of: .message(id), on: nil)
            return PushVerdict(id: payload.id, sequence: payload.sequence, explanation)
        } catch {
            let sentence = Secrets.shown(error.message)
            return PushVerdict(
                id: payload.id, sequence: payload.sequence, sentence: sentence, lines: [sentence])
        }
    }

    /// Ends the notes and returns them with the answers of `why` on the pushes; nil without notes.
    func endTrace() -> TestTrace? {
        guard let recorder = memory.trace else { return nil }
        recorder.conclude(self)
        memory.trace = nil
        return recorder.trace
    }

    /// Notes commands from now on, for a report.
    ///
    /// - Parameter keepsNewest: Whether a new step replaces the oldest one when there are too many.
    public func beginTrace(keepsNewest: Bool = false) {
        memory.trace = TraceRecorder(world, keepsNewest: keepsNewest)
    }

    /// The notes so far as a page; nil if none are taken.
    func tracedPage() -> String? {
        guard let recorder = memory.trace else { return nil }
        recorder.conclude(self)
        var result = TestResult(
            file: "prompt", title: world.device.name, tags: [], line: 0, status: .passed)
        var trace = recorder.trace
        // Each entry is a script of its own with lines from 1; the page counts the entries instead.
        for index in trace.steps.indices { trace.steps[index].line = index + 1 }
        result.trace = trace
        return HTMLReport.text([result], ofSessionOn: world.device.name)
    }
}
