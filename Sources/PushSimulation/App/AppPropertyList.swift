import PushText

/// The contents of an app's property list, which can be checked for faults.
///
/// Keys are never kept: only the form of `TDWriteKey` and `API_KEY` is judged.
public struct AppPropertyList: Equatable, Sendable {
    /// The kind of file.
    public enum Kind: String, Sendable {
        case info = "Info.plist"
        case firebase = "GoogleService-Info.plist"
        /// The `Info.plist` of the app's notification service extension.
        case serviceExtension = "extension's Info.plist"
    }

    /// The kind of file.
    public let kind: Kind
    let root: JSON

    /// Recognises a property list that an edge read; nil if its kind is not supported, such as the
    /// list of an extension that does not handle pushes.
    public init?(_ root: JSON) {
        guard case .object(let members) = root else { return nil }
        if ["GOOGLE_APP_ID", "GCM_SENDER_ID", "PROJECT_ID"].contains(where: { root[$0] != nil }) {
            kind = .firebase
        } else if let host = root["NSExtension"] {
            let point = host["NSExtensionPointIdentifier"]?.stringValue
            guard point == "com.apple.usernotifications.service" else { return nil }
            kind = .serviceExtension
        } else if members.contains(where: {
            $0.key.hasPrefix("CFBundle") || $0.key.hasPrefix("TD")
        }) {
            kind = .info
        } else {
            return nil
        }
        self.root = root
    }

    /// The bundle ID it names; nil for a build variable such as `$(PRODUCT_BUNDLE_IDENTIFIER)`.
    public var bundleID: String? {
        let text = text(kind == .firebase ? "BUNDLE_ID" : "CFBundleIdentifier")
        return text.flatMap { $0.isEmpty || Self.isVariable($0) ? nil : $0 }
    }

    /// The project of a `GoogleService-Info.plist`.
    public var project: FirebaseProject {
        FirebaseProject(
            projectID: text("PROJECT_ID") ?? "", senderID: text("GCM_SENDER_ID") ?? "",
            googleAppID: text("GOOGLE_APP_ID") ?? "", bundleID: bundleID ?? "")
    }

    /// The list as XML for journal and recording; keys are replaced by words that are judged alike.
    public var publicXML: String {
        var lines = ["<plist version=\"1.0\"><dict>"]
        for member in root.objectMembers ?? [] {
            var value = member.value
            if Self.secretKeys.contains(member.key), let text = value.stringValue {
                value = .string(Self.isPlaceholder(text) ? text : "redacted")
            }
            lines.append("<key>\(Self.escaped(member.key))</key>" + Self.xml(value))
        }
        return (lines + ["</dict></plist>"]).joined(separator: "\n")
    }

    /// The entries that are secret; they are never kept.
    static let secretKeys = ["TDWriteKey", "API_KEY", "CLIENT_ID", "ANDROID_CLIENT_ID"]

    private static func xml(_ value: JSON) -> String {
        switch value {
        case .null: "<string></string>"
        case .bool(let flag): flag ? "<true/>" : "<false/>"
        case .number(let lexeme):
            lexeme.utf8.contains { $0 == UInt8(ascii: ".") || $0 | 32 == UInt8(ascii: "e") }
                ? "<real>\(lexeme)</real>" : "<integer>\(lexeme)</integer>"
        case .string(let text): "<string>\(escaped(text))</string>"
        case .array(let items): "<array>" + items.map(xml).joined() + "</array>"
        case .object(let members):
            "<dict>"
                + members.map { "<key>\(escaped($0.key))</key>" + xml($0.value) }.joined()
                + "</dict>"
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\n": escaped += "&#10;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }

    func text(_ key: String) -> String? {
        switch root[key] {
        case .string(let text): text
        case .number(let lexeme): lexeme
        default: nil
        }
    }

    /// A switch of Firebase, written as a Boolean or as the text `YES` or `NO`.
    func flag(_ key: String) -> Bool? {
        switch root[key] {
        case .bool(let flag): flag
        case .string(let text): ["YES", "yes", "true", "1"].contains(text)
        case .number(let lexeme): lexeme != "0"
        default: nil
        }
    }

    static func isVariable(_ text: String) -> Bool {
        text.hasPrefix("$(") || text.hasPrefix("${")
    }

    /// Whether a value is a template's placeholder for people to fill in.
    package static func isPlaceholder(_ text: String) -> Bool {
        let upper = text.uppercased()
        let marks = ["YOUR", "REPLACE", "PLACEHOLDER", "CHANGEME", "EXAMPLE_KEY", "INSERT", "<"]
        return text.isEmpty || marks.contains { upper.contains($0) }
            || (upper.utf8.count >= 3 && upper.utf8.allSatisfy { $0 == UInt8(ascii: "X") })
    }
}
