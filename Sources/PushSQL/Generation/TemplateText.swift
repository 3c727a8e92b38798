/// Templates of functions, with their arguments put in.
enum TemplateText {
    /// Fills `$1` with an argument, `$*` with all, `%E` with the type of a letter, `%1` with that
    /// of an argument, `{}` with DISTINCT, and `(#||)` with the arguments joined.
    ///
    /// An argument that is missing leaves nothing, a type that is unknown is written `unknown`. The
    /// texts of arguments are not searched for marks.
    static func fill(
        _ template: String, _ arguments: [Term], variables: [String: TrinoType],
        isDistinct: Bool
    ) -> String {
        if template.contains("(#||)") {
            let joined = arguments.map(\.atom).joined(separator: " || ")
            return template.replacing("(#||)", with: "(\(joined))")
        }
        var text = ""
        var rest = template[...]
        while let mark = rest.popFirst() {
            switch mark {
            case "$":
                guard let next = rest.popFirst() else { break }
                if next == "*" {
                    text += SQLText.list(arguments)
                } else if let number = next.wholeNumberValue,
                    arguments.indices.contains(number - 1)
                {
                    text += arguments[number - 1].sql
                }
            case "%":
                guard let next = rest.popFirst() else { break }
                var type = variables[String(next)]
                if let number = next.wholeNumberValue, arguments.indices.contains(number - 1) {
                    type = arguments[number - 1].type
                }
                text += SQLText.string((type ?? .unknown).text)
            case "{":
                rest = rest.dropFirst()
                if isDistinct { text += "DISTINCT " }
            default: text.append(mark)
            }
        }
        return text
    }
}
