import PushModel
import PushPayload

extension App {
    /// The way in which the app's `URL(string:)` reads a text on a device (A-URL).
    package func urlReading(on device: DeviceStatus) -> URLReading {
        let first = Version("17")
        return Version(device.os) < first || Version(settings.builtWith) < first
            ? .strict : .encoding
    }

    /// Opens the link of a notification after a tap.
    mutating func follow(
        _ link: String, of notification: PushNotification, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) {
        let source = LinkSource(
            campaignID: notification.campaignID, messageID: notification.id,
            notification: notification.sequence)
        let reason = openLink(link, source, on: device, in: &world, &step)
        if let reason {
            step.report(
                Fact(
                    .not, "opened", "\(link): \(reason)", rule: .linkRefused,
                    notification: notification.sequence, .linkRefused))
        }
    }

    /// Opens a link that a person names.
    ///
    /// A link that the app would refuse fails, and is recorded as a refused one.
    mutating func open(
        _ text: String, from source: LinkSource, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) throws(Refusal) {
        guard state != .uninstalled else { throw notInstalled }
        guard let link = Link(text) else {
            throw Refusal(
                .linkRefused, "`\(text)` is neither a shown notification nor a link with a scheme")
        }
        let reading = urlReading(on: device)
        if case .refused(let reason) = link.destination(for: settings, reading) {
            step.changes.append(
                .link(
                    LinkRow(
                        app: address, at: world.now, url: link.publicText, outcome: .refused,
                        detail: reason, notification: source.messageID)))
            return fail(link, text, for: reason, source, &step)
        }
        if openUniversal(link, source, on: device, in: &world, &step) { return }
        let isColdStart = !isRunning
        let isOwn = settings.schemes.contains { $0.lowercased() == link.scheme }
        let missing = isOwn ? missingSceneHandler(isColdStart: isColdStart) : nil
        let callback =
            isOwn && missing == nil ? linkCallback(isColdStart: isColdStart, source) : nil
        guard comeForward(with: .link, calling: callback, on: device, in: &world, &step) else {
            return
        }
        if let missing {
            return lose(link, for: missing, isColdStart, source, at: world.now, &step)
        }
        _ = openLink(text, source, on: device, in: &world, &step)
    }

    /// Lets the command fail that opens a link which the app refuses.
    ///
    /// The failure appears on the screen; the history needs the time of the refusal, so that `why`
    /// knows what came last within one instant.
    private func fail(
        _ link: Link, _ text: String, for reason: String, _ source: LinkSource,
        _ step: inout Step
    ) {
        step.changes.append(
            .fact(
                Fact(
                    .not, "opened", "\(link.publicText): \(reason)", rule: .linkRefused,
                    notification: source.notification, .linkRefused, of: address)))
        step.failure = Refusal(.linkRefused, "`\(text)` is not opened: \(reason)")
    }

    /// Brings the app to the foreground for a link, and calls the delegate's method for it on the
    /// way; false if the app does not launch.
    ///
    /// iOS hands the link over before the app is active again.
    mutating func comeForward(
        with options: ConnectionOptions, calling callback: Fact?, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) -> Bool {
        switch state {
        case .foreground:
            if let callback { step.report(callback) }
            return true
        case .background: enterForeground(in: world, &step, calling: callback)
        case .notRunning, .forceQuit, .uninstalled:
            if crashesAtLaunch(on: device, &step) { return false }
            coldStart(foreground: true, on: device, in: &world, &step, options: options)
            if let callback { step.report(callback) }
            becomeActive(in: world, &step)
        }
        deliverHeld(on: device, in: &world, &step)
        return true
    }

    /// The delegate's method that gets a link of the app's own scheme; nil if the options of the
    /// launch hold it instead.
    private func linkCallback(isColdStart: Bool, _ source: LinkSource) -> Fact? {
        switch settings.lifeCycle {
        case .appDelegate:
            Fact(
                .called, "application(_:open:options:)", rule: .linkHandler,
                notification: source.notification)
        case .scene where !isColdStart:
            Fact(
                .called, "scene(_:openURLContexts:)", rule: .sceneConnects,
                notification: source.notification)
        case .scene: nil
        }
    }

