import PushModel
import PushPayload
import PushSimulation

/// The links of an app that gives its device token to NCMB instead of to Firebase.
extension ChainWalk {
    /// Adds the installation record, by which NCMB addresses the app; it takes the place of a
    /// registration token.
    mutating func walkInstallation() {
        guard let app, app.settings.usesNCMB else {
            skipped(.registrationToken, .fcmFetch, "the app does not use Firebase")
            return
        }
        if isLocal {
            skipped(.registrationToken, .localNotification, "the app posted it itself")
        } else if let id = app.installation?.objectID,
            app.installation?.deviceToken == app.tokens.deviceToken
        {
            ok(.registrationToken, "NCMB has the installation \(id)", .ncmbInstallation)
        } else if isKept || row != nil && (row?.state != .refused || status(.deviceToken) == .ok) {
            skipped(
                .registrationToken, .ncmbInstallation,
                "sent straight to APNs; NCMB has no installation to send to")
        } else if status(.deviceToken) != .ok {
            pending(
                .registrationToken, .ncmbInstallation, "none: NCMB needs the device token first")
        } else {
            notSaved(app)
        }
    }

    /// Adds an installation that NCMB does not have, with the newest reason.
    private mutating func notSaved(_ app: App) {
        var failure: Occurrence.BackendFailure?
        var reason = ""
        for entry in evidence.appFacts.reversed() {
            guard case .installationFailed(let why)? = entry.fact.occurrence else { continue }
            (failure, reason) = (why, ": " + entry.fact.text)
            break
        }
        let isOld = app.installation?.objectID != nil
        broken(
            .registrationToken, .installationNotSaved,
            (isOld
                ? "NCMB still has the app's earlier device token"
                : "NCMB has no installation of the app") + reason,
            Basis(.ncmbInstallation), cure: installationCure(failure, app))
    }

    /// The remedy for a failed save; nil is a save that nobody tried.
    private func installationCure(_ failure: Occurrence.BackendFailure?, _ app: App) -> String {
        let again = "`app kill`, then `app launch`"
        switch failure {
        case .wrongKey where app.settings.ncmbWrongKey:
            return "build the app with the client key of its application at NCMB: "
                + "`app set ncmb.wrong-key off`, then \(again)"
        case .noNetwork where isOffline: return online + ", then \(again)"
        case .duplicateToken:
            return "another installation at NCMB has this device token: let the app search for it "
                + "and take its objectId; or a new token: `app reinstall`, then `app launch`"
        default: return again
        }
    }

    /// The page that NCMB's SDK shows once the app reads the payload.
    mutating func walkRichURL(_ url: String) {
        let fact = evidence.facts.last { $0.fact.rule == .ncmbRichPush }?.fact
        switch fact?.verb {
        case .opened: ok(.link, "\(url) was shown in a web view", .ncmbRichPush)
        case .not:
            broken(
                .link, .linkMalformed, "RichUrl \(url) was not shown", Basis(.ncmbRichPush),
                cure: "send an http or https address as `\(NCMBKey.richURL)`")
        default:
            if let unread = unreadAfterTap {
                self.unread(
                    .link, .linkNotOpened, "RichUrl \(url) was not shown: \(unread)",
                    Basis(.ncmbRichPush), ", and tap it")
                return
            }
            pending(
                .link, .ncmbRichPush,
                isPresented ? "RichUrl \(url) is shown after a tap" : "not reached")
        }
    }

    /// The reason why the app did not read the payload at the tap; nil if it did, or if nobody has
    /// tapped.
    private var unreadAfterTap: String? {
        guard wasTapped, fact(ofRules: [.ncmbLaunchOptions], [.read]) == nil else {
            return nil
        }
        return fact(saying: .called(.response)) == nil
            ? Self.lacksCallback
            : "the tap went to didReceive, where the app does not pass the payload to NCMB's SDK"
    }

    /// The reason why an app in front, which iOS showed nothing for, did not read the payload.
    private var unreadInFront: String? {
        guard app?.settings.hasRemoteNotificationCallback == false,
            let basis = link(.display)?.basis,
            [Basis(.foregroundNoDelegate), Basis(.foregroundNoWillPresent)].contains(basis)
        else { return nil }
        return Self.lacksCallback
    }

    private static let lacksCallback =
        "the app lacks didReceiveRemoteNotification, which reads the payload"

