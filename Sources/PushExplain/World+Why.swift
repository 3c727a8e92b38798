import PushModel
import PushSimulation
import PushText

extension World {
    /// Explains a notification or an expected event: every link of the chain, with the first one
    /// that does not hold named first.
    ///
    /// The recorded history decides; where it is silent, the world as it is now does. Without a
    /// notification the question is about the app of the named device; nil for the current one.
    public func why(
        _ subject: WhySubject, evidence: Evidence = Evidence(), on device: String? = nil
    ) -> Explanation {
        var subject = subject
        if subject.namesArrival, evidence.notification?.state == .silent {
            // It arrives if the app runs for it: nobody was to see it.
            (subject.symptom, subject.asksForWake) = (nil, true)
        }
        let keeper = keeper(of: subject, evidence, on: device)
        var walk = ChainWalk(self, subject, evidence, on: device, keptFor: keeper)
        walk.walk()
        for effect in walk.effectsOfTap {
            let found = why(effect, evidence: evidence, on: device)
            if found.answer?.verdict == .no { return found }
        }
        walk.noteComplaint()
        walk.noteStart()
        walk.noteQuote()
        walk.noteRefusedAsk()
        walk.noteCallback()
        walk.noteSender()
        walk.noteLanguage()
        walk.noteTime()
        walk.noteReceiver()
        walk.noteOtherTarget(evidence.notification)
        walk.noteWarehouse()
        walk.noteOtherSenders()
        walk.noteStrangeRows()
        walk.noteCampaign()
        walk.noteMisspelt()
        walk.noteMessage()
        var answer = walk.answer
        answer?.isFirstLine = !subject.isByType
        if let link = answer?.link { answer?.link = walk.present(link) }
        walk.noteNamesake()
        var explanation = Explanation(
            subject: walk.name, links: walk.links.map(walk.present), notes: walk.notes,
            answer: answer)
        explanation.hasArrived = walk.row != nil
        explanation.isOfUnarrived = walk.isOfUnarrived
        explanation.app = walk.currentApp?.address
        let isElsewhere = walk.device.name != self.device.name
        if isElsewhere || walk.row != nil || keeper != nil || evidence.owner != nil {
            noteOwner(walk, &explanation, on: device)
        }
        return explanation
    }

    /// Adds whose push it was, if the commands in a cure act on another device or app.
    private func noteOwner(
        _ walk: ChainWalk, _ explanation: inout Explanation, on device: String?
    ) {
        let name = walk.device.name
        if let device, name != device, name == self.device.name {
            explanation.notes.append("this is about `\(name)`, not `\(device)`")
        } else if name != self.device.name {
            if name != device {
                explanation.notes.append("this is about `\(name)`: first `device use \(name)`")
            } else if explanation.decisive?.cure != nil {
                // Whoever named the device knows which; a cure's commands say nothing of it.
                explanation.notes.append("a command in the cure needs `@\(name)` too")
            }
        }
        noteUnaddressed(walk, &explanation, on: device)
        let apps = walk.device.apps
        guard let app = walk.currentApp, apps.indices.contains(walk.device.currentApp),
            app.address != apps[walk.device.currentApp].address
        else { return }
        let bundleID = app.address.bundleID
        explanation.notes.append(
            "this is about `\(bundleID)`"
                + (app.state == .uninstalled ? "" : ": first `app launch \(bundleID)`"))
    }

    /// Adds that the asked device could not have got a push of another one's: its app has no
    /// address.
    private func noteUnaddressed(
        _ walk: ChainWalk, _ explanation: inout Explanation, on device: String?
    ) {
        let asked = devices.first { $0.name == device } ?? self.device
        guard asked.name != walk.device.name, let bundleID = walk.row?.app.bundleID,
            let app = asked.apps.first(where: { $0.address.bundleID == bundleID }),
            app.state != .uninstalled,
            let fault = ChainWalk.fault(addressLinks(on: asked.name, of: app.address) { nil })
        else { return }
        explanation.notes.append(
            "`\(asked.name)` could not get it: \(fault.found)"
                + (fault.cure.map { "; there \($0)" } ?? ""))
    }

