import PushText

extension Linter {
    /// Keys under which senders put the address of an image.
    private static let imageWords = [
        "image", "image_url", "imageUrl", "imageURL", "image-url", "img", "img_url", "imgUrl",
        "picture", "photo", "media", "media_url", "mediaUrl", "media-url", "attachment",
        "attachment_url", "attachment-url", "rich-media", "urlImageString",
    ]

    /// Keys under which senders put the link that a tap opens.
    private static let linkWords = [
        "deeplink", "deep_link", "deepLink", "deep-link", "link", "url", "uri", "link_url",
        "linkUrl", "web_url", "webUrl", "action_url", "target_url", "click_action",
    ]

    /// Checks the keys beside `aps` against what the installed app reads.
    mutating func checkApp(_ root: JSONNode) {
        guard let app = context.app, let members = root.members else { return }
        checkAppImage(app, root, members)
        let isLinkRead = app.linkKeys.contains { root.value(at: $0)?.isText == true }
        for member in members where Self.linkWords.contains(member.key) && member.value.isText {
            if app.linkKeys.contains(member.key) {
                checkAppScheme(app, member)
            } else if !isLinkRead {
                report(
                    .appLinkUnread, member.keySpan,
                    "the payload has `\(member.key)`; the app reads "
                        + Self.list(app.linkKeys),
                    cure: app.linkKeys.first.map { "write `\($0)`" },
                    fix: app.linkKeys.first.flatMap { renaming(member, to: $0, in: members) })
            }
        }
        guard !app.sounds.isEmpty, let sound = root["aps"]?["sound"],
            let name = sound.stringValue ?? sound["name"]?.stringValue,
            !name.isEmpty, name != "default", !app.sounds.contains(name)
        else { return }
        report(
            .appSoundMissing, sound.span,
            "found the sound `\(name.shownKey)`; the app has " + Self.list(app.sounds))
    }

    private mutating func checkAppImage(
        _ app: LintApp, _ root: JSONNode, _ members: [JSONNodeMember]
    ) {
        guard !app.imageKeys.contains(where: { root.value(at: $0)?.isText == true }) else {
            guard !app.hasExtension,
                let key = app.imageKeys.first(where: { root.value(at: $0)?.isText == true }),
                let member = root.member(key)
            else { return }
            report(
                .appImageUnread, member.keySpan,
                "the payload has `\(key.shownKey)`; the app has no service extension to read it")
            return
        }
        for member in members
        where Self.imageWords.contains(member.key) && member.value.isWebAddress {
            report(
                .appImageUnread, member.keySpan,
                "the payload has `\(member.key)`; the app's extension reads "
                    + Self.list(app.imageKeys),
                cure: app.imageKeys.first.map { "write `\($0)`" },
                fix: app.imageKeys.first.flatMap { key in
                    key.utf8.contains(Ascii.dot) ? nil : renaming(member, to: key, in: members)
                })
            return
        }
    }

    private mutating func checkAppScheme(_ app: LintApp, _ link: JSONNodeMember) {
        guard let url = link.value.stringValue, let scheme = Self.scheme(of: url),
            !["http", "https", "javascript", "file", "data"].contains(scheme),
            !app.schemes.contains(where: { $0.lowercased() == scheme })
        else { return }
        report(
            .appScheme, link.value.span,
            "found the scheme `\(scheme.shownKey)`; the app registers "
                + (app.schemes.isEmpty ? "none" : Self.list(app.schemes)))
    }

    private static func list(_ names: [String]) -> String {
        names.isEmpty ? "none" : names.map { "`\($0.shownKey)`" }.joined(separator: ", ")
    }
}

extension JSONNode {
    /// The value that a path such as `data.imageUrl` leads to; a key with dots in it comes first.
    fileprivate func value(at path: String) -> JSONNode? {
        if let node = self[path] { return node }
        var node: JSONNode? = self
        for key in path.split(separator: ".") { node = node?[String(key)] }
        return node
    }

    /// Whether it is a string that starts as a web address does.
    fileprivate var isWebAddress: Bool {
        stringValue.map { $0.hasPrefix("https://") || $0.hasPrefix("http://") } ?? false
    }
}

extension LintRule {
    private static let app = LintContext(
        app: LintApp(
            bundleID: "com.example.myapp", schemes: ["myapp"], sounds: ["bell.caf"]))
    private static func own(_ inside: String) -> LintExample {
        LintExample(#"{"aps": {"alert": "Hello", "mutable-content": 1}, \#(inside)}"#, with: app)
    }

    static let appEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .appImageUnread, .warning,
            "The image stands under a key that the app's extension reads.",
            then: "the extension finds no image; the text is shown without one", "pushsh", .high,
            right: own(#""image_url": "https://a.example/i.png""#),
            wrong: own(#""image": "https://a.example/i.png""#)),
        LintRuleEntry(
            .appLinkUnread, .warning, "The link stands under a key that the app reads.",
            then: "a tap opens the app, and no link", "pushsh", .high,
            right: own(#""link": "https://example.com/promo""#),
            wrong: own(#""url": "https://example.com/promo""#)),
        LintRuleEntry(
            .appScheme, .error, "An app link has a scheme of the app's `CFBundleURLTypes`.",
            then: "iOS opens no app for it, or another one", "pushsh", .high,
            right: own(#""deeplink": "myapp://promo/42""#),
            wrong: own(#""deeplink": "otherapp://promo/42""#)),
        LintRuleEntry(
            .appSoundMissing, .warning, "A sound is a file of the app's bundle.",
            then: "the default sound is played, not documented by Apple", "A-SOUND", .medium,
            right: LintExample(#"{"aps": {"alert": "Hello", "sound": "bell.caf"}}"#, with: app),
            wrong: LintExample(#"{"aps": {"alert": "Hello", "sound": "horn.caf"}}"#, with: app)),
    ]
}
