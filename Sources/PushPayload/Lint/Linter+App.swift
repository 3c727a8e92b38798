import PushText

extension Linter {
    /// Checks what reaches the device against what the installed app reads.
    ///
    /// `places` are the objects whose members are next to `aps` on the device: the payload itself,
    /// or the payload and the `data` of a message for FCM. `fcmImage` is the picture that FCM puts
    /// under `fcm_options`, if it has a key of its own.
    mutating func checkApp(_ places: [JSONNode], fcmImage: JSONNodeMember? = nil) {
        guard let app = context.app else { return }
        checkAppImage(app, places, fcmImage)
        let isLinkRead = app.linkKeys.contains { key in
            places.contains { $0.value(at: key)?.isText == true }
        }
        for place in places {
            for member in place.members ?? []
            where ForeignKey.links.contains(member.key) && member.value.isText {
                if app.linkKeys.contains(member.key) {
                    checkAppScheme(app, member)
                } else if !isLinkRead {
                    report(
                        .appLinkUnread, member.keySpan,
                        "the payload has `\(member.key)`; the app reads "
                            + Self.list(app.linkKeys),
                        cure: app.linkKeys.first.map { "write `\($0)`" },
                        fix: app.linkKeys.first.flatMap {
                            renaming(member, to: $0, in: place.members)
                        })
                }
            }
        }
        guard let aps = places.lazy.compactMap({ $0["aps"] }).first else { return }
        checkAppTexts(app, places, aps)
        checkAppSound(app, aps)
        checkAppStrings(app, aps)
        checkAppActivity(app, aps)
    }

    /// An app that lists no sounds has none, as it has on arrival.
    ///
    /// A file of the bundle that is too long is judged by the rule for formats, as iOS treats both
    /// alike.
    private mutating func checkAppSound(_ app: LintApp, _ aps: JSONNode) {
        guard let sound = aps["sound"],
            let name = sound.stringValue ?? sound["name"]?.stringValue,
            !name.isEmpty, name != "default"
        else { return }
        guard let file = app.sounds.first(where: { $0.name == name }) else {
            report(
                .appSoundMissing, sound.span,
                "found the sound `\(name.shownKey)`; the app has "
                    + Self.list(app.sounds.map(\.name)),
                cure: app.sounds.isEmpty
                    ? "name the files of its bundle, here `app set sounds`" : nil)
            return
        }
        guard file.seconds >= Sound.tooManySeconds else { return }
        report(
            .soundFormat, sound.span,
            "found the sound `\(name.shownKey)` of \(file.seconds) s, wanted less than "
                + "\(Sound.tooManySeconds) s",
            then: "the default sound is played")
    }

    /// Texts that the app looks up, where its strings are known.
    private mutating func checkAppStrings(_ app: LintApp, _ aps: JSONNode) {
        guard let strings = app.strings, let alert = aps["alert"] else { return }
        for word in ["loc-key", "title-loc-key", "subtitle-loc-key"] {
            guard let value = alert[word], let key = value.stringValue, !strings.keys.contains(key)
            else { continue }
            report(
                .appStringMissing, value.span,
                "found the \(word) `\(key.shownKey)`; the app's strings for "
                    + "`\(strings.language)` lack it")
        }
    }

    /// An app that names no types of activities accepts any.
    private mutating func checkAppActivity(_ app: LintApp, _ aps: JSONNode) {
        guard let event = aps.member("event"), aps.hasMember("content-state") else { return }
        if !app.hasActivities {
            report(
                .appActivities, event.keySpan,
                "found a push to a Live Activity; the app's Info.plist has no "
                    + "`NSSupportsLiveActivities`")
        } else if let type = aps["attributes-type"], let name = type.stringValue,
            !app.activityTypes.isEmpty, !app.activityTypes.contains(name)
        {
            report(
                .appActivities, type.span,
                "found the type `\(name.shownKey)`; the app has " + Self.list(app.activityTypes))
        }
    }

