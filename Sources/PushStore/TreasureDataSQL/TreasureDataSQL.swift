/// The SQL functions of Treasure Data, and those of Trino that queries over push events use.
public enum TreasureDataSQL {
    /// Every scalar function, in the order in which help lists them.
    public static let functions: [SQLFunction] =
        [
            TimeFunctions.all, IntervalFunctions.all, TimestampFunctions.all, JSONFunctions.all,
            ArrayFunctions.all, ConditionalFunctions.all, TextFunctions.all, LetterFunctions.all,
            AgentFunctions.all,
            DigestFunctions.all,
            RegexFunctions.all,
        ].flatMap { $0 }
}
