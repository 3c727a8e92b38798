import PushExplain
import PushModel
import Testing

@testable import PushStore

/// The facts of older workspaces: what their rows leave open is read from their lines once, in the
/// store.
@Suite struct OlderFactTests {
    private func read(_ kept: PendingFact) -> Occurrence? { Fact(kept).occurrence }

    /// A row as version 0.2 wrote it, without an occurrence, and what it is today.
    static let rows: [(PendingFact, Occurrence?)] = [
        (row("asked", "permission", "for alert: granted", "permission-prompt"), answered(.granted)),
        (row("granted", "permission", "authorized", "permission-prompt"), answered(.granted)),
        (
            row(
                "granted", "permission", "authorized, alerts off, time-sensitive off",
                "permission-prompt"), answered(.alertsOff)
        ),
        (row("refused", "permission", "denied", "permission-prompt"), answered(.denied)),
        (
            row("granted", "provisional", "without a prompt", "permission-provisional"),
            answered(.provisional)
        ),
        (
            row("refused", "permission", "lock-screen off", "settings-switch"),
            .chosen(.turned(.lockScreen, isOn: false))
        ),
        (row("app", "nse.delivery", "off", "command"), .chosen(.setting("nse.delivery", "off"))),
        (row("not", "badge", "m-1: `badges` is off", "settings-switch"), .badgeNotSet),
        (row("not", "called", "didReceive", "tap-without-delegate"), .notCalled(.button)),
        (row("not", "opened", "myapp://a", "tap-without-did-receive"), .notCalled(.response)),
        (row("token", "registration", "none", "fcm-delegate"), .tokenGone),
        (row("token", "registration", "cK1x…9f", "fcm-delegate"), nil),
        (
            row("sound", "m-1", "default: `a.mp3` is not aiff, wav or caf", "sound-fallback"),
            .soundReplaced(.format)
        ),
        (
            row(
                "sound", "m-1", "default: `a.caf` lasts 31 s, and 30 s is too long",
                "sound-fallback"), .soundReplaced(.length(31))
        ),
        (
            row(
                "failed", "service extension",
                "it uses 50 MB, over 24 MB, and is killed; the original is shown",
                "extension-memory"), .extensionFailed(.killed(megabytes: 50))
        ),
        (row("shown", "m-1", "as a banner", "presented"), nil),
    ]

    /// A row with a code that says less than today's.
    static let codes: [(PendingFact, Occurrence?)] = [
        (
            row(
                "not", "shown",
                "m-1: `tablet` is offline and apns-expiration is 0, so APNs drops it",
                "store-and-forward", "lost:not-stored-offline:m-1"),
            .lost(.offline, "m-1", on: .init("tablet"))
        ),
        (
            row("dropped", "m-1", "`x` is newer", "store-and-forward", "lost:replaced:m-1"),
            .lost(.replaced, "m-1")
        ),
        (
            row(
                "called", "serviceExtensionTimeWillExpire()",
                "it works longer than 30 s; it delivers what it has", "extension-timeout",
                "extension-expired:work"),
            .extensionFailed(.expired(byOwnWork: true, answers: true))
        ),
        (
            row(
                "called", "serviceExtensionTimeWillExpire()",
                "it does not deliver; the original is shown", "extension-timeout",
                "extension-expired:download"),
            .extensionFailed(.expired(byOwnWork: false, answers: false))
        ),
        (
            row(
                "not", "decrypted", "m-1: it is not Base64; the original is shown",
                "extension-decryption", "extension-unchanged"),
            .extensionFailed(.undecrypted(.notBase64))
        ),
        (
            row(
                "not", "decrypted", "m-1: NSE_KEY is not set; the original is shown",
                "extension-decryption", "extension-unchanged"), .extensionUnchanged
        ),
        (
            row(
                "not", "changed", "m-1: the payload lacks `title`", "extension-keys",
                "extension-unchanged"), .extensionUnchanged
        ),
    ]

    private static func row(
        _ verb: String, _ subject: String, _ text: String, _ rule: String, _ code: String = ""
    ) -> PendingFact {
        precondition(Fact.Verb(rawValue: verb) != nil && RuleID(rawValue: rule) != nil)
        return PendingFact(
            verb: verb, subject: subject, text: text, rule: rule, code: code)
    }

    private static func answered(_ answer: Occurrence.PermissionAnswer) -> Occurrence {
        .chosen(.permission(answer))
    }

    @Test(arguments: rows + codes)
    func `a row of before says what it says today`(_ row: PendingFact, _ wanted: Occurrence?) {
        #expect(read(row) == wanted)
    }

    @Test(arguments: rows)
    func `a row that knows what happened is not read again`(_ row: PendingFact, _: Occurrence?) {
        var kept = row
        kept.code = Occurrence.stored().code
        #expect(read(kept) == .stored())
    }

    @Test func `the words of today's rows are not read`() {
        let lost = Occurrence.lost(.offline, "m-1", on: .init("phone"))
        let row = Self.row("not", "shown", "m-1: `tablet` slept", "store-and-forward", lost.code)
        #expect(read(row) == lost)
        let expired = Occurrence.extensionFailed(.expired(byOwnWork: true, answers: false))
        let other = Self.row(
            "called", "x", "it delivers what it has", "extension-timeout", expired.code)
        #expect(read(other) == expired)
    }

    @Test func `older lines are searched without the mark that today's have`() throws {
        let place = TemporaryDirectory()
        let store = try Workspace.open(directory: place.path).device
        func command(_ fact: PendingFact) throws {
            _ = try store.begin()
            store.keep(fact)
            try store.journal(at: .scriptStart, device: "phone", text: "c", status: 0)
            try store.commit()
        }
        let today = Fact(.token, "device", rule: .apnsRegistration, of: app)
        let login = Self.row("login", "u1", "", "user-association")
        let note = Self.row("note", "", "@phone", "command")
        for fact in [note, login, Self.row("app", "a", "", "app-uninstall")] { try command(fact) }
        try command(Self.row("token", "device", "", "apns-registration", today.code))
        for _ in 0..<5 { try command(note) }
        // No version writes this: what has no mark is not looked for among lines that have it.
        try command(login)
        for _ in 0..<60 { try command(note) }
        let found = try store.evidence(for: .toCome, app: app).appFacts.map(\.fact)
        #expect(
            found.filter { $0.verb != .note }.map(\.verb) == [.login, .app, .token])
        #expect(found.first { $0.verb == .token } == today)
    }
}
