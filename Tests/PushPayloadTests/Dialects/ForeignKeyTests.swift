import PushText
import Testing

@testable import PushPayload

/// Where other senders' SDKs put an image and a link, each at the path that its own SDK reads.
@Suite struct ForeignKeyTests {
    private static func payload(_ path: [String], _ value: JSON) -> JSON {
        var json = value
        for key in path.reversed() { json = .object([JSON.Member(key: key, value: json)]) }
        return json
    }

    @Test(arguments: [
        "image", "image_url", "imageUrl", "media-url", "attachment", "ct_mediaUrl", "adb_media",
        "data.image", "custom.picture", "payload.thumbnail", "extra.img", "CIO.push.image",
        "itbl.attachment-url", "moengage.media-attachment", "expandableDetails.image", "att.id",
    ])
    func `an image is found under the names that senders give it`(_ path: String) {
        let root = Self.payload(
            path.split(separator: ".").map(String.init), "https://a.example/i.png")
        #expect(ForeignKey.image(in: root) == path)
    }

    @Test(arguments: [
        "url", "deep_link", "click_action", "wzrk_dl", "_od", "adb_uri", "ab_uri", "data.link",
        "data.deeplink", "custom.url", "CIO.push.link", "itbl.defaultAction.data",
        "app_extra.moe_deeplink", "cta.actionLink", "custom.u", "_wp.targetUrl",
    ])
    func `a link is found under the names that senders give it`(_ path: String) {
        let root = Self.payload(path.split(separator: ".").map(String.init), "myapp://a")
        #expect(ForeignKey.link(in: root) == path)
    }

    @Test func `a key with a dot in its name is one key`() {
        #expect(ForeignKey.link(in: ["com.batch": ["l": "myapp://a"]]) == "com.batch.l")
    }

    @Test func `the guide's own keys for links are not others'`() {
        #expect(ForeignKey.link(in: ["link": "https://a", "deeplink": "myapp://a"]) == nil)
        #expect(ForeignKey.link(in: ["link": "https://a", "url": "https://b"]) == "url")
    }

    @Test(
        arguments: [
            "hero.png", "", "myapp://i.png", "data:image/png;base64,x", 7, true, .null,
            ["https://a.example/i.png"],
        ] as [JSON])
    func `an image is a web address`(_ value: JSON) {
        #expect(ForeignKey.image(in: ["image": value]) == nil)
    }

    @Test func `a word without a scheme is no link`() {
        #expect(ForeignKey.link(in: ["url": "/orders/12"]) == nil)
        #expect(ForeignKey.link(in: ["url": "orders"]) == nil)
        #expect(ForeignKey.link(in: ["data": "https://a"]) == nil)
        #expect(ForeignKey.link(in: "https://a") == nil)
    }

    @Test(
        arguments: [
            ("aps", "aps.url"), ("aps.alert", "aps.alert.url"), ("aps.sound", nil), ("data", nil),
        ] as [(String, String?)])
    func `a link inside aps is where no app looks`(_ place: String, _ found: String?) {
        let path = place.split(separator: ".").map(String.init) + ["url"]
        #expect(ForeignKey.linkInAPS(of: Self.payload(path, "https://a")) == found)
    }

    @Test func `of two the top one counts, before boxes and paths`() {
        let root: JSON = [
            "CIO": ["push": ["image": "https://c"]], "data": ["image": "https://b"],
            "img": "https://a",
        ]
        #expect(ForeignKey.image(in: root) == "img")
    }
}
