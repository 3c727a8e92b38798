import PushModel
import PushTestSupport
import Testing

@testable import PushSimulation

/// When a cached token was issued, and what the app was like then.
private struct Issue: Equatable {
    var installation: Int
    var version: String
    var appID: String
    var locale: String
    var at: Int64
}

/// The SDK's rules of freshness once more, as a table over what happened.
private struct FreshnessTable {
    var issues: [String: Issue] = [:]
    /// Rises whenever the app's installation ID is lost.
    var installation = 0

    static let rows: [(word: String, breaks: @Sendable (Issue, Issue) -> Bool)] = [
        ("nstallation ID", { $0.installation != $1.installation || $0.appID != $1.appID }),
        ("app version", { $0.version != $1.version }), ("App ID", { $0.appID != $1.appID }),
        ("locale", { $0.locale != $1.locale }),
        ("7 days", { $1.at - $0.at >= 7 * 24 * 60 * 60 * 1000 }),
    ]

    func now(_ world: World) -> Issue? {
        guard let app = world.app, let project = app.settings.firebase else { return nil }
        return Issue(
            installation: installation, version: app.settings.version,
            appID: project.googleAppID, locale: world.device.status.language,
            at: world.surroundings.now.milliseconds)
    }

    mutating func learn(_ step: Step, _ action: Action, _ world: World) {
        if action == .app(.reinstall) || action == .app(.clearData) { installation += 1 }
        for case .token(let row) in step.changes where row.kind == "registration" {
            switch row.change {
            case .deleted, .dropped, .invalidated: issues[row.scope] = nil
            case .unregistered, .expired: break
            default: issues[row.scope] = now(world)
            }
        }
    }

    /// The reasons for which a sender's token is not fresh; nil when it was never issued.
    func reasons(_ sender: String, _ world: World) -> [String]? {
        guard let then = issues[sender], let now = now(world) else { return nil }
        return Self.rows.filter { $0.breaks(then, now) }.map(\.word)
    }
}

@Suite struct FreshnessTests {
    private static let projects = [("1", "1:1:ios:a"), ("1", "1:1:ios:b"), ("2", "1:2:ios:c")].map {
        FirebaseProject(projectID: "p", senderID: $0.0, googleAppID: $0.1, bundleID: "b")
    }

    private static func action(_ now: Tick, _ generator: inout SeededGenerator) -> Action {
        let hours = [1, 30, 167, 168].randomElement(using: &generator) ?? 1
        let project = projects.randomElement(using: &generator)
        let actions: [Action] = [
            .app(.launch), .app(.launch), .app(.kill), .app(.background), .app(.forceQuit),
            .app(.update(version: "1.0", firebase: nil)), .app(.reinstall), .app(.clearData),
            .app(.update(version: "2.0", firebase: nil)), .device(.language("ja")),
            .app(.update(version: nil, firebase: project)), .device(.language("en")),
            .token(.fetch), .token(.fetch), .token(.refresh), .token(.delete), .token(.expire),
            .network(.off), .network(.simulated), .device(.restart),
            .advance(to: now.advanced(by: Int64(hours) * 3_600_000)),
        ]
        return actions.randomElement(using: &generator) ?? .app(.launch)
    }

    /// What the token service says of a cached token that the table does not.
    private func fault(
        _ cached: TokenService.Cached, _ table: FreshnessTable, _ world: World
    ) -> String? {
        guard let app = world.app, let project = app.settings.firebase else { return nil }
        let said = app.tokens.staleness(
            of: cached, settings: app.settings, project: project,
            locale: world.device.status.language, now: world.surroundings.now)
        guard let wanted = table.reasons(cached.senderID, world) else {
            return "\(cached.senderID) was never issued"
        }
        guard let said else { return wanted.isEmpty ? nil : "fresh, in spite of \(wanted)" }
        return wanted.contains(where: said.contains) ? nil : "`\(said)`, not \(wanted)"
    }

    @Test(arguments: 1...5)
    func `freshness follows from what happened`(seed: Int) throws {
        var generator = SeededGenerator(seed: UInt64(seed))
        var stage = Stage()
        var table = FreshnessTable()
        var verdicts: [Bool: Int] = [:]
        for number in 1...1000 {
            let action = Self.action(stage.world.surroundings.now, &generator)
            do { try stage.act(action) } catch is Refusal { continue }
            table.learn(stage.step, action, stage.world)
            for cached in stage.world.app?.tokens.cache ?? [] {
                let fault = fault(cached, table, stage.world)
                #expect(fault == nil, "seed \(seed), step \(number), \(action)")
                let isFresh = table.reasons(cached.senderID, stage.world)?.isEmpty ?? false
                verdicts[isFresh, default: 0] += 1
            }
        }
        #expect(verdicts.values.filter { $0 >= 50 }.count == 2, "\(verdicts)")
    }

    @Test(
        arguments: [
            (nil, nil), ("version", "the app version changed"),
            ("app", "the Firebase App ID changed"),
            ("locale", "the locale changed"), ("age", "it is 7 days old"), ("almost", nil),
            ("installation", "the installation ID changed"),
            ("unknown", "the Firebase Installation ID is not known"),
        ] as [(String?, String?)])
    func `one difference is enough`(change: String?, reason: String?) throws {
        var stage = Stage()
        try stage.act(.app(.launch))
        var app = try #require(stage.world.app)
        var project = try #require(app.settings.firebase)
        var now = Tick.scriptStart
        switch change {
        case "version": app.settings.version = "1.1"
        case "app": project.googleAppID += "0"
        case "age": now = now.advanced(by: 604_800_000)
        case "almost": now = now.advanced(by: 604_799_999)
        case "installation": app.tokens.installationID = "cccccccccccccccccccccc"
        case "unknown": app.tokens.installationID = nil
        default: break
        }
        let said = app.tokens.staleness(
            of: try #require(app.tokens.cache.first), settings: app.settings, project: project,
            locale: change == "locale" ? "ja" : "en", now: now)
        #expect(said == reason)
    }
}