    /// The first key that the extension reads settles it, whatever other images there are.
    ///
    /// A key with a dot is read by an SDK inside the extension and is not held against an app
    /// without one.
    private mutating func checkAppImage(
        _ app: LintApp, _ places: [JSONNode], _ fcmImage: JSONNodeMember?
    ) {
        let found = app.imageKeys.lazy.compactMap { key -> (String, ByteSpan)? in
            for place in places where place.value(at: key)?.isText == true {
                return (key, place.member(key)?.keySpan ?? place.openingSpan)
            }
            guard key == "fcm_options.image", let fcmImage, fcmImage.value.isText else {
                return nil
            }
            return (key, fcmImage.keySpan)
        }.first
        if let (key, span) = found {
            guard !app.hasExtension, !key.utf8.contains(Ascii.dot) else { return }
            report(
                .appImageUnread, span,
                "the payload has `\(key.shownKey)`; the app has no service extension to read it")
            return
        }
        for place in places {
            for member in place.members ?? []
            where ForeignKey.images.contains(member.key) && member.value.isWebAddress {
                reportUnreadImage(app, member, in: place)
                return
            }
        }
        guard let fcmImage, fcmImage.value.isWebAddress else { return }
        reportUnreadImage(app, fcmImage, in: nil)
    }

    /// `place` is nil for the picture that FCM moves, which cannot be renamed where it stands.
    ///
    /// A path is no name to write in its place, so the fix is left out for it.
    private mutating func reportUnreadImage(
        _ app: LintApp, _ member: JSONNodeMember, in place: JSONNode?
    ) {
        let key = app.imageKeys.first
        report(
            .appImageUnread, member.keySpan,
            "the payload has `\(member.key)`; the app's extension reads "
                + Self.list(app.imageKeys),
            cure: key.map { place == nil ? "write `\($0)` in `data`" : "write `\($0)`" },
            fix: place.flatMap { place in
                key.flatMap { key in
                    key.utf8.contains(Ascii.dot)
                        ? nil : renaming(member, to: key, in: place.members)
                }
            })
    }

    /// Web links need no registration, and dangerous schemes have a rule of their own.
    private mutating func checkAppScheme(_ app: LintApp, _ link: JSONNodeMember) {
        guard let url = link.value.stringValue, let scheme = Self.scheme(of: url),
            !["http", "https"].contains(scheme), !Link.dangerous.contains(scheme),
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
            bundleID: "com.example.myapp", schemes: ["myapp"],
            sounds: [.init(name: "bell.caf", seconds: 2)],
            strings: LintApp.Strings(language: "en", keys: ["SALE"]), hasActivities: true))
    private static let withoutActivities = LintContext(app: LintApp(bundleID: "com.example.a"))
    private static let live =
        #"{"aps": {"event": "update", "timestamp": 1672680658, "content-state": {}}}"#
    private static func own(_ inside: String) -> LintExample {
        LintExample(#"{"aps": {"alert": "Hello", "mutable-content": 1}, \#(inside)}"#, with: app)
    }

    static let appEntries: [LintRuleEntry] = [
        LintRuleEntry(
            .appImageUnread, .warning,
            "The image is under a key that the app's extension reads.",
            then: "the extension finds no image; the text is shown without one", "pushsh", .high,
            right: own(#""image_url": "https://a.example/i.png""#),
            wrong: own(#""image": "https://a.example/i.png""#)),
        LintRuleEntry(
            .appLinkUnread, .warning, "The link is under a key that the app reads.",
            then: "a tap opens the app, but no link", "pushsh", .high,
            right: own(#""link": "https://example.com/promo""#),
            wrong: own(#""url": "https://example.com/promo""#)),
        LintRuleEntry(
            .appScheme, .error, "An app link has a scheme of the app's `CFBundleURLTypes`.",
            then: "iOS opens no app for it, or another one", "pushsh", .high,
            right: own(#""deeplink": "myapp://promo/42""#),
            wrong: own(#""deeplink": "otherapp://promo/42""#)),
        LintRuleEntry(
            .appSoundMissing, .warning, "A sound is a file in the app's bundle.",
            then: "the default sound is played, not documented by Apple", "A-SOUND", .medium,
            right: LintExample(#"{"aps": {"alert": "Hello", "sound": "bell.caf"}}"#, with: app),
            wrong: LintExample(#"{"aps": {"alert": "Hello", "sound": "horn.caf"}}"#, with: app)),
        LintRuleEntry(
            .appStringMissing, .warning,
            "A `loc-key` is in the app's `Localizable.strings`.",
            then: "the fallback text is shown, or the key itself", "A-LOC", .low,
            right: LintExample(#"{"aps": {"alert": {"loc-key": "SALE"}}}"#, with: app),
            wrong: LintExample(#"{"aps": {"alert": {"loc-key": "SALES"}}}"#, with: app)),
        LintRuleEntry(
            .appActivities, .error, "A push to a Live Activity goes to an app that supports them.",
            then: "iOS does not start or change any", "A-LIVE", .high,
            right: LintExample(live, with: app), wrong: LintExample(live, with: withoutActivities)),
    ]
}
