import PushCommands
import PushLanguage
import PushSimulation
import PushText

/// A script that has been read, parsed and checked, with the files it includes.
public final class LoadedScript {
    /// The path, or `-`, `-c`.
    public let path: String
    /// The parsed text.
    public let script: Script
    /// Included files by the statement that includes them.
    var includes: [Int: LoadedScript] = [:]
    /// Files that `.read` names in the text, as they were before the run, by their statement.
    var readFiles: [Int: LoadedScript] = [:]

    /// The directory that paths of the script are relative to; empty for the current one.
    public let directory: String

    init(path: String, script: Script) {
        self.path = path
        self.script = script
        directory = Self.directory(of: path)
    }

    /// Empty for a path without a slash: paths relative to it are those of the process.
    private static func directory(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "" }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    /// The dialect of its queries: the first version of the language had SQLite's.
    private(set) lazy var dialect: QueryDialectName =
        script.languageVersion == 1 ? .sqlite : .trino

    /// The last part of the path.
    var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// The path of a file that the script names.
    func path(of file: String) -> String {
        // `./a.psh` is `a.psh`, and may be the script itself.
        var name = file[...]
        while name.hasPrefix("./"), name.count > 2 { name = name.dropFirst(2).drop { $0 == "/" } }
        return name.hasPrefix("/") || directory.isEmpty ? String(name) : directory + "/" + name
    }

    /// The files that `.read` names in it, in what it includes and in those files, as they were
    /// before the run.
    public var namedFiles: [LoadedScript] {
        script.allStatements.reduce(into: []) { files, statement in
            let index = statement.id.index
            if let file = readFiles[index] { files += [file] + file.namedFiles }
            if let file = includes[index] { files += file.namedFiles }
        }
    }

    /// The bytes of the script and of those that it includes, in the order of the text.
    public var texts: [[UInt8]] {
        script.allStatements.reduce(into: [script.source.bytes]) { texts, statement in
            if let file = includes[statement.id.index] { texts += file.texts }
        }
    }

    /// The paths of the script and of those that it includes.
    public var sources: Set<String> {
        includes.values.reduce(into: [path]) { $0.formUnion($1.sources) }
    }

    /// The paths that its statements and its includes may read; some may not be files.
    public var touchedFiles: Set<String> {
        var found: Set<String> = []
        for statement in script.allStatements {
            for word in script.words(of: statement) where word.kind != .hereDocument {
                guard var name = script.staticText(of: word), !name.isEmpty else { continue }
                if word.kind == .file, name.hasPrefix("@") { name.removeFirst() }
                if let equals = name.lastIndex(of: "@"), equals != name.startIndex {
                    name = String(name[name.index(after: equals)...])
                }
                let isFull = name.hasPrefix("/") || directory.isEmpty
                found.insert(isFull ? name : directory + "/" + name)
            }
        }
        for included in includes.values {
            found.insert(included.path)
            found.formUnion(included.touchedFiles)
        }
        return found
    }

    /// Whether it contains only blanks, comments and the version of the language.
    public var isEmpty: Bool { script.allStatements.allSatisfy { $0.kind == .version } }

    /// Whether every file that it includes could be read.
    var hasEveryInclude: Bool {
        script.allStatements.allSatisfy { $0.kind != .include || includes[$0.id.index] != nil }
    }

    /// Whether a statement records, or opens the port over which one may come, so that earlier
    /// ones must be kept as text.
    public var records: Bool {
        script.allStatements.contains { statement in
            guard statement.kind == .command, statement.wordCount > 1 else { return false }
            let name = script.word(0, of: statement)
            if script.word(name, is: ".record") { return true }
            guard script.word(name, is: "serve") else { return false }
            return script.words(of: statement).contains { word in
                script.staticText(of: word).map { $0.hasPrefix("--control") || $0 == "--all" }
                    ?? false
            }
        }
    }

    /// Whether a statement writes a report, so that earlier ones must be noted; computed once,
    /// since a run asks before each test.
    public private(set) lazy var reports = script.allStatements.contains {
        $0.kind == .command && $0.wordCount > 1
            && script.word(script.word(0, of: $0), is: "report")
    }

    /// Whether a statement may ask for the gateways' authority: its own, or one of a file that it
    /// brings in.
    public var asksForAuthority: Bool {
        script.allStatements.contains { isCommand($0, ["serve", "credential", ".read"]) }
            || includes.values.contains(where: \.asksForAuthority)
    }

