import PushLanguage

/// Habits from other shells and languages, with the words that mean the same here.
enum ShellHabit {
    /// A hint on an operator of other shells among the words of a statement; nil without one.
    ///
    /// Quoted words are never taken for operators, and a semicolon at the very end is left alone.
    static func hint(among words: some Collection<Argument>) -> String? {
        for (place, word) in words.enumerated() where word.kind == .word {
            switch word.text {
            case "&&", "||", "&", ";", ";;": return "each statement has a line of its own"
            case "|": return "there are no pipes: `.output FILE` sends output to a file"
            case ">", ">>": return "`.output FILE` sends the output of what follows to a file"
            case "\\": return "a statement is one line: `\\` does not continue it"
            case let text? where text.hasSuffix(";") && place < words.count - 1:
                return "each statement has a line of its own"
            default: break
            }
        }
        return nil
    }

    /// Words of other test runners and shells, in lower case, with what they are called here.
    private static let foreignTests: [String: String] = [
        "assert": "`expect QUERY PREDICATE VALUE` checks a value",
        "within": "`within` comes after `expect`: `expect within 5m queue == 0`",
        "it": test, "describe": test, "tests": test, "test": test,
        "before": setup, "beforeeach": setup, "after": teardown, "aftereach": teardown,
        "source": "`include FILE` runs another script in place",
        "return": "`end` ends a block; a test ends at its first failure",
        "break": "a loop runs all of its rounds",
    ]
    private static let test = "`test \"TITLE\"` begins a test, `end` ends it"
    private static let setup = "`setup` begins what runs before each test, `end` ends it"
    private static let teardown = "`teardown` begins what runs after each test, `end` ends it"

    /// A hint on the first word of a statement, which names no command; nil if it is no habit.
    static func hint(onFirst name: String) -> String? {
        if ["//", "--", "/*"].contains(where: name.hasPrefix) {
            return "a comment begins with `#`"
        }
        if let hint = foreignTests[name.lowercased()] { return hint }
        if name.lowercased() == "clear" { return "^L clears the screen, `stub clear` the stubs" }
        switch name {
        case "if", "unless":
            return "there is no `\(name)`: a guard such as `[tty]` holds a statement back"
        case "while", "until":
            return "there is no `\(name)`: `for`, `repeat` and `expect within` do such work"
        case "function", "func", "fn", "def", "proc", "sub", "macro":
            return
                "there is no `\(name)`: `include \"steps.psh\" with name=value` shares statements"
        default: break
        }
        guard let sign = name.firstIndex(of: "="), sign != name.startIndex,
            name[..<sign].utf8.allSatisfy(Byte.isName)
        else { return nil }
        return "`let \(name[..<sign]) = \"…\"` sets a variable"
    }

    /// The command that a second word from other tools means, in the group `first`.
    static func command(_ first: String, _ second: String) -> String? {
        first == "app" && ["start", "open", "run"].contains(second) ? "app launch" : nil
    }
}
