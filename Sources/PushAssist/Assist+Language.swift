import PushCommands
import PushExplain
import PushLanguage
import PushModel
import PushPayload
import PushText

/// The words of the language itself: queries, predicates, headers of blocks.
extension Assist {
    /// Fills in the words that fit a statement of the language; returns false for a command.
    func languageWords(_ words: [TypedStatement.Word], _ found: inout Found) -> Bool {
        let typed = words[words.count - 1]
        let before = words.dropLast().map(\.text)
        switch before[0] {
        case "expect": expectation(Array(before.dropFirst()), words, &found)
        case "let": binding(Array(before.dropFirst()), words, &found)
        case "for":
            if before.count == 2 { found.words = [Proposal("in", "the values follow")] }
        case "repeat":
            if before.count == 1 {
                found.words = ["2", "10", "100"].map { Proposal($0, "how often") }
            }
        case "include":
            if before.count == 1 {
                found.isPath = true
                found.words = typed.head.isEmpty ? source.paths(beginning: typed.value) : []
            } else {
                found.words = [
                    Proposal("with", "parameters follow, as NAME=VALUE"),
                    Proposal("as", "the name its variables get"),
                ]
            }
        case "psh":
            found.words = [
                Proposal("2", "the version of the language"),
                Proposal("1", "the first one, whose queries are in SQLite's dialect"),
            ]
        case "test":
            // A title comes before the tags, and a test has each tag only once.
            guard before.count > 1, typed.quote == nil else { break }
            (found.start, found.typed) = (typed.range.lowerBound, typed.text)
            found.words = source.tags.filter { !before.contains($0.text) }
        case "setup", "teardown", "end": break
        default: return false
        }
        return true
    }

    /// Fills in the parts of `let NAME = QUERY`.
    private func binding(
        _ before: [String], _ words: [TypedStatement.Word], _ found: inout Found
    ) {
        switch before.count {
        case 0: found.words = source.variables.map { Proposal($0, "a variable, set again") }
        case 1: found.words = [Proposal("=", "the query follows")]
        default:
            _ = query(ArraySlice(before.dropFirst(2)), words, &found)
        }
    }

    /// Fills in the parts of an expectation: query, `not` and `unordered`, predicate, and value.
    ///
    /// Values are offered only where the query takes a few that are known.
    private func expectation(
        _ before: [String], _ words: [TypedStatement.Word], _ found: inout Found
    ) {
        let typed = words[words.count - 1]
        var rest = before[...]
        if rest.first == "within" {
            guard rest.count > 1 else {
                found.words = ["1s", "10s", "1m"].map { Proposal($0, "how long it may take") }
                return
            }
            rest = rest.dropFirst(2)
        } else if rest.isEmpty {
            found.words = [Proposal("within", "how long it may take to come true")]
        }
        guard let behind = query(rest, words, &found) else { return }
        var words = behind
        var isNegated = false
        while let first = words.first, first == "not" || first == "unordered" {
            isNegated = isNegated || first == "not"
            words = words.dropFirst()
        }
        guard let predicate = words.first else {
            // A text in quotes is none of the language's words.
            guard typed.quote == nil else { return }
            found.words = LanguageWord.predicates.map { Proposal($0.name, $0.summary) }
            if !isNegated { found.words.append(Proposal("not", "negates what follows")) }
            found.words.append(Proposal("unordered", "the order does not matter"))
            return
        }
        if predicate == "exists" || predicate == "empty" || words.count > 1 { return }
        values(of: rest, &found)
    }

    /// Fills in the words of a query; returns the words after it once the query is complete.
    ///
    /// Nil while the query goes on, since its words have been filled in then.
    private func query(
        _ before: ArraySlice<String>, _ words: [TypedStatement.Word], _ found: inout Found
    ) -> ArraySlice<String>? {
        guard let name = before.first else {
            let typed = words[words.count - 1]
            guard typed.quote == nil else {
                found.words = []
                return nil
            }
            found.words += LanguageWord.queries.map { Proposal($0.name, $0.summary) }
            if typed.text.hasPrefix("$") || typed.text.isEmpty { path(typed, &found) }
            return nil
        }
        let rest = before.dropFirst()
        switch name {
        case "count": return query(rest, words, &found)
        case "sql":
            guard rest.isEmpty else { return rest.dropFirst() }
            sql(words[words.count - 1], &found)
            return nil
        case "var":
            guard rest.isEmpty else { return rest.dropFirst() }
            found.words = source.variables.map { Proposal($0, "a variable") }
            return nil
        case "event":
            guard let kind = rest.first else {
                found.words = Event.Kind.allCases.map { Proposal($0.rawValue, "an event's type") }
                return nil
            }
            _ = kind
            let behind = rest.dropFirst()
            return behind.first?.hasPrefix("$") == true ? behind.dropFirst() : behind
        default: return rest
        }
    }

    /// The keys of the last command's value.
    ///
    /// Lists are looked at by their first element. Nothing is offered below a key that the value
    /// lacks.
    private func path(_ typed: TypedStatement.Word, _ found: inout Found) {
        var value = source.lastValue
        var head = "$"
        let parts = typed.text.dropFirst().split(
            separator: ".", omittingEmptySubsequences: false)
        for part in parts.dropFirst().dropLast() {
            let name = part.prefix { $0 != "[" }
            guard let next = value[String(name)] else { return }
            value = next
            if part.contains("[") {
                guard let element = value.arrayValue?.first else { return }
                value = element
            }
            head += "." + part
        }
        for member in value.objectMembers ?? [] {
            found.words.append(
                Proposal(head + "." + member.key, "of the last value, \(member.value.kindName)"))
        }
    }

    /// The values that the result of a query may be compared with.
    ///
    /// They are a help, not a rule: any value can be compared.
    private func values(of query: ArraySlice<String>, _ found: inout Found) {
        switch query.first {
        case "error.code":
            found.words = FailureCode.meanings.map { Proposal($0.code, $0.meaning) }
        case "status":
            found.words = [
                Proposal("ok", "the last command succeeded"), Proposal("failed", "it failed"),
            ]
        case "events":
            found.words = Event.Kind.allCases.map { Proposal($0.rawValue, "an event's type") }
        case "shown":
            found.isName = true
            found.words = (source.world.app?.center.visible ?? []).prefix(20).map {
                Proposal($0.id, "\"\(VisibleText.escape($0.headline))\"")
            }
        case "user":
            found.isName = true
            found.add(source.world.app?.userID.map { [$0] } ?? [], "who is logged in")
        case "screen":
            found.isName = true
            found.add(source.world.app?.screen.map { [$0] } ?? [], "the screen now")
        case "queue", "badge", "count":
            found.add(["0", "1"], "a number")
        case "$.cause", "$.broken":
            found.words =
                query.first == "$.cause"
                ? Cause.allCases.map { Proposal($0.rawValue, "a cause that `why` names") }
                : ChainLink.Stage.allCases.map { Proposal($0.rawValue, "a link of the chain") }
        default: break
        }
    }
}
