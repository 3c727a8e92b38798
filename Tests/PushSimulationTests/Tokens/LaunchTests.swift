import PushModel
import Testing

@testable import PushSimulation

/// What a launch does about the app's addresses.
@Suite struct LaunchTests {
    private static let failed = "called  didFailToRegisterForRemoteNotificationsWithError "
    private static let registered = "called  didRegisterForRemoteNotificationsWithDeviceToken"
    private static let published = "called  messaging(_:didReceiveRegistrationToken:)"
    private static let finished = "called  application(_:didFinishLaunchingWithOptions:)"
    private static let active = "called  applicationDidBecomeActive"
    private static let asked = "asked   permission for alert, sound, badge: granted"
    private static let tracked = "tracked token_register"
    private static let unset =
        "not     token Messaging.apnsToken is not set: swizzling is off or does not reach the app"

    private func device(_ stage: Stage) -> String {
        "token   device " + TokenText.short(stage.world.app?.tokens.deviceToken ?? "")
    }

    private func registration(_ stage: Stage) -> String {
        "token   registration " + TokenText.short(stage.world.app?.tokens.published ?? "")
    }

    private func tokenRows(_ stage: Stage) -> [TokenRow] {
        stage.step.changes.compactMap { if case .token(let row) = $0 { row } else { nil } }
    }

    @Test func `the first launch asks, registers and tracks`() throws {
        var stage = Stage()
        try stage.act(.app(.launch))
        #expect(
            stage.lines == [
                Self.finished, Self.asked, device(stage), Self.registered, registration(stage),
                Self.published, Self.tracked, Self.active,
            ])
        let tokens = try #require(stage.world.app?.tokens)
        let rows = tokenRows(stage)
        #expect(rows.map(\.kind) == ["device", "registration"])
        #expect(rows.map(\.change) == [.issued, .issued])
        #expect(rows.map(\.scope) == ["development", "123456789012"])
        #expect(rows.map(\.token) == [tokens.deviceToken, tokens.published])
        #expect(tokens.cache.map(\.token) == [tokens.published])
        #expect(tokens.cache.map(\.deviceToken) == [tokens.deviceToken])
        #expect(stage.world.app?.queue.count == 1)
    }

    @Test func `a second cold launch publishes the cached token first`() throws {
        var stage = Stage()
        try stage.act([.app(.launch), .app(.kill)])
        let before = stage.world.app?.tokens
        try stage.act(.app(.launch))
        #expect(
            stage.lines == [
                Self.finished, registration(stage), Self.published, Self.tracked, device(stage),
                Self.registered, Self.active,
            ])
        #expect(stage.world.app?.tokens.cache.map(\.token) == before?.cache.map(\.token))
        #expect(stage.world.app?.tokens.deviceToken == before?.deviceToken)
        #expect(tokenRows(stage).filter { $0.change == .issued } == [])
    }

    @Test(arguments: [("swizzling", "off"), ("swiftui", "on")])
    func `a device token that does not reach the SDK yields no token`(
        key: String, value: String
    ) throws {
        var stage = Stage()
        try stage.set(key, value)
        try stage.act(.app(.launch))
        #expect(
            stage.lines == [
                Self.finished, Self.asked, device(stage), Self.registered, Self.unset, Self.active,
            ])
        #expect(stage.world.app?.tokens.cache == [])
        #expect(throws: Refusal.self) { try stage.act(.token(.fetch)) }
        try stage.act(.app(.kill))
        try stage.set("sets-apns-token", "on")
        try stage.act(.app(.launch))
        #expect(stage.lines.contains(Self.published))
    }

    @Test func `an app that waits for the permission never registers when it is denied`() throws {
        var stage = Stage()
        try stage.act([.permission(.deny), .app(.launch)])
        #expect(
            stage.lines == [
                Self.finished,
                "not     registered the app only registers once the permission is granted, and "
                    + "it is denied",
                Self.active,
            ])
        try stage.set("register", "launch")
        try stage.act([.app(.kill), .app(.launch)])
        #expect(stage.world.app?.tokens.published != nil)
        #expect(stage.world.app?.permission.status == .denied)
    }

    @Test func `granting it in Settings calls no code, and the next launch registers`() throws {
        var stage = Stage()
        let grant = Action.permission(.grant(timeSensitive: nil, alerts: nil))
        try stage.act([.permission(.deny), .app(.launch), grant])
        #expect(
            stage.lines == [
                "granted permission authorized",
                "not     registered Settings calls no code of the app, which registers at its "
                    + "next launch",
            ])
        try stage.act([.app(.background), .app(.foreground)])
        #expect(stage.world.app?.tokens.deviceToken == nil)
        try stage.act([.app(.kill), .app(.launch)])
        #expect(stage.lines.contains(Self.registered))
        #expect(stage.world.app?.tokens.published != nil)
        // With a device token there is nothing to wait for.
        try stage.act([.permission(.deny), .app(.kill), .app(.launch), grant])
        #expect(stage.lines == ["granted permission authorized"])
    }

    @Test(arguments: [
        PermissionAction.grant(timeSensitive: nil, alerts: nil), .ask(timeSensitive: nil),
        .provisional(timeSensitive: nil),
    ])
    func `the answer to the prompt registers at once`(answer: PermissionAction) throws {
        var stage = Stage()
        try stage.set("permission.at-launch", "off")
        try stage.act([.app(.launch), .permission(answer)])
        #expect(
            Array(stage.lines.dropFirst()) == [
                device(stage), Self.registered, registration(stage), Self.published, Self.tracked,
            ])
    }

    @Test func `without the entitlement registration fails`() throws {
        var stage = Stage()
        try stage.set("entitlement.aps", "off")
        try stage.act(.app(.launch))
        let line = Self.failed + "(no aps-environment entitlement)"
        #expect(stage.lines == [Self.finished, Self.asked, line, Self.active])
        #expect(stage.world.app?.tokens.deviceToken == nil)
    }

    @Test(arguments: [Action.network(.off), .device(.offline)])
    func `without a network registration fails, and the next launch mends it`(
        action: Action
    ) throws {
        var stage = Stage()
        try stage.act([action, .app(.launch)])
        #expect(
            stage.lines == [Self.finished, Self.asked, Self.failed + "(no network)", Self.active])
        try stage.act([.network(.simulated), .device(.online), .app(.kill), .app(.launch)])
        #expect(stage.lines.contains(Self.published))
    }

    @Test func `an app without Firebase has a device token only`() throws {
        var stage = Stage()
        try stage.act([.app(.install(.ncmb, bundleID: nil)), .app(.launch)])
        #expect(stage.lines.contains(device(stage)) && !stage.lines.contains(Self.published))
        #expect(tokenRows(stage).map(\.kind) == ["device"])
        #expect(
            throws: Refusal(.noToken, "`com.example.ncmb` does not use Firebase")
        ) { try stage.act(.token(.fetch)) }
    }

    @Test func `the same seed gives the same tokens, another seed others`() throws {
        func token(_ seed: UInt64) throws -> String? {
            var stage = Stage()
            try stage.act([.seed(seed), .app(.launch)])
            return stage.world.app?.tokens.published
        }
        #expect(try token(5) == token(5))
        #expect(try token(5) != token(6))
    }
}
