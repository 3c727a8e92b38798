import PushCommands
import PushLanguage

extension StatementRunner {
    /// Runs another script in place.
    func runInclude(_ statement: Statement) throws(Stop) {
        guard let included = loaded.includes[statement.id.index],
            let header = try? script.includeHeader(of: statement)
        else { return }
        let inner: Variables
        do throws(Failure) {
            inner = try session.parameters(of: header, in: script)
        } catch { throw failed(error, statement) }
        let runner = StatementRunner(
            session, included, console: console, printsOutput: printsOutput, blesser: nil,
            mark: mark,
            collect: { [collect, script] in
                collect($0.included(at: statement.span, in: script.source))
            })
        runner.transcript = transcript
        runner.rounds = rounds.around(in: session.variables)
        do throws(Stop) {
            try session.including(included, header, inner) { () throws(Stop) in
                try runner.runFile()
            }
        } catch { throw error.included(at: statement.span, in: script.source) }
    }

    /// Runs a file's statements: its `setup` first and its `teardown` last, even after a failure.
    private func runFile() throws(Stop) {
        var end: Stop?
        do throws(Stop) {
            for statement in loaded.fixtures(.setup) { try run(statement) }
            for statement in script.statements(in: script.top) where !statement.isFixture {
                try run(statement)
            }
        } catch { end = error }
        do throws(Stop) {
            for statement in loaded.fixtures(.teardown) { try run(statement) }
        } catch { end = end?.followed(by: error) ?? error }
        if let end { throw end }
    }
}
