import PushModel

/// Treasure Data's functions as Trino's dialect calls them.
enum TrinoTreasureData {
    static let all: [SQLFunction] =
        TreasureDataSQL.functions.filter { $0.name.hasPrefix("td_") && $0.name != agent }
        .map { alias($0, $0.name) } + [
            parsedAgent, alias(TimeFunctions.boundOfRange, "td_time_bound"),
            alias(IntervalFunctions.ofInterval, "td_interval_bounds"),
        ]

    private static let agent = "td_parse_agent"

    /// Wraps the function under a runtime name, with its errors as Trino's errors for bad
    /// arguments.
    private static func alias(_ function: SQLFunction, _ name: String) -> SQLFunction {
        SQLFunction(trino: name, function.arity, takesNull: true) {
            call throws(SQLFunctionError) in
            do throws(SQLFunctionError) {
                return try function.call(call.arguments, in: call.context)
            } catch {
                throw .argument(error.message)
            }
        }
    }

    private static let parsedAgent = SQLFunction(trino: agent, 1...1) {
        call throws(SQLFunctionError) in
        guard let function = TreasureDataSQL.functions.first(where: { $0.name == agent }) else {
            return .null
        }
        let answer = try function.call(call.arguments, in: call.context)
        guard case .text(let text) = answer, let members = JSONText.parse(text)?.objectMembers
        else { return .null }
        let pairs = members.map { member in
            (key: Cell.text(member.key), value: Cell.text(member.value.stringValue ?? ""))
        }
        return ElementCodec.map(pairs, .varchar(nil), .varchar(nil))
    }
}
