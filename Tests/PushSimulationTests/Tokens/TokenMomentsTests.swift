import Testing

@testable import PushSimulation

/// MG-01, MG-03, MG-04: the moments that renew a token, and the one that does not.
@Suite struct TokenMomentsTests {
    private static let other = FirebaseProject(
        projectID: "new", senderID: "210987654321", googleAppID: "1:210987654321:ios:0f",
        bundleID: "com.example.myapp")

    private static func launched() throws -> Stage {
        var stage = Stage()
        try stage.act(.app(.launch))
        return stage
    }

    private enum Moment: String, CaseIterable, CustomTestStringConvertible {
        case reinstall, clearData, restore, reinstallOS, environment, uninstall, update, refresh

        var testDescription: String { rawValue }

        var actions: [Action] {
            switch self {
            case .reinstall: [.app(.reinstall)]
            case .clearData: [.app(.clearData)]
            case .restore: [.device(.restore(name: "phone2"))]
            case .reinstallOS: [.device(.reinstallOS)]
            case .environment:
                [.app(.set(key: "aps-environment", value: "production")), .app(.kill)]
            case .uninstall: [.app(.uninstall), .app(.install(.treasureData, bundleID: nil))]
            case .update: [.app(.update(version: "2.0", firebase: nil))]
            case .refresh: [.token(.refresh), .app(.kill)]
            }
        }

        /// Whether the device token is another one afterwards, and the registration token.
        var renews: (device: Bool, registration: Bool) {
            switch self {
            case .reinstall, .restore, .reinstallOS, .environment, .uninstall: (true, true)
            case .clearData, .refresh: (false, true)
            case .update: (false, false)
            }
        }

        /// Whether the old token is published before the new one.
        var publishesOldFirst: Bool {
            switch self {
            case .reinstall, .uninstall, .reinstallOS, .environment: true
            default: false
            }
        }
    }

    @Test(arguments: Moment.allCases)
    private func `a moment renews what it should`(moment: Moment) throws {
        var stage = try Self.launched()
        let before = try #require(stage.world.app?.tokens)
        try stage.act(moment.actions)
        try stage.act(.app(.launch))
        let after = try #require(stage.world.app?.tokens)
        #expect((after.deviceToken != before.deviceToken) == moment.renews.device)
        #expect((after.published != before.published) == moment.renews.registration)
        let registers = stage.registered
        if moment.publishesOldFirst {
            #expect(registers == [before.published, after.published])
        } else {
            #expect(registers == [after.published])
        }
    }

    @Test func `another Firebase project leaves the app without a token until it asks`() throws {
        var stage = try Self.launched()
        let old = try #require(stage.world.app?.tokens.published)
        try stage.act([.app(.update(version: "2.0", firebase: Self.other)), .app(.launch)])
        #expect(stage.world.app?.tokens.published == nil)
        #expect(stage.registered == [])
        try stage.act(.token(.fetch))
        let new = try #require(stage.world.app?.tokens.published)
        #expect(new != old && stage.registered == [new])
        #expect(stage.world.app?.tokens.cache.map(\.senderID) == ["123456789012", "210987654321"])
    }

    @Test(arguments: [Action.app(.reinstall), .device(.reinstallOS)])
    func `a migrated app gets its own sender's token with a new device token`(
        moment: Action
    ) throws {
        var stage = try Self.launched()
        try stage.act([.app(.update(version: "2.0", firebase: Self.other)), .app(.launch)])
        #expect(stage.world.app?.tokens.published == nil)
        try stage.act([moment, .app(.launch)])
        let tokens = try #require(stage.world.app?.tokens)
        #expect(tokens.cache.map(\.senderID) == ["123456789012", "210987654321"])
        #expect(tokens.published == tokens.cache.last?.token)
        #expect(stage.registered == [tokens.published])
    }

    @Test func `a rolled-back migration finds its old token and its installation again`() throws {
        var stage = try Self.launched()
        let first = try #require(stage.world.app)
        try stage.act([.app(.update(version: nil, firebase: Self.other)), .app(.launch)])
        let back = first.settings.firebase
        try stage.act([.app(.update(version: nil, firebase: back)), .app(.launch)])
        #expect(stage.world.app?.tokens.published == first.tokens.published)
        #expect(stage.world.app?.tokens.installationID == first.tokens.installationID)
        #expect(!stage.lines.contains { $0.hasPrefix("kept") })
    }

    @Test func `a new device token renews the tokens of every sender`() throws {
        var stage = try Self.launched()
        try stage.act([.app(.update(version: nil, firebase: Self.other)), .app(.launch)])
        try stage.act(.token(.fetch))
        let before = try #require(stage.world.app?.tokens.cache)
        try stage.act([.device(.reinstallOS), .app(.launch)])
        let after = try #require(stage.world.app?.tokens.cache)
        #expect(before.count == 2)
        #expect(after.map(\.senderID) == before.map(\.senderID))
        #expect(zip(before, after).allSatisfy { $0.token != $1.token })
    }

    @Test func `a reinstalled app's old token is unregistered in the history`() throws {
        var stage = try Self.launched()
        let token = try #require(stage.world.app?.tokens.published)
        try stage.act(.app(.reinstall))
        let rows = stage.step.changes.compactMap { change -> String? in
            guard case .token(let row) = change else { return nil }
            return "\(row.kind) \(row.change) \(row.token == token)"
        }
        #expect(rows == ["device retired false", "registration unregistered true"])
    }
}

extension Stage {
    /// The tokens that the last action registered with Treasure Data.
    var registered: [String?] {
        step.changes.compactMap { change -> String?? in
            guard case .event(let queued, _) = change, queued.event.kind == .tokenRegister
            else { return nil }
            return queued.event.fcmToken
        }
    }
}