    /// Whether a statement brings in another file as it runs, which may have tests.
    var reads: Bool {
        script.allStatements.contains { isCommand($0, [".read"]) }
            || includes.values.contains(where: \.reads)
    }

    /// Whether all of its statements repair the workspace, which may then be damaged.
    public var mendsAlone: Bool {
        let statements = script.allStatements.filter { $0.kind != .version }
        return !statements.isEmpty
            && statements.allSatisfy { isCommand($0, ["repair", "restore"]) }
    }

    /// Whether a statement is a command with one of these names, which may stand behind a device's
    /// and in quotes.
    func isCommand(_ statement: Statement, _ names: [String]) -> Bool {
        guard statement.kind == .command, statement.wordCount > 0 else { return false }
        var name = script.word(0, of: statement)
        if statement.wordCount > 1, script.source.bytes[Int(name.span.start)] == Ascii.at {
            name = script.word(1, of: statement)
        }
        if name.kind == .plain { return names.contains { script.word(name, is: $0) } }
        return script.staticText(of: name).map(names.contains) ?? false
    }

    /// The `setup` and `teardown` at the top of the file, which every test needs.
    private(set) lazy var fixtures = script.statements(in: script.top).filter(\.isFixture)

    /// Returns the `setup`, or the `teardown`, at the top of the file; empty if it has none.
    func fixtures(_ kind: Statement.Kind) -> [Statement] { fixtures.filter { $0.kind == kind } }

    /// Whether a statement ends the script: `quit`, also in a file that it includes.
    var quits: Bool {
        script.allStatements.contains(where: quits) || includes.values.contains(where: \.quits)
    }

    /// Whether a statement is a command that ends the script.
    func quits(_ statement: Statement) -> Bool {
        statement.wordCount == 1 && isCommand(statement, ["quit", "exit", ".quit", ".exit"])
    }

    /// Whether a statement takes others back, so that a copy is made before each one.
    public var undoes: Bool {
        script.allStatements.contains { isCommand($0, ["undo", "redo"]) }
            || includes.values.contains(where: \.undoes)
    }

    /// Whether a statement in a block may take others back: what a file or a request brings in is
    /// not known before.
    func mayUndo(in block: Block) -> Bool {
        script.statements(in: block).contains { statement in
            isCommand(statement, ["undo", "redo", ".read", "serve"])
                || mayUndo(in: statement.body)
                || includes[statement.id.index].map { $0.mayUndo(in: $0.script.top) } ?? false
        }
    }
}

/// Reads, parses and checks scripts before anything runs.
public struct ScriptLoader {
    /// The deepest nesting of includes.
    static let maximumDepth = 16

    let read: (String) throws(Failure) -> [UInt8]
    /// The names of the variables that scripts start with; nil if they are not known yet.
    let variables: Set<String>?
    /// The errors found so far, in the order they were found.
    public internal(set) var diagnostics: [Diagnostic] = []
    /// Files that could not be read.
    public private(set) var unreadable: [Failure] = []

    /// Makes a loader from a function that reads files.
    ///
    /// `variables` are the names that scripts start with; given those, variables that nothing sets
    /// are reported before anything runs.
    public init(
        variables: Set<String>? = nil, read: @escaping (String) throws(Failure) -> [UInt8]
    ) {
        self.variables = variables
        self.read = read
    }

    /// Reads a file and everything it includes; nil if there is an error.
    public mutating func load(_ path: String) -> LoadedScript? {
        do throws(Failure) {
            return load(try read(path), path: path, within: [], variables)
        } catch {
            unreadable.append(error)
            return nil
        }
    }

    /// Parses and checks a text.
    public mutating func load(_ bytes: [UInt8], path: String) -> LoadedScript? {
        load(bytes, path: path, within: [], variables)
    }

    /// `stack` has the files around this one, from which a cycle of includes is recognised.
    mutating func load(
        _ bytes: [UInt8], path: String, within stack: [String], _ variables: Set<String>?
    ) -> LoadedScript? {
        let result = Parser.parse(
            Source(name: path, bytes: bytes), checkJSON: Self.checkJSON)
        // A text in another encoding is shown in the one that people can read.
        let source = result.script.source
        let loaded = LoadedScript(path: path, script: result.script)
        let earlier = diagnostics
        diagnostics = []
        check(loaded, stack + [path])
        // Without an include's captures, or with a line that was not parsed, variables are missing.
        if let variables, result.errors.isEmpty, loaded.hasEveryInclude {
            let check = VariableCheck(result.script, known: variables)
            diagnostics += check.errors.map { error in
                var error = error
                if !stack.isEmpty, error.code == .unknownVariable, error.hint == nil {
                    error.hint =
                        "an included file sees only its parameters: "
                        + "`include \"\(loaded.name)\" with name=value`"
                }
                return Diagnostic(error, in: source)
            }
        }
        let isGood = diagnostics.isEmpty && result.errors.isEmpty
        // True of nearly every script; needless lists would be a tenth of the work at a start.
        guard !isGood else {
            diagnostics = earlier
            return loaded
        }
        let syntax = Self.weightiest(result.errors, beside: diagnostics, in: source)
            .map { Diagnostic($0, in: source) }
        diagnostics = earlier + syntax + Self.further(diagnostics, behind: syntax, in: source)
        return nil
    }