    /// The app that a push is about which a question names by its ID, and which has come to none:
    /// the one for which APNs keeps it, or by which a push that reached nobody is judged.
    ///
    /// Nil if that is the asked one. The evidence about such a push is that app's.
    public func keeper(
        of subject: WhySubject, _ evidence: Evidence, on device: String? = nil
    ) -> AppAddress? {
        guard subject.needsPush, let id = subject.id, evidence.notification == nil else {
            return nil
        }
        let walk = ChainWalk(self, subject, evidence, on: device)
        return keeper(of: id, walk) ?? (walk.reachedNobody ? bystander(on: device) : nil)
    }

    /// The app by which a push that reached nobody is judged, where nobody names a device and the
    /// current one has no app: the first that is installed; nil for the app that commands address.
    ///
    /// That a device has no app explains nothing of a message that no device was to get.
    public func bystander(on device: String?) -> AppAddress? {
        func installed(_ device: Device) -> App? {
            guard device.apps.indices.contains(device.currentApp) else { return nil }
            let app = device.apps[device.currentApp]
            return app.state == .uninstalled ? nil : app
        }
        guard device == nil, installed(self.device) == nil else { return nil }
        return devices.lazy.compactMap(installed).first?.address
    }

    /// The app for which APNs keeps a push; nil if the app of a walk about it knows more of it.
    private func keeper(of id: String, _ walk: ChainWalk) -> AppAddress? {
        guard walk.isPushMissing, walk.refusedPush == nil else { return nil }
        func keeps(_ app: App) -> Bool {
            ([app.stored].compactMap(\.self) + app.activities.stored)
                .contains { $0.push.id?.isExactly(id) == true }
        }
        let own = walk.device.apps.first(where: keeps)
        return (own ?? devices.lazy.flatMap(\.apps).first(where: keeps))?.address
    }

    /// Whether a push with an ID arrived, was refused, or is known otherwise.
    ///
    /// `evidence` must be gathered for that ID.
    public func knowsPush(_ evidence: Evidence, _ id: String, on device: String? = nil) -> Bool {
        let walk = ChainWalk(self, .message(id), evidence, on: device)
        return !walk.isPushMissing || walk.refusedPush != nil
            || evidence.notification == nil && keeper(of: id, walk) != nil
    }

    /// Whether the push in question was refused for its token, and the app has got no other since.
    ///
    /// Then a question about the token is answered by that push, and not by an address that looks
    /// right.
    public func isRefusedForItsToken(
        _ push: WhySubject, _ evidence: Evidence, on device: String? = nil
    ) -> Bool {
        let keeper = keeper(of: push, evidence, on: device)
        let walk = ChainWalk(self, push, evidence, on: device, keptFor: keeper)
        let addresses = addressLinks(on: device, of: walk.row?.app ?? keeper) { nil }
        guard !addresses.contains(where: { $0.status == .broken || $0.isWaiting }) else {
            return false
        }
        if walk.row == nil, walk.isPushMissing, let refused = walk.refusedPush {
            return refused.refusal.isAboutToken
                && !evidence.appFacts.contains {
                    $0.fact.verb == .token && walk.isLater($0, than: refused)
                }
        }
        guard walk.row?.state == .refused,
            let refusal = evidence.facts.last(where: {
                if case .refused? = $0.fact.occurrence { true } else { false }
            }),
            case .refused(let reason?, _)? = refusal.fact.occurrence,
            !walk.evidence.appFacts.contains(where: {
                $0.fact.verb == .token && $0.place > refusal.place
            })
        else { return false }
        return GatewayAnswer(reason: reason)?.isAboutToken ?? false
    }

    /// Whether the push in question was refused, so that it answers a question about its gateway.
    public func isRefused(
        _ push: WhySubject, _ evidence: Evidence, on device: String? = nil
    ) -> Bool {
        let walk = ChainWalk(self, push, evidence, on: device)
        return walk.row.map { $0.state == .refused } ?? (walk.refusedPush != nil)
    }

