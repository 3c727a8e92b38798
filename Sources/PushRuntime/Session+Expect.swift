import PushLanguage
import PushModel
import PushText

/// An expectation that did not hold, with the expected and the actual value.
public struct ExpectationFailure: Equatable, Sendable {
    /// The predicate and its value, as a person would say it.
    public var expected: String
    /// The value that was found, as text.
    public var actual: String
    /// The value's place in the script, so that bless can rewrite a here-document.
    public var operand: Span?
    /// The value that was found, as JSON.
    public var value: JSON?
    /// The reason why the negation does not hold either; nil if it does.
    var hint: String?
}

extension Session {
    /// Virtual time between two checks of `within`, in milliseconds: a second in the first minute,
    /// then a minute, so a wait of hours does not take a hundred thousand checks.
    private static let pollMilliseconds = (soon: Int64(1000), later: Int64(60_000))
    /// The part of the time waited so far that a longer wait lets pass between two checks, so that
    /// one of a century takes a few thousand.
    private static let pollShare: Int64 = 200

    /// Judges an expectation; nil if it holds.
    func judge(
        _ expectation: ExpectStatement, in script: Script, since mark: Mark
    ) throws(Failure) -> ExpectationFailure? {
        let wanted = try expectation.operand.map { operand throws(Failure) in
            try value(of: operand, in: script)
        }
        let matcher = try matcher(of: expectation, in: script)
        // The wait begins at the time to which other processes have moved the clock.
        if expectation.within != nil { try followOthers() }
        let start = world.surroundings.now
        let deadline = expectation.within.map { min(start.advanced(by: $0), .end) }
        let patience = expectation.within.map { edge.wallClock().advanced(by: $0) }
        while true {
            let actual = try value(of: expectation.query, in: script, since: mark)
            let named = try named(wanted, of: expectation.query, among: actual)
            let fault = Comparison.fault(of: expectation.predicate, on: actual, with: named)
            let verdict = fault == nil ? try holds(expectation, actual, named, matcher) : nil
            if let verdict, verdict != expectation.isNegated { return nil }
            guard let deadline, world.surroundings.now < deadline, !edge.isInterrupted() else {
                var failure = failure(of: expectation, wanted, actual, in: script)
                if verdict == false {
                    failure.hint = Lookalike.hint(on: expectation.predicate, actual, named)
                }
                if verdict == nil, fault == nil {
                    failure.hint = self.reason(of: expectation, actual, wanted, in: script, mark)
                }
                return failure
            }
            // Other programs need real time, during which a virtual clock stands still.
            if let patience, letRequestsIn(until: pause(until: patience)) { continue }
            if let patience, followsSystemClock {
                guard letRealTimePass(until: patience) else {
                    return failure(of: expectation, wanted, actual, in: script)
                }
                memory.moment = nil
                try wait(until: presentTime())
                continue
            }
            try wait(until: min(deadline, nextLook(since: start)))
        }
    }

    /// The end of a pause for other programs: by the system's clock something may be due before.
    private func pause(until patience: Tick) -> Tick {
        guard followsSystemClock, let due = world.nextDue() else { return patience }
        return min(patience, due)
    }

    /// Whether time passes by itself: the world's clock is the system's, and is not ahead of it.
    private var followsSystemClock: Bool {
        settings.usesRealClock && edge.canWait && world.surroundings.now <= edge.wallClock()
    }

    /// Waits for a moment; false once the time is over.
    private func letRealTimePass(until end: Tick) -> Bool {
        let left = end.milliseconds - edge.wallClock().milliseconds
        guard left > 0 else { return false }
        edge.wait(milliseconds: min(left, 100))
        return true
    }

    /// Lets everything happen that became due by the system's clock while nobody typed.
    ///
    /// - Returns: The lines that report it; nil if nothing was due.
    public func passTime() -> [String]? {
        guard settings.usesRealClock, let due = world.nextDue(), due <= edge.wallClock() else {
            return nil
        }
        // The output and value of the last command stay.
        let kept = (last, step)
        defer { (last, step) = kept }
        last = CommandResult()
        step.clear()
        memory.moment = nil
        let line = try? edge.history.lastFact()
        let written = memory.undo.written
        let uploads = world.surroundings.counters.upload
        let isOver = (try? act(.advance(to: presentTime()), on: nil) { "" }) != nil
        if let line { extendLastStep(from: line, written: written, uploads: uploads) }
        // If too much was due, the clock follows further at the next look.
        return isOver || step.failure?.code == .clockStopped ? last.lines : nil
    }

    /// The time of the next check of `within`; an event that is due earlier has a check of its own.
    private func nextLook(since start: Tick) -> Tick {
        let now = world.surroundings.now
        let poll = Self.pollMilliseconds
        let waited = now.milliseconds - start.milliseconds
        let next = now.advanced(
            by: waited < 60_000 ? poll.soon : max(poll.later, waited / Self.pollShare))
        guard let due = world.nextDue(), due > now else { return next }
        return min(next, due)
    }

