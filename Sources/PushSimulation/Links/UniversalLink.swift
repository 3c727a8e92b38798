import PushModel
import PushPayload
import PushText

/// The rules for https links that belong to an app (associated domains).
package enum UniversalLink {
    /// The result of asking a site for its association.
    enum Association: Equatable {
        case confirmed
        /// iOS does not accept the site's answer, for a reason.
        case refused(String)
    }

    /// Whether a text is a host as the entitlement takes it: no scheme, path or port.
    package static func isDomain(_ text: String) -> Bool {
        let name = text.hasPrefix("*.") ? text.dropFirst(2) : text[...]
        return !name.isEmpty && name.utf8.count <= 253
            && name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { label in
                !label.isEmpty
                    && label.utf8.allSatisfy {
                        Ascii.isAlphanumeric($0) || $0 == Ascii.minus
                    }
            } && name.contains(".")
    }

    /// The entitlement's entry that covers a host; a subdomain needs its own, or `*.`.
    package static func domain(of host: String, in domains: [String]) -> String? {
        domains.first { domain in
            let name = domain.lowercased()
            return name.hasPrefix("*.") ? host.hasSuffix(name.dropFirst()) : host == name
        }
    }

    /// Whether a host that no entry covers is a neighbour of one: a subdomain of its domain, or the
    /// domain above it.
    package static func isNear(_ host: String, to domains: [String]) -> Bool {
        domains.contains { domain in
            let entry = domain.lowercased()
            let name = entry.hasPrefix("*.") ? entry.dropFirst(2) : entry[...]
            return host == name || host.hasSuffix("." + name)
                || (name.hasSuffix("." + host) && host.contains("."))
        }
    }

    /// The file with which a site confirms that an app may open its links; for `*.` the domain
    /// itself has it.
    static func file(of host: String, under domain: String) -> String {
        let name = domain.hasPrefix("*.") ? String(domain.dropFirst(2)).lowercased() : host
        return "https://\(name)/.well-known/apple-app-site-association"
    }

    /// Asks a site for its file; a site without a planted answer confirms.
    static func association(_ file: String, in world: inout Surroundings) -> Association {
        guard let answer = world.network.takeDownload(for: file) else { return .confirmed }
        if answer.timesOut { return .refused("\(file): no answer") }
        if let failure = answer.failure { return .refused("\(file): \(failure)") }
        switch answer.status {
        case 200...299: return .confirmed
        case 300...399:
            return .refused("\(file) redirects (\(answer.status)), which iOS does not follow")
        default: return .refused("\(file) is answered with \(answer.status)")
        }
    }
}

extension App {
    /// Opens an https link to an associated domain, as another app or a note would; false if it is
    /// an ordinary web link.
    mutating func openUniversal(
        _ link: Link, _ source: LinkSource, on device: DeviceStatus,
        in world: inout Surroundings, _ step: inout Step
    ) -> Bool {
        guard link.scheme == "https", source.notification == nil,
            let domain = UniversalLink.domain(of: link.host, in: settings.associatedDomains)
        else { return false }
        let file = UniversalLink.file(of: link.host, under: domain)
        if let reason = associationRefusal(file, on: device, in: &world, &step) {
            leave(link, to: .browser, "the browser opens it: \(reason)", at: world.now, &step)
            return true
        }
        let isColdStart = !isRunning
        let missing = missingActivityHandler(isColdStart: isColdStart)
        let callback = missing == nil ? activityCallback(isColdStart: isColdStart) : nil
        guard comeForward(with: .activity, calling: callback, on: device, in: &world, &step) else {
            return true
        }
        if let missing {
            let isInOptions = isColdStart && settings.lifeCycle == .scene
            leave(
                link, to: .lost, missing, at: world.now, &step,
                .linkLost(isColdStart: isInOptions))
        } else {
            openOwn(link, source, in: &world, &step)
        }
        return true
    }

    /// Whether the device knows that the site of a link confirms the app.
    package func isConfirmed(byTheSiteOf url: String) -> Bool {
        guard let link = Link(url),
            let domain = UniversalLink.domain(of: link.host, in: settings.associatedDomains)
        else { return false }
        let file = UniversalLink.file(of: link.host, under: domain)
        return associations.contains { $0.file == file && $0.refusal == nil }
    }

    /// The delegate's method that gets a universal link; nil if the options of the scene hold it.
    private func activityCallback(isColdStart: Bool) -> Fact? {
        switch settings.lifeCycle {
        case .appDelegate:
            Fact(.called, "application(_:continue:restorationHandler:)", rule: .universalLink)
        case .scene where !isColdStart:
            Fact(.called, "scene(_:continue:)", rule: .universalLink)
        case .scene: nil
        }
    }

    /// The reason why a universal link does not reach the app's code; nil if it does.
    private func missingActivityHandler(isColdStart: Bool) -> String? {
        if settings.lifeCycle == .scene, isColdStart {
            return settings.readsConnectionOptions
                ? nil
                : "at a cold start it is in connectionOptions.userActivities, which the scene "
                    + "delegate does not read; scene(_:continue:) is not called"
        }
        return settings.continuesUserActivity
            ? nil
            : "the app opens, but its delegate has no `continue userActivity`, so it stays where "
                + "it was"
    }

    /// Records a link that does not reach the app's code.
    private func leave(
        _ link: Link, to outcome: LinkRow.Outcome, _ reason: String, at now: Tick,
        _ step: inout Step, _ occurrence: Occurrence? = nil
    ) {
        step.report(
            Fact(
                .not, "opened", "\(link.publicText): \(reason)",
                rule: outcome == .browser ? .universalAssociation : .universalLink,
                occurrence, of: address))
        step.changes.append(
            .link(
                LinkRow(
                    app: address, at: now, url: link.publicText, outcome: outcome, detail: reason,
                    notification: nil)))
    }
}
