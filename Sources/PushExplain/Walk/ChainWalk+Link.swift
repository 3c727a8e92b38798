import PushModel
import PushPayload
import PushSimulation

/// The outcome of a link that was refused, or that reached no code of the app.
extension ChainWalk {
    /// Reports a link that opened the app but did not reach its scene delegate.
    mutating func lostLink(_ opened: LinkRow) {
        if Link(opened.url)?.scheme == "https" {
            lostUniversal(opened)
            return
        }
        let isColdStart = lostAtColdStart ?? (app?.settings.readsConnectionOptions == false)
        broken(
            .link, isColdStart ? .connectionOptionsUnread : .openURLContextsMissing,
            "\(opened.url): \(opened.detail)", Basis(.sceneConnects),
            cure: isColdStart
                ? "read connectionOptions.urlContexts in willConnectTo: "
                    + "`app set scene.connection-options on`"
                : "implement scene(_:openURLContexts:): `app set scene.open-url-contexts on`")
    }

    /// Reports an https link that the browser opened, since the domain does not confirm the app.
    ///
    /// The device got the file when the app was installed, so mending the site alone does not help
    /// the user at hand (TN3155).
    mutating func unconfirmedLink(_ opened: LinkRow) {
        let now = currentApp.flatMap { $0.state == .uninstalled ? nil : $0 }
        let outlook = Link(opened.url).flatMap {
            now?.associationOutlook(of: $0, in: world.surroundings)
        }
        let again = isByHand ? "`open \(opened.url.asWord)`" : "open the link again"
        broken(
            .link, .associationRefused, "\(opened.url): \(opened.detail)",
            Basis(.universalAssociation),
            cure: onlineFirst
                + (isOffline && outlook == .confirmed
                    ? again : Self.siteCure(outlook ?? .refused, again: again)))
        noteBrowser(opened.url)
    }

    /// The remedy for a site whose file did not confirm the app, by what the next link would meet.
    static func siteCure(_ outlook: AssociationOutlook, again: String) -> String {
        let installing = "update the app or install it again"
        let waiting = "Apple's CDN takes up to a day, and phones look again about weekly"
        return switch outlook {
        case .confirmed: "the site confirms the app by now: \(again)"
        case .corrected:
            "the file is in order by now, and the phone has the earlier answer: \(installing) "
                + "(`app update` keeps its data), or wait: \(waiting)"
        case .refused:
            "serve the file with 200 over https, naming the app in applinks, then \(installing), "
                + "or wait: \(waiting); here: `stub clear`, then `app update`"
        }
    }

    /// Notes when the browser opens even a link that the domain confirms.
    mutating func noteBrowser(_ url: String) {
        guard subject.symptom == .link, subject.event == nil, let app, let link = Link(url),
            link.scheme == "https",
            UniversalLink.domain(of: link.host, in: app.settings.associatedDomains) != nil
        else { return }
        note(
            "iOS leaves a link to `\(link.host)` to the browser as well when it is tapped on a "
                + "page of that domain or typed into the address bar, when the file excludes its "
                + "path, and from the day on which the user chose the browser for the domain (a "
                + "long press on a link shows that choice and changes it)")
    }

    /// The reason why an https link nearly belongs to the app: its host is a neighbour of an
    /// associated domain, and iOS takes each subdomain for a domain of its own.
    func nearDomain(of url: String) -> String? {
        guard let domains = currentApp?.settings.associatedDomains, let link = Link(url),
            link.scheme == "https", UniversalLink.domain(of: link.host, in: domains) == nil,
            UniversalLink.isNear(link.host, to: domains)
        else { return nil }
        let all = (domains + [link.host]).joined(separator: ",")
        return "`\(link.host)` is not among the associated domains ("
            + domains.map { "`\($0)`" }.joined(separator: ", ")
            + "), since each subdomain counts by itself: `app set associated-domains \(all)`, and "
            + "that host serves the file, too"
    }

    /// The reason why an https link that was tapped elsewhere opened the browser: its host is not
    /// among the associated domains.
    func missingDomain(of url: String) -> String? {
        guard subject.symptom == .link, subject.event == nil, let link = Link(url),
            link.scheme == "https", let app = currentApp, app.state != .uninstalled,
            UniversalLink.isDomain(link.host),
            UniversalLink.domain(of: link.host, in: app.settings.associatedDomains) == nil
        else { return nil }
        let all = (app.settings.associatedDomains + [link.host]).joined(separator: ",")
        return "`\(link.host)` is not among the app's associated domains, so the browser opens it: "
            + "`app set associated-domains \(all)`, and its apple-app-site-association file has to "
            + "list the app"
    }

