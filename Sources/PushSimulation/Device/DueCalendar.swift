import PushModel

/// The times at which something is due at each of many places: the earliest is known at once, and
/// a change costs the logarithm of their number.
///
/// A tournament tree: the leaves are the places, and every node has the earlier of its children.
struct DueCalendar: Sendable {
    private static let never = Int64.max

    /// The root at 1, the children of `i` at `2i` and `2i + 1`, the leaves from `leaves` on.
    private var nodes: [Int64] = []
    private var leaves = 0

    /// The earliest instant of all; nil if nothing is due anywhere.
    var first: Tick? {
        guard nodes.count > 1, nodes[1] != Self.never else { return nil }
        return Tick(milliseconds: nodes[1])
    }

    /// Makes room for more places, at which nothing is due yet.
    mutating func grow(to count: Int) {
        guard count > leaves else { return }
        var size = max(leaves, 1)
        while size < count { size *= 2 }
        let kept = leaves > 0 ? Array(nodes[leaves...]) : []
        nodes = Array(repeating: Self.never, count: 2 * size)
        nodes.replaceSubrange(size..<size + kept.count, with: kept)
        leaves = size
        for node in (1..<size).reversed() {
            nodes[node] = min(nodes[2 * node], nodes[2 * node + 1])
        }
    }

    /// Sets the time at which something is due at a place; nil removes it.
    mutating func set(_ due: Tick?, at place: Int) {
        var node = leaves + place
        let value = due?.milliseconds ?? Self.never
        guard nodes[node] != value else { return }
        nodes[node] = value
        while node > 1 {
            node /= 2
            let earlier = min(nodes[2 * node], nodes[2 * node + 1])
            guard nodes[node] != earlier else { return }
            nodes[node] = earlier
        }
    }

    /// The places at which something is due at or before an instant, in order.
    func places(until now: Tick) -> [Int] {
        var found: [Int] = []
        if nodes.count > 1 { collect(1, until: now.milliseconds, &found) }
        return found
    }

    /// The first place at which something is due at or before an instant; nil if there is none.
    func firstPlace(until now: Tick) -> Int? {
        let now = now.milliseconds
        guard nodes.count > 1, nodes[1] <= now, nodes[1] != Self.never else { return nil }
        var node = 1
        while node < leaves { node = nodes[2 * node] <= now ? 2 * node : 2 * node + 1 }
        return node - leaves
    }

    /// The recursion is as deep as the tree: 17 levels for 100,000 places.
    private func collect(_ node: Int, until now: Int64, _ found: inout [Int]) {
        guard nodes[node] <= now, nodes[node] != Self.never else { return }
        guard node < leaves else { return found.append(node - leaves) }
        collect(2 * node, until: now, &found)
        collect(2 * node + 1, until: now, &found)
    }
}
