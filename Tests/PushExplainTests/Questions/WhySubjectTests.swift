import PushModel
import Testing

@testable import PushExplain

/// Questions in the words of a ticket.
@Suite struct WhySubjectTests {
    /// The IDs of the pushes that exist.
    private static let ids: Set<String> = [
        "m-1", "m-1!", "m 1", "sale", "a", "old", "image", "m-2",
    ]

    private func read(_ question: String) -> WhyQuestion.Reading {
        WhyQuestion(question.split(separator: " ").map(String.init))
            .reading(Self.ids.contains)
    }

    @Test(
        arguments: [
            ("no image shown", .image), ("the image is missing", .image), ("image?", .image),
            ("there is no sound", .sound), ("does it vibrate", .sound),
            ("wasnt it shown", .banner), ("query empty", .warehouse),
            ("not displayed", .banner), ("didnt it arrive", .banner), ("no pop-up", .banner),
            ("lock screen", .banner), ("push not arriving", .banner), ("BANNER??", .banner),
            ("red dot", .badge), ("no thumbnail", .image), ("live activity", .activity),
            ("dynamic island", .activity), ("service extension", .serviceExtension),
            ("old token", .token), ("device token missing", .token), ("events twice", .warehouse),
            ("does the link not work", .link), ("universal link", .link),
            ("画像", .image), ("通知が届かない", .banner), ("音が鳴らない？", .sound),
            ("didn't it arrive", .banner), ("didn’t it ring", .sound),
            ("the “image” isn't loading", .image), ("doesn't the image load", .image),
            ("don't I see the delivery in Treasure Data", .delivery),
            ("is the extension not running", .serviceExtension), ("text not changed", .text),
            ("click not tracked", .open), ("no banner in the foreground", .banner),
            ("is the screen dark", .banner), ("no data in treasure data", .warehouse),
            ("app does not open", .link), ("opens the wrong screen", .link),
            ("was it not opened", .open), ("in the summary", .banner),
            ("nothing shows while the app is open", .banner), ("does myapp://a/7 fail", .link),
            ("no banner at 10:30", .banner), ("no sound after 5s on iOS17", .sound),
            ("no frobnicated banner", .banner), ("image delivery", .delivery),
        ] as [(String, Symptom)])
    func `a complaint names its symptom`(_ question: String, _ symptom: Symptom) {
        let words = question.split(separator: " ").map(String.init)
        let reading = WhyQuestion(words).reading { _ in false }
        #expect(reading.subject.symptom == symptom)
        #expect(reading.subject.id == nil)
        #expect(reading.notes.isEmpty)
        // The same in quotes.
        #expect(WhyQuestion([question]).reading { _ in false } == reading)
    }

    @Test(
        arguments: [
            ("so slow", nil, .late), ("was it delayed", nil, .late), ("通知が遅れた", .banner, .late),
            ("no sound until later", .sound, .late), ("it disappeared", .banner, .gone),
            ("is the badge gone", .badge, .gone), ("通知が消えた", .banner, .gone),
        ] as [(String, Symptom?, Complaint)])
    func `a push that came may have come late, or be gone`(
        _ question: String, _ symptom: Symptom?, _ complaint: Complaint
    ) {
        #expect(read(question).subject.symptom == symptom)
        #expect(read(question).subject.complaint == complaint)
        #expect(read(question).notes.isEmpty)
    }

    @Test func `a push may be called by a word of a complaint`() {
        for id in ["late", "gone", "slow"] {
            let reading = WhyQuestion([id]).reading { $0 == id }
            #expect(reading.subject == .message(id))
        }
    }

    @Test(arguments: [
        ("tokenRegister", Event.Kind.tokenRegister), ("token-register", .tokenRegister),
        ("LINK_OPEN", .linkOpen), ("no deeplinkOpen", .deeplinkOpen),
    ])
    func `a type of event may be spelled as in code`(_ question: String, _ kind: Event.Kind) {
        #expect(read(question).subject == .event(kind))
    }

    @Test(arguments: ["user", "no user", "users missing", "user?"])
    func `the user alone is the user of the events`(_ question: String) {
        #expect(read(question).subject == read("user_id").subject)
        #expect(read("did it not reach the user").subject == .newest)
        #expect(WhyQuestion(["user"]).reading { $0 == "user" }.subject == .message("user"))
    }

