/// The sentence about columns whose values were of another type, and read as NULL: nothing else
/// tells such a NULL from a missing value.
public enum MisreadNote {
    /// Returns the sentence, which names the first columns with their types.
    public static func text(_ columns: [(name: String, type: String)]) -> String {
        let shown = columns.prefix(3).map { name, type in
            "`\(VisibleText.escape(name))`, which is \(type)"
        }
        let more = columns.count > 3 ? ", and in another column" : ""
        return "values of another type were read as NULL in " + shown.joined(separator: ", and ")
            + more
    }
}
