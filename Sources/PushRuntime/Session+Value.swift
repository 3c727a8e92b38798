import PushLanguage
import PushModel
import PushText

/// The values that queries find.
extension Session {
    /// The point in the history at which a test began; `events` and `callbacks` count from there.
    public struct Mark: Equatable, Sendable {
        var event: Int64 = 0
        var fact: Int64 = 0

        /// Marks the beginning of the workspace.
        public init() {}

        /// Returns the earlier of two places: `undo` takes away what is behind it.
        public func earlier(_ other: Mark) -> Mark {
            Mark(event: min(event, other.event), fact: min(fact, other.fact))
        }

        init(event: Int64, fact: Int64) {
            self.event = event
            self.fact = fact
        }
    }

    /// Marks the present end of the history.
    public func mark() throws(Failure) -> Mark {
        var mark = Mark()
        mark.event = try edge.history.lastEvent()
        mark.fact = try edge.history.lastFact()
        return mark
    }

    /// A mark, or the failure of a store whose history could not be read then.
    ///
    /// Whoever counts from it meets that failure: from the beginning of the workspace, an
    /// expectation might pass by what happened long before.
    ///
    /// A `Result` would be the same, but making that type lets the Swift runtime search all
    /// conformances of the program, a tenth of what starting costs.
    enum Marking {
        case mark(Mark)
        case unread(Failure)

        /// The mark.
        ///
        /// - Throws: the failure of the store.
        func get() throws(Failure) -> Mark {
            switch self {
            case .mark(let mark): return mark
            case .unread(let failure): throw failure
            }
        }
    }

    /// Marks the present end of the history for expectations, which may never come.
    func marking() -> Marking {
        do throws(Failure) { return .mark(try mark()) } catch { return .unread(error) }
    }

    /// The value of a query; nil if it finds nothing.
    ///
    /// - Throws: a failure if a word cannot be expanded or SQL is refused.
    func value(
        of query: Query, in script: Script, since mark: Mark
    ) throws(Failure) -> JSON? {
        switch query.kind {
        case .path(let path): return try lastValue(at: path)
        case .sql(let word): return try rows(of: try text(of: word, in: script), at: word.span)
        case .variable(let word):
            let name = try text(of: word, in: script)
            if let value = variables[name] { return value }
            throw Failure(
                SyntaxError.unknownVariable(name, among: variables.allNames, at: word.span))
        case .literal(let word): return .string(try text(of: word, in: script))
        case .errorCode: return last.failure.map { .string($0.code.name) }
        case .errorMessage: return last.failure.map { .string($0.message) }
        case .output:
            guard !last.isForgotten else {
                throw Failure(
                    .tooManyRows, "the output went to a file, and was too large to keep",
                    hint: "count the rows in SQL, or add LIMIT")
            }
            return .string(last.lines.joined(separator: "\n"))
        case .status: return .string(last.failure == nil ? "ok" : "failed")
        case .count(let inner): return try count(of: inner, in: script, since: mark)
        default: return try worldValue(of: query, in: script, since: mark)
        }
    }

    private func worldValue(
        of query: Query, in script: Script, since mark: Mark
    ) throws(Failure) -> JSON? {
        // The history is read where every process writes it, and the world must agree with it.
        try followOthers()
        switch query.kind {
        case .queue: return .int(world.withApp { $0.queue.count } ?? 0)
        case .badge: return .int(world.withApp { $0.badge } ?? 0)
        case .screen: return (world.withApp { $0.screen } ?? nil).map(JSON.string)
        case .shown:
            return .array(world.withApp { $0.center.visible.map { .string($0.id) } } ?? [])
        case .token: return (world.withApp { $0.tokens.published } ?? nil).map(JSON.string)
        case .user: return (world.withApp { $0.userID } ?? nil).map(JSON.string)
        case .events, .event, .callbacks:
            return try historyValue(of: query, in: script, since: mark)
        default: preconditionFailure("a query without a value")
        }
    }

    private func historyValue(
        of query: Query, in script: Script, since mark: Mark
    ) throws(Failure) -> JSON? {
        switch query.kind {
        case .callbacks:
            return .array(try edge.history.callbacks(after: mark.fact).map(JSON.string))
        case .events:
            return .array(
                try edge.history.eventTypes(after: mark.event).map(JSON.string))
        default: break
        }
        guard case .event(let word, let path) = query.kind else { return nil }
        let type = try text(of: word, in: script)
        if let fault = Event.Kind.fault(of: type) {
            throw Failure(
                .syntax(.invalidQuery), fault.message, hint: fault.hint, span: word.span)
        }
        if let path, let fault = Event.fault(of: path) {
            throw Failure(
                .syntax(.invalidQuery), fault.message, hint: fault.hint, span: path.span)
        }
        guard let event = try event(type, since: mark) else { return nil }
        guard let path else { return event }
        return Self.follow(path, from: event)
    }

    /// The last event of a type; nil if there is none.
    func event(_ type: String, since mark: Mark) throws(Failure) -> JSON? {
        let found: QueuedEvent?
        found = try edge.history.event(type: type, after: mark.event)
        return found?.event.json(world.surroundings.config.campaignColumn)
    }

    private func count(
        of query: Query, in script: Script, since mark: Mark
    ) throws(Failure) -> JSON? {
        // One row of one column is a value elsewhere; counted it is a row.
        if case .sql(let word) = query.kind {
            let found = try collected(try text(of: word, in: script), at: word.span)
            return .int(found.rows.count)
        }
        guard let value = try value(of: query, in: script, since: mark) else {
            // A misspelt path would be "empty" for ever.
            return query.isPath ? nil : .int(0)
        }
        if query.isNumber { return value }
        switch value {
        case .array(let items): return .int(items.count)
        case .object(let members): return .int(members.count)
        case .string(let text): return .int(text.unicodeScalars.count)
        case .null: return .int(0)
        case .bool, .number: return .int(1)
        }
    }

    /// The value at a path.
    static func follow(_ path: ValuePath, from root: JSON) -> JSON? {
        var value = root
        for step in path.steps {
            guard let next = take(step, from: value) else { return nil }
            value = next
        }
        return value
    }

    /// The value one step further; nil if there is none.
    static func take(_ step: ValuePath.Step, from value: JSON) -> JSON? {
        switch step {
        case .key(let key): return value[key]
        case .index(let index):
            guard case .array(let items) = value else { return nil }
            let place = index < 0 ? items.count + index : index
            guard items.indices.contains(place) else { return nil }
            return items[place]
        }
    }

    /// A word's text, with variables and files.
    func text(of word: Word, in script: Script) throws(Failure) -> String {
        let text: String
        do throws(SyntaxError) {
            text = try script.text(
                of: word, variables: { self.variables.text($0) },
                names: { self.variables.allNames })
        } catch { throw Failure(error) }
        guard word.kind == .file else { return text }
        do throws(Failure) {
            return String(decoding: try edge.read(settings.path(text)), as: UTF8.self)
        } catch {
            var failure = error
            failure.span = word.span
            throw failure
        }
    }
}
