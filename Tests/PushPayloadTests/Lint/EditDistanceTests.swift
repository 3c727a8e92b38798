import PushText
import Testing

@testable import PushPayload

@Suite struct EditDistanceTests {
    @Test(arguments: [
        ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("abc", "abd", 1),
        ("abc", "abcd", 1), ("kitten", "sitting", 3),
    ])
    func `the distance counts edits and swaps`(_ a: String, _ b: String, _ distance: Int) {
        #expect(EditDistance.between(Array(a.utf8), Array(b.utf8)) == distance)
        #expect(EditDistance.between(Array(b.utf8), Array(a.utf8)) == distance)
    }

    @Test(
        arguments: [
            ("catgory", "category"), ("alret", "alert"), ("badgee", "badge"), ("bad", nil),
            ("categories", nil), ("screen", nil), ("category", nil), ("", nil),
        ] as [(String, String?)])
    func `a near name is suggested, and no far one`(_ word: String, _ name: String?) {
        #expect(
            EditDistance.nearest(to: word, among: ["alert", "badge", "category"])
                == name)
    }

    @Test(
        arguments: [
            ("contentAvailable", "content-available"), ("CONTENT_AVAILABLE", "content-available"),
            ("threadID", "thread-id"), ("thread-id", nil), ("thread", nil),
        ] as [(String, String?)])
    func `case, hyphens and underscores do not hide a name`(_ word: String, _ name: String?) {
        #expect(EditDistance.respelled(word, among: ["content-available", "thread-id"]) == name)
    }
}
