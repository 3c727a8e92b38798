import PushModel
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// Tickets about notifications that were gone before anybody could see or answer them, and about
/// those that the app was to post itself.
extension TicketTests {
    /// A push after which a newer one replaced it, or the app was deleted.
    static let lost: [Ticket] = [
        Ticket(
            summary + [collapsing("m1"), collapsing("n1")], "m1",
            "broken  m1: display: it waited for the scheduled summary, until a newer one with its "
                + "collapse ID replaced it", otherCollapseID),
        Ticket(
            summary + [collapsing("m1"), collapsing("n1"), after(36_000)], "m1 banner",
            "no banner: it waited for the scheduled summary, until a newer one with its collapse "
                + "ID replaced it", otherCollapseID),
        Ticket(
            summary + [.plain, .app(.reinstall)], "m1",
            "broken  m1: display: the app was deleted before the scheduled summary came",
            "`app launch`, and send the push again"),
        Ticket(
            summary + [.plain, .app(.uninstall), after(36_000)], "m1 open",
            "no open: the app was deleted before the scheduled summary came",
            "`app install`, then `app launch`, and send the push again"),
        // The newer one itself waits, and comes.
        Ticket(
            summary + [collapsing("m1"), collapsing("n1")], "n1 tap",
            "no tap yet: it waits for the scheduled summary", waits),
        Ticket(
            away + [.plain, .app(.reinstall)], "m1",
            "ok      m1: every link is intact"),
        Ticket(
            away + [collapsing("m1"), collapsing("n1")], "m1",
            "quiet   m1: it was shown, until a newer one with its collapse ID replaced it",
            otherCollapseID),
    ]

    private static let otherCollapseID =
        "send the newer one with another `--collapse-id`, or with none"

    private static func silentPush(_ data: String) -> Action {
        .push(#"{"message_id": "m1", "aps": {"content-available": 1}, "data": \#(data)}"#)
    }

    private static let both = silentPush(#"{"newTitle": "N", "newBody": "B"}"#)
    private static let posting: [Action] =
        [.set("local-notification", "on"), .set("register", "launch")] + away
    private static let bothTexts =
        "send both beside `aps`, as `\"data\": {\"newTitle\": \"TITLE\", \"newBody\": \"TEXT\"}`"

    /// Silent pushes for which the app posts a local notification, or should.
    static let posted: [Ticket] = [
        Ticket(
            posting + [.permission(.deny), both], "m1 banner",
            "no banner: the permission is denied",
            "the user allows notifications in Settings: `permission grant`"),
        Ticket(
            posting + [
                .permission(.deny), both, .permission(.grant(timeSensitive: nil, alerts: nil)),
            ],
            "m1 banner", "no banner: the permission is denied",
            "it is fixed now: send m1 again"),
        Ticket(
            posting + [.device(.set(.mute, on: true)), both], "m1 sound",
            "no sound: the mute switch is on", "`device mute off`"),
        Ticket(posting + [both], "m1 text", "text: \"N\", \"B\""),
        Ticket(
            posting + [silentPush(#"{"title": "N", "body": "B"}"#)], "m1 banner",
            "no banner: the app was to post a local notification for it, and the payload has "
                + "neither data.newTitle nor data.newBody", bothTexts),
        Ticket(
            posting + [silentPush(#"{"newTitle": "N"}"#)], "m1 sound",
            "no sound: the app was to post a local notification for it, and the payload has no "
                + "data.newBody, and the app needs both", bothTexts),
        // What the push itself is asked for stays its own.
        Ticket(posting + [both], "m1", "ok      m1: every link is intact"),
        Ticket(
            away + [both], "m1 banner", "no banner: a background push shows nothing",
            "send an alert: put a text into `aps.alert`"),
    ]

    @Test func `a notification that went with its app waits for no tap`() {
        let answer = Story(Self.away + [.plain, .app(.reinstall)]).why("m1")
        #expect(answer.links.first { $0.stage == .tap }?.status == .notNeeded)
        #expect(answer.notes.contains("the app was deleted before the user tapped it"))
    }

    @Test func `the chain of a silent push names the local notification`() {
        #expect(
            Story(Self.posting + [Self.both]).why("m1").notes == [
                "the app posted `m1-local` for it: `why m1-local` tells what became of that"
            ])
        #expect(
            Story(Self.posting + [Self.silentPush("{}")]).why("m1").notes == [
                "the app posted no local notification for it, since the payload has neither "
                    + "data.newTitle nor data.newBody"
            ])
    }

    /// Texts that the extension set, and that were lost with a file that loaded too slowly.
    @Test func `a slow file costs the new title as well`() {
        var story = Story([
            .set("nse.time-will-expire", "off"), .set("nse.title-keys", "newTitle"),
            .stub("https://a.example/* timeout"), .launch, .app(.background),
            .push(
                #"{"message_id": "m1", "newTitle": "N", "image_url": "https://a.example/i.png", "#
                    + #""aps": {"alert": {"title": "T"}, "mutable-content": 1}}"#),
        ])
        let answer = story.why("m1 text")
        #expect(answer.cause == .extensionFailed)
        #expect(
            answer.lines.first
                == "no text: the extension loaded a file for longer than its 30 s, and does not "
                + "deliver in serviceExtensionTimeWillExpire; the original is shown")
        #expect(
            story.why("m1").notes == [
                "the texts that the extension had set are lost with it: `why text` says more"
            ])
        story.act(.set("nse.time-will-expire", "on"))
        #expect(story.why("m1 text").decisive?.cure == "it is fixed now: send the push again")
    }
}