    /// Time passes as by `clock advance`, but `$` and the output of the last command stay.
    private func wait(until target: Tick) throws(Failure) {
        // The output and value of the last command stay; only time passes.
        let kept = last
        let keptStep = step
        step.clear()
        try act(.advance(to: max(target, world.surroundings.now)), on: nil) { "" }
        last = kept
        step = keptStep
    }

    /// Judges the predicate without its `not`; nil if neither it nor its opposite is true: there is
    /// nothing at the path, or the two values have no order.
    private func holds(
        _ expectation: ExpectStatement, _ actual: JSON?, _ wanted: JSON?,
        _ matcher: PatternMatcher?
    ) throws(Failure) -> Bool? {
        if actual == nil, expectation.query.isPath, expectation.predicate.takesValue { return nil }
        switch expectation.predicate {
        case .exists:
            // A list of rows or events is always there: whoever asks means that something is in it.
            let query = expectation.query
            if case .array(let items)? = actual, !query.isPath || query.isWhole {
                return !items.isEmpty
            }
            return actual != nil
        case .empty:
            switch actual {
            case nil, .null: return true
            case .string(let text): return text.isEmpty
            case .array(let items): return items.isEmpty
            case .object(let members): return members.isEmpty
            case .number(let digits): return expectation.query.isNumber && digits == "0"
            case .bool: return false
            }
        case .matches:
            guard let text = Comparison.text(actual), let matcher else { return false }
            guard let found = matcher.matches(text, unless: edge.isInterrupted) else {
                throw Failure(.queryInterrupted, "the search was interrupted")
            }
            return found
        case .contains where expectation.query.isSQL:
            return Comparison.hasRow(actual, with: wanted ?? .null)
        default:
            return Comparison.holds(
                expectation.predicate, actual, wanted ?? .null,
                isUnordered: expectation.isUnordered)
        }
    }

    /// The value of an operand.
    func value(of operand: Operand, in script: Script) throws(Failure) -> JSON {
        switch operand.kind {
        case .null: return .null
        case .bool(let flag): return .bool(flag)
        case .number: return .number(script.source.text(of: operand.span))
        case .list(let items):
            var values: [JSON] = []
            for item in items { values.append(try value(of: item, in: script)) }
            return .array(values)
        case .regex: return .null
        case .word(let word):
            if let captured = captured(word, in: script) { return captured }
            let text = try text(of: word, in: script)
            guard word.kind == .hereDocument,
                script.hereDocument(of: word)?.isJSON == true
            else { return .string(text) }
            do throws(JSONError) {
                return try JSONParser.parse(Array(text.utf8))
            } catch {
                throw Failure(.syntax(.invalidJSON), error.message, span: word.span)
            }
        }
    }

    /// The value of the variable that a word is, unless it is a text or a number: a list that is
    /// compared as a text would differ from every list.
    private func captured(_ word: Word, in script: Script) -> JSON? {
        guard word.kind == .composed else { return nil }
        let text = script.source.text(of: word.span)
        guard text.hasPrefix("${"), text.hasSuffix("}") else { return nil }
        let value = variables[String(text.dropFirst(2).dropLast())]
        switch value {
        case .array, .object, .bool, .null: return value
        case .string, .number, nil: return nil
        }
    }

    private func matcher(
        of expectation: ExpectStatement, in script: Script
    ) throws(Failure) -> PatternMatcher? {
        guard expectation.predicate == .matches, let operand = expectation.operand else {
            return nil
        }
        var pattern = ""
        var ignoresCase = false
        var span = operand.span
        if case .regex(let place, let flag) = operand.kind {
            pattern = script.source.text(of: place)
            ignoresCase = flag
            span = place
        } else if case .string(let text) = try value(of: operand, in: script) {
            pattern = text
        }
        do {
            return try PatternMatcher(expected: pattern, ignoresCase: ignoresCase)
        } catch {
            throw Failure(
                .invalidValue, error.message, span: span)
        }
    }

    private func failure(
        of expectation: ExpectStatement, _ wanted: JSON?, _ actual: JSON?, in script: Script
    ) -> ExpectationFailure {
        var words = [script.source.text(of: expectation.query.span)]
        if let time = expectation.within {
            words.insert("within " + DurationText.format(time), at: 0)
        }
        if expectation.isNegated { words.append("not") }
        if expectation.isUnordered { words.append("unordered") }
        words.append(expectation.predicate.rawValue)
        if let operand = expectation.operand {
            if case .regex = operand.kind {
                words.append(script.source.text(of: operand.span))
            } else if let wanted {
                words.append(Self.shown(wanted))
            }
        }
        var operand: Span?
        if case .word(let word) = expectation.operand?.kind, word.kind == .hereDocument,
            expectation.predicate == .equal, !expectation.isNegated
        {
            operand = word.span
        }
        let fault = Comparison.fault(of: expectation.predicate, on: actual, with: wanted)
        return ExpectationFailure(
            expected: VisibleText.escape(words.joined(separator: " ")),
            actual: (actual.map(Self.shown) ?? "nothing") + (fault.map { " (\($0))" } ?? ""),
            operand: operand, value: actual)
    }

    /// A value as a diagnostic shows it: one line, of bounded length.
    static func shown(_ value: JSON) -> String {
        DisplayWidth.truncated(VisibleText.escape(value.text), to: 400)
    }
}
