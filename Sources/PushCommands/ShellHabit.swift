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

    /// A hint on the first word of a statement, which names no command; nil if it is no habit.
    static func hint(onFirst name: String) -> String? {
        if ["//", "--", "/*"].contains(where: name.hasPrefix) {
            return "a comment begins with `#`"
        }
        if name.lowercased() == "clear" { return "^L clears the screen, `stub clear` the stubs" }
        guard let sign = name.firstIndex(of: "="), sign != name.startIndex,
            name[..<sign].utf8.allSatisfy(Byte.isName)
        else { return nil }
        return "`let \(name[..<sign]) = …` sets a variable"
    }

    /// The command that a second word from other tools means, in the group `first`.
    static func command(_ first: String, _ second: String) -> String? {
        first == "app" && ["start", "open", "run"].contains(second) ? "app launch" : nil
    }
}
