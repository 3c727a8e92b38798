import PushModel
import Testing

@testable import PushSimulation

/// MG-03: what a send to the last token of each app would answer.
@Suite struct TokenAuditTests {
    private static let other = FirebaseProject(
        projectID: "new", senderID: "200", googleAppID: "1:200:ios:0f",
        bundleID: "com.example.myapp")
    /// The project of another app's file.
    private static let mixed = FirebaseProject(
        projectID: "new", senderID: "200", googleAppID: "1:200:ios:0f",
        bundleID: "com.example.other")

    /// Runs actions and audits the history they left.
    private func audit(_ actions: [Action]) throws -> TokenAudit {
        var stage = Stage()
        var rows: [TokenRow] = []
        var links: [TokenLink] = []
        for action in actions {
            try stage.act(action)
            for change in stage.step.changes {
                if case .token(let row) = change { rows.append(row) }
                if case .event(let queued, let app) = change, let token = queued.event.fcmToken {
                    links.append(
                        TokenLink(
                            app: app, user: queued.event.userID, token: token, events: 1,
                            first: 0, last: 0))
                }
            }
        }
        return TokenAudit(stage.world, tokens: rows, links: links)
    }

    @Test(
        arguments: [
            ([], .none), ([.app(.launch)], .delivered),
            ([.app(.launch), .token(.delete)], .gone), ([.app(.launch), .token(.expire)], .gone),
            ([.app(.launch), .app(.uninstall)], .gone),
            ([.app(.launch), .app(.reinstall), .app(.launch)], .delivered),
            ([.app(.launch), .network(.off), .token(.delete)], .delivered),
            ([.app(.launch), .app(.set(key: "firebase.apns-key", value: "off"))], .noKey),
            ([.app(.launch), .app(.update(version: nil, firebase: other))], .otherProject),
            (
                [
                    .app(.launch), .app(.update(version: nil, firebase: other)),
                    .device(.reinstallOS),
                ],
                .gone
            ),
            (
                [
                    .app(.launch), .app(.update(version: nil, firebase: other)), .app(.launch),
                    .token(.fetch),
                ], .delivered
            ),
            ([.app(.update(version: nil, firebase: mixed)), .app(.launch)], .otherBundle),
        ] as [([Action], TokenAudit.Answer)])
    func `a send answers`(actions: [Action], answer: TokenAudit.Answer) throws {
        let audit = try audit(actions)
        #expect(audit.entries.map(\.answer) == [answer])
        #expect(audit.failing == (answer == .delivered ? 0 : 1))
    }

    @Test func `the users of the last token are named once`() throws {
        let audit = try audit([
            .app(.launch), .login("ann"), .login("bob"), .login("ann"),
            .app(.update(version: nil, firebase: Self.other)), .app(.launch),
        ])
        let entry = try #require(audit.entries.first)
        #expect(entry.users == ["ann", "bob"])
        #expect(entry.sender == "123456789012" && entry.wanted == "200")
    }

    @Test func `an app without a token is its user's, as a backup brings it`() throws {
        let audit = try audit([.app(.launch), .login("ann"), .device(.restore(name: "new"))])
        #expect(audit.entries.map(\.users) == [["ann"], ["ann"]])
        #expect(audit.entries.last?.answer == TokenAudit.Answer.none)
    }
}
