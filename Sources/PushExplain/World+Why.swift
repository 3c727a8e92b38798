import PushSimulation

extension World {
    /// Explains a notification or an expected event: every link of the chain, with the first one
    /// that does not hold named first.
    ///
    /// The recorded history decides; where it is silent, the world as it is now does. Without a
    /// notification the question is about the app of the named device; nil = the current one.
    public func why(
        _ subject: WhySubject, evidence: Evidence = Evidence(), on device: String? = nil
    ) -> Explanation {
        var walk = ChainWalk(self, subject, evidence, on: device)
        walk.walk()
        var answer = walk.answer
        answer?.isFirstLine = !subject.isByType
        if let link = answer?.link { answer?.link = walk.present(link) }
        if walk.row != nil, walk.device.name != self.device.name {
            walk.note(
                "this is about `\(walk.device.name)`: first `device use \(walk.device.name)`")
        }
        return Explanation(
            subject: walk.name, links: walk.links.map(walk.present), notes: walk.notes,
            answer: answer)
    }

    /// Whether a push that is sent now has what it needs to address the current app.
    public func isReachable(on device: String? = nil) -> Bool {
        var walk = ChainWalk(self, .newest, Evidence(), on: device)
        walk.walkAddresses()
        return !walk.isStopped
    }

    /// The first broken link of the chain; nil when nothing is broken.
    ///
    /// The walk ends there: `try` needs no more, and asks once for each of its columns.
    func firstBroken(_ subject: WhySubject, evidence: Evidence) -> ChainLink? {
        var walk = ChainWalk(self, subject, evidence)
        walk.walk(toFirstFault: true)
        return walk.firstBroken
    }
}

extension ChainWalk {
    /// The parts of the chain, in the order a push takes them.
    private enum Part: CaseIterable { case addresses, arrival, response, data }

    /// Walks the chain: whole, or until a link is broken.
    fileprivate mutating func walk(toFirstFault: Bool = false) {
        if let sent = sentPush { return walkSent(sent) }
        if isActivityByApp { return walkActivityByApp() }
        for part in Part.allCases where !(toFirstFault && firstBroken != nil) {
            switch part {
            case .addresses: walkAddresses()
            case .arrival: walkArrival()
            case .response: walkResponse()
            case .data: walkData()
            }
        }
    }

    /// The first broken link so far.
    fileprivate var firstBroken: ChainLink? { links.first { $0.status == .broken } }
}
