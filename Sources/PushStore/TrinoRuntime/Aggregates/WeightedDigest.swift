/// Trino's digest of weighted values before it merges any: between values that weigh more than one
/// it interpolates.
struct WeightedDigest {
    private var centroids: [(mean: Double, weight: Double)] = []
    private var total = 0.0

    /// Adds a value that is not less than those before.
    mutating func add(_ mean: Double, _ weight: Double) {
        centroids.append((mean, weight))
        total += weight
    }

    /// The value below which a share of the weight lies.
    func value(at share: Double) -> Double {
        guard let first = centroids.first, let last = centroids.last, centroids.count > 1 else {
            return centroids.first?.mean ?? .nan
        }
        let offset = share * total
        if offset < 1 { return first.mean }
        if offset < first.weight / 2 { return first.mean }
        if offset <= total - 1, total - offset <= last.weight / 2, last.weight / 2 > 1 {
            return last.mean
        }
        if offset >= total - 1 { return last.mean }
        var before = first.weight / 2
        for (left, right) in zip(centroids, centroids.dropFirst()) {
            let distance = (left.weight + right.weight) / 2
            if before + distance > offset {
                return Self.between(left, right, offset - before, distance)
            }
            before += distance
        }
        return last.mean
    }

    private static func between(
        _ left: (mean: Double, weight: Double), _ right: (mean: Double, weight: Double),
        _ offset: Double, _ distance: Double
    ) -> Double {
        if left.weight == 1, offset < 0.5 { return left.mean }
        if right.weight == 1, offset >= left.weight / 2 { return right.mean }
        var (offset, distance) = (offset, distance)
        if left.weight == 1 {
            offset -= 0.5
            distance = right.weight / 2
        } else if right.weight == 1 {
            distance = left.weight / 2
        }
        return left.mean + offset / distance * (right.mean - left.mean)
    }
}
