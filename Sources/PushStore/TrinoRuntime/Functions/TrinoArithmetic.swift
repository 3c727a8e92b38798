import PushModel
import PushSQL

/// Checked arithmetic over Trino's whole and floating types.
enum TrinoArithmetic {
    static let all: [SQLFunction] =
        [TrinoType.tinyint, .smallint, .integer, .bigint].flatMap(whole)
        + floating("double", isReal: false) + floating("real", isReal: true)

    private typealias Operation = @Sendable (Int64, Int64) -> (Int64, Bool)

    /// Returns the operations of one whole type, each checked against its range.
    private static func whole(_ type: TrinoType) -> [SQLFunction] {
        let name = type.text
        let (range, _) = RuntimeCast.range(type)
        func operation(_ word: String, _ noun: String, _ sign: String, _ body: @escaping Operation)
            -> SQLFunction
        {
            SQLFunction(trino: "\(word)_\(name)", 2...2) { call throws(SQLFunctionError) in
                let (left, right) = (try call.whole(0), try call.whole(1))
                let (result, overflow) = body(left, right)
                guard !overflow, range.contains(result) else {
                    throw .range("\(name) \(noun) overflow: \(left) \(sign) \(right)")
                }
                return .integer(result)
            }
        }
        return [
            operation("add", "addition", "+") { $0.addingReportingOverflow($1) },
            operation("subtract", "subtraction", "-") { $0.subtractingReportingOverflow($1) },
            operation("multiply", "multiplication", "*") { $0.multipliedReportingOverflow(by: $1) },
            SQLFunction(trino: "divide_\(name)", 2...2) { call throws(SQLFunctionError) in
                let (left, right) = (try call.whole(0), try call.whole(1))
                guard right != 0 else { throw .divisionByZero }
                let (result, overflow) = left.dividedReportingOverflow(by: right)
                guard !overflow, range.contains(result) else {
                    throw .range("\(name) division overflow: \(left) / \(right)")
                }
                return .integer(result)
            },
            SQLFunction(trino: "modulus_\(name)", 2...2) { call throws(SQLFunctionError) in
                let (left, right) = (try call.whole(0), try call.whole(1))
                guard right != 0 else { throw .divisionByZero }
                return .integer(right == -1 ? 0 : left % right)
            },
            SQLFunction(trino: "negate_\(name)", 1...1) { call throws(SQLFunctionError) in
                let value = try call.whole(0)
                guard value != range.lowerBound else {
                    throw .range("\(name) negation overflow: \(value)")
                }
                return .integer(-value)
            },
            SQLFunction(trino: "abs_\(name)", 1...1) { call throws(SQLFunctionError) in
                let value = try call.whole(0)
                guard value != range.lowerBound else {
                    throw .range("Value \(value) is out of range for abs(\(name))")
                }
                return .integer(abs(value))
            },
        ]
    }

    /// Returns the operations of doubles, or of reals, whose results are rounded to 32 bits.
    private static func floating(_ name: String, isReal: Bool) -> [SQLFunction] {
        func operation(
            _ word: String, _ body: @escaping @Sendable (Double, Double) -> Double
        ) -> SQLFunction {
            SQLFunction(trino: "\(word)_\(name)", 2...2) { call throws(SQLFunctionError) in
                .double(
                    isReal
                        ? Double(Float(body(try call.number(0), try call.number(1))))
                        : body(try call.number(0), try call.number(1)))
            }
        }
        func comparison(
            _ word: String, _ body: @escaping @Sendable (Double, Double) -> Bool
        ) -> SQLFunction {
            SQLFunction(trino: "\(word)_\(name)", 2...2) { call throws(SQLFunctionError) in
                .truth(body(try call.number(0), try call.number(1)))
            }
        }
        return [
            operation("add") { $0 + $1 }, operation("subtract") { $0 - $1 },
            operation("multiply") { $0 * $1 }, operation("divide") { $0 / $1 },
            operation("modulus") { $0.truncatingRemainder(dividingBy: $1) },
            SQLFunction(trino: "negate_\(name)", 1...1) { call throws(SQLFunctionError) in
                .double(-(try call.number(0)))
            },
            SQLFunction(trino: "abs_\(name)", 1...1) { call throws(SQLFunctionError) in
                .double(abs(try call.number(0)))
            },
            SQLFunction(trino: "sign_\(name)", 1...1) { call throws(SQLFunctionError) in
                let value = try call.number(0)
                return .double(value.isNaN ? .nan : value > 0 ? 1 : value < 0 ? -1 : value)
            },
            comparison("eq") { $0 == $1 }, comparison("ne") { $0 != $1 },
            comparison("lt") { $0 < $1 }, comparison("lte") { $0 <= $1 },
            comparison("gt") { $0 > $1 }, comparison("gte") { $0 >= $1 },
        ]
    }
}
