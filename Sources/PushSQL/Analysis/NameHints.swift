import PushText

/// What somebody may have meant by a name that nothing bears.
enum NameHints {
    static func column(_ expression: Expression, _ scope: Scope) -> String? {
        let word: String
        switch expression.kind {
        case .name(let name): word = name.text
        case .field(_, let name): word = name.text
        default: return nil
        }
        var names: [String] = []
        var place: Scope? = scope
        while let current = place {
            names += current.columns.compactMap(\.name)
            place = current.parent
        }
        if let nearest = Suggestion.nearest(word, names) { return "did you mean `\(nearest)`?" }
        if case .name(let name) = expression.kind, name.end - name.start > name.text.utf8.count {
            return "texts stand in single quotes: '\(name.text)'"
        }
        guard !names.isEmpty else { return nil }
        var seen: Set<String> = []
        return "columns are \(Suggestion.list(names.filter { seen.insert($0).inserted }))"
    }

    static func nearest(_ word: String, _ names: [String]) -> String? {
        Suggestion.nearest(word, names).map { "did you mean `\($0)`?" }
    }
}
