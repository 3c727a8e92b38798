import PushModel
import PushPayload
import Testing
import WorldTestSupport

@testable import PushExplain
@testable import PushSimulation

/// Tickets about a badge that stays, stacks, two notifications, and a gateway's refusal.
extension TicketTests {
    @Test(arguments: support)
    func `a ticket of support is answered`(_ ticket: Ticket) {
        let answer = Story(ticket.actions).why(ticket.question)
        #expect(answer.lines.first == ticket.line)
        #expect(answer.decisive?.cure == ticket.cure)
        #expect(ExplanationPropertyTests.fault(answer) == nil)
    }

    private static func alert(_ id: String, _ more: String) -> Action {
        .push(#"{"message_id": "\#(id)", "aps": {"alert": "A"\#(more)}}"#)
    }

    private static func collapsing(_ id: String, _ collapseID: String?) -> Action {
        let json = #"{"message_id": "\#(id)", "aps": {"alert": "A"}}"#
        let payload = (try? Payload(bytes: Array(json.utf8))) ?? Payload(root: .null)
        var push = Push(payload: payload, byteCount: json.utf8.count)
        push.collapseID = collapseID
        return .receive(push)
    }

    /// A push through Firebase, which has no APNs key for the app.
    private static let keyless: [Action] =
        [.set("firebase.apns-key", "off")] + away + [
            .push(#"{"message_id": "m1", "aps": {"alert": "A"}}"#, byFCM: true)
        ]
    private static let badge3 = away + [alert("m1", #", "badge": 3"#), alert("m2", "")]
    private static let takeOff =
        "send `\"badge\": 0` in `aps`, or the app calls setBadgeCount(0) when it is opened: "
        + "`app badge 0`"
    private static let stays =
        "and only a badge of 0 or the app itself takes it off: opening the app does not"
    private static let thread =
        "give those that belong together one `thread-id` in `aps`, as `\"thread-id\": \"chat-1\"`"

    private static let support: [Ticket] =
        stacked + [
            Ticket(
                badge3 + [.app(.foreground)], "why the badge does not go away",
                "badge: the icon shows 3 since m1, " + stays, takeOff),
            Ticket(
                badge3, "why badge stays", "badge: the icon shows 3 since m1, " + stays, takeOff),
            Ticket(badge3, "バッジが消えない", "badge: the icon shows 3 since m1, " + stays, takeOff),
            Ticket(badge3, "m2 badge stays", "badge: the icon shows 3, " + stays, takeOff),
            Ticket(
                badge3 + [alert("m3", #", "badge": 0"#)], "badge stays",
                "badge: the icon has none now"),
            Ticket(away + [.plain], "badge stays", "badge: the icon has none now"),
            Ticket(
                keyless, "why no push from Firebase",
                "no banner: Firebase has no APNs key for the app: THIRD_PARTY_AUTH_ERROR",
                "upload the .p8 key in Firebase, Project settings, Cloud Messaging: "
                    + "`app set firebase.apns-key on`"),
            Ticket(
                keyless, "why does FCM say 401",
                "broken  m1: gateway: Firebase has no APNs key for the app: THIRD_PARTY_AUTH_ERROR",
                "upload the .p8 key in Firebase, Project settings, Cloud Messaging: "
                    + "`app set firebase.apns-key on`"),
            Ticket(
                keyless, "why firebase",
                "broken  m1: gateway: Firebase has no APNs key for the app: THIRD_PARTY_AUTH_ERROR",
                "upload the .p8 key in Firebase, Project settings, Cloud Messaging: "
                    + "`app set firebase.apns-key on`"),
        ]

    private static let stacked: [Ticket] = [
        Ticket(
            away + [alert("m1", #", "threadId": "chat-1""#)], "why not grouped",
            "not stacked: `threadId` is not a key of iOS", "write `thread-id`"),
        Ticket(
            away + [alert("m1", ""), alert("m2", "")], "why the chats are in one stack",
            "not stacked: the payload has no `thread-id`, so m2 is in the app's own stack, with m1",
            thread),
        Ticket(
            away + [
                alert("m1", #", "thread-id": "chat-1""#), alert("m2", #", "thread-id": "chat-1""#),
            ], "m2 thread", "stack: m2 is in the thread `chat-1`, with m1"),
        Ticket(
            away + [
                alert("m1", #", "thread-id": "Chat-1""#), alert("m2", #", "thread-id": "chat-1""#),
            ], "not stacked",
            "not stacked: m2 is alone in the thread `chat-1`, and m1 is in `Chat-1`",
            "send both with the same `thread-id`, letter by letter"),
        Ticket(
            away + [
                .push(
                    #"{"message_id": "m1", "aps": {"alert": "1"}, "apns-collapse-id": "game"}"#)
            ], "why the score was not replaced",
            "not replaced: `apns-collapse-id` is in the payload, where it does nothing: the "
                + "collapse ID is a header of the request",
            "send it as the header `apns-collapse-id`, with FCM in `apns.headers`: "
                + "`--collapse-id game`"),
        Ticket(
            away + [collapsing("m1", nil), collapsing("m2", nil)], "m2 collapse",
            "not replaced: m2 came without a collapse ID, so it is a notification of its own",
            "send every update with the same one: `--collapse-id ID`"),
        Ticket(
            away + [collapsing("m1", "Game"), collapsing("m2", "game")], "not replaced",
            "not replaced: m2 has the collapse ID `game`, and m1, which came before it, has `Game`",
            "send both with the same one, letter by letter: `--collapse-id game`"),
        Ticket(
            away + [collapsing("m1", "game"), collapsing("m2", "game")], "not replaced",
            "stack: m2 has the collapse ID `game`, and a newer one with it replaces it"),
        Ticket(
            away + [collapsing("m1", "game"), collapsing("m2", "game")], "m1 replaced",
            "stack: a newer one with its collapse ID `game` has replaced m1"),
        Ticket(
            away
                + ["m1", "m2"].map {
                    .push(
                        #"{"td_campaign_id": "c1", "message_id": "\#($0)", "aps": {"alert": "A"}}"#)
                }, "why two notifications for one campaign",
            "two notifications: m1 and m2 are two pushes of the campaign `c1`, and neither has a "
                + "collapse ID",
            "send it once, or each time with the same collapse ID, so that the newer one replaces "
                + "the other: `--collapse-id c1`"),
        Ticket(
            away + [alert("m1", ""), alert("m1", "")], "twice",
            "two notifications: two pushes have the ID m1, and neither has a collapse ID",
            "send it once, or each time with the same collapse ID, so that the newer one replaces "
                + "the other: `--collapse-id m1`"),
        Ticket(
            away + [alert("m1", "")], "twice",
            "stack: m1 came once: no other notification says the same"),
        Ticket(
            [.set("local-notification", "on")] + away + [
                .push(
                    #"{"message_id": "m1", "aps": {"alert": "A", "content-available": 1}, "#
                        + #""data": {"newTitle": "X", "newBody": "Y"}}"#)
            ], "two notifications",
            "two notifications: m1 has an alert, and for its `content-available` the app posted "
                + "m1-local itself",
            "send the silent push without an alert, or the app posts none: "
                + "`app set local-notification off`"),
    ]

    @Test func `strings of another language that stand in have a note`() {
        var story = Story([.launch])
        story.world.devices[0].apps[0].settings.strings = [
            LanguageStrings(language: "en", entries: [.init(key: "HELLO", text: "Hello")])
        ]
        story.world.devices[0].status.language = "ja"
        story.act(.push(#"{"message_id": "m1", "aps": {"alert": {"loc-key": "HELLO"}}}"#))
        let note =
            "the app has no strings for `ja`, so those of `en` were used: `app strings ja FILE` "
            + "adds them"
        // The answer says so itself, and then no note does.
        let asked = story.why("why notification shows English to Japanese users")
        #expect(asked.cause == .localisationMissing)
        #expect(asked.notes.contains(note) == false)
        story.world.devices[0].status.previews = .never
        story.act(.push(#"{"message_id": "m1", "aps": {"alert": {"loc-key": "HELLO"}}}"#))
        #expect(story.why("text").notes.contains(note))
        #expect(story.why("m1").notes.contains(note) == false)
        story.world.devices[0].status.language = "en-GB"
        #expect(story.why("text").notes.contains(note) == false)
    }
}
