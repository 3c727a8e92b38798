import PushModel
import Testing

@testable import PushSimulation

/// What becomes of the registration token after the first launch.
@Suite struct LifetimeTests {
    private let project = FirebaseProject(
        projectID: "new", senderID: "222222222222", googleAppID: "1:222222222222:ios:ff",
        bundleID: "com.example.myapp")

    private func launched() throws -> Stage {
        var stage = Stage()
        try stage.act(.app(.launch))
        return stage
    }

    @Test func `asking before APNs answered fails with 505`() throws {
        var stage = Stage()
        try stage.act([.permission(.deny), .app(.launch)])
        let refusal = #expect(throws: Refusal.self) { try stage.act(.token(.fetch)) }
        #expect(refusal?.code == .tokenFetchFailed)
        #expect(
            refusal?.message
                == "No APNS token specified before fetching FCM Token (com.google.fcm 505)")
        try stage.act([
            .permission(.grant(timeSensitive: nil, alerts: nil)), .app(.kill), .app(.launch),
            .token(.fetch),
        ])
        #expect(stage.world.app?.tokens.published != nil)
    }

    @Test func `a swapped project gets no token until it asks (MG-03)`() throws {
        var stage = try launched()
        try stage.act([.app(.update(version: "2.0", firebase: project)), .app(.launch)])
        #expect(
            stage.lines.contains(
                "not     token no token for sender 222222222222: the keychain holds one of "
                    + "another sender, so the SDK does not ask"))
        #expect(stage.world.app?.tokens.published == nil)
        try stage.act(.token(.fetch))
        let tokens = try #require(stage.world.app?.tokens)
        #expect(tokens.cache.map(\.senderID) == ["123456789012", "222222222222"])
        #expect(tokens.published == tokens.cache.last?.token)
    }

    @Test func `deleting tells the delegate nil and tracks nothing`() throws {
        var stage = try launched()
        try stage.act(.token(.delete))
        #expect(
            Array(stage.lines.prefix(2)) == [
                "token   registration none",
                "called  messaging(_:didReceiveRegistrationToken:) nil",
            ])
        #expect(stage.world.app?.tokens.cache == [])
        #expect(stage.world.app?.queue.count == 1)
    }

    @Test func `a refresh deletes the token first, and without a network only that`() throws {
        var stage = try launched()
        let old = try #require(stage.world.app?.tokens.published)
        try stage.act(.token(.refresh))
        let new = try #require(stage.world.app?.tokens.published)
        #expect(new != old)
        #expect(
            Array(stage.lines.prefix(3)) == [
                "token   registration none",
                "called  messaging(_:didReceiveRegistrationToken:) nil",
                "token   registration " + TokenText.short(new),
            ])
        try stage.act([.device(.offline), .token(.refresh)])
        #expect(stage.step.failure?.code == .tokenFetchFailed)
        #expect(stage.world.app?.tokens.published == nil && stage.world.app?.tokens.cache == [])
        // FCM was not told, so the old token still reaches the app.
        #expect(stage.world.app?.tokens.orphanedToken == new)
        try stage.act([.device(.online), .app(.kill), .app(.launch)])
        let last = try #require(stage.world.app?.tokens.published)
        #expect(last != new && stage.world.app?.tokens.cache.map(\.isRegistered) == [true])
    }

    @Test func `a topic call asks for a missing token, as token(completion:) does`() throws {
        var stage = try launched()
        try stage.act([.token(.delete), .token(.subscribe(topic: "news"))])
        #expect(stage.world.app?.tokens.published != nil)
        #expect(stage.world.app?.isSubscribed(to: "news", of: "123456789012") == true)
        try stage.act(.token(.expire))
        let refusal = #expect(throws: Refusal.self) {
            try stage.act(.token(.unsubscribe(topic: "news")))
        }
        #expect(refusal?.code == .noToken)
        try stage.act([.token(.delete), .device(.offline), .token(.subscribe(topic: "sale"))])
        #expect(stage.step.failure?.code == .tokenFetchFailed)
        #expect(stage.world.app?.isSubscribed(to: "sale", of: "123456789012") == false)
    }

    @Test func `a topic call before APNs answered fails with 505`() throws {
        var stage = Stage()
        try stage.act([.permission(.deny), .app(.launch)])
        let refusal = #expect(throws: Refusal.self) {
            try stage.act(.token(.subscribe(topic: "news")))
        }
        #expect(refusal?.code == .tokenFetchFailed)
        #expect(refusal?.message.contains("505") == true)
    }

    @Test func `a token that is gone cannot be deleted or expired`() throws {
        var stage = Stage()
        try stage.act([.permission(.deny), .app(.launch)])
        for action in [TokenAction.delete, .expire] {
            let refusal = #expect(throws: Refusal.self) { try stage.act(.token(action)) }
            #expect(refusal?.code == .noToken)
        }
    }

    @Test(arguments: [TokenAction.fetch, .refresh, .delete])
    func `only a running app reaches the SDK`(action: TokenAction) throws {
        var stage = try launched()
        try stage.act(.app(.kill))
        let refusal = #expect(throws: Refusal.self) { try stage.act(.token(action)) }
        #expect(refusal?.code == .notRunning)
        try stage.act(.app(.uninstall))
        let gone = #expect(throws: Refusal.self) { try stage.act(.token(action)) }
        #expect(gone?.code == .notInstalled)
    }

    @Test func `a token that FCM forgot stays fresh for the SDK, with its date of issue`() throws {
        var stage = try launched()
        let before = try #require(stage.world.app?.tokens)
        try stage.wait(seconds: 86_400)
        try stage.act(.token(.expire))
        #expect(stage.world.app?.tokens.cache.map(\.issuedAt) == before.cache.map(\.issuedAt))
        #expect(stage.world.app?.tokens.cache.map(\.isRegistered) == [false])
        try stage.act(.token(.fetch))
        #expect(stage.world.app?.tokens.published == before.published)
        #expect(stage.lines.contains { $0.hasSuffix("(cached, fresh)") })
    }

    @Test func `the next process's first ask replaces a token that FCM forgot`() throws {
        var stage = try launched()
        let old = stage.world.app?.tokens.published
        try stage.act([.token(.expire), .app(.kill), .app(.launch)])
        #expect(stage.world.app?.tokens.published == old)
        try stage.act(.token(.fetch))
        let tokens = try #require(stage.world.app?.tokens)
        #expect(tokens.published != old && tokens.published == tokens.cache.first?.token)
        #expect(tokens.cache.map(\.isRegistered) == [true])
    }

    @Test func `a reinstalled app publishes the keychain's token, then the new one`() throws {
        var stage = try launched()
        let old = try #require(stage.world.app?.tokens)
        try stage.act([.app(.reinstall), .app(.launch)])
        let new = try #require(stage.world.app?.tokens)
        #expect(new.deviceToken != old.deviceToken && new.published != old.published)
        let said = stage.step.facts.filter { $0.verb == .token && $0.subject == "registration" }
        let tokens = [old, new].map { TokenText.short($0.published ?? "") }
        #expect(said.map(\.text) == tokens)
        #expect(new.cache.map(\.deviceToken) == [new.deviceToken])
    }

    @Test func `a restored device has new addresses`() throws {
        var stage = try launched()
        let old = try #require(stage.world.app?.tokens)
        try stage.act([.device(.restore(name: "new")), .app(.launch)])
        let new = try #require(stage.world.app?.tokens)
        #expect(new.deviceToken != old.deviceToken)
        #expect(new.installationID != old.installationID)
        #expect(new.published != old.published && new.published != nil)
    }
}
