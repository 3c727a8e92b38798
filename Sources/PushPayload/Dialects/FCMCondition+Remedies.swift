/// The subscriptions that an installation has to change before a condition holds for it.
extension FCMCondition {
    /// A subscription that begins or ends.
    public struct Change: Equatable, Sendable {
        /// The topic.
        public var topic: String
        /// Whether it begins; otherwise it ends.
        public var subscribes: Bool

        /// Makes a change.
        public init(_ topic: String, subscribes: Bool) {
            self.topic = topic
            self.subscribes = subscribes
        }
    }

    /// The smallest sets of changes after which the condition holds, in the order of its text.
    ///
    /// - Parameter isSubscribed: whether the installation is subscribed to a topic.
    /// - Returns: the sets, each of which is enough; one empty set if it holds as it is, and none
    ///   if the condition contradicts itself.
    public func remedies(_ isSubscribed: (String) -> Bool) -> [[Change]] {
        var names: [String] = []
        for name in topics where !names.contains(name) { names.append(name) }
        let now = names.map { (name: $0, isOn: isSubscribed($0)) }
        // A condition names five topics at most, so that all 32 sets can be tried.
        let sets = (0..<(1 << names.count)).map { bits in
            now.indices.filter { bits & (1 << $0) != 0 }
        }
        let enough = sets.filter { changed in
            holds { name in
                now.firstIndex { $0.name == name }.map { now[$0].isOn != changed.contains($0) }
                    ?? false
            }
        }
        guard let least = enough.map(\.count).min() else { return [] }
        return enough.filter { $0.count == least }.map { set in
            set.map { Change(now[$0].name, subscribes: !now[$0].isOn) }
        }
    }
}
