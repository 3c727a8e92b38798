import PushText

/// A mistake in one of an app's property lists, which `app import` reports and `doctor` repeats.
public struct PropertyListFault: Equatable, Sendable {
    /// A kind of mistake that `doctor` treats differently from the others.
    public enum Kind: String, Sendable {
        /// The file belongs to another app.
        case otherApp = "other-app"
        /// The app's own file is right, but its extension does not share what it says.
        case notShared = "not-shared"
    }

    /// The key at fault.
    public let key: String
    /// The whole sentence, which begins with the key.
    public let text: String
    /// The kind of mistake; nil for all that are treated alike.
    public let kind: Kind?

    /// Makes a fault from its key and the rest of the sentence.
    init(_ key: String, _ rest: String, _ kind: Kind? = nil) {
        self.init(key: key, text: key + " " + rest, kind)
    }

    init(key: String, text: String, _ kind: Kind?) {
        (self.key, self.text, self.kind) = (key, text, kind)
    }

    /// Whether the key is one of Treasure Data's SDK.
    package var isOfTreasureData: Bool { key.hasPrefix("TD") }
}

extension PropertyListFault {
    var json: JSON {
        var members: [JSON.Member] = [
            .init(key: "key", value: .string(key)), .init(key: "text", value: .string(text)),
        ]
        if let kind { members.append(.init(key: "kind", value: .string(kind.rawValue))) }
        return .object(members)
    }

    /// Reads a fault; older versions kept its sentence alone.
    init?(_ json: JSON) {
        if let text = json.stringValue {
            self.init(sentence: text)
            return
        }
        guard let key = json["key"]?.stringValue, let text = json["text"]?.stringValue else {
            return nil
        }
        self.init(key: key, text: text, json["kind"]?.stringValue.flatMap(Kind.init))
    }
}
