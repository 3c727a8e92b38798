import PushLanguage
import PushText

extension ScriptLoader {
    /// Notes the file that a `.read` names, as far as it can be read and parsed already.
    ///
    /// The run reads it anew, and reports what is wrong with it: another statement may write it. A
    /// file of another name may be a pipe, which can be read only once.
    mutating func read(_ statement: Statement, in loaded: LoadedScript, _ stack: [String]) {
        let script = loaded.script
        guard statement.wordCount == 2, script.word(script.word(0, of: statement), is: ".read"),
            let name = script.staticText(of: script.word(1, of: statement)),
            name.hasSuffix(".psh"), stack.count < Self.maximumDepth
        else { return }
        let path = loaded.path(of: name)
        guard !stack.contains(where: path.isExactly), let bytes = try? read(path) else { return }
        var loader = ScriptLoader(read: read)
        loaded.readFiles[statement.id.index] = loader.load(
            bytes, path: path, within: stack, nil)
    }

    /// Refuses a parameter that the included file does not use: its name may be misspelt.
    mutating func checkParameters(
        of header: IncludeHeader, _ included: LoadedScript, in script: Script
    ) {
        guard !header.parameters.isEmpty, !included.reads else { return }
        let used = included.script.usedVariables
        guard !used.isOpen else { return }
        for parameter in header.parameters where !used.names.contains(parameter.name) {
            let others = used.names.subtracting(header.parameters.map(\.name)).sorted()
            diagnostics.append(
                Diagnostic(
                    SyntaxError(
                        .unknownVariable,
                        "`\(VisibleText.escape(included.path))` does not use `\(parameter.name)`",
                        at: parameter.nameSpan,
                        hint: Suggestion.hint(parameter.name, among: others)),
                    in: script.source))
        }
    }
}

extension Script {
    /// The names of the variables that the statements read or set; open if `var ${name}` may read
    /// any.
    fileprivate var usedVariables: (names: Set<String>, isOpen: Bool) {
        var found: (names: Set<String>, isOpen: Bool) = ([], false)
        func note(_ word: Word) {
            guard word.kind != .plain else { return }
            _ = try? text(
                of: word,
                variables: { name in
                    found.names.insert(name)
                    return ""
                })
        }
        func note(_ query: Query) {
            query.words.forEach(note)
            guard case .variable(let word) = query.counted.kind else { return }
            if let name = staticText(of: word) {
                found.names.insert(name)
            } else {
                found.isOpen = true
            }
        }
        for statement in allStatements {
            switch statement.kind {
            case .command, .test: words(of: statement).forEach(note)
            case .forLoop:
                if case .words(let words)? = (try? forHeader(of: statement))?.values {
                    words.forEach(note)
                }
            case .include:
                guard let header = try? includeHeader(of: statement) else { continue }
                for parameter in header.parameters { note(parameter.value) }
            case .letStatement:
                guard let header = try? letHeader(of: statement) else { continue }
                found.names.insert(header.name)
                note(header.query)
            case .expect:
                guard let expectation = try? self.expectation(of: statement) else { continue }
                note(expectation.query)
                expectation.operand?.words.forEach(note)
            default: break
            }
        }
        return found
    }
}
