import CSQLite
import PushModel

/// What the SQL that Trino's dialect is translated to calls in SQLite.
enum TrinoRuntime {
    /// Every scalar function, each of them a second time as `TRY` calls it.
    static let functions: [SQLFunction] = {
        let all = [
            TrinoArithmetic.all, TrinoDecimals.all, TrinoValues.all, TrinoText.all,
            TrinoRegexps.all, TrinoJSON.all, TrinoArrays.all, TrinoMaps.all, TrinoTimes.all,
            TrinoMath.all, TrinoBinary.all, TrinoFormat.all, TrinoTreasureData.all,
            TrinoVectors.all,
        ].flatMap { $0 }
        return all + all.map(\.inTry)
    }()

    /// Every aggregate; all of them may be used with `OVER`.
    static let aggregates: [SQLAggregate] = TrinoAggregates.all

    /// Whether the translator may call a function of this name.
    static func isFunction(_ name: String) -> Bool {
        name.hasPrefix("trino_") || name.hasPrefix("try_trino_") || name == "json_each"
    }

    /// Registers the order of decimals, which are texts.
    static func installCollations(on handle: OpaquePointer) {
        sqlite3_create_collation(
            handle, "trino_decimal", SQLITE_UTF8, nil,
            { _, leftCount, left, rightCount, right in
                let first = Self.decimal(left, leftCount)
                let second = Self.decimal(right, rightCount)
                guard let first, let second else {
                    return first == nil ? second == nil ? 0 : -1 : 1
                }
                return Int32(Decimal.compare(first, second))
            })
    }

    private static func decimal(_ start: UnsafeRawPointer?, _ count: Int32) -> Decimal? {
        let bytes = UnsafeRawBufferPointer(start: start, count: Int(count))
        return Decimal(String(decoding: bytes, as: UTF8.self))
    }
}
