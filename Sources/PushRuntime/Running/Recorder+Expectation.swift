import PushLanguage
import PushText

/// Expectations and variables in recordings.
extension Session {
    /// Writes an expectation that held, or a `let`, into the recording if there is one.
    ///
    /// The values of variables and files stand in it, because loops, included files and arguments
    /// set variables that a recording does not have. What means something else in a replay becomes
    /// a comment; a `let` then states the value that it found.
    func record(
        _ span: Span, of query: Query, _ operand: Operand? = nil, in script: Script,
        setting variable: (name: String, value: JSON)? = nil
    ) {
        guard memory.recorder != nil else { return }
        let words = query.words + (operand?.words ?? [])
        let statement =
            (try? stated(span, words, in: script)) ?? script.source.text(of: span)
        let stays = variable.flatMap(Self.assignment)
        let reason = objection(to: statement, query, in: script)
        if let reason {
            let comment = Recorder.comment("\(reason): \(statement)")
            memory.recorder?.parts.append(.init(comment + (stays ?? ""), stays: stays))
        } else {
            memory.recorder?.parts.append(.init(statement + "\n", stays: stays))
        }
        if let (name, value) = variable {
            let text = stays == nil ? nil : JSON.string(Variables.text(value))
            memory.recorder?.variables[name] = reason == nil ? value : text
        }
        try? writeRecording()
    }

    /// The `let` that sets a variable to its value as text; nil if no script can hold it.
    private static func assignment(of name: String, to value: JSON) -> String? {
        let text = Variables.text(value)
        return text.contains("\0") ? nil : "let \(name) = \(text.asQuotedWord)\n"
    }

    /// The reason why a query finds something else in a replay than here; nil if it does not.
    private func objection(to text: String, _ query: Query, in script: Script) -> String? {
        guard let recorder = memory.recorder else { return nil }
        if text.contains("\0") { return "with a zero byte" }
        switch query.counted.kind {
        // A recording adds some statements of its own.
        case .sql where text.namesStatements: return "about the statements so far"
        case .sql where recorder.dialect != settings.dialect: return "in another dialect"
        // In a replay what was done before the recording began is part of the script.
        case .events, .event, .callbacks:
            return recorder.isFirst ? nil : "since the recording began"
        case .path, .errorCode, .errorMessage, .status:
            return recorder.lastCommand == .missing ? "about a command that is not here" : nil
        case .output:
            return recorder.lastCommand == .shown ? nil : "about lines that are not here"
        case .variable(let word):
            guard let name = try? self.text(of: word, in: script) else { return nil }
            let isSame = recorder.variables[name] == variables[name]
            return isSame ? nil : "about a variable that is not here"
        default: return nil
        }
    }

    /// A statement with the values of its words in place of variables and files.
    private func stated(
        _ span: Span, _ words: [Word], in script: Script
    ) throws(Failure) -> String {
        var text = ""
        var bodies = ""
        var end = span.start
        for word in words {
            text += script.source.text(of: Span(start: end, end: word.span.start))
            end = word.span.end
            let typed = script.source.bytes[word.span.range]
            let hasVariable = TypedStatement.hasVariable(typed)
            switch word.kind {
            case .file: text += try self.text(of: word, in: script).asQuotedWord
            case .composed where hasVariable, .json where hasVariable:
                text += try self.text(of: word, in: script).asQuotedWord
            case .hereDocument:
                let body = try self.text(of: word, in: script)
                let isJSON = script.hereDocument(of: word)?.isJSON ?? false
                let tag = isJSON ? "JSON" : Recorder.tag(for: body)
                text += "<<'\(tag)'"
                bodies += "\n\(body)\n\(tag)"
            case .plain, .composed, .json: text += script.source.text(of: word.span)
            }
        }
        return text + script.source.text(of: Span(start: end, end: span.end)) + bodies
    }
}

extension String {
    /// Whether a query reads the rows that each statement leaves.
    var namesStatements: Bool {
        // A name that only looks like the table's costs a recording no more than golden lines.
        let words = lowercased().split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return words.contains { $0 == "journal" || $0 == "facts" }
    }
}

extension Query {
    /// The query whose elements are counted, or itself.
    var counted: Query {
        if case .count(let inner) = kind { inner.counted } else { self }
    }

    /// The words of it that have values, in the order of the text.
    var words: [Word] {
        switch counted.kind {
        case .sql(let word), .variable(let word), .literal(let word), .event(let word, _): [word]
        default: []
        }
    }
}

extension Operand {
    /// The words of it, in the order of the text.
    var words: [Word] {
        switch kind {
        case .word(let word): [word]
        case .list(let items): items.flatMap(\.words)
        case .number, .bool, .null, .regex: []
        }
    }
}
