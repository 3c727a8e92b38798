import PushModel
import PushText
import Testing

@testable import PushSimulation

/// TD-02, MG-01 to MG-05: what the SDK does with registration tokens, moment by moment.
@Suite struct AppTokensTests {
    private static let delegate = "called  messaging(_:didReceiveRegistrationToken:)"

    /// The lines about tokens, tokens themselves left out.
    private func lines(_ stage: Stage) -> [String] {
        stage.lines.filter { line in
            ["token", "not", "kept", "answer", "failed", "removed"].contains {
                line.hasPrefix($0)
            } || line.contains("messaging(") || line.contains("DeviceToken")
        }.map { line in
            line.split(separator: " ", omittingEmptySubsequences: false)
                .map { $0.contains("…") ? "*" : String($0) }.joined(separator: " ")
        }
    }

    private func launched(_ settings: [(String, String)] = []) throws -> Stage {
        var stage = Stage()
        for (key, value) in settings { try stage.set(key, value) }
        try stage.act(.app(.launch))
        return stage
    }

    private static let registered = "called  didRegisterForRemoteNotificationsWithDeviceToken"

    @Test func `the first launch registers, fetches and calls the delegate`() throws {
        let stage = try launched()
        #expect(
            lines(stage) == [
                "token   device *", Self.registered, "token   registration *", Self.delegate,
            ])
    }

    @Test func `a later launch publishes the cached token before APNs answers`() throws {
        var stage = try launched()
        let token = stage.world.app?.tokens.published
        try stage.act([.app(.kill), .app(.launch)])
        #expect(
            lines(stage) == [
                "token   registration *", Self.delegate, "token   device *", Self.registered,
            ])
        #expect(stage.world.app?.tokens.published == token)
    }

    /// MG-05, KD-04: what keeps the SDK from its device token.
    @Test(arguments: [
        ("swizzling", "off"), ("swiftui", "on"), ("delegate.other-class", "on"),
    ])
    func `where the proxy does not reach, the app must set apnsToken itself`(
        key: String, value: String
    ) throws {
        var stage = try launched([(key, value)])
        #expect(
            lines(stage).last
                == "not     token Messaging.apnsToken is not set: swizzling is off or does not"
                + " reach the app")
        #expect(throws: Refusal.self) { try stage.act(.token(.fetch)) }
        try stage.set("sets-apns-token", "on")
        try stage.act([.app(.kill), .app(.launch)])
        #expect(stage.world.app?.tokens.published != nil)
    }

    /// Decision 841: the APNs token comes into the SDK at a launch.
    @Test(arguments: [
        (
            "firebase.configured", "off", "on",
            "`app kill` and `app launch`: the next registration sets Messaging.apnsToken"
        ),
        (
            "swizzling", "off", "off",
            "set Messaging.apnsToken in didRegisterForRemoteNotifications: "
                + "`app set sets-apns-token on`, then `app kill` and `app launch`"
        ),
        (
            "register", "never", "never",
            "the app must be registered with APNs, and Messaging.apnsToken set, first"
        ),
    ])
    func `the hint on 505 is what sets the APNs token`(
        key: String, value: String, later: String, hint: String
    ) throws {
        var stage = try launched([(key, value)])
        try stage.set(key, later)
        let refusal = #expect(throws: Refusal.self) { try stage.act(.token(.refresh)) }
        #expect(refusal?.message == App.noAPNsTokenText)
        #expect(refusal?.hint == hint)
    }

    @Test func `asking before the device token is there fails with 505`() throws {
        let stage = try launched([("token.early", "on")])
        #expect(
            lines(stage).first
                == "failed  token No APNS token specified before fetching FCM Token"
                + " (com.google.fcm 505)")
    }

    @Test func `a token that is not fresh is published all the same, and mended by asking`()
        throws
    {
        var stage = try launched()
        try stage.wait(seconds: 8 * 86_400)
        try stage.act([.app(.kill), .app(.launch)])
        #expect(
            lines(stage).first
                == "kept    registration * is not fresh (it is 7 days old), but is published anyway"
        )
        try stage.act(.token(.fetch))
        #expect(lines(stage) == ["answer  registration * (from FCM, the same; it is 7 days old)"])
        try stage.act(.token(.fetch))
        #expect(lines(stage) == ["answer  registration * (cached, fresh)"])
    }

    @Test func `the first ask of a process goes to FCM though the record is fresh`() throws {
        var stage = try launched()
        try stage.act([.app(.kill), .app(.launch)])
        try stage.act(.token(.fetch))
        #expect(
            lines(stage) == [
                "answer  registration * (from FCM, the same; the first token(completion:) of the"
                    + " process asks FCM)"
            ])
    }

    @Test func `deleteToken gives nil and is mended by the next cold launch only`() throws {
        var stage = try launched()
        try stage.act(.token(.delete))
        #expect(lines(stage) == ["token   registration none", Self.delegate + " nil"])
        try stage.act([.app(.background), .app(.launch)])
        #expect(stage.world.app?.tokens.published == nil)
        try stage.act([.app(.kill), .app(.launch)])
        #expect(stage.world.app?.tokens.published != nil)
    }

    @Test func `deleteToken without network leaves the token at FCM`() throws {
        var stage = try launched()
        try stage.act([.network(.off), .token(.delete)])
        #expect(
            lines(stage) == [
                "kept    registration * at FCM: it could not be reached (no network)",
                "token   registration none", Self.delegate + " nil",
            ])
    }

    @Test(arguments: [true, false])
    func `deleteData asks again where auto-init is on`(isOn: Bool) throws {
        var stage = try launched([("auto-init", isOn ? "on" : "off")])
        let old = stage.world.app?.tokens.published
        try stage.act(.token(.deleteData))
        let new = stage.world.app?.tokens.published
        #expect((new != nil) == isOn)
        #expect(new != old)
    }

    /// Issue 16581: the regression of 12.18 hides the cached token from the delegate.
    @Test(arguments: [
        ("12.7.0", true), ("12.17.3", true), ("12.18.0", false), ("12.19.0-snapshot", false),
        ("12.19.0", true),
    ])
    func `the delegate is called at launch but by SDK 12.18`(sdk: String, isCalled: Bool) throws {
        var stage = try launched([("firebase.sdk", sdk)])
        try stage.act([.app(.kill), .app(.launch)])
        #expect(stage.lines.contains(Self.delegate) == isCalled)
        #expect(stage.world.app?.tokens.published != nil)
    }

    @Test func `in installation-ID mode the ID is the address and token fails with code 7`()
        throws
    {
        var stage = try launched([("firebase.sdk", "12.18.0"), ("fid-mode", "on")])
        #expect(lines(stage).last == "called  messaging(_:didReceiveRegistration:)")
        let tokens = try #require(stage.world.app?.tokens)
        #expect(tokens.published == tokens.installationID)
        let refusal = #expect(throws: Refusal.self) { try stage.act(.token(.fetch)) }
        #expect(refusal?.message.hasSuffix("(com.google.fcm 7)") == true)
        try stage.act(.token(.register))
        #expect(lines(stage) == ["answer  registration * (cached, fresh)"])
    }

    @Test func `the switch means nothing to an SDK before 12.16`() throws {
        let stage = try launched([("fid-mode", "on")])
        #expect(lines(stage).last == Self.delegate)
        #expect(stage.world.app?.tokens.published?.utf8.count == 163)
    }

    @Test func `a missing sender is error 502 while the old process runs`() throws {
        var stage = try launched()
        let file = try #require(
            AppPropertyList(["GOOGLE_APP_ID": "1:2:ios:3", "GCM_SENDER_ID": ""]))
        try stage.act(.app(.take(file)))
        let refusal = #expect(throws: Refusal.self) { try stage.act(.token(.fetch)) }
        #expect(refusal?.message.hasSuffix("(com.google.fcm 502)") == true)
    }
}
