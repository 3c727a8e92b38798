/// Numbers in SQL text.
enum SQLNumber {
    /// Reads the longest number at the start of a text, as SQLite's casts do.
    static func leading(in text: String) -> Double? {
        let trimmed = text.drop { $0 == " " }
        var end = trimmed.startIndex
        var seenDigit = false
        var seenPoint = false
        for index in trimmed.indices {
            let character = trimmed[index]
            if character.isASCII, character.isNumber {
                seenDigit = true
            } else if character == ".", !seenPoint {
                seenPoint = true
            } else if index != trimmed.startIndex || (character != "-" && character != "+") {
                break
            }
            end = trimmed.index(after: index)
        }
        return seenDigit ? Double(trimmed[..<end]) ?? Double(trimmed[..<end] + "0") : nil
    }
}