    /// Adds a universal link that reached the app, and none of its code.
    private mutating func lostUniversal(_ opened: LinkRow) {
        let isUnread = lostAtColdStart ?? (app?.settings.continuesUserActivity == true)
        broken(
            .link, isUnread ? .connectionOptionsUnread : .userActivityUnread,
            "\(opened.url): \(opened.detail)", Basis(.universalLink),
            cure: isUnread
                ? "read connectionOptions.userActivities in willConnectTo: "
                    + "`app set scene.connection-options on`"
                : "implement `continue userActivity`: `app set universal-links on`")
    }

    /// Whether the newest lost link was lost at a cold start; nil if no fact records it.
    private var lostAtColdStart: Bool? {
        for entry in (evidence.appFacts + evidence.facts).reversed() {
            if case .linkLost(let isColdStart)? = entry.fact.occurrence { return isColdStart }
        }
        return nil
    }

    /// Finds what would have to change for the link to open: the payload, the app's schemes, its
    /// handler, or its allow-list.
    ///
    /// The settings are those of the refusal. Each obstacle is found by a trial: with a scheme, a
    /// handler and every screen allowed, a link that is still refused is at fault itself.
    mutating func refusedLink(_ text: String, _ recorded: String) {
        guard var app = currentApp else { return unsafe(text, recorded) }
        let last = (evidence.appFacts + evidence.facts).last { $0.fact.occurrence == .linkRefused }
        if let last, last.place > 0 {
            app.settings = settings(of: app) { $0.place <= last.place }
            if !evidence.hasEveryChoice, last.place < evidence.appFacts.first?.place ?? .max {
                note("the app's settings of that time are not known: the link is judged by today's")
            }
        }
        refusedLink(text, recorded, by: app)
    }

    /// The obstacle that a link meets today, once the one that refused it is gone: nil if it is the
    /// same, or if there is none.
    func nextObstacle(of text: String, after cause: Cause) -> ChainLink? {
        let causes: [Cause] = [.schemeNotRegistered, .linkHandlerMissing, .linkNotAllowed]
        guard causes.contains(cause), let now = currentApp, now.state != .uninstalled else {
            return nil
        }
        var trial = self
        trial.links = []
        trial.refusedLink(text, "", by: now)
        return trial.links.first { $0.cause != cause && $0.cause.map(causes.contains) == true }
    }

    /// Finds the obstacle that a link meets in an app as it was set.
    private mutating func refusedLink(_ text: String, _ recorded: String, by app: App) {
        guard let now = currentApp, let link = Link(text) else {
            unsafe(text, recorded)
            return
        }
        let settings = app.settings
        let reading = app.urlReading(on: device.status)
        let isUniversal = Self.isUniversal(link, settings)
        func destination(_ settings: AppSettings) -> Link.Destination {
            Self.destination(of: link, for: settings, reading)
        }
        var open = settings
        open.schemes.append(link.scheme)
        open.hasLinkHandler = true
        open.allowedScreens = []
        if case .refused = destination(open) {
            unsafe(text, recorded)
        } else if !isUniversal,
            !settings.schemes.contains(where: { $0.lowercased() == link.scheme })
        {
            unregisteredScheme(link, app)
        } else if !settings.hasLinkHandler {
            broken(
                .link, .linkHandlerMissing, "\(text): the app has no handler for its links",
                .linkHandler,
                cure: isUniversal
                    ? "the app acts on the link that it is given: `app set link-handler on`"
                    : "implement application(_:open:options:), or scene(_:openURLContexts:) in an "
                        + "app with scenes: `app set link-handler on`")
        } else if case .refused(let reason) = destination(settings) {
            broken(
                .link, .linkNotAllowed, "\(text): \(reason)", .allowList,
                cure: cure(forScreenOf: destination(open), now, isUniversal))
        } else {
            broken(
                .link, .linkNotOpened, "\(text): \(recorded)", Basis(.linkRefused),
                cure: "the app would open it now: `open \((isByHand ? text : id ?? text).asWord)`")
        }
    }

    /// Whether a link is to one of the app's own domains.
    private static func isUniversal(_ link: Link, _ settings: AppSettings) -> Bool {
        link.scheme == "https"
            && UniversalLink.domain(of: link.host, in: settings.associatedDomains) != nil
    }

