import PushText

/// The text of a notification, written out or to be looked up in the app's strings.
public struct Alert: Equatable, Sendable {
    /// The first, bold line.
    public var title: String?
    /// The line below the title.
    public var subtitle: String?
    /// The text below them.
    public var body: String?
    /// The title's key in the app's strings.
    public var titleLocKey: String?
    /// The values for the placeholders of the title, in order.
    public var titleLocArgs: [String] = []
    /// The subtitle's key in the app's strings.
    public var subtitleLocKey: String?
    /// The values for the placeholders of the subtitle, in order.
    public var subtitleLocArgs: [String] = []
    /// The body's key in the app's strings.
    public var locKey: String?
    /// The values for the placeholders of the body, in order.
    public var locArgs: [String] = []

    /// Creates an alert with nothing but the given texts.
    public init(title: String? = nil, subtitle: String? = nil, body: String? = nil) {
        self.title = title
        self.subtitle = subtitle
        self.body = body
    }

    /// Creates the alert from a payload's `alert`; nil if it is neither a string nor an object.
    ///
    /// A string is the body. Values of a wrong type are left out. An argument that is a number
    /// becomes its spelling, as `%@` would print it, which Apple does not document.
    public init?(_ json: JSON) {
        switch json {
        case .string(let body): self.init(body: body)
        case .object(let members): self.init(members)
        default: return nil
        }
    }

    /// Reads an object; of equal keys the last one counts, and keys that Apple does not define are
    /// left out.
    private init(_ members: [JSON.Member]) {
        // By index, since handing out each member copies it.
        for index in members.indices {
            guard let key = AlertKey(rawValue: members[index].key) else { continue }
            take(key, members[index].value)
        }
    }

    private mutating func take(_ key: AlertKey, _ value: JSON) {
        switch key {
        case .title: title = value.stringValue
        case .subtitle: subtitle = value.stringValue
        case .body: body = value.stringValue
        case .titleLocKey: titleLocKey = value.stringValue
        case .titleLocArgs: titleLocArgs = Self.arguments(value)
        case .subtitleLocKey: subtitleLocKey = value.stringValue
        case .subtitleLocArgs: subtitleLocArgs = Self.arguments(value)
        case .locKey: locKey = value.stringValue
        case .locArgs: locArgs = Self.arguments(value)
        // No launch screen is drawn.
        case .launchImage, .actionLocKey, .action, .summaryArg, .summaryArgCount: break
        }
    }

    /// The values for placeholders; an array is read item by item, so one bad item does not cost
    /// the others.
    ///
    /// Anything but an array gives none.
    private static func arguments(_ value: JSON) -> [String] {
        (value.arrayValue ?? []).map { $0.stringValue ?? $0.text }
    }

    /// Whether the alert of a payload would show text, without making one.
    ///
    /// Agrees with the property of the same name. A sender asks this of each payload, and building
    /// the alert would copy all of its texts.
    static func hasVisibleText(_ json: JSON) -> Bool {
        if case .string(let body) = json { return !body.isEmpty }
        return textKeys.contains { isText(json[$0.rawValue]?.stringValue) }
    }

    /// The keys with which an alert gets a text that is shown.
    package static let textKeys: [AlertKey] = [
        .title, .subtitle, .body, .titleLocKey, .subtitleLocKey, .locKey,
    ]

    /// Whether a title, subtitle or body would show, written out or as a key of the app's strings.
    @inlinable @inline(__always)
    public var hasVisibleText: Bool {
        Self.isText(title) || Self.isText(subtitle) || Self.isText(body)
            || Self.isText(titleLocKey) || Self.isText(subtitleLocKey) || Self.isText(locKey)
    }

    /// Whether a text is named by a key of the app's strings.
    @inlinable package var hasLocKey: Bool {
        titleLocKey != nil || subtitleLocKey != nil || locKey != nil
    }

    /// Counts an empty string as absent: iOS shows nothing for it.
    @usableFromInline
    static func isText(_ text: String?) -> Bool { text?.isEmpty == false }
}
