/// The functions that a query may call.
///
/// Of SQLite's own, those are excluded that load code, reveal the machine or answer differently
/// each time, since a script must print the same bytes in every run.
enum QueryFunctions {
    /// SQLite asks by the name as the query wrote it, in any case.
    static func isAllowed(_ name: String) -> Bool { allowed.contains(name.lowercased()) }

    /// The names in order, for suggestions.
    static let names: [String] =
        (builtIn + TreasureDataSQL.functions.map(\.name) + TreasureDataSQL.aggregates.map(\.name))
        .sorted()

    private static let allowed = Set(names)

    private static let builtIn: [String] = [
        scalar, aggregate, time, json, mathematics,
    ].flatMap { $0.split(separator: " ").map(String.init) }

    private static let scalar = """
        abs char coalesce format glob hex ifnull iif instr length like likelihood likely lower \
        ltrim max min nullif printf quote replace round rtrim sign soundex substr substring trim \
        typeof unicode unlikely upper zeroblob
        """
    private static let aggregate = """
        avg count group_concat string_agg sum total row_number rank dense_rank percent_rank \
        cume_dist ntile lag lead first_value last_value nth_value
        """
    private static let time = """
        date time datetime julianday unixepoch strftime current_date current_time \
        current_timestamp
        """
    private static let json = """
        json json_array json_array_length json_extract json_insert json_object json_patch \
        json_quote json_remove json_replace json_set json_type json_valid json_group_array \
        json_group_object -> ->>
        """
    private static let mathematics = """
        acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log \
        log10 log2 mod pi pow power radians sin sinh sqrt tan tanh trunc
        """
}
