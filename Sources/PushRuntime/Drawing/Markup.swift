import PushText

/// Text inside XML and HTML.
enum Markup {
    /// Escapes markup, and makes control characters visible, which XML 1.0 cannot hold.
    static func escape(_ text: String) -> String {
        entities(
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { VisibleText.escape(String($0)) }.joined(separator: "\n"))
    }

    /// Escapes markup in a text whose control characters are visible already.
    static func entities(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
