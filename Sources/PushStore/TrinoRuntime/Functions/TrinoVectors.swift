import Glibc
import PushModel
import PushSQL

/// Trino's functions over arrays of doubles as vectors, of the normal distribution, and of the
/// confidence in a rate.
enum TrinoVectors {
    static let all: [SQLFunction] = [
        function("dot_product") { left, right in zip(left, right).reduce(0) { $0 + $1.0 * $1.1 } },
        function("euclidean_distance") { left, right in
            zip(left, right).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }.squareRoot()
        },
        function("cosine_similarity", cosine),
        function("cosine_distance") { left, right in 1 - cosine(left, right) },
        SQLFunction(trino: "normal_cdf", 3...3) { call throws(SQLFunctionError) in
            let (mean, deviation) = (try call.number(0), try spread(call))
            return .double(0.5 * erfc((mean - (try call.number(2))) / (deviation * 2.squareRoot())))
        },
        SQLFunction(trino: "inverse_normal_cdf", 3...3) { call throws(SQLFunctionError) in
            let (mean, deviation) = (try call.number(0), try spread(call))
            let share = try call.number(2)
            guard share > 0, share < 1 else { throw .argument("p must be in the interval (0, 1)") }
            // Of one half Trino's erfInv is exactly 0.
            return .double(share == 0.5 ? mean : mean + deviation * quantile(share))
        },
        SQLFunction(trino: "wilson_interval_lower", 3...3) { call throws(SQLFunctionError) in
            .double(try wilsonInterval(call, -1))
        },
        SQLFunction(trino: "wilson_interval_upper", 3...3) { call throws(SQLFunctionError) in
            .double(try wilsonInterval(call, 1))
        },
    ]

    /// Returns a bound of Wilson's interval for a rate: the lower one for the side -1, the upper
    /// one for 1.
    ///
    /// The operations are in the order of Trino's WilsonInterval, so that the last digits agree.
    private static func wilsonInterval(
        _ call: SQLCall, _ side: Double
    ) throws(SQLFunctionError) -> Double {
        let (successes, trials) = (try call.whole(0), try call.whole(1))
        let z = try call.number(2)
        guard successes >= 0 else { throw .argument("number of successes must not be negative") }
        guard trials > 0 else { throw .argument("number of trials must be positive") }
        guard successes <= trials else {
            throw .argument("number of successes must not be larger than number of trials")
        }
        guard z >= 0 else { throw .argument("z-score must not be negative") }
        let n = Double(trials)
        let rate = Double(successes) / n
        let spread = (rate * (1 - rate) / n + z * z / (4 * n * n)).squareRoot()
        return (rate + z * z / (2 * n) + side * z * spread) / (1 + z * z / n)
    }

    /// Returns the deviation of a distribution, which must be positive.
    private static func spread(_ call: SQLCall) throws(SQLFunctionError) -> Double {
        let deviation = try call.number(1)
        guard deviation > 0 else { throw .argument("standardDeviation must be > 0") }
        return deviation
    }

    /// NaN if one of the vectors has no length.
    private static func cosine(_ left: [Double], _ right: [Double]) -> Double {
        let product = zip(left, right).reduce(0) { $0 + $1.0 * $1.1 }
        let lengths = [left, right].map { $0.reduce(0) { $0 + $1 * $1 }.squareRoot() }
        return product / (lengths[0] * lengths[1])
    }

    /// Returns a function over two arrays of numbers; NULL if an element is.
    private static func function(
        _ name: String, _ body: @escaping @Sendable ([Double], [Double]) -> Double
    ) -> SQLFunction {
        SQLFunction(trino: name, 2...2) { call throws(SQLFunctionError) in
            var sides: [[Double]] = []
            for index in 0..<2 {
                var numbers: [Double] = []
                for cell in try ElementCodec.cells(call.string(index), of: .double) {
                    if cell.isNull { return .null }
                    numbers.append(try RuntimeOrder.number(cell))
                }
                sides.append(numbers)
            }
            guard sides[0].count == sides[1].count else {
                throw .argument("The arguments must have the same length")
            }
            return .double(body(sides[0], sides[1]))
        }
    }

    /// Returns the quantile of the standard normal distribution for a share, by bisection.
    private static func quantile(_ share: Double) -> Double {
        var (low, high) = (-40.0, 40.0)
        while true {
            let middle = (low + high) / 2
            guard middle > low, middle < high else { return middle }
            if 0.5 * erfc(-middle / 2.squareRoot()) < share { low = middle } else { high = middle }
        }
    }
}
