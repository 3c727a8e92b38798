import PushPayload
import PushText

extension ScenarioPage {
    /// The rules of `lint` as a script: the right and the wrong example of each.
    ///
    /// The wrong one goes first: if the right one were never read, the rule would still be found.
    /// Rules whose examples need facts that no option of `lint` gives are left to the unit tests.
    static var lintRules: String {
        var text = """
            # The rules of `lint`: for each one a payload that breaks it and one that keeps it.
            # Generated from the rules in the program; `scripts/generate` writes it anew.
            # TD-09 PL-01 PL-02 PL-03 PL-04 PL-05 PL-06 PL-07 KD-01
            psh 1

            """
        for entry in LintRule.all {
            guard let right = command(entry.right), let wrong = command(entry.wrong) else {
                continue
            }
            text += """

                test "\(entry.rule.rawValue)" @lint
                \(wrong)
                  expect $.rules contains \(entry.rule.rawValue)
                \(right)
                  expect $.rules not contains \(entry.rule.rawValue)
                end

                """
        }
        return text
    }

    /// Returns the statement that lints an example; nil if it cannot be written in a here-document.
    ///
    /// Examples beyond 2000 bytes are left out as well; the unit tests run them all.
    private static func command(_ example: LintExample) -> String? {
        let lines = example.text.split(separator: "\n", omittingEmptySubsequences: false)
        let isPlain =
            example.text.utf8.count <= 2000 && !lines.contains { $0.contains("PAYLOAD") }
            && example.text.unicodeScalars.allSatisfy {
                $0 == "\n" || ($0.value >= 32 && $0.value != 0xFEFF)
            }
        guard isPlain, example.bytes == Array(example.text.utf8),
            let options = options(example)
        else { return nil }
        return "  ? lint\(options) <<'PAYLOAD'\n"
            + lines.map { "    \($0)\n" }.joined() + "    PAYLOAD"
    }

    /// Returns the options that give `lint` the facts an example assumes; nil if they cannot.
    ///
    /// Removes each fact that an option gives from a copy of the context; if a fact is left, no
    /// option can give it.
    private static func options(_ example: LintExample) -> String? {
        var rest = example.context
        var text = example.dialect.map { " --as \($0.rawValue)" } ?? ""
        if let type = rest.pushType {
            text += " --type \(type.rawValue)"
            rest.pushType = nil
        }
        if let priority = rest.priority, [1, 5, 10].contains(priority) {
            text += " --priority \(priority)"
            rest.priority = nil
        }
        return rest == LintContext() ? text : nil
    }
}
