import PushCommands
import PushModel
import PushSimulation
import PushText

extension Session {
    /// Lists the apps whose last token a send of their project would miss.
    func auditTokens() throws(Failure) {
        let audit: TokenAudit
        audit = TokenAudit(
            world, tokens: try edge.history.allTokens(),
            links: try edge.history.tokenLinks())
        for entry in audit.entries {
            let users = people(entry)
            let token = entry.token.map {
                "\(Self.short($0)) of sender \(entry.sender ?? "")"
            }
            say(
                "audit   \(entry.app.device)/\(entry.app.bundleID), \(users): "
                    + (token.map { $0 + ": " } ?? "") + entry.answer.rawValue
                    + (entry.reason.map { " (\($0))" } ?? ""))
        }
        let count = audit.entries.count
        say(
            "audit   \(count.counted("app", "apps")), \(audit.failing) that a send would "
                + "not reach")
        last.value = [
            "failing": .int(audit.failing), "apps": .array(audit.entries.map(\.json)),
        ]
    }

    /// Who is logged in at an app instance, and whom its token's events named before.
    private func people(_ entry: TokenAudit.Entry) -> String {
        let user = world.place(of: entry.app).flatMap { world[$0].userID }
        let earlier = entry.users.filter { $0 != user }
        guard !earlier.isEmpty else { return user ?? "nobody" }
        return (user ?? "nobody now") + ", \(earlier.joined(separator: ", ")) before"
    }

    /// Lists the apps with a registration token, an installation ID, or both.
    func auditInstallations() throws(Failure) {
        let audit: InstallationAudit
        audit = InstallationAudit(world, links: try edge.history.tokenLinks())
        for entry in audit.entries {
            let addresses = (entry.tokens + entry.installations).map(Self.short)
            say(
                "audit   \(entry.user ?? "nobody"): \(entry.kind.rawValue), "
                    + addresses.joined(separator: ", "))
        }
        for registration in audit.registrations {
            let kind = registration.usesInstallationID ? "installation ID" : "token"
            say(
                "audit   \(registration.app.device)/\(registration.app.bundleID) registers by "
                    + "\(kind): \(registration.current.map(Self.short) ?? "none")")
        }
        let counts = InstallationAudit.Kind.allCases.map { "\(audit.count($0)) \($0.rawValue)" }
        say("audit   \(counts.joined(separator: ", "))")
        last.value = [
            "token": .int(audit.count(.token)), "fid": .int(audit.count(.installation)),
            "both": .int(audit.count(.both)), "users": .array(audit.entries.map(\.json)),
            "apps": .array(audit.registrations.map(\.json)),
        ]
    }

    /// Lists the users with the tokens they are linked to.
    func listUsers() throws(Failure) {
        let links: [TokenLink]
        links = try edge.history.tokenLinks()
        if links.isEmpty { say("none") }
        let now = publishers
        for link in links {
            say(
                "user    \(link.user ?? "nobody") with \(Self.short(link.token)) on "
                    + "\(link.app.device)/\(link.app.bundleID): \(link.events) "
                    + "\(link.events == 1 ? "event" : "events"), last "
                    + instant(InstantText.milliseconds(link.last))
                    + (now.isCurrent(link) ? ", current on the device" : ""))
        }
        last.value = .array(
            links.map { link in
                [
                    "user": link.user.map(JSON.string) ?? .null,
                    "device": .string(link.app.device), "app": .string(link.app.bundleID),
                    "token": .string(link.token), "events": .int(link.events),
                    "first": .int64(link.first), "last": .int64(link.last),
                    "now": .bool(now.isCurrent(link)),
                ]
            })
    }

    /// Every app with its token and its user, found by its address: a fleet has many.
    private var publishers: Publishers {
        var found = Publishers()
        for app in world.devices.lazy.flatMap(\.apps) {
            found.apps[app.address] = (app.userID, app.tokens.published)
        }
        return found
    }
}

/// The present user and registration token of each app.
private struct Publishers {
    var apps: [AppAddress: (user: String?, token: String?)] = [:]

    /// Whether the app has this token and this user now, letter by letter.
    func isCurrent(_ link: TokenLink) -> Bool {
        guard let app = apps[link.app], app.token == link.token else { return false }
        return app.user.map(ExactText.init) == link.user.map(ExactText.init)
    }
}

extension InstallationAudit.Entry {
    /// The entry as scripts see it.
    var json: JSON {
        [
            "user": user.map(JSON.string) ?? .null, "kind": .string(kind.rawValue),
            "tokens": .array(tokens.map(JSON.string)),
            "fids": .array(installations.map(JSON.string)),
        ]
    }
}

extension InstallationAudit.Registration {
    /// The registration as scripts see it.
    var json: JSON {
        [
            "device": .string(app.device), "app": .string(app.bundleID),
            "fid_mode": .bool(usesInstallationID), "current": current.map(JSON.string) ?? .null,
        ]
    }
}

extension TokenAudit.Entry {
    /// The entry as scripts see it.
    var json: JSON {
        [
            "device": .string(app.device), "app": .string(app.bundleID),
            "users": .array(users.map(JSON.string)), "token": token.map(JSON.string) ?? .null,
            "sender": sender.map(JSON.string) ?? .null, "project_sender": .string(wanted),
            "answer": .string(answer.rawValue), "reason": reason.map(JSON.string) ?? .null,
        ]
    }
}
