import PushModel
import PushPayload
import PushTestSupport
import Testing

@testable import PushSimulation

/// A link, and where it leads: `web HOST`, `screen NAME PARAMETERS`, `refused REASON`, or `none`.
struct LinkCase: CustomTestStringConvertible, Sendable {
    var text: String
    var leads: String

    init(_ text: String, _ leads: String) {
        self.text = text
        self.leads = leads
    }

    var testDescription: String { text.debugDescription }

    static func place(_ text: String, _ settings: AppSettings) -> String {
        guard let link = Link(text) else { return "none" }
        return switch link.destination(for: settings) {
        case .web: "web \(link.host)"
        case .screen(let name, let parameters):
            (["screen", name] + parameters).joined(separator: " ")
        case .refused(let reason): "refused \(reason)"
        }
    }

    static let web = [
        LinkCase("https://example.com/promo", "web example.com"),
        LinkCase("HTTPS://EXAMPLE.com:443/%zz", "web example.com"),
        LinkCase("https:example.com", "web example.com"),
        LinkCase("https:/example.com/a", "web example.com"),
        LinkCase("https:////example.com", "web example.com"),
        LinkCase(#"https:\\example.com\a"#, "web example.com"),
        LinkCase(#"https://good.com\@evil.com/"#, "web good.com"),
        LinkCase("https://example.com?q=//evil.com", "web example.com"),
        LinkCase("https://example.com#@evil.com", "web example.com"),
        LinkCase("https://[::1]:8080/", "web [::1]"),
        LinkCase("https://日本語.jp/クーポン", "web 日本語.jp"),
        LinkCase(
            "https://good.com@evil.com/",
            "refused it has a user name before its host `evil.com`"),
        LinkCase("https://@evil.com", "refused it has a user name before its host `evil.com`"),
        LinkCase("https://", "refused it has no host"),
        LinkCase("https://:80", "refused it has no host"),
        LinkCase("https://a:99999", "refused its port is not a number up to 65535"),
        LinkCase("https://a:8o", "refused its port is not a number up to 65535"),
        LinkCase("https://a%2fb", "refused its host has characters that are not allowed"),
        LinkCase("https://a%zz", "refused the percent-encoding of its host is broken"),
        LinkCase("https://a|b", "refused its host has characters that are not allowed"),
        LinkCase("https://a..b", "refused its host has an empty label"),
        LinkCase("https://..", "refused its host has an empty label"),
        LinkCase("https://a.com./", "web a.com."),
        LinkCase("https://[zz]", "refused its host is not an IPv6 address"),
        LinkCase("https://a.com/\tb", "refused it contains control characters"),
        LinkCase("https://a.com/b c", "web a.com"),
        LinkCase("https://a.com/\u{202E}gpj", "refused it contains invisible characters"),
    ]

    static let app = [
        LinkCase("myapp://coupons", "screen coupons"),
        LinkCase("MyApp://coupons/42", "screen coupons/42"),
        LinkCase("myapp:coupons", "screen coupons"),
        LinkCase("myapp:/coupons//42/", "screen coupons/42"),
        LinkCase("myapp://", "screen home"),
        LinkCase("myapp:", "screen home"),
        LinkCase("myapp://coupons:80/a", "screen coupons/a"),
        LinkCase("myapp://%E3%82%AF%E3%83%BC", "screen クー"),
        LinkCase("myapp://coupons?a=1&b=x%20y+z#top", "screen coupons a=1 b=x y z"),
        LinkCase("myapp://a/../admin", "refused its path leaves the app's screens"),
        LinkCase("myapp://a/%2e%2E/admin", "refused its path leaves the app's screens"),
        LinkCase("myapp://a/./b", "refused its path leaves the app's screens"),
        LinkCase("myapp://a%2Fadmin", "refused its path hides a slash"),
        LinkCase("myapp://a%5Cadmin", "refused its path hides a slash"),
        LinkCase(#"myapp://a\admin"#, "refused its path hides a slash"),
        LinkCase("myapp://a%00", "refused its path hides control characters"),
        LinkCase("myapp://a%0", "refused its percent-encoding is broken"),
        LinkCase("myapp://%ff", "refused its percent-encoding is broken"),
        LinkCase("myapp://good@admin", "refused it has a user name before its host"),
        LinkCase("other://a", "refused scheme `other` is not in CFBundleURLTypes (myapp)"),
        LinkCase("javascript:alert(1)", "refused `javascript:` links are never opened"),
        LinkCase("JavaScript:alert(1)", "refused `javascript:` links are never opened"),
        LinkCase("data:text/html,x", "refused `data:` links are never opened"),
        LinkCase("file:///etc/passwd", "refused `file:` links are never opened"),
        LinkCase("java\tscript:alert(1)", "none"), LinkCase(" javascript:x", "none"),
        LinkCase("//evil.com", "none"), LinkCase("1x://a", "none"), LinkCase("", "none"),
        LinkCase(":", "none"),
    ]
}

@Suite struct LinkTests {
    private let settings = AppSettings(profile: .treasureData, bundleID: "com.example.myapp")

    @Test(arguments: LinkCase.web + LinkCase.app)
    func `a link leads where the standard and the app say`(link: LinkCase) {
        #expect(LinkCase.place(link.text, settings) == link.leads)
    }

    @Test(arguments: [
        ("https://a.com/b c", "it contains a space, which must be written %20"),
        ("myapp://a b", "it contains a space, which must be written %20"),
        ("https://日本語.jp/", "it contains `日`, which must be percent-encoded"),
        ("myapp://coupons?name=夏", "it contains `夏`, which must be percent-encoded"),
    ])
    func `before iOS 17 it must be ASCII without blanks`(text: String, reason: String) throws {
        let link = try #require(Link(text))
        #expect(link.destination(for: settings, .strict) == .refused(reason))
        #expect(link.destination(for: settings, .encoding) != .refused(reason))
    }

    @Test(arguments: [
        ("17.5", "26.0", true), ("17.0", "17.0", true), ("16.4", "26.0", false),
        ("17.5", "16.4", false),
    ])
    func `the device and the SDK decide together`(os: String, sdk: String, encodes: Bool) {
        var app = App(
            address: AppAddress(device: "phone", bundleID: "com.example.myapp"), settings: settings)
        app.settings.builtWith = sdk
        let device = Device(name: "phone", os: os)
        #expect((app.urlReading(on: device.status) == .encoding) == encodes)
    }

    @Test func `registering a dangerous scheme does not open it`() {
        var settings = settings
        settings.schemes = ["javascript", "file", "data"]
        for scheme in settings.schemes {
            let place = LinkCase.place("\(scheme):x", settings)
            #expect(place == "refused `\(scheme):` links are never opened")
        }
    }

    @Test(arguments: [
        LinkCase("myapp://coupons", "screen coupons"),
        LinkCase("myapp://coupons/1", "screen coupons/1"),
        LinkCase("myapp://couponsX", "refused screen `couponsX` is not in the app's allow-list"),
        LinkCase("myapp://admin", "refused screen `admin` is not in the app's allow-list"),
        LinkCase("myapp://", "refused screen `home` is not in the app's allow-list"),
    ])
    func `an allow-list lets through its screens and what is below`(link: LinkCase) {
        var settings = settings
        settings.allowedScreens = ["coupons"]
        #expect(LinkCase.place(link.text, settings) == link.leads)
    }

    @Test func `without a handler no screen opens`() {
        var settings = settings
        settings.hasLinkHandler = false
        let place = LinkCase.place("myapp://coupons", settings)
        #expect(place == "refused the app has no link handler")
    }

    @Test func `no mutation of a link opens what is dangerous`() {
        var generator = SeededGenerator(seed: 7)
        let tokens = ["javascript:", "@", "\\", "//", "%2e", "%00", "?", "#", "\t", ":", "..", "é"]
        let seeds = (LinkCase.web + LinkCase.app).map { Array($0.text.utf8) }
        for round in 0..<4000 {
            let bytes = generator.mutated(seeds[round % seeds.count], tokens: tokens)
            let text = String(decoding: bytes, as: UTF8.self)
            let place = LinkCase.place(text, settings)
            guard place.hasPrefix("web") || place.hasPrefix("screen") else { continue }
            let path = place.split(separator: " ").dropFirst().first ?? ""
            #expect(["http", "https", "myapp"].contains(Link(text)?.scheme), "\(text)")
            #expect(!path.split(separator: "/").contains(".."), "\(text)")
            #expect(!place.unicodeScalars.contains(where: LinkPath.isControl), "\(text)")
        }
    }
}
