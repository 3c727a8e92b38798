import PushText

/// A statement as a client sends it: one about its session, or a query.
///
/// Trino's session lives in its client, which sends it in headers; a server answers these
/// statements with the header that changes it. Names are in lower case.
public enum SessionStatement: Equatable, Sendable {
    /// Anything that the session itself does not carry out.
    case query
    /// `PREPARE name FROM statement`.
    case prepare(name: String, text: String)
    /// `EXECUTE name USING a, b`, each argument as written.
    case execute(name: String, arguments: [String])
    /// `EXECUTE IMMEDIATE 'statement' USING a, b`.
    case executeImmediate(text: String, arguments: [String])
    /// `DEALLOCATE PREPARE name`.
    case deallocate(name: String)
    /// `DESCRIBE INPUT name`, or `DESCRIBE OUTPUT name`.
    case describe(name: String, isInput: Bool)
    /// `USE catalog.schema`, or `USE schema`.
    case use(catalog: String?, schema: String)
    /// `SET SESSION name = literal`.
    case setSession(name: String, value: SessionValue)
    /// `RESET SESSION name`.
    case resetSession(name: String)
    /// `SHOW SESSION LIKE pattern`.
    case showSession(like: NamePattern?)
    /// `SET TIME ZONE 'name'`; nil for `LOCAL`.
    case setTimeZone(String?)
    /// `START TRANSACTION ISOLATION LEVEL level, READ ONLY`.
    case startTransaction(IsolationLevel, isReadOnly: Bool)
    /// `COMMIT`.
    case commit
    /// `ROLLBACK`.
    case rollback

    /// Reads a text as far as it is about the session.
    ///
    /// - Throws: Trino's error for a malformed statement about the session; the faults of a query
    ///   are found when it runs.
    public init(_ text: String) throws(TrinoError) {
        do throws(Fault) {
            var parser = SessionParser(text)
            self = try parser.statement()
        } catch { throw TrinoError(error, in: text.utf8) }
    }

    /// Checks the grammar of any statement, which `init` leaves to whoever runs a query.
    ///
    /// - Throws: what is no SQL; not what is only not supported.
    public static func checkGrammar(of text: String) throws(TrinoError) {
        guard case .query = try SessionStatement(text) else { return }
        do throws(Fault) { _ = try Parser.statement(text) } catch {
            guard error.code != .syntaxError else { throw TrinoError(error, in: text.utf8) }
        }
    }
}

/// The isolation that a transaction asks for, from the least on.
public enum IsolationLevel: String, Sendable {
    case readUncommitted = "READ UNCOMMITTED"
    case readCommitted = "READ COMMITTED"
    case repeatableRead = "REPEATABLE READ"
    case serializable = "SERIALIZABLE"
}

/// Reads the statements about a session.
///
/// It always records what was expected: these statements are short, and are read once.
private struct SessionParser {
    private let bytes: [UInt8]
    private var parser: Parser

    init(_ text: String) {
        bytes = Array(text.utf8)
        var lexer = TrinoLexer(bytes)
        parser = Parser(bytes, tokens: lexer.tokens(), isNoting: true)
    }

    /// Reads one of them; anything else is a query, even if it is none.
    mutating func statement() throws(Fault) -> SessionStatement {
        switch parser.token.kind == .word ? parser.token.text : "" {
        case "PREPARE":
            parser.advance()
            return try prepare()
        case "EXECUTE":
            parser.advance()
            return try execute()
        case "DEALLOCATE":
            parser.advance()
            try parser.expect("PREPARE")
            return try ended(.deallocate(name: try name()))
        case "DESCRIBE" where parser.isAt("INPUT", after: 1) || parser.isAt("OUTPUT", after: 1):
            // A table may have one of these names.
            guard parser.token(after: 2).kind == .word || parser.token(after: 2).kind == .quotedName
            else { return .query }
            parser.advance()
            let isInput = parser.isAt("INPUT")
            parser.advance()
            return try ended(.describe(name: try name(), isInput: isInput))
        case "USE":
            parser.advance()
            return try use()
        case "SET" where parser.isAt("SESSION", after: 1) || parser.isAt("TIME", after: 1):
            return try set()
        case "RESET":
            parser.advance()
            try parser.expect("SESSION")
            try checkAuthorization()
            return try ended(.resetSession(name: try parser.qualifiedName().text.lowercased()))
        case "SHOW" where parser.isAt("SESSION", after: 1): return try showSession()
        case "START", "COMMIT", "ROLLBACK": return try transaction()
        default: return .query
        }
    }

    /// Reads a name without qualifiers, in lower case.
    private mutating func name() throws(Fault) -> String {
        let name = try parser.qualifiedName()
        guard name.parts.count == 1 else { throw parser.mismatch() }
        return name.last.key
    }

    /// Refuses text after the end of a statement.
    private mutating func ended(_ statement: SessionStatement) throws(Fault) -> SessionStatement {
        parser.note("<EOF>")
        guard parser.token.kind == .end else { throw parser.mismatch() }
        return statement
    }

    /// Reads the name and the statement behind FROM, whose grammar is checked at once.
    private mutating func prepare() throws(Fault) -> SessionStatement {
        let name = try name()
        try parser.expect("FROM")
        let start = parser.token.start
        let text = String(decoding: bytes[start...], as: UTF8.self)
        // Spaces before it keep the places of its errors.
        let padded = String(repeating: " ", count: start) + text
        _ = try Parser.statement(padded)
        return .prepare(name: name, text: text)
    }

