import PushModel

/// The functions that SQL translated from Trino's dialect calls in SQLite.
enum TrinoRuntime {
    /// Every scalar function, each of them also in the form that `TRY` calls.
    static let functions: [SQLFunction] = {
        let all = [
            TrinoArithmetic.all, TrinoDecimals.all, TrinoValues.all, TrinoText.all,
            TrinoRegexps.all, TrinoJSON.all, TrinoArrays.all, TrinoMaps.all, TrinoTimes.all,
            TrinoMath.all, TrinoBinary.all, TrinoFormat.all, TrinoTreasureData.all,
            TrinoVectors.all, TrinoJSONPaths.all, TrinoNormalForms.all,
            TrinoChain.all, TrinoWalks.all,
        ].flatMap { $0 }
        return all + all.map(\.inTry)
    }()

    /// Every aggregate; all of them may be used with `OVER`.
    static let aggregates: [SQLAggregate] = TrinoAggregates.all

    /// Whether the translator may call a function of this name.
    static func isFunction(_ name: String) -> Bool {
        name.hasPrefix("trino_") || name.hasPrefix("try_trino_") || name == "json_each"
    }
}
