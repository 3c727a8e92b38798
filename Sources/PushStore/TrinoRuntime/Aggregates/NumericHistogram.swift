/// Trino's `numeric_histogram`: buckets that are joined where that moves the values least.
struct NumericHistogram {
    private struct Bucket {
        var value: Double
        var weight: Double

        /// The cost of joining two neighbours.
        static func penalty(_ left: Bucket, _ right: Bucket) -> Double {
            let weight = left.weight + right.weight
            let distance = (left.value - right.value) * (left.value - right.value)
            return weight * distance * ((left.weight * right.weight) / (weight * weight))
        }
    }

    /// The number of values that may wait before they are joined into buckets.
    private static let buffer = 100

    private let limit: Int
    /// Unordered between two joins; at most `limit` and those that wait.
    private var buckets: [Bucket] = []

    /// Makes an empty histogram of at most so many buckets.
    init(buckets: Int) {
        limit = buckets
    }

    /// NaN must not be added: it has no place in the order.
    mutating func add(_ value: Double, _ weight: Double) {
        if buckets.count == limit + Self.buffer { compact() }
        buckets.append(Bucket(value: value, weight: weight))
    }

    /// The means and the weights, ordered by mean.
    var result: [(value: Double, weight: Double)] {
        var copy = self
        copy.compact()
        return copy.buckets.map { ($0.value, $0.weight) }
    }

    /// Joins equal values, then the pair of neighbours with the least cost until `limit` are left.
    private mutating func compact() {
        var merged: [Bucket] = []
        for bucket in buckets.sorted(by: { $0.value < $1.value }) {
            if let last = merged.indices.last, merged[last].value == bucket.value {
                merged[last].weight += bucket.weight
            } else {
                merged.append(bucket)
            }
        }
        var costs = zip(merged, merged.dropFirst()).map { Bucket.penalty($0, $1) }
        while merged.count > limit, let place = costs.indices.min(by: { costs[$0] < costs[$1] }) {
            let (left, right) = (merged[place], merged[place + 1])
            let weight = left.weight + right.weight
            merged[place] = Bucket(
                value: (left.value * left.weight + right.value * right.weight) / weight,
                weight: weight)
            merged.remove(at: place + 1)
            costs.remove(at: place)
            if place > 0 { costs[place - 1] = Bucket.penalty(merged[place - 1], merged[place]) }
            if place < costs.count {
                costs[place] = Bucket.penalty(merged[place], merged[place + 1])
            }
        }
        buckets = merged
    }
}
