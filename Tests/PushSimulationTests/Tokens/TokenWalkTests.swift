import PushModel
import PushTestSupport
import Testing
import WorldTestSupport

@testable import PushSimulation

/// What a token was issued under; the table below compares it with the present, column by column.
private struct Circumstances: Equatable {
    var installation: Int
    var version: Int
    var app: String
    var locale: String
    var isInstallation: Bool
}

/// The freshness rules once more, as a table of what must be equal and of an age.
///
/// It knows nothing of token texts: an installation is a number that grows where its ID is lost.
private struct FreshnessTable {
    private struct Record {
        var issued: Circumstances
        var at: Tick
    }

    static let columns: [(String, @Sendable (Circumstances, Circumstances) -> Bool)] = [
        // Each Firebase app has an ID of its own, so that its column never gets a turn.
        (
            "the installation ID changed",
            { $0.installation == $1.installation && $0.app == $1.app }
        ),
        ("the app version changed", { $0.version == $1.version }),
        ("the Firebase App ID changed", { $0.app == $1.app }),
        ("the locale changed", { $0.locale == $1.locale }),
        (
            "it is not the kind that FirebaseMessagingInstallationIdEnabled asks for",
            { $0.isInstallation == $1.isInstallation }
        ),
    ]

    var now = Circumstances(
        installation: 0, version: 1, app: "", locale: "en", isInstallation: false)
    private var records: [String: Record] = [:]

    /// Takes from the history what happened to the keychain; the reasons are not looked at.
    mutating func take(_ row: TokenRow) {
        switch row.change {
        case .issued, .confirmed: records[row.scope] = Record(issued: now, at: row.at)
        case .deleted, .dropped, .invalidated: records[row.scope] = nil
        default: break
        }
    }

    /// Why the record of a sender is not fresh; nil also where there is none.
    func verdict(_ sender: String, at time: Tick) -> String? {
        guard let record = records[sender] else { return nil }
        for (reason, isEqual) in Self.columns where !isEqual(record.issued, now) { return reason }
        return time.milliseconds - record.at.milliseconds >= 7 * 86_400_000
            ? "it is 7 days old" : nil
    }

    var senders: [String] { records.keys.sorted() }
}

/// MG-01, TD-02: random lives of an app, against an independent statement of the freshness rules.
@Suite struct TokenWalkTests {
    private static let projects = (1...3).map { number in
        FirebaseProject(
            projectID: "p\(number)", senderID: "\(number)00", googleAppID: "1:\(number)00:ios:a",
            bundleID: "com.example.myapp")
    }

    private static func action(_ number: Int, _ generator: inout SeededGenerator) -> Action {
        let version = Int.random(in: 1...2, using: &generator)
        let project = projects[Int.random(in: 0...2, using: &generator)]
        let language = ["en", "ja"][Int.random(in: 0...1, using: &generator)]
        let days = Int64.random(in: 0...4, using: &generator)
        let actions: [Action] = [
            .app(.launch), .app(.launch), .app(.launch), .app(.kill), .app(.kill),
            .app(.update(version: "\(version).0", firebase: nil)),
            .app(.update(version: nil, firebase: project)),
            .app(.reinstall), .app(.clearData), .device(.reinstallOS), .device(.language(language)),
            .token(.fetch), .token(.fetch), .token(.refresh), .token(.delete), .token(.deleteData),
            .token(.expire), .token(.register), .network(.off), .network(.simulated),
            .network(.simulated), .app(.set(key: "fid-mode", value: days > 2 ? "on" : "off")),
            .advance(to: Tick.scriptStart.advanced(by: Int64(number) * 3_600_000 * days)),
        ]
        return actions[Int.random(in: 0..<actions.count, using: &generator)]
    }

    /// What an action changes of the circumstances, before it acts.
    private static func prepare(_ table: inout FreshnessTable, _ action: Action, _ app: App) {
        switch action {
        case .app(.update(let version, let project, _)):
            if let version { table.now.version = version == "1.0" ? 1 : 2 }
            if let project { table.now.app = project.googleAppID }
        case .app(.reinstall), .app(.clearData): table.now.installation += 1
        case .device(.language(let tag)): table.now.locale = tag
        case .app(.set("fid-mode", let value)): table.now.isInstallation = value == "on"
        default: break
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64])
    func `the token service agrees with the table of freshness rules`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var stage = Stage()
        var table = FreshnessTable()
        var lives = RowLives()
        try stage.act(.app(.update(version: "1.0", firebase: Self.projects[0])))
        try stage.set("firebase.sdk", "12.18.0")
        table.now.app = Self.projects[0].googleAppID
        var verdicts: [String: Int] = [:]
        var refusals = 0
        for number in 1...2500 {
            let action = Self.action(number, &generator)
            let before = try #require(stage.world.app)
            var next = table
            Self.prepare(&next, action, before)
            do { try stage.act(action) } catch {
                refusals += 1
                continue
            }
            table = next
            #expect(lives.take(stage.step.changes) == [], "\(action)")
            for case .token(let row) in stage.step.changes where row.kind == "registration" {
                table.take(row)
            }
            try compare(stage, table, action, &verdicts)
        }
        #expect(refusals < 1250)
        #expect(verdicts.count == FreshnessTable.columns.count - 1 + 2, "\(verdicts)")
    }

    private func compare(
        _ stage: Stage, _ table: FreshnessTable, _ action: Action, _ verdicts: inout [String: Int]
    ) throws {
        let app = try #require(stage.world.app)
        let project = try #require(app.settings.firebase)
        #expect(app.tokens.cache.map(\.senderID).sorted() == table.senders, "\(action)")
        guard let cached = app.tokens.cached(project.senderID),
            app.tokens.installationID != nil, app.tokens.installationApp == project.googleAppID
        else { return }
        let now = stage.world.surroundings.now
        let found = app.staleness(of: cached, project, stage.world.device.status, now)
        let wanted = table.verdict(project.senderID, at: now)
        #expect(found == wanted, "\(action)")
        verdicts[wanted ?? "fresh", default: 0] += 1
    }
}
