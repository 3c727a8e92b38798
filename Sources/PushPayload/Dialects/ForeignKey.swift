import PushText

/// Keys under which other senders put an image or a link, and which an app may not read.
///
/// They are the spellings that senders use, not a standard. A hit only means that somebody meant an
/// image or a link; whether the installed app reads the key is for the caller to find out.
package enum ForeignKey {
    /// Keys outside `aps`: those of any sender, then those of one vendor's SDK.
    package static let images = [
        "image", "img", "img_url", "imgUrl", "image_url", "imageUrl", "imageURL", "image-url",
        "picture", "picture_url", "photo", "media_url", "media-url", "mediaUrl", "media",
        "attachment", "attachment_url", "attachment-url", "big_picture", "bigPicture", "thumbnail",
        "icon_url", "urlImageString",
        // CleverTap, Salesforce Marketing Cloud, Adobe Journey Optimizer and Campaign, Klaviyo.
        "ct_mediaUrl", "_mediaUrl", "adb_media", "media-attachment-url", "rich-media",
    ]
    /// Keys outside `aps`: those of any sender, then those of one vendor's SDK.
    package static let links = [
        "deeplink", "deep_link", "deepLink", "deep-link", "deeplink_url", "link", "link_url",
        "linkUrl", "url", "uri", "web_url", "webUrl", "action_url", "click_action", "target_url",
        "open_url", "landing_page", "href",
        // CleverTap, Salesforce Marketing Cloud, Adobe Journey Optimizer, Braze, Repro.
        "wzrk_dl", "_od", "adb_uri", "ab_uri", "rpr_url",
    ]
    /// Objects in which senders collect their own keys.
    private static let boxes = ["data", "custom", "payload", "extra"]

    /// The paths at which a vendor's SDK looks inside its own object: Customer.io, Iterable,
    /// MoEngage, WebEngage, OneSignal.
    private static let imagePaths = [
        ["CIO", "push", "image"], ["itbl", "attachment-url"], ["moengage", "media-attachment"],
        ["expandableDetails", "image"], ["att", "id"],
    ]
    /// The same for links, and also of Batch and WonderPush.
    private static let linkPaths = [
        ["CIO", "push", "link"], ["itbl", "defaultAction", "data"], ["app_extra", "moe_deeplink"],
        ["cta", "actionLink"], ["custom", "u"], ["com.batch", "l"], ["_wp", "targetUrl"],
    ]

    /// The key that holds the URL of an image; nil if none does.
    package static func image(in root: JSON) -> String? {
        find(images, imagePaths, in: root) { $0.scheme == "https" || $0.scheme == "http" }
    }

    /// The key that holds a link that no app of Treasure Data's SDK reads; nil if none does.
    package static func link(in root: JSON) -> String? {
        find(links, unless: ["deeplink", "link"], linkPaths, in: root) { _ in true }
    }

    /// The key inside `aps` that holds a link, where iOS reads it as its own and no app looks.
    package static func linkInAPS(of root: JSON) -> String? {
        for path in [["aps"], ["aps", "alert"]] {
            let object = path.reduce(Optional(root)) { $0?[$1] }
            if let key = links.first(where: { holds(object?[$0]) { _ in true } }) {
                return (path + [key]).joined(separator: ".")
            }
        }
        return nil
    }

    /// Finds the first key outside `aps`, or in an object there; `read` are those that the app
    /// reads at top level.
    private static func find(
        _ keys: [String], unless read: [String] = [], _ paths: [[String]], in root: JSON,
        where isMeant: (Link) -> Bool
    ) -> String? {
        for key in keys where !read.contains(key) && holds(root[key], isMeant) { return key }
        for box in boxes {
            for key in keys where holds(root[box]?[key], isMeant) { return "\(box).\(key)" }
        }
        return paths.first { path in
            holds(path.reduce(Optional(root)) { $0?[$1] }, isMeant)
        }?.joined(separator: ".")
    }

    /// Tells a link from a word by its scheme, so that `"image": "logo"` is not reported.
    private static func holds(_ value: JSON?, _ isMeant: (Link) -> Bool) -> Bool {
        value?.stringValue.flatMap(Link.init).map(isMeant) ?? false
    }
}
