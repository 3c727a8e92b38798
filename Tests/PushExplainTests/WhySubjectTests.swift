import PushModel
import Testing

@testable import PushExplain

/// Questions in the words of a ticket.
@Suite struct WhySubjectTests {
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
        ] as [(String, Symptom)])
    func `a complaint names its symptom`(_ question: String, _ symptom: Symptom) {
        let words = question.split(separator: " ").map(String.init)
        #expect(WhySubject(words)?.symptom == symptom)
        #expect(WhySubject(words)?.id == nil)
        // The same in quotes.
        #expect(WhySubject([question]) == WhySubject(words))
    }

    @Test(arguments: ["not woken", "nothing happens", "it failed", "silent push", "wake", "?"])
    func `a complaint about nothing that is seen asks about the newest push`(_ question: String) {
        #expect(WhySubject(question.split(separator: " ").map(String.init)) == .newest)
    }

    @Test(
        arguments: [
            ("m-1 banner", "m-1", .banner), ("banner m-1", "m-1", .banner),
            ("m-1 no image shown", "m-1", .image), ("m-1 not woken", "m-1", nil),
            ("is m-1 not shown", "m-1", .banner), ("a sound", "a", .sound),
            ("image delivery", "image", .delivery), ("m-1 missing", "m-1", nil),
        ] as [(String, String, Symptom?)])
    func `a message ID stands beside it`(_ question: String, _ id: String, _ symptom: Symptom?) {
        let subject = WhySubject(question.split(separator: " ").map(String.init))
        #expect(subject?.id == id)
        #expect(subject?.symptom == symptom)
    }

    @Test(arguments: ["m-1", "m-1!", "m 1", "what?", "the"])
    func `any other word is an ID as it stands`(_ id: String) {
        #expect(WhySubject([id]) == .message(id))
    }

    @Test(arguments: ["m-1 m-2", "m-1 m-2 banner", "some thing"])
    func `two words that could be an ID are none`(_ question: String) {
        #expect(WhySubject(question.split(separator: " ").map(String.init)) == nil)
    }
}
