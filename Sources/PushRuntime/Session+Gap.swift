import PushLanguage
import PushText

/// Explains expectations of which neither side holds.
extension Session {
    /// The reason why neither an expectation nor its opposite holds; nil if none is known.
    func reason(
        of expectation: ExpectStatement, _ actual: JSON?, _ wanted: JSON?, in script: Script,
        _ mark: Mark
    ) -> String? {
        if expectation.predicate == .contains, expectation.query.isSQL {
            return "the row has it only as a part of its text: `matches /…/` looks for a part, "
                + "`contains` for a whole value"
        }
        if let actual, let wanted {
            return "\(Self.quoted(actual)) and \(Self.quoted(wanted)) have no order"
        }
        guard expectation.query.isPath else { return "a missing value has no order" }
        let gap = gap(of: expectation.query, in: script, mark)
        guard case .null = expectation.operand?.kind else { return gap }
        return (gap.map { $0 + "; " } ?? "") + "`not exists` holds for what is missing"
    }

    /// The step at which a query's path leads nowhere, and what there is instead.
    private func gap(of query: Query, in script: Script, _ mark: Mark) -> String? {
        switch query.kind {
        case .path(let path): return Self.gap(path, in: lastValue)
        case .event(let word, let path):
            guard let type = try? text(of: word, in: script) else { return nil }
            guard let root = (try? event(type, since: mark)) ?? nil else {
                return "there is no event `\(VisibleText.escape(type))`"
            }
            return path.flatMap { Self.gap($0, in: root) }
        case .count(let inner): return gap(of: inner, in: script, mark)
        default: return nil
        }
    }

    /// The first step of a path that a value does not have.
    private static func gap(_ path: ValuePath, in root: JSON) -> String? {
        var value = root
        for step in path.steps {
            if let next = take(step, from: value) {
                value = next
                continue
            }
            switch step {
            case .key(let key):
                return "there is no key `\(VisibleText.escape(key))`" + keys(value, key)
            case .index(let index):
                guard case .array(let items) = value else {
                    return "there is no element \(index): it is not a list"
                }
                let count = items.count == 1 ? "1 element" : "\(items.count) elements"
                return "there is no element \(index): the list has \(count)"
            }
        }
        return nil
    }

    /// The keys that were perhaps meant, as the end of a sentence.
    private static func keys(_ value: JSON, _ wanted: String) -> String {
        guard case .object(let members) = value else { return ": it is not an object" }
        let keys = members.map(\.key)
        if let near = Suggestion.nearest(wanted, keys) {
            return "; did you mean `\(VisibleText.escape(near))`?"
        }
        guard !keys.isEmpty else { return ": the object is empty" }
        return ", but \(Suggestion.list(keys))"
    }

    private static func quoted(_ value: JSON) -> String {
        "`\(DisplayWidth.truncated(VisibleText.escape(value.text), to: 60))`"
    }
}
