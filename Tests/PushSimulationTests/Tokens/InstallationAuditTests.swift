import PushModel
import Testing

@testable import PushSimulation

/// MG-01: who has a registration token, an installation ID, or both.
@Suite struct InstallationAuditTests {
    private static let fid = "cQot7IkCXM0123456789ab"
    private static let token = fid + ":APA91b" + String(repeating: "x", count: 134)

    private func link(_ user: String?, _ token: String) -> TokenLink {
        TokenLink(
            app: AppAddress(device: "phone", bundleID: "a.b"), user: user, token: token, events: 1,
            first: 1, last: 2)
    }

    @Test func `everybody is counted once, by what events linked to them`() {
        let links = [
            link("a", Self.token), link("b", Self.fid), link("c", Self.token),
            link("c", Self.fid), link("c", Self.fid), link(nil, Self.token),
        ]
        let audit = InstallationAudit(World(), links: links)
        #expect(audit.entries.map(\.user) == ["a", "b", "c", nil])
        #expect(audit.entries.map(\.kind) == [.token, .installation, .both, .token])
        #expect(audit.entries[2].installations == [Self.fid])
        #expect(InstallationAudit.Kind.allCases.map(audit.count) == [2, 1, 1])
    }

    @Test func `an app says what it registers by now`() throws {
        var stage = Stage()
        try stage.act(.app(.launch))
        let audit = InstallationAudit(stage.world, links: [])
        #expect(audit.registrations.map(\.usesInstallationID) == [false])
        #expect(audit.registrations.first?.current == stage.world.app?.tokens.published)
    }
}