    /// The explanation of a push that others got, and that was not sent to an app: `fault` is what
    /// its address lacks now.
    public func unsent(
        _ id: String, to app: AppAddress, missing symptom: Symptom, _ fault: ChainLink?
    ) -> Explanation {
        let link =
            fault
            ?? ChainLink(
                .gateway, .broken, "\(id) was not sent to a token of `\(app.device)`",
                Basis(.neverArrived), cause: .neverArrived,
                cure: "send to this device's token: `tokens export --format apns` lists it, and "
                    + "`receive FILE --to \(app.device)` takes it")
        return Explanation(
            subject: id, links: [link],
            answer: .init(
                verdict: .no, sentence: "\(symptom.absence): \(link.found)", link: link))
    }

    /// The question about the local notification that is due next, where a question about the
    /// newest one finds none, with the words that say so.
    ///
    /// If none is due, it is about the last one that was not scheduled, or not kept. Nil if the
    /// question finds a push, or if the app has scheduled none. `evidence` must be gathered for
    /// the question.
    public func localInstead(
        of subject: WhySubject, _ evidence: Evidence, on device: String? = nil
    ) -> (subject: WhySubject, note: String)? {
        // A local notification has none of these, so the question is about a push.
        let isOfPush = [.activity, .delivery, .serviceExtension].contains(subject.symptom)
        guard subject.id == nil, !isOfPush, !subject.asksForPresentBadge else { return nil }
        var walk = ChainWalk(self, subject, evidence, on: device)
        guard walk.needsPush, walk.isPushMissing, walk.refusedPush == nil, walk.receiver == nil,
            let next = walk.app?.scheduled.first?.id ?? walk.lastUnscheduledID
        else { return nil }
        let isDue = walk.app?.scheduled.isEmpty == false
        // An app that nothing can be sent to has another answer.
        walk.walkAddresses()
        guard !walk.isStopped else { return nil }
        var subject = subject
        subject.id = next
        subject.isByType = false
        return (
            subject,
            "no push has arrived: this is about the "
                + (isDue ? "local notification that is due next" : "newest local notification")
        )
    }

    /// The local notification that the app posted for the silent push in question, where the
    /// question can only be about that; nil if it is about the push itself.
    ///
    /// `evidence` must be gathered for the push.
    public func localNotification(
        postedFor push: WhySubject, _ evidence: Evidence, on device: String? = nil
    ) -> String? {
        guard push.isOfLocal else { return nil }
        let walk = ChainWalk(self, push, evidence, on: device)
        let hasOwnSound = walk.payload?.aps.sound != nil
        return push.symptom == .sound && hasOwnSound ? nil : walk.postedID
    }

    /// Returns the links that a push sent now would need to address an app, the current one if none
    /// is given.
    ///
    /// `history` gathers what is known about the app, if a link is broken.
    public func addressLinks(
        on device: String? = nil, of app: AppAddress? = nil, _ history: () -> Evidence?
    ) -> [ChainLink] {
        func links(_ evidence: Evidence) -> [ChainLink] {
            var walk = ChainWalk(self, .newest, evidence, on: device, keptFor: app)
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
}

extension World {
    /// The commands that bring a device's network back, joined with "and"; empty if it is there.
    func online(_ device: Device) -> String {
        [
            device.status.isOnline ? nil : "`device online`",
            surroundings.network.mode == .off ? "`network simulated`" : nil,
        ].compactMap(\.self).joined(separator: " and ")
    }
}

extension ChainWalk {
    /// Walks the chain, in the order a push takes it.
    mutating func walk() {
        if let refused = refusedOutside { return walkRefused(refused) }
        if let sent = sentPush { return walkSent(sent) }
        if isActivityByApp { return walkActivityByApp() }
        walkAddresses()
        excusePermissionOfKept()
        walkArrival()
        walkResponse()
        walkData()
    }
}
