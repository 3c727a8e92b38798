import PushModel
import PushPayload
import PushSimulation
import PushText

/// Reads the answers of `try` from the results of one step, with `why`'s reasons.
///
/// The arrival and the tap are two steps: all cells but `tap` read the first, after which `step`,
/// `world` and `evidence` are replaced by those of the second.
struct WhatIfReader {
    /// The world after the step.
    var world: World
    /// The history, with the step's results.
    var evidence: Evidence
    /// The results of the step.
    var step: Step
    /// The push as its sender made it.
    let push: Push
    /// The notification on the screen; nil if there is none.
    let notification: PushNotification?
    /// The app that the push is for, after the step.
    var app: App?
    /// The ID of the push if APNs keeps it: then no notification leads to it.
    private let keptID: String?
    /// The answer of `why` on the whole way of the push as it arrived.
    private let explanation: Explanation

    /// Reads the effects of a push's arrival on a world.
    init(
        world: World, evidence: Evidence, step: Step, push: Push, notification: PushNotification?,
        app: App?
    ) {
        (self.world, self.evidence, self.step, self.push) = (world, evidence, step, push)
        (self.notification, self.app) = (notification, app)
        keptID = evidence.notification == nil ? app?.stored?.push.id : nil
        explanation = world.why(WhySubject(id: keptID), evidence: evidence)
    }

    private var payload: Payload { push.payload }

    /// The stages that a push passes before anybody sees it.
    private static let beforeDisplay: [ChainLink.Stage] = [
        .permission, .deviceToken, .registrationToken, .gateway, .device, .display,
    ]

    /// The link that explains why the push is not shown.
    private var notShown: ChainLink? {
        let links = explanation.links.filter { Self.beforeDisplay.contains($0.stage) }
        return links.first { $0.status == .broken } ?? links.last { $0.stage == .display }
    }

    /// The link of the Live Activity that the push starts, updates or ends; nil if it changes none.
    private var changed: ChainLink? {
        guard evidence.notification?.isForActivity == true else { return nil }
        return explanation.links.first { $0.stage == .display && $0.status == .ok }
    }

    /// The newest fact of the step with a verb.
    private func fact(_ verb: Fact.Verb) -> Fact? { step.facts.last { $0.verb == verb } }

    /// The link that `why` names for a symptom; nil if it finds nothing wrong.
    ///
    /// A quiet link is shortened to its reason: the cell says already what is missing.
    private func named(_ symptom: Symptom) -> ChainLink? {
        let subject = WhySubject(id: keptID, symptom: symptom)
        var link = world.why(subject, evidence: evidence).decisive
        if link?.status == .quiet, let reason = link?.reason { link?.found = reason }
        return link
    }

    /// The place where the notification is seen, with the reason if that is less than usual.
    var shown: WhatIfCell {
        if let changed { return WhatIfCell("Live Activity", changed) }
        guard let notification else { return WhatIfCell("no", notShown) }
        if notification.place == .summary {
            return WhatIfCell("in the summary", named(.banner))
        }
        let place = notification.place.rawValue
        guard let shown = fact(.shown), shown.rule != .presented else { return WhatIfCell(place) }
        return WhatIfCell(place, named(.banner))
    }

    /// The attachment, or why there is none; `none sent` if no key that is known names one.
    var image: WhatIfCell {
        if let attachment = notification?.attachment { return WhatIfCell(attachment) }
        let keys = (app?.settings.imageKeys ?? []) + App.knownImageKeys
        guard App.firstText(keys, payload.root) != nil else { return WhatIfCell("none sent") }
        return WhatIfCell("no", named(.image) ?? notShown)
    }

    /// The sound that was played, or what silenced it.
    var sound: WhatIfCell {
        if let played = fact(.sound) { return WhatIfCell(played.text) }
        guard payload.aps.sound != nil else { return WhatIfCell("none sent") }
        return WhatIfCell("silent", named(.sound) ?? notShown)
    }

