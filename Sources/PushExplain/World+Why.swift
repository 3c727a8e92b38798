import PushSimulation

extension World {
    /// Explains a notification or an expected event: every link of the chain, with the first one
    /// that does not hold named first.
    ///
    /// The recorded history decides; where it is silent, the world as it is now does. Without a
    /// notification the question is about the app of the named device; nil for the current one.
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

    /// Returns the links that a push sent now would need to address the current app.
    ///
    /// `history` gathers what is known about the app, if a link is broken.
    public func addressLinks(
        on device: String? = nil, _ history: () -> Evidence?
    ) -> [ChainLink] {
        func links(_ evidence: Evidence) -> [ChainLink] {
            var walk = ChainWalk(self, .newest, evidence, on: device)
            walk.walkAddresses()
            return walk.links
        }
        let bare = links(Evidence())
        guard bare.contains(where: { $0.status == .broken || $0.isWaiting }),
            var evidence = history()
        else { return bare }
        (evidence.notification, evidence.facts, evidence.refusals) = (nil, [], [])
        return links(evidence)
    }

    /// The first broken link of the chain; nil if nothing is broken.
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
