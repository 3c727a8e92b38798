import PushModel
import PushSQL

/// `trino_chain(functions, x, …)`: calls of functions, each with what the one before answered as
/// its first argument (decision 787).
///
/// The first argument names the functions, each with the number of arguments that it takes beside
/// that one: `add_integer/1 negate_integer/0`.
enum TrinoChain {
    /// A call in a chain.
    struct Step {
        let function: SQLFunction
        /// The number of its arguments but for the first.
        let count: Int
    }

    static let all: [SQLFunction] = [
        // A function that is called sees NULL itself, as it would alone.
        SQLFunction(trino: "chain", 2...127, takesNull: true) { call throws(SQLFunctionError) in
            let names = try call.string(0)
            let steps = try call.context.chains.value(for: names) { () throws(SQLFunctionError) in
                try Self.steps(names)
            }
            var value = call[1]
            var place = 2
            for step in steps {
                guard place + step.count <= call.count else { throw mismatch(names) }
                let arguments = [value] + call.arguments[place..<(place + step.count)]
                value = try step.function.call(arguments, in: call.context)
                place += step.count
            }
            guard place == call.count else { throw mismatch(names) }
            return value
        }
    ]

    /// The functions that it can call, by their names without `trino_`.
    static let functions: [String: SQLFunction] = {
        let all = [TrinoArithmetic.all, TrinoDecimals.all, TrinoText.all, TrinoRegexps.all]
        let pairs = all.flatMap { $0 }.filter(\.isDeterministic).map {
            (String($0.name.dropFirst("trino_".count)), $0)
        }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    private static func steps(_ names: String) throws(SQLFunctionError) -> [Step] {
        var steps: [Step] = []
        for word in names.split(separator: " ") {
            let parts = word.split(separator: "/")
            guard parts.count == 2, let count = Int(parts[1]),
                let function = functions[String(parts[0])]
            else { throw mismatch(names) }
            steps.append(Step(function: function, count: count))
        }
        return steps
    }

    private static func mismatch(_ names: String) -> SQLFunctionError {
        SQLFunctionError(.internalError, "found other arguments than '\(names)' takes")
    }
}