    /// The number on the icon if the push set it.
    var badge: WhatIfCell {
        if let set = fact(.badge) { return WhatIfCell(set.text) }
        guard payload.root["aps"]?["badge"] != nil else { return WhatIfCell("unchanged") }
        return WhatIfCell("unchanged", named(.badge) ?? notShown)
    }

    /// The code that ran: the extension first, then the app's methods in their order, each once.
    var code: WhatIfCell {
        var names = step.facts.filter { $0.verb == .called }.map { Self.short($0.subject) }
        // The token for starts belongs to no push.
        let isTold = step.facts.contains {
            $0.verb == .token && $0.rule == .activityToken && $0.notification != nil
        }
        if isTold { names.append("pushTokenUpdates") }
        if fact(.ran) != nil { names.insert("service extension", at: 0) }
        var distinct: [String] = []
        for name in names where !distinct.contains(name) { distinct.append(name) }
        if !distinct.isEmpty { return WhatIfCell(distinct.joined(separator: ", ")) }
        if changed != nil {
            // A token that iOS could not tell the app's code has a report; an update needs no code.
            let untold = step.facts.last { $0.verb == .held && $0.rule == .activityToken }
            return WhatIfCell(
                "none",
                untold.map { ChainLink(.display, .notReached, $0.text, Basis($0.rule)) })
        }
        let broken = explanation.links.first {
            $0.status == .broken && ($0.stage == .device || $0.cause == .noCodeRuns)
        }
        return WhatIfCell("none", broken ?? notShownOrBroken)
    }

    /// The reason for code that did not run: what kept the push from being shown, or any broken
    /// link.
    private var notShownOrBroken: ChainLink? {
        notification == nil ? notShown : explanation.firstBroken
    }

    /// A method's own name: `willPresent` of `userNotificationCenter(_:willPresent:…)`.
    private static func short(_ method: String) -> String {
        let parts = method.split(separator: "(", maxSplits: 1)
        guard parts.count == 2 else { return method }
        let labels = parts[1].split(separator: ":").map(String.init)
        if labels.count > 1, labels[0] == "_" { return labels[1] }
        return String(parts[0])
    }

    /// The events of the arrival, or what kept `delivery` from being tracked.
    var events: WhatIfCell {
        let kinds = step.trackedKinds
        if !kinds.isEmpty {
            return WhatIfCell(kinds.map(\.rawValue).joined(separator: ", "))
        }
        return WhatIfCell("none", named(.delivery) ?? notShownOrBroken)
    }

    /// The effect of a tap, once the last step was the tap.
    var tap: WhatIfCell {
        let kinds = step.trackedKinds.map(\.rawValue)
        var text = kinds.isEmpty ? "opens the app" : kinds.joined(separator: ", ")
        if let row = step.link {
            switch row.outcome {
            case .screen: text += ": " + row.detail
            case .safari: text += ": Safari"
            default: text += ": link refused"
            }
        }
        return WhatIfCell(text, brokenByTap)
    }

    /// The link that explains why a tap did not lead to its event.
    private var brokenByTap: ChainLink? {
        let kinds = step.trackedKinds
        if let row = step.link, row.outcome == .refused {
            return world.why(.event(.deeplinkOpen), evidence: evidence).links.first {
                $0.stage == .link && $0.status == .broken
            }
        }
        guard !kinds.contains(.open) else { return nil }
        return named(.open)
    }
}

extension Step {
    /// The events that the step tracked, in order.
    var trackedKinds: [Event.Kind] {
        changes.compactMap { change in
            guard case .event(let queued, _) = change else { return nil }
            return queued.event.kind
        }
    }

    /// The link that the step opened or refused last.
    fileprivate var link: LinkRow? {
        for change in changes.reversed() {
            if case .link(let row) = change { return row }
        }
        return nil
    }
}