    /// Records a link of the app's own scheme that its scene delegate does not get.
    private func lose(
        _ link: Link, for reason: String, _ isColdStart: Bool, _ source: LinkSource, at now: Tick,
        _ step: inout Step
    ) {
        step.report(
            Fact(
                .not, "opened", "\(link.publicText): \(reason)", rule: .sceneConnects,
                notification: source.notification, .linkLost(isColdStart: isColdStart),
                of: address))
        step.changes.append(
            .link(
                LinkRow(
                    app: address, at: now, url: link.publicText, outcome: .lost,
                    detail: reason, notification: source.messageID)))
    }

    /// Routes a link and tracks it; returns the reason if it is refused.
    private mutating func openLink(
        _ text: String, _ source: LinkSource, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) -> String? {
        let link = Link(text)
        var outcome = LinkRow.Outcome.refused
        var place = ""
        defer {
            step.changes.append(
                .link(
                    LinkRow(
                        app: address, at: world.now, url: link?.publicText ?? text,
                        outcome: outcome, detail: place, notification: source.messageID)))
        }
        // Of the app itself they would be copied: it changes further down.
        let settings = boxedSettings
        let destination = link?.destination(for: settings.part, urlReading(on: device))
        switch destination ?? .refused("it has no scheme") {
        case .refused(let reason):
            place = reason
            return reason
        case .web:
            outcome = .safari
            visit("safari", text, source, &step)
            track(.linkOpen, source, text, in: &world, &step)
        case .screen(let name, let parameters):
            (outcome, place) = (.screen, name)
            let detail = parameters.isEmpty ? "" : "with " + parameters.joined(separator: ", ")
            visit(name, detail, source, &step)
            for removed in link?.parameters.removed ?? [] {
                step.report(
                    Fact(
                        .removed, "parameter", removed, rule: .linkParameters,
                        notification: source.notification))
            }
            track(.deeplinkOpen, source, text, in: &world, &step)
        }
        return nil
    }

    /// Routes an https link of the app's own domain to the screen that its path names.
    mutating func openOwn(
        _ link: Link, _ source: LinkSource, in world: inout Surroundings, _ step: inout Step
    ) {
        var row = LinkRow(
            app: address, at: world.now, url: link.publicText, outcome: .screen, detail: "",
            notification: nil)
        defer { step.changes.append(.link(row)) }
        // The caller that opened it as a link had made a URL of it before.
        switch link.ownDestination(for: settings, .encoding) {
        case .screen(let name, let parameters):
            row.detail = name
            visit(
                name, parameters.isEmpty ? "" : "with " + parameters.joined(separator: ", "),
                source, &step)
            track(.deeplinkOpen, source, link.publicText, in: &world, &step)
        case .refused(let reason):
            row.outcome = .refused
            row.detail = reason
            fail(link, link.publicText, for: reason, source, &step)
        case .web: break
        }
    }

    private mutating func visit(
        _ name: String, _ detail: String, _ source: LinkSource, _ step: inout Step
    ) {
        screen = name
        step.touch(.appNow(address))
        step.result("screen", .string(name))
        step.report(
            Fact(
                .screen, name, detail, rule: .linkRouted, notification: source.notification,
                of: address))
    }

    private mutating func track(
        _ kind: Event.Kind, _ source: LinkSource, _ url: String, in world: inout Surroundings,
        _ step: inout Step
    ) {
        track(
            kind, campaignID: source.campaignID, messageID: source.messageID, value: url,
            notification: source.notification, in: &world, &step)
    }
}

/// The origin of a link, for the event it tracks.
public struct LinkSource: Equatable, Sendable {
    /// The campaign that the link event names.
    public var campaignID: String?
    /// The message that the link event names.
    public var messageID: String?
    /// The sequence of the notification, for `why`.
    public var notification: Int64?

    /// Makes a source; a link that a person typed has none.
    public init(
        campaignID: String? = nil, messageID: String? = nil, notification: Int64? = nil
    ) {
        self.campaignID = campaignID
        self.messageID = messageID
        self.notification = notification
    }
}