    /// The findings of a check beyond the syntax errors: the first one on each line that could be
    /// parsed, and those in included files.
    private static func further(
        _ found: [Diagnostic], behind syntax: [Diagnostic], in source: Source
    ) -> [Diagnostic] {
        func line(_ diagnostic: Diagnostic) -> Int {
            source.lineNumber(of: Int(diagnostic.span?.start ?? 0))
        }
        var lines = Set(syntax.map(line))
        let own = found.filter { $0.source === source && lines.insert(line($0)).inserted }
        let room = max(0, Parser.maximumErrors - syntax.count)
        return own.prefix(room) + found.filter { $0.source !== source }
    }

    /// Finds the fault in a here-document that is not valid JSON.
    public static func checkJSON(_ bytes: [UInt8]) -> JSONError? {
        do throws(JSONError) {
            _ = try JSONParser.parse(bytes, .apple)
            return nil
        } catch {
            return error
        }
    }

    private mutating func check(_ loaded: LoadedScript, _ stack: [String]) {
        let script = loaded.script
        for statement in script.allStatements {
            checkGuards(of: statement, in: script)
            switch statement.kind {
            case .command:
                check(statement, in: script)
                read(statement, in: loaded, stack)
            case .include: include(statement, in: loaded, statement.id.index, stack)
            // The parser has read it already; only a pattern is left to check.
            case .expect where Self.maySayMatches(statement, in: script):
                do throws(SyntaxError) {
                    checkPattern(of: try script.expectation(of: statement), in: script)
                } catch { diagnostics.append(Diagnostic(error, in: script.source)) }
            default: break
            }
            if diagnostics.count >= Parser.maximumErrors { return }
        }
        diagnostics += loaded.misplacedStatements()
        if let excess = loaded.excessOfTests() { diagnostics.append(excess) }
    }

    /// Looks for the word in the bytes, since parsing each expectation again just for its pattern
    /// would be slow; a false alarm costs only that.
    private static func maySayMatches(_ statement: Statement, in script: Script) -> Bool {
        let bytes = script.source.bytes[statement.span.range]
        return bytes.indices.contains {
            bytes[$0] == UInt8(ascii: "m") && bytes[$0...].starts(with: "matches".utf8)
        }
    }

    mutating func check(_ statement: Statement, in script: Script) {
        let words = script.arguments(of: statement)
        do throws(UsageError) {
            let first = statement.wordCount > 0 ? script.word(0, of: statement) : nil
            if let first, script.word(first, is: "@") {
                throw UsageError(
                    .missingArgument, "`@` needs a device's name behind it", at: first.span)
            }
            guard !words.isEmpty else {
                throw UsageError(.missingArgument, "`@NAME` needs a command after it")
            }
            try CommandTable.check(words)
            checkSetting(words, of: statement, in: script)
        } catch {
            note(error, at: statement, in: script)
        }
        guard case .mustFail(let code?) = statement.outcome else { return }
        checkCode(code, in: script)
    }

    /// Reports a command that can only be refused, unless the statement expects just that refusal;
    /// a `!` alone would let a typing error pass.
    private mutating func note(_ error: UsageError, at statement: Statement, in script: Script) {
        var hint = error.hint
        if case .mustFail(let code) = statement.outcome {
            guard let code else {
                let cure = "`!\(error.code.rawValue) …` expects this"
                hint = hint.map { $0 + "; " + cure } ?? cure
                return append(hint)
            }
            if script.staticText(of: code) == error.code.rawValue { return }
        }
        append(hint)

        func append(_ hint: String?) {
            diagnostics.append(
                Diagnostic(
                    .error, error.message, source: script.source,
                    span: error.span ?? statement.span, hint: hint, code: error.code.rawValue))
        }
    }

