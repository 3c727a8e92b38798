/// LIKE of SHOW, on names that are known while the statement is read.
enum LikePattern {
    static func matches(
        _ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        if first == "%" {
            return text.indices.contains { matches(text[$0...], pattern.dropFirst()) }
                || matches(text[text.endIndex...], pattern.dropFirst())
        }
        guard let letter = text.first, first == "_" || first == letter else { return false }
        return matches(text.dropFirst(), pattern.dropFirst())
    }
}
