import PushText

/// Whole numbers of records that 64 bits cannot hold.
///
/// A double would change their digits, so they are stored as text, as Treasure Data's clients send
/// those that MessagePack lacks.
public enum LongNumber {
    /// Whether a number is whole and beyond 64 bits.
    public static func isLong(_ lexeme: String) -> Bool {
        // Nearly every number is shorter than the shortest such one.
        guard lexeme.utf8.count >= 19, Int64(lexeme) == nil else { return false }
        return lexeme.utf8.drop { $0 == Ascii.minus }.allSatisfy(Ascii.isDigit)
    }

    /// The keys of a record whose values are such numbers.
    ///
    /// A number further inside stays as it is in the JSON text of its column.
    public static func keys(in record: JSON) -> [String] {
        guard case .object(let members) = record else { return [] }
        return members.filter {
            if case .number(let lexeme) = $0.value { isLong(lexeme) } else { false }
        }.map(\.key)
    }

    /// Returns the sentence that tells the sender of records about such numbers; nil without one.
    public static func note(_ keys: [String]) -> String? {
        var known: Set<String> = []
        let names = keys.filter { known.insert($0).inserted }
        guard !names.isEmpty else { return nil }
        let shown = names.prefix(shownKeys).map { "`\($0)`" }.joined(separator: ", ")
        let more = names.count > shownKeys ? " and \(names.count - shownKeys) more" : ""
        return "whole numbers beyond 64 bits are kept as text: \(shown)\(more)"
    }

    private static let shownKeys = 5
}
