import Testing

@testable import PushModel

/// What the store keeps of a fact besides its words.
@Suite struct FactCodeTests {
    private static let app = AppAddress(device: "phone", bundleID: "com.example.app")

    private static func fact(
        _ occurrence: Occurrence?, of app: AppAddress? = nil, notification: Int64? = nil
    ) -> Fact {
        Fact(.note, "", rule: .command, notification: notification, occurrence, of: app)
    }

    static let codes: [(Fact, String)] = [
        (fact(nil), ""), (fact(.tokenGone), "@:token-gone"),
        (fact(nil, of: app), "@phone/com.example.app:"),
        (fact(.tokenGone, of: app), "@phone/com.example.app:token-gone"),
        (fact(.lost(.replaced, "a@b:c"), of: app), "@phone/com.example.app:lost:replaced:a@b:c"),
        (fact(.stored(on: .init("phone"))), "@:stored@phone"),
        (fact(.tokenGone, of: app, notification: 1), "token-gone"),
        (fact(nil, of: app, notification: 1), ""),
    ]

    @Test(arguments: codes)
    func `a code names the app of what belongs to no push`(_ fact: Fact, _ code: String) {
        #expect(fact.code == code)
        expect(code, fact.app, fact.occurrence)
    }

    static let older: [(String, AppAddress?, Occurrence?)] = [
        ("token-gone", nil, .tokenGone), ("posted:a@b", nil, .posted("a@b")),
        ("lost:not-stored-offline@5:phone:m@1", nil, .lost(.offline, "m@1", on: .init("phone"))),
        ("chosen@phone/com.example.app:permission:denied", app, .chosen(.permission(.denied))),
        ("chosen@phone/com.example.app:setting:a:b@c", app, .chosen(.setting("a", "b@c"))),
        ("queue-deleted@phone/com.example.app", app, .queueDeleted),
        ("queue-deleted", nil, .queueDeleted), ("@phone/com.example.app:of-later", app, nil),
    ]

    @Test(arguments: older)
    func `a code of another version means what it meant`(
        _ code: String, _ app: AppAddress?, _ occurrence: Occurrence?
    ) {
        expect(code, app, occurrence)
    }

    private func expect(_ code: String, _ app: AppAddress?, _ occurrence: Occurrence?) {
        let parts = Fact.parts(of: code)
        #expect(parts.app == app && parts.occurrence == occurrence)
    }
}