    /// The destination of a link in an app that the link reaches.
    static func destination(
        of link: Link, for settings: AppSettings, _ reading: URLReading
    ) -> Link.Destination {
        isUniversal(link, settings)
            ? link.ownDestination(for: settings, .encoding)
            : link.destination(for: settings, reading)
    }

    /// The remedy for a screen that the app does not allow for links: the right name, or the screen
    /// itself.
    private func cure(
        forScreenOf destination: Link.Destination, _ app: App, _ isUniversal: Bool
    ) -> String {
        let allowed = app.settings.allowedScreens
        var screens = allowed
        var near: String?
        if case .screen(let path, _) = destination {
            let screen = path.split(separator: "/").first.map(String.init) ?? path
            screens.append(screen)
            near = self.near(screen, among: allowed)
        }
        let command = "allow the screen: `app set screens \(screens.joined(separator: ","))`"
        let change = isUniversal ? "change the link" : "change the payload's link"
        return near.map { "\(change) to the screen `\($0)`, or \(command)" }
            ?? "\(command), or \(change)"
    }

    /// The way in which the app makes a URL of a text.
    var urlReading: URLReading { currentApp?.urlReading(on: device.status) ?? .encoding }

    /// Why a text is no URL that another phone opens, as the end of a sentence.
    private var oldReading: String {
        Version(device.os) < Version("17")
            ? "; iOS \(device.os) makes no URL of it, from iOS 17 on it opens"
            : "; an app built with an SDK before iOS 17 makes no URL of it"
    }

    /// Notes that a text is a URL only for the newer systems.
    mutating func noteOlderSystems(_ url: String) {
        guard URLReading.dependsOnSystem(url) else { return }
        note(
            "before iOS 17, or built with an older SDK, it is not a URL, and nothing is opened or "
                + "loaded; \(URLReading.cure(for: url))")
    }

    /// Adds a link that no setting of the app would open: no URL, or a dangerous scheme.
    private mutating func unsafe(_ text: String, _ recorded: String) {
        let link = Link(text)
        if let link, let problem = link.textProblem(urlReading) {
            let isOld = URLReading.dependsOnSystem(text) && link.textProblem(.encoding) == nil
            broken(
                .link, .linkMalformed, "\(text): \(recorded)" + (isOld ? oldReading : ""),
                Basis(.linkRefused), cure: problem.cure(for: text))
        } else if let link, !Link.dangerous.contains(link.scheme) {
            broken(
                .link, .linkMalformed, "\(text): \(recorded)", Basis(.linkRefused),
                cure: "correct the link in the payload")
        } else {
            broken(
                .link, link == nil ? .linkMalformed : .linkUnsafe, "\(text): \(recorded)",
                Basis(.linkRefused),
                cure: text.first == " "
                    ? "send the link without the space before it"
                    : "change the payload's link to https or the app's own scheme")
        }
    }

    /// Reports an app's own scheme that its Info.plist lacks, or a scheme of somebody else's.
    private mutating func unregisteredScheme(_ link: Link, _ app: App) {
        let known = app.settings.schemes.map { "`\($0)`" }.joined(separator: ", ")
        if isOwn(link.scheme, app) {
            let schemes = currentApp?.settings.schemes ?? []
            let all = (schemes.filter { $0 != link.scheme } + [link.scheme]).joined(separator: ",")
            broken(
                .link, .schemeNotRegistered,
                "\(link.text): scheme `\(link.scheme)` is not in the app's CFBundleURLTypes"
                    + (known.isEmpty ? ", which is empty" : " (\(known))"),
                .urlTypes, cure: "add it to Info.plist: `app set schemes \(all)`")
        } else {
            broken(
                .link, .unknownScheme,
                "\(link.text): `\(link.scheme)` is not a scheme of the app"
                    + (known.isEmpty ? "" : ", which registers \(known)"),
                .urlTypes, cure: "change the payload's link to a scheme that the app registers")
        }
    }

    /// Whether a scheme is meant as the app's: it is in its profile, or a part of its bundle ID.
    private func isOwn(_ scheme: String, _ app: App) -> Bool {
        let profile = app.settings.profile
        let original = AppSettings(profile: profile, bundleID: app.address.bundleID).schemes
        let names = app.address.bundleID.lowercased().split(separator: ".").map(String.init)
        return app.settings.schemes.isEmpty || original.contains(scheme) || names.contains(scheme)
    }
}