    @Test(arguments: ["refused", "error", "stuck", "woken", "background"])
    func `a push may be called by a word that asks about its whole way`(_ id: String) {
        let isKnown: (String) -> Bool = { $0 == id }
        #expect(WhyQuestion([id]).reading(isKnown).subject == .message(id))
        let spaced = " " + id + " 1"
        for words in [[spaced, "banner"], ["banner", spaced], ["no", "banner", "of", spaced]] {
            let subject = WhyQuestion(words).reading { $0 == spaced }.subject
            #expect(subject == WhySubject(id: spaced, symptom: .banner))
        }
        let reading = WhyQuestion([id, "link"]).reading(isKnown)
        #expect(reading.subject.id == id && reading.subject.symptom == .link)
        #expect(WhyQuestion(["m-1", id]).reading { ["m-1", id].contains($0) }.subject.id == "m-1")
        #expect(WhyQuestion([id, "link"]).reading { _ in false }.subject.id == nil)
    }

    @Test(arguments: ["m1 banner", "505 410", "no token", "user 1"])
    func `the words of a quoted ID mean nothing else`(_ id: String) {
        #expect(WhyQuestion([id]).reading { $0 == id }.subject == .message(id))
    }

    @Test(arguments: ["token", "banner", "open", "upload", "link_open"])
    func `a push may be called by a word that names what is missing`(_ id: String) {
        #expect(WhyQuestion([id]).reading { $0 == id }.subject == .message(id))
        #expect(WhyQuestion([id]).reading { _ in false }.subject.id == nil)
    }

    @Test(
        arguments: [
            "nothing happens", "it failed", "?", "still nothing", "did nothing happen",
            "was it rejected", "failed", "error", "gateway", "background",
            "is the phone not reachable", "apns refused", "does FCM refuse it",
        ])
    func `a complaint about nothing that is seen asks about the newest push`(_ question: String) {
        #expect(read(question) == WhyQuestion.Reading(subject: .newest))
    }

    @Test(
        arguments: [
            "not woken", "silent push", "wake", "no background update", "content-available ignored",
            "did the push not wake the app", "is the app not woken by my message", "起動しない",
        ])
    func `a complaint about code that did not run asks about the wake`(_ question: String) {
        var subject = WhySubject.newest
        subject.asksForWake = true
        #expect(read(question) == WhyQuestion.Reading(subject: subject))
    }

    @Test(arguments: [
        "12345678-1234-1234-1234-123456789012", "12151fd2-7586-11e9-8f9e-2a86e4085a59",
    ])
    func `a UUID is an ID, also one of digits alone`(id: String) {
        #expect(WhyQuestion([id]).reading { _ in false }.subject == .message(id))
    }

    @Test func `whoever misses the sound of a silent push asks about the sound`() {
        #expect(read("no sound of a background push").subject == WhySubject(symptom: .sound))
        #expect(read("woken without an image").subject == WhySubject(symptom: .image))
    }

    @Test(
        arguments: [
            ("m-1 banner", "m-1", .banner), ("banner m-1", "m-1", .banner),
            ("m-1 no image shown", "m-1", .image), ("m-1 not woken", "m-1", nil),
            ("is m-1 not shown", "m-1", .banner), ("a sound", "a", .sound),
            ("image delivery", "image", .delivery), ("m-1 missing", "m-1", nil),
            ("image not loading for m-1", "m-1", .image), ("m-1 stuck", "m-1", nil),
            ("is m-1 blocked", "m-1", nil), ("is the sale not shown", "sale", .banner),
            ("m-1’s image isn't there", "m-1", .image), ("old", "old", nil), ("m-1!", "m-1!", nil),
            ("did m-1, not arrive", "m-1", .banner), ("m-9 banner", "m-9", .banner),
            ("m-9?", "m-9", nil), ("m-9 m-1", "m-1", nil),
        ] as [(String, String, Symptom?)])
    func `a message ID stands beside it`(_ question: String, _ id: String, _ symptom: Symptom?) {
        let subject = read(question).subject
        #expect(subject.id == id)
        #expect(subject.symptom == symptom)
    }

    @Test func `an ID with a blank is one word in quotes`() {
        #expect(WhyQuestion(["m 1"]).reading(Self.ids.contains).subject == .message("m 1"))
    }

    @Test(
        arguments: [
            (
                "4031",
                "`4031` was not understood, and is the ID of no push; this is about the newest "
                    + "push"
            ),
            (
                "did they not get the coupon",
                "`coupon` was not understood, and is the ID of no "
                    + "push; this is about the newest push"
            ),
            ("some thing", "`some` and `thing` were not understood; this is about the newest push"),
            (
                "device_id strange",
                "`device_id` and `strange` were not understood; this is about the newest "
                    + "push"
            ),
            (
                "notifcation",
                "`notifcation` was not understood, and is the ID of no push; this is "
                    + "about the newest push; did you mean `why banner`?"
            ),
            ("m-1 frobnicated", "`frobnicated` was not understood"),
            ("m-1 m-2 banner", "`m-2` was not understood"),
            ("m-8 m-9", "`m-9` was not understood"),
        ])
    func `a word that is left out is named if nothing else makes the question clear`(
        _ question: String, _ note: String
    ) {
        #expect(read(question).notes == [note])
    }
}
