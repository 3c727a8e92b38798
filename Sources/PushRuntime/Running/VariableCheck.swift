import PushCommands
import PushLanguage
import PushModel
import PushSimulation
import PushText

/// Finds variables that nothing sets, before anything runs.
///
/// It ignores the order of statements: a name that any statement of the file sets counts as known
/// throughout, so no script is refused that could run.
struct VariableCheck {
    private let script: Script
    private var known: Set<String>
    /// The prefixes under which the captures of includes are visible.
    private var namespaces: Set<String> = []
    private var isOpen = false
    /// The undefined variables, in the order of the file.
    private(set) var errors: [SyntaxError] = []

    /// Checks a script that starts with variables of these names.
    init(_ script: Script, known: Set<String>) {
        self.script = script
        self.known = known
        for statement in script.allStatements { collect(statement) }
        // A script that is read in the middle may set variables that are unknown here.
        guard !isOpen else { return }
        for statement in script.allStatements where statement.outcome == .mustSucceed {
            check(statement)
        }
    }

    /// All names that any statement of the script sets count as known, in whatever order it runs.
    private mutating func collect(_ statement: Statement) {
        switch statement.kind {
        case .letStatement:
            if let header = try? script.letHeader(of: statement) { known.insert(header.name) }
        case .forLoop:
            if let header = try? script.forHeader(of: statement) { known.insert(header.name) }
        case .include:
            guard let header = try? script.includeHeader(of: statement) else { return }
            if let namespace = header.namespace { namespaces.insert(namespace) }
        case .command:
            if script.word(script.word(0, of: statement), is: ".read") { isOpen = true }
        default: break
        }
    }

    private mutating func check(_ statement: Statement) {
        switch statement.kind {
        case .command, .test: for word in script.words(of: statement) { check(word) }
        case .forLoop:
            guard let header = try? script.forHeader(of: statement) else { return }
            if case .words(let words) = header.values { for word in words { check(word) } }
        case .include:
            guard let header = try? script.includeHeader(of: statement) else { return }
            for parameter in header.parameters { check(parameter.value) }
        case .letStatement:
            if let header = try? script.letHeader(of: statement) { check(header.query) }
        case .expect:
            if let expectation = try? script.expectation(of: statement) { check(expectation) }
        default: break
        }
    }

    private mutating func check(_ expectation: ExpectStatement) {
        check(expectation.query)
        guard let operand = expectation.operand else { return }
        let words = Self.words(of: operand)
        for word in words { check(word) }
        let names = words.filter { $0.kind == .plain || $0.kind == .composed }
        switch expectation.query.kind {
        case .events: for name in names { checkType(name) }
        case .callbacks:
            for name in names { check(name, among: App.callbackNames, "nothing calls") }
        default: break
        }
        guard [.equal, .notEqual].contains(expectation.predicate),
            case .word(let word) = operand.kind
        else { return }
        let asksForOther = expectation.isNegated != (expectation.predicate == .notEqual)
        switch expectation.query.kind {
        case .errorCode: check(word, among: FailureCode.names, "there is no failure")
        case .status: check(word, among: ["ok", "failed"], "there is no status")
        case .queue, .badge, .count: if asksForOther { checkNumber(word) }
        default: break
        }
    }

    /// The words of a value, also those in its lists.
    private static func words(of operand: Operand) -> [Word] {
        switch operand.kind {
        case .word(let word): [word]
        case .list(let items): items.flatMap(words)
        default: []
        }
    }

    private mutating func check(_ query: Query) {
        switch query.kind {
        case .sql(let word), .literal(let word): check(word)
        case .variable(let word): checkName(word)
        case .count(let inner): check(inner)
        case .event(let word, let path):
            check(word)
            checkType(word)
            guard let path, let fault = Event.fault(of: path) else { return }
            errors.append(
                SyntaxError(.invalidQuery, fault.message, at: path.span, hint: fault.hint))
        default: break
        }
    }

    /// Finds a text that a number shall not be, and never can be, such as one with full-width
    /// digits.
    private mutating func checkNumber(_ word: Word) {
        guard let text = script.staticText(of: word),
            !text.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return }
        errors.append(
            SyntaxError(
                .invalidQuery, "a number is never `\(VisibleText.escape(text))`", at: word.span,
                hint: "compare it with a number, such as 1"))
    }

    /// Finds a word that is compared with one of a few names, and is none: it could only differ.
    private mutating func check(_ word: Word, among names: [String], _ message: String) {
        guard let text = script.staticText(of: word), !names.contains(text) else { return }
        errors.append(
            SyntaxError(
                .invalidQuery, "\(message) `\(VisibleText.escape(text))`", at: word.span,
                hint: Suggestion.hint(text, among: names)))
    }

    private mutating func checkType(_ word: Word) {
        guard let type = script.staticText(of: word), let fault = Event.Kind.fault(of: type) else {
            return
        }
        errors.append(SyntaxError(.invalidQuery, fault.message, at: word.span, hint: fault.hint))
    }

    private mutating func check(_ word: Word) {
        guard word.kind != .plain, script.staticText(of: word) == nil else { return }
        do throws(SyntaxError) {
            _ = try script.text(
                of: word, variables: { isKnown($0) ? "" : nil }, names: { known.sorted() })
        } catch {
            if error.code == .unknownVariable { errors.append(error) }
        }
    }

    /// Checks the variable that `var NAME` reads; one whose name is made as the script runs may be
    /// any.
    private mutating func checkName(_ word: Word) {
        guard let name = script.staticText(of: word) else { return check(word) }
        guard !isKnown(name) else { return }
        errors.append(.unknownVariable(name, among: known.sorted(), at: word.span))
    }

    /// A name with a dot is one of an include with a namespace; which names it has is not checked.
    private func isKnown(_ name: String) -> Bool {
        known.contains(name)
            || name.contains(".") && namespaces.contains(String(name.prefix { $0 != "." }))
    }
}

extension SyntaxError {
    /// The error of `var NAME` for a name that nothing sets.
    static func unknownVariable(
        _ name: String, among names: [String], at span: Span
    ) -> SyntaxError {
        SyntaxError(
            .unknownVariable, "unknown variable `\(VisibleText.escape(name))`", at: span,
            hint: Suggestion.hint(name, among: names))
    }
}

extension Event {
    /// The fault of a path into an event that leads to no field that any has; nil if it leads to
    /// one.
    static func fault(of path: ValuePath) -> (message: String, hint: String?)? {
        let fields = (schema["properties"]?.objectMembers ?? []).map(\.key)
        guard case .key(let name)? = path.steps.first, !fields.contains(name) else { return nil }
        return (
            "no event has a field `\(VisibleText.escape(name))`",
            Suggestion.hint(name, among: fields) ?? "fields are \(Suggestion.list(fields))"
        )
    }
}

extension Event.Kind {
    /// The fault of a word that should be an event's type; nil if it is one.
    static func fault(of type: String) -> (message: String, hint: String)? {
        guard Event.Kind(rawValue: type) == nil else { return nil }
        let kinds = allCases.map(\.rawValue)
        return (
            "there is no event type `\(VisibleText.escape(type))`",
            Suggestion.hint(type, among: kinds)
                ?? "types are \(Suggestion.list(kinds))"
        )
    }
}
