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
            guard let expectation = try? script.expectation(of: statement) else { return }
            check(expectation.query)
            guard let operand = expectation.operand else { return }
            check(operand)
            if case .events = expectation.query.kind { checkTypes(operand) }
            if case .callbacks = expectation.query.kind { checkCallbacks(operand) }
            guard [.equal, .notEqual].contains(expectation.predicate) else { return }
            let asksForOther = expectation.isNegated != (expectation.predicate == .notEqual)
            if expectation.query.isNumber, asksForOther { checkNumber(operand) }
            switch expectation.query.kind {
            case .errorCode:
                check(operand, among: FailureCode.names, "there is no failure")
            case .status: check(operand, among: ["ok", "failed"], "there is no status")
            default: break
            }
        default: break
        }
    }

    private mutating func check(_ operand: Operand) {
        switch operand.kind {
        case .word(let word): check(word)
        case .list(let items): for item in items { check(item) }
        default: break
        }
    }

    private mutating func check(_ query: Query) {
        switch query.kind {
        case .sql(let word), .literal(let word): check(word)
        case .variable(let word): checkName(word)
        case .count(let inner): check(inner)
        case .event(let word, _):
            check(word)
            checkType(word)
        default: break
        }
    }

    /// Finds words that are compared with types of events, and are none.
    private mutating func checkTypes(_ operand: Operand) {
        switch operand.kind {
        case .word(let word) where word.kind == .plain || word.kind == .composed: checkType(word)
        case .list(let items): for item in items { checkTypes(item) }
        default: break
        }
    }

    /// Finds words that are compared with the names of methods, and are none that is ever called.
    private mutating func checkCallbacks(_ operand: Operand) {
        switch operand.kind {
        case .word(let word) where word.kind == .plain || word.kind == .composed:
            check(operand, among: App.callbackNames, "nothing calls")
        case .list(let items): for item in items { checkCallbacks(item) }
        default: break
        }
    }

    /// Finds a text that a number shall not be, and never can be, such as one with full-width
    /// digits.
    private mutating func checkNumber(_ operand: Operand) {
        guard case .word(let word) = operand.kind, let text = script.staticText(of: word),
            !text.utf8.contains(where: { (0x30...0x39).contains($0) })
        else { return }
        errors.append(
            SyntaxError(
                .invalidQuery, "a number is never `\(VisibleText.escape(text))`", at: word.span,
                hint: "compare it with a number, such as 1"))
    }

    /// Finds a word that is compared with one of a few names, and is none: it could only differ.
    private mutating func check(_ operand: Operand, among names: [String], _ message: String) {
        guard case .word(let word) = operand.kind, let text = script.staticText(of: word),
            !names.contains(text)
        else { return }
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
