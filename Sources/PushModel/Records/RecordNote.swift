import PushText

/// The remarks of a receipt on a record that is stored, though perhaps not as its sender means it.
///
/// Treasure Data itself sends none.
public enum RecordNote {
    /// Returns the sentence about one record; nil if there is nothing to say.
    public static func text(of record: JSON) -> String? {
        text(LongNumber.keys(in: record), farTime: farTime(of: record))
    }

    /// Returns the sentence about several records: the keys whose numbers became text, and a time
    /// in the far future.
    public static func text(_ keys: [String], farTime: Int64?) -> String? {
        let parts = [LongNumber.note(keys), farTime.map(Self.note)].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }

    /// Returns the `time` of a record if it cannot be meant in seconds.
    public static func farTime(of record: JSON) -> Int64? {
        guard case .number(let lexeme)? = record["time"], let time = Int64(lexeme),
            time >= firstInMilliseconds
        else { return nil }
        return time
    }

    private static func note(_ time: Int64) -> String {
        "`time` is \(time), which in Unix seconds is after the year 5000: Treasure Data documents "
            + "seconds, not milliseconds, and the record is stored with this time"
    }

    /// As seconds it is in the year 5138, as milliseconds in 1973.
    private static let firstInMilliseconds: Int64 = 100_000_000_000
}
