/// How every terminal breaks a text of letters that take one cell or two.
public enum WrappedText {
    /// A cell is what an ASCII letter takes.
    public static func cells(_ letter: Character) -> Int {
        letter.isASCII || "ｱｶé".contains(letter) ? 1 : 2
    }

    /// The rows of a text that begins in a column, and where its cursor stands.
    public static func rows(
        of text: [Character], from start: Int, columns: Int, cursor: Int
    ) -> (rows: [String], column: Int, row: Int) {
        var rows = [""]
        var column = start
        var place = (start, 0)
        for index in 0...text.count {
            let width = index < text.count ? cells(text[index]) : 1
            if column + width > columns {
                if index < text.count || cursor == index { rows.append("") }
                column = 0
            }
            if index == cursor { place = (column, rows.count - 1) }
            guard index < text.count else { break }
            rows[rows.count - 1].append(text[index])
            column += width
        }
        return (rows, place.0, place.1)
    }
}