    /// Reads a name or a statement as text, and the values.
    private mutating func execute() throws(Fault) -> SessionStatement {
        guard parser.accept("IMMEDIATE") else {
            let name = try name()
            return try ended(.execute(name: name, arguments: try arguments()))
        }
        let text = try parser.string()
        return try ended(.executeImmediate(text: text, arguments: try arguments()))
    }

    /// Reads the values behind USING, each as it is written; none without USING.
    private mutating func arguments() throws(Fault) -> [String] {
        guard parser.accept("USING") else { return [] }
        var arguments: [String] = []
        repeat {
            let start = parser.token.start
            _ = try parser.expression()
            arguments.append(String(decoding: bytes[start..<parser.lastEnd], as: UTF8.self))
        } while parser.acceptSymbol(",")
        return arguments
    }

    /// Reads a schema, with or without its catalog.
    private mutating func use() throws(Fault) -> SessionStatement {
        let name = try parser.qualifiedName()
        guard name.parts.count <= 2 else { throw parser.mismatch() }
        let catalog = name.parts.count == 2 ? name.parts[0].key : nil
        return try ended(.use(catalog: catalog, schema: name.last.key))
    }

    /// Reads SET TIME ZONE or SET SESSION.
    private mutating func set() throws(Fault) -> SessionStatement {
        parser.advance()
        if parser.accept("TIME") {
            try parser.expect("ZONE")
            if parser.accept("LOCAL") { return try ended(.setTimeZone(nil)) }
            return try ended(.setTimeZone(try zone()))
        }
        parser.advance()
        try checkAuthorization()
        let name = try parser.qualifiedName().text.lowercased()
        try parser.expectSymbol("=")
        let start = parser.token.start
        let expression = try parser.expression()
        let spelled = String(decoding: bytes[start..<parser.lastEnd], as: UTF8.self)
        return try ended(
            .setSession(name: name, value: SessionValue(expression, spelled: spelled)))
    }

    /// Refuses AUTHORIZATION, unless it is the name of a property.
    private func checkAuthorization() throws(Fault) {
        guard parser.isAt("AUTHORIZATION"), !parser.isAtSymbol("=", after: 1),
            !parser.isAtSymbol(".", after: 1)
        else { return }
        throw Fault(
            .notSupported, "SESSION AUTHORIZATION is not supported", at: parser.token.start,
            to: parser.token.end
        ).hinting("a connection has the rights of its own key, whoever asks")
    }

    /// Reads the zone of SET TIME ZONE: its name, or the distance from UTC as an interval.
    private mutating func zone() throws(Fault) -> String {
        let start = parser.token.start
        let expression = try parser.expression()
        switch expression.kind {
        case .string(let name): return name
        case .interval(let literal):
            let isMonths = ["YEAR", "MONTH"].contains(literal.first)
            guard let size = MomentText.interval(literal), !isMonths else {
                throw Fault(
                    .invalidLiteral, "'\(literal.text)' is not a valid INTERVAL literal",
                    at: start)
            }
            guard size % 60_000 == 0 else {
                throw Fault(
                    .invalidLiteral,
                    "Invalid time zone offset interval: interval contains seconds", at: start
                ).placeless
            }
            return try offset(literal.isNegative ? -size / 60_000 : size / 60_000)
        default:
            throw Fault(
                .notSupported, "SET TIME ZONE to an expression is not supported", at: start
            ).hinting("write the name: SET TIME ZONE 'Asia/Tokyo'")
        }
    }

    /// Returns the name of a zone by its distance from UTC, such as `+09:00`.
    private func offset(_ minutes: Int64) throws(Fault) -> String {
        guard minutes.magnitude <= 14 * 60 else {
            throw Fault(.genericUserError, "Invalid offset minutes \(minutes)", at: 0).placeless
        }
        func digits(_ number: UInt64) -> String { (number < 10 ? "0" : "") + String(number) }
        let size = minutes.magnitude
        return (minutes < 0 ? "-" : "+") + digits(size / 60) + ":" + digits(size % 60)
    }

    /// Reads SHOW SESSION with an optional pattern.
    private mutating func showSession() throws(Fault) -> SessionStatement {
        parser.advance()
        parser.advance()
        return try ended(.showSession(like: try parser.pattern()))
    }

    private mutating func transaction() throws(Fault) -> SessionStatement {
        let word = parser.token.text
        let start = parser.token.start
        parser.advance()
        guard word == "START" else {
            _ = parser.accept("WORK")
            return try ended(word == "COMMIT" ? .commit : .rollback)
        }
        try parser.expect("TRANSACTION")
        var levels: [IsolationLevel] = []
        var modes: [Bool] = []
        if !parser.isAtSymbol(";"), parser.token.kind != .end {
            repeat {
                if parser.accept("ISOLATION") {
                    try parser.expect("LEVEL")
                    levels.append(try isolationLevel())
                } else {
                    try parser.expect("READ")
                    modes.append(parser.accept("ONLY"))
                    if modes.last == false { try parser.expect("WRITE") }
                }
            } while parser.acceptSymbol(",")
        }
        for (count, what) in [(levels.count, "isolation levels"), (modes.count, "read modes")]
        where count > 1 {
            throw Fault(.syntaxError, "Multiple transaction \(what) specified", at: start)
        }
        return try ended(
            .startTransaction(levels.first ?? .readUncommitted, isReadOnly: modes.first ?? false))
    }

    private mutating func isolationLevel() throws(Fault) -> IsolationLevel {
        if parser.accept("SERIALIZABLE") { return .serializable }
        if parser.accept("REPEATABLE") {
            try parser.expect("READ")
            return .repeatableRead
        }
        try parser.expect("READ")
        if parser.accept("COMMITTED") { return .readCommitted }
        try parser.expect("UNCOMMITTED")
        return .readUncommitted
    }
}