    /// A setting's value that can only fail is reported before the script runs; a statement with
    /// `!` or `?` may be meant to fail.
    private mutating func checkSetting(
        _ words: [Argument], of statement: Statement, in script: Script
    ) {
        guard statement.outcome == .mustSucceed,
            let (refusal, span) = CommandTable.settingFault(words)
        else { return }
        diagnostics.append(
            Diagnostic(
                .error, refusal.message, source: script.source, span: span, hint: refusal.hint,
                code: refusal.code.rawValue))
    }

    private mutating func checkGuards(of statement: Statement, in script: Script) {
        guard statement.guardCount > 0 else { return }
        for condition in script.guards(of: statement) {
            guard let fault = Condition.fault(condition) else { continue }
            note(.invalidGuard, fault.message, at: condition.span, in: script, hint: fault.hint)
        }
    }

    /// A pattern that cannot be compiled is reported before the script runs.
    private mutating func checkPattern(of expectation: ExpectStatement, in script: Script) {
        guard let operand = expectation.operand,
            case .regex(let place, let ignoresCase) = operand.kind
        else { return }
        do throws(Fault) {
            _ = try PatternMatcher(
                expected: script.source.text(of: place), ignoresCase: ignoresCase)
        } catch {
            let span = place.range.isEmpty ? operand.span : place
            note(.invalidValue, error.message, at: span, in: script)
        }
    }

    /// Adds an error that the language's code names.
    private mutating func note(
        _ code: SyntaxError.Code, _ message: String, at span: Span, in script: Script,
        hint: String? = nil
    ) {
        diagnostics.append(
            Diagnostic(SyntaxError(code, message, at: span, hint: hint), in: script.source))
    }

    private mutating func checkCode(_ word: Word, in script: Script) {
        guard let code = script.staticText(of: word), !FailureCode.names.contains(code) else {
            return
        }
        guard !FailureCode.early.contains(code) else {
            return note(
                .invalidPrefix, "no command fails with `\(code)`", at: word.span, in: script,
                hint: "it is found before anything runs, so a script cannot expect it")
        }
        note(
            .invalidPrefix, "there is no failure `\(VisibleText.escape(code))`", at: word.span,
            in: script,
            hint: Suggestion.hint(code, among: FailureCode.names))
    }

    private mutating func include(
        _ statement: Statement, in loaded: LoadedScript, _ index: Int, _ stack: [String]
    ) {
        let script = loaded.script
        func complain(_ message: String, _ span: Span, _ code: String? = nil) -> Diagnostic {
            Diagnostic(
                .error, message, source: script.source, span: span,
                code: code ?? SyntaxError.Code.invalidHeader.rawValue)
        }
        guard let header = try? script.includeHeader(of: statement),
            let name = script.staticText(of: header.path)
        else {
            diagnostics.append(
                complain("an include's path cannot come from a variable", statement.span))
            return
        }
        let path = loaded.path(of: name)
        if stack.contains(where: path.isExactly) {
            diagnostics.append(complain("`\(name)` includes itself", header.path.span))
            return
        }
        guard stack.count < Self.maximumDepth else {
            diagnostics.append(
                complain(
                    "includes are nested deeper than \(Self.maximumDepth)", header.path.span,
                    SyntaxError.Code.limitExceeded.rawValue))
            return
        }
        do throws(Failure) {
            // An included file sees only its parameters.
            let names = variables.map { _ in Set(header.parameters.map(\.name)) }
            let included = load(try read(path), path: path, within: stack, names)
            loaded.includes[index] = included
            if let included { checkParameters(of: header, included, in: script) }
        } catch {
            diagnostics.append(complain(error.message, header.path.span, error.code.name))
        }
    }
}

extension Script {
    /// The words of a command as far as they are known before it runs, without the device's name
    /// in front.
    public func arguments(of statement: Statement) -> [Argument] {
        var words: [Argument] = []
        words.reserveCapacity(statement.wordCount)
        for index in 0..<statement.wordCount {
            let word = word(index, of: statement)
            let kind = Argument.Kind(word, in: self)
            let text = staticText(of: word)
            if index == 0, kind == .word, text?.utf8.first == Ascii.at { continue }
            var argument = Argument(text, kind, at: word.span)
            if text == nil { argument.head = head(of: word) }
            words.append(argument)
        }
        return words
    }
}

extension Argument.Kind {
    /// The form in which a word of a script was written.
    init(_ word: Word, in script: Script) {
        switch word.kind {
        case .plain: self = .word
        case .composed: self = script.isValue(word) ? .quoted : .word
        case .hereDocument: self = .hereDocument
        case .json: self = .json
        case .file: self = .file
        }
    }
}