    /// The settings with which the running app reads a payload, and the next push; nil if it would
    /// read that now.
    private var readingCure: String? {
        guard let settings = currentApp?.settings else { return nil }
        var commands: [String] = []
        if !settings.hasRemoteNotificationCallback {
            commands.append("`app set remote-callback on`")
        }
        // iOS calls didReceiveRemoteNotification for a tap only without a didReceive.
        if settings.handlesResponses { commands.append("`app set delegate.did-receive off`") }
        return commands.isEmpty ? nil : commands.joined(separator: " and ") + ", then " + again
    }

    /// Adds what did not happen, since the app did not read the payload; `more` ends the remedy.
    private mutating func unread(
        _ stage: ChainLink.Stage, _ cause: Cause, _ found: String, _ basis: Basis,
        _ more: String = ""
    ) {
        let mended = "it is fixed now"
        let cure = readingCure
        broken(
            stage, cause, found, basis, cure: (cure ?? "\(mended): \(again)") + more,
            mended: cure == nil ? mended : nil)
    }

    /// Adds an open that was not counted, since the app did not read the payload.
    private mutating func uncounted(_ reason: String, _ more: String = "") {
        unread(
            .event, .openNotCounted, "NCMB did not count the open: \(reason)",
            Basis(.ncmbOpenCount), more)
    }

    /// The answer about an open: NCMB counts what the app reads, which may need no tap.
    var openCountAnswer: Explanation.Answer? {
        guard let link = link(.event), link.basis == Basis(.ncmbOpenCount) else { return nil }
        return answer(.open, link)
    }

    /// The answer about a RichUrl, which an app in front shows without a notification.
    var richURLAnswer: Explanation.Answer? {
        guard let link = link(.link), link.basis == Basis(.ncmbRichPush) else { return nil }
        return answer(.link, link)
    }

    /// The answer of a link that has been reached; nil if the way there has to answer.
    private func answer(_ symptom: Symptom, _ link: ChainLink) -> Explanation.Answer? {
        switch link.status {
        case .ok: yes(symptom, link.found, link)
        case .broken: without(symptom, link)
        default: nil
        }
    }

    /// Adds whether NCMB counted the open, which the app requests when it reads the payload.
    mutating func walkOpenCount(_ app: App) {
        if fact(saying: .openCounted) != nil {
            let untapped = ", though nobody tapped: the app read the payload at arrival"
            ok(.event, "NCMB counted the open" + (wasTapped ? "" : untapped), .ncmbOpenCount)
            return
        }
        let found = fact { if case .openUncounted = $0 { true } else { false } }
        guard let found, case .openUncounted(let failure)? = found.occurrence else {
            return walkUnread()
        }
        // A payload from another sender than NCMB is fine, unless the question is about opens.
        guard failure != .noPushID || subject.event == .open else {
            note("NCMB counts no open: the payload has no PushId")
            skipped(.event, .trackerSetup, "the app does not track events")
            return
        }
        // A failed request begins with the name of its path, `openNumber`.
        let open = found.verb == .failed ? "the open " : ""
        let text = "NCMB did not count \(open)\(found.text)"
        if failure == .noInstallation, app.installation?.objectID != nil {
            return brokenThen(
                .event, .openNotCounted, text, Basis(.ncmbOpenCount),
                mended: "the installation is saved now")
        }
        let again = "; then send the push again"
        let cure =
            switch failure {
            case .noPushID: "send it through NCMB, which adds `\(NCMBKey.pushID)`"
            case .noInstallation:
                "let the app save its installation, `why token` says how" + again
            default: installationCure(failure, app) + again
            }
        broken(.event, .openNotCounted, text, Basis(.ncmbOpenCount), cure: cure)
    }

    /// Adds the open of a payload that the app has not read, and so not reported.
    private mutating func walkUnread() {
        let isAsked = subject.event == .open
        if isAsked || payload?.root[NCMBKey.pushID] != nil, let unread = unreadAfterTap {
            uncounted(unread, ", and tap it")
        } else if isAsked, let unread = unreadInFront {
            uncounted(unread)
        } else if isAsked {
            pending(
                .event, .ncmbOpenCount,
                isStopped ? "not reached" : "NCMB counts it when the app reads the payload")
        } else {
            skipped(.event, .trackerSetup, "the app does not track events")
        }
    }
}
