import PushLanguage
import PushText

extension LoadedScript {
    /// Whether running the file runs tests: its own, or those of a file it includes.
    public var holdsTests: Bool { holdsTests(script.top) }

    /// Whether a statement, such as a loop or an include, brings tests.
    func holdsTests(_ statement: Statement) -> Bool {
        switch statement.kind {
        case .test: true
        case .forLoop, .repeatLoop: holdsTests(statement.body)
        case .include: includes[statement.id.index]?.holdsTests ?? false
        default: false
        }
    }

    private func holdsTests(_ block: Block) -> Bool {
        script.statements(in: block).contains { holdsTests($0) }
    }

    /// Whether one of the file's tests has the tag.
    public func hasTag(_ tag: String) -> Bool { tags.contains(tag) }

    /// The place `FILE:LINE` of the first test with the tag; nil if none has it.
    public func place(ofTag tag: String) -> String? { place(of: tag, in: script.top) }

    private func place(of tag: String, in block: Block) -> String? {
        for statement in script.statements(in: block) {
            let found: String? =
                switch statement.kind {
                case .test:
                    (try? script.testHeader(of: statement))?.tags.contains(tag) == true
                        ? "\(path):\(statement.line)" : nil
                case .forLoop, .repeatLoop: place(of: tag, in: statement.body)
                case .include: includes[statement.id.index]?.place(ofTag: tag)
                default: nil
                }
            if let found { return found }
        }
        return nil
    }

    /// The tags of the file's tests, without `@`.
    public var tags: Set<String> { tags(in: script.top) }

    private func tags(in block: Block) -> Set<String> {
        script.statements(in: block).reduce(into: []) { tags, statement in
            switch statement.kind {
            case .test: tags.formUnion((try? script.testHeader(of: statement))?.tags ?? [])
            case .forLoop, .repeatLoop: tags.formUnion(self.tags(in: statement.body))
            case .include: tags.formUnion(includes[statement.id.index]?.tags ?? [])
            default: break
            }
        }
    }

    /// The number of tests that the file declares: one for each round of the loops around a test.
    ///
    /// It is counted from the text alone, so that a run can be checked against it.
    public var declaredTests: Int { count(in: script.top, withRead: false) }

    /// The sum stops at the largest number rather than overflow: a script may nest loops.
    ///
    /// `withRead` also counts the tests of the files that `.read` names.
    private func count(in block: Block, withRead: Bool) -> Int {
        script.statements(in: block).reduce(0) { count, statement in
            let (sum, overflow) = count.addingReportingOverflow(
                self.count(by: statement, withRead: withRead))
            return overflow ? .max : sum
        }
    }

    private func count(by statement: Statement, withRead: Bool) -> Int {
        let index = statement.id.index
        func whole(_ file: LoadedScript?) -> Int {
            file.map { $0.count(in: $0.script.top, withRead: withRead) } ?? 0
        }
        switch statement.kind {
        case .test: return 1
        case .include: return whole(includes[index])
        case .command where withRead: return whole(readFiles[index])
        case .forLoop, .repeatLoop:
            let (product, overflow) = count(in: statement.body, withRead: withRead)
                .multipliedReportingOverflow(by: rounds(of: statement))
            return overflow ? .max : product
        default: return 0
        }
    }

    /// The most tests that a file declares, with those of the files that it reads: a run keeps the
    /// results of all of them.
    static let maximumTests = 1_000_000

    /// The error about the statement with which a file declares too many tests; nil if it does not.
    func excessOfTests() -> Diagnostic? {
        guard count(in: script.top, withRead: true) > Self.maximumTests,
            let statement = statement(exceeding: Self.maximumTests, in: script.top)
        else { return nil }
        return Diagnostic(
            SyntaxError(
                .limitExceeded, "a file declares at most \(Self.maximumTests) tests",
                at: statement.span,
                hint: [.forLoop, .repeatLoop].contains(statement.kind)
                    ? "a loop within a test is part of that test" : nil),
            in: script.source)
    }

