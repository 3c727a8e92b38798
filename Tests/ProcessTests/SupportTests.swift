import Foundation
import PushTestSupport
import Testing

/// A support engineer with a customer's payload in a mail, and with the five usual tickets.
@Suite(.serialized, .enabled(if: TerminalDriver.isAvailable, "tmux is not installed"))
struct SupportTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
    }

    private static let mail = """
        > {"aps": {"alert": {"title": "春のセール🌸", "body": "全品20%オフ"}, "badge": "3",
        >  "mutable-content": 1}, "image_url": "http://example.com/a.png",
        >  "deeplink": "myapp://coupons/7", "td_campaign_id": "spring"}

        """

    @Test(arguments: [80, 200])
    func `five entries lead from a mail to a report that can be sent back`(columns: Int) throws {
        let prompt = try PromptSession(place, columns: columns, rows: 100)
        // 1: the mail's text, with the signs of quotation in front.
        prompt.driver.paste(Self.mail)
        let told = prompt.press("Enter")
        #expect(told.contains { $0.contains("`receive`, `lint` or `try` takes it") }, "\(told)")
        // 2 to 5.
        prompt.enter("app launch")
        let received = prompt.enter("receive")
        #expect(received.contains { $0.contains("春のセール🌸") }, "\(received)")
        let why = prompt.enter("why no image")
        #expect(why.first?.hasPrefix("no image: http://example.com/a.png: only https") == true)
        #expect(why.contains { $0.hasPrefix("cure    serve the image over https") })
        #expect(prompt.enter("report answer.html") == ["report  answer.html written"])
        #expect(prompt.leave() == "exited 0")
        let page = try place.text("answer.html")
        for text in ["春のセール🌸", "only https is loaded", "serve the image over https", "<svg"] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains("src=\"http") && !page.contains("<link"))
    }

    /// What the tutorial's page asks for: a set-up, one question, and the first line of its answer.
    private static let tickets: [(title: String, setUp: String, ask: String, answer: String)] = [
        (
            "not shown",
            "app launch\npermission deny\napp background\n"
                + #"receive {"aps": {"alert": "A"}}"#, "why not shown",
            "no banner: the permission is denied"
        ),
        (
            "no image",
            "app launch\napp background\n"
                + #"receive {"aps": {"alert": "A", "mutable-content": 1}, "#
                + #""image_url": "http://example.com/a.png"}"#, "why no image",
            "no image: http://example.com/a.png: only https is loaded"
        ),
        (
            "no events",
            "app launch\napp background\n"
                + #"receive {"aps": {"alert": "A"}, "td_campaign_id": "c"}"# + "\ntap",
            "why no events", "no row in the warehouse yet: events are only uploaded by hand"
        ),
        (
            "dead link",
            "app launch\napp background\n"
                + #"receive {"aps": {"alert": "A"}, "deeplink": "shop://coupons/7"}"# + "\ntap",
            "why dead link", "no link: shop://coupons/7: `shop` is not a scheme of the app"
        ),
        (
            "stale token",
            "app launch\napp uninstall\n"
                + #"receive {"aps": {"alert": "A"}}"#, "why stale token",
            "no token: `com.example.myapp` is deleted on `phone`"
        ),
    ]

    @Test(arguments: 0..<5)
    func `a ticket's own words lead to its answer and its cure`(number: Int) throws {
        let ticket = Self.tickets[number]
        let before = try Pushsh.run(["--ephemeral", "-c", ticket.setUp], in: place)
        let whole = try Pushsh.run(
            ["--ephemeral", "-c", ticket.setUp + "\n" + ticket.ask], in: place)
        let answer = whole.lines.dropFirst(before.lines.count)
        #expect(answer.first?.hasPrefix(ticket.answer) == true, "\(ticket.title): \(whole)")
        let cure = answer.dropFirst().first
        #expect(cure?.hasPrefix("cure    ") == true, "\(ticket.title): \(whole)")
    }
}
