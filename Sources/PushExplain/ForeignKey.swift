import PushModel
import PushPayload
import PushSimulation
import PushText

/// Keys under which other senders put an image or a link, and which an app may not read.
enum ForeignKey {
    private static let images = [
        "image", "img", "img_url", "imageUrl", "imageURL", "image-url", "picture", "picture_url",
        "photo", "media_url", "media-url", "mediaUrl", "media", "attachment", "attachment_url",
        "attachment-url", "big_picture", "bigPicture", "thumbnail", "icon_url",
    ]
    private static let links = [
        "url", "uri", "deep_link", "deepLink", "deep-link", "deeplink_url", "link_url", "linkUrl",
        "action_url", "click_action", "target_url", "open_url", "landing_page", "href",
    ]
    /// Objects in which senders collect their own keys.
    private static let boxes = ["data", "custom", "payload", "extra"]

    /// The key that holds the URL of an image; nil where none does.
    static func image(in root: JSON) -> String? {
        find(images, in: root) { $0.scheme == "https" || $0.scheme == "http" }
    }

    /// The key that holds a link; nil where none does.
    static func link(in root: JSON) -> String? { find(links, in: root) { _ in true } }

    private static func find(
        _ keys: [String], in root: JSON, where isMeant: (Link) -> Bool
    ) -> String? {
        for box in [nil] + boxes.map(Optional.some) {
            guard let object = box.map({ root[$0] }) ?? root else { continue }
            for key in keys {
                guard let text = object[key]?.stringValue, let link = Link(text), isMeant(link)
                else { continue }
                return box.map { "\($0).\(key)" } ?? key
            }
        }
        return nil
    }
}
