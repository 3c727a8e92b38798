import Testing

@testable import PushPayload

/// The keys beside `aps`: an app's own, and those that the guide's app, Firebase and the simulator
/// read.
@Suite struct LinterOwnKeyTests {
    private static func own(_ member: String, _ lines: String...) -> Saying {
        Saying(#"{"aps":{"alert":"x","mutable-content":1},\#(member)}"#, says: lines)
    }

    /// A payload of a campaign, whose links and images the guide's app certainly reads.
    private static func campaign(_ member: String, _ lines: String...) -> Saying {
        Saying(
            #"{"aps":{"alert":"x","mutable-content":1,"category":"C"},"#
                + #""td_campaign_id":"c","message_id":"m",\#(member)}"#,
            says: lines)
    }

    private static func danger(_ link: String) -> [Saying] {
        let line = #"error link-scheme: found `"\#(link)"` as `link`, wanted a web or app link"#
        return [own(#""link":"\#(link)""#, line), campaign(#""link":"\#(link)""#, line)]
    }

    // The app opens none of them, registered or not, so lint may not be silent about one.
    static let dangers =
        [
            "javascript:alert(1)", "JavaScript:alert(1)", " javascript:alert(1)",
            "data:text/html,x",
            "file:///etc/passwd", "vbscript:x", "blob:https://a.example/1", "about:blank",
            "filesystem:https://a.example/x", "view-source:https://a.example",
        ].flatMap(danger)

    @Test(arguments: dangers) func `a link that no app opens is an error`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    static let links: [Saying] = [
        own(#""link":"https://a.example/""#), own(#""deeplink":"myapp://promo/42""#),
        own(#""link":"/orders/12""#), own(#""link":"""#), own(#""link":7"#),
        own(#""link":{"to":"/orders"}"#), campaign(#""link":"""#),
        campaign(
            #""link":"/orders/12""#,
            #"error link-scheme: found `"/orders/12"` as `link`, wanted a URL with a scheme"#),
        campaign(
            #""deeplink":["myapp://a"]"#,
            "error link-scheme: found an array as `deeplink`, wanted a URL as a string"),
        own(
            #""link":"https://a.example/a b""#,
            "warning link-blank: found a blank in `link`, wanted `%20`; "
                + "write `%20` for a blank inside a URL"),
        own(
            #""link":"https://a.example/夏""#,
            "warning link-blank: found `夏` in `link`, wanted it percent-encoded; "
                + "send it percent-encoded: `https://a.example/%E5%A4%8F`"),
        own(
            #""link":"https://夏.example/""#,
            "warning link-blank: found `夏` in `link`, wanted it percent-encoded; "
                + "send it with the ASCII form of its host (`xn--…`), and percent-encoded"),
        own(
            #""link":"https://a.example/ ""#,
            "warning link-blank: found a blank in `link`, wanted none; "
                + "write `%20` for a blank inside a URL"),
    ]

    @Test(arguments: links) func `a link leads somewhere, as far as it certainly is one`(
        _ row: Saying
    ) {
        #expect(row.said == row.lines)
    }

    private static let https = "wanted a URL that starts with `https://`"

    static let images: [Saying] = [
        own(#""image_url":"https://a.example/i.png""#),
        own(#""image_url":"https://a.example/i.webp""#), own(#""image_url":"hero""#),
        own(#""image_url":7"#), own(#""image_url":"""#),
        own(
            #""image_url":"http://a.example/i.png""#,
            #"error image-url: found `"http://a.example/i.png"` as `image_url`, \#(https)"#),
        own(
            #""image_url":"hero.png""#,
            #"note image-url: found `"hero.png"` as `image_url`, \#(https)"#),
        campaign(
            #""image_url":7"#, "error image-url: found `7` as `image_url`, wanted a URL as a string"
        ),
        campaign(
            #""image_url":"hero""#, #"error image-url: found `"hero"` as `image_url`, \#(https)"#),
        campaign(
            #""image_url":"https://a.example/i.webp""#,
            "warning image-type: found a `.webp` file as `image_url`, wanted a JPEG, PNG or GIF; "
                + "send a `.jpg` or `.png`, "
                + "or let the server answer with such a `Content-Type`"),
        campaign(
            #""image_url":"https://""#,
            #"error image-url: found `"https://"` as `image_url`, wanted a URL: it has no host"#),
        campaign(
            #""image_url":"https://a.example/i j.png""#,
            "warning link-blank: found a blank in `image_url`, wanted `%20`; "
                + "write `%20` for a blank inside a URL"),
        campaign(
            #""image_url":"https://a.example/画.png""#,
            "warning link-blank: found `画` in `image_url`, wanted it percent-encoded; "
                + "send it percent-encoded: `https://a.example/%E7%94%BB.png`"),
        own(
            #""fcm_options":{"image":"http://a.example/i.png"}"#,
            #"error image-url: found `"http://a.example/i.png"` as `image`, \#(https)"#),
    ]

    @Test(arguments: images) func `an image is loaded over HTTPS`(_ row: Saying) {
        #expect(row.said == row.lines)
    }

    static let others: [Saying] = [
        own(#""screen":"news","n":0,"nested":{"a":null}"#),
        own(#""coupon":null"#, "note null-value: found null as `coupon`"),
        own(#""google.c.a.e":"1""#),
        own(
            #""google.c.a.e":1"#,
            #"warning analytics-mark: found `1` as `google.c.a.e`, wanted the string "1""#),
        own(
            #""google.c.a.e":"true""#,
            #"warning analytics-mark: found `"true"` as `google.c.a.e`, wanted the string "1""#),
        own(#""mdm":"996a""#, "note mdm-key: found `mdm`, which only device management has"),
        own(#""event":"sale","category":"news","timestamp":1"#),
        own(
            #""contentAvailable":1"#,
            "warning aps-key-outside: "
                + "found `contentAvailable` next to `aps`, wanted `content-available` in it; "
                + "move it into `aps`, as `content-available`"),
        // It is in `aps` as well, so the one outside may be the app's own.
        own(#""mutable_content":1"#), own(#""apns-other":1"#),
        own(
            #""apns-topic":"com.example.myapp""#,
            "warning header-in-body: found `apns-topic` in the payload, wanted it as a header; "
                + "send it as a header of the request"),
        own(#""Simulator Target Bundle":"com.example.myapp""#),
        own(
            #""Simulator Target Bundle":"""#,
            #"error simulator-bundle: found `""` as `Simulator Target Bundle`, "#
                + "wanted a bundle ID"),
        own(
            #""simulator target bundle":"com.example.myapp""#,
            "error simulator-bundle: found `simulator target bundle`, "
                + "wanted `Simulator Target Bundle`"),
    ]

    @Test(arguments: others) func `an app's own words are left alone, others' are not`(
        _ row: Saying
    ) {
        #expect(row.said == row.lines)
    }
}