    /// The statement that brings more tests than there is room for: of nested loops the innermost
    /// that has too many by itself.
    private func statement(exceeding room: Int, in block: Block) -> Statement? {
        var room = room
        for statement in script.statements(in: block) {
            let count = count(by: statement, withRead: true)
            guard count > room else {
                room -= count
                continue
            }
            guard [.forLoop, .repeatLoop].contains(statement.kind) else { return statement }
            return self.statement(exceeding: Self.maximumTests, in: statement.body) ?? statement
        }
        return nil
    }

    /// Zero for a header that cannot be read, which the check has reported by then.
    private func rounds(of loop: Statement) -> Int {
        guard loop.kind == .forLoop else { return (try? script.repeatCount(of: loop)) ?? 0 }
        switch (try? script.forHeader(of: loop))?.values {
        case .words(let words): return words.count
        case .range(let range): return range.count
        case nil: return 0
        }
    }

    /// The errors about what a test, `setup` or `teardown` must not hold: a file with tests, which
    /// would not run, and `quit`, which would end it before its last statement, in silence.
    func misplacedStatements() -> [Diagnostic] {
        var found: [Diagnostic] = []
        var outer: Statement?
        for statement in script.allStatements {
            if let block = outer, statement.id >= block.body.end { outer = nil }
            switch statement.kind {
            case .test, .setup, .teardown: outer = statement
            case .include:
                guard let outer, let included = includes[statement.id.index],
                    let header = try? script.includeHeader(of: statement)
                else { continue }
                if included.holdsTests || included.readsTests {
                    found.append(
                        Self.misplacement(
                            of: included, "include", at: header.path.span, in: outer, script))
                } else if included.quits {
                    found.append(Self.quit(at: header.path.span, in: outer, script))
                }
            case .command where readsTests(statement) && !writes:
                // Who expects the refusal has it when the statement runs.
                guard let outer, let read = readFiles[statement.id.index],
                    statement.outcome == .mustSucceed
                else { continue }
                let span = script.word(1, of: statement).span
                found.append(Self.misplacement(of: read, "read", at: span, in: outer, script))
            case .command where quits(statement):
                if let outer { found.append(Self.quit(at: statement.span, in: outer, script)) }
            default: break
            }
        }
        return found
    }

    private static func quit(
        at span: Span, in outer: Statement, _ script: Script
    ) -> Diagnostic {
        Diagnostic(
            SyntaxError(
                .misplacedStatement, "`quit` cannot stand in a `\(name(of: outer))`", at: span,
                hint: "it would end the `\(name(of: outer))` before its last statement"),
            in: script.source)
    }

    private static func name(of outer: Statement) -> String {
        switch outer.kind {
        case .setup: "setup"
        case .teardown: "teardown"
        default: "test"
        }
    }

    private static func misplacement(
        of file: LoadedScript, _ verb: String, at span: Span, in outer: Statement,
        _ script: Script
    ) -> Diagnostic {
        let name = name(of: outer)
        let path = VisibleText.escape(file.path)
        return Diagnostic(
            SyntaxError(
                .misplacedStatement, "a `\(name)` cannot \(verb) a file with tests", at: span,
                hint: "\(verb) `\(path)` outside the `\(name)` to run its tests"),
            in: script.source)
    }

    /// Whether a statement writes a script or its output, which may be the file that another reads.
    private var writes: Bool {
        script.allStatements.contains { isCommand($0, [".record", ".output"]) }
    }

    /// Whether a statement, such as a loop or an include, reads a file that has tests.
    func readsTests(_ statement: Statement) -> Bool {
        switch statement.kind {
        case .command: readFiles[statement.id.index].map { $0.holdsTests || $0.readsTests } ?? false
        case .forLoop, .repeatLoop:
            script.statements(in: statement.body).contains(where: readsTests)
        case .include: includes[statement.id.index]?.readsTests ?? false
        default: false
        }
    }

    /// Whether the file reads one that has tests.
    public var readsTests: Bool { script.statements(in: script.top).contains(where: readsTests) }
}
