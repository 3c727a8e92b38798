import PushModel
import PushPayload
import PushText

/// The parameters of an app's link, sanitised before a screen gets them (TD-07).
public struct LinkParameters: Equatable, Sendable {
    /// The parameters that are let through, decoded, as `name=value`.
    public var kept: [String] = []
    /// The parameters that are removed, as `name: reason`.
    public var removed: [String] = []

    /// The most parameters that a screen gets.
    public static let limit = 32
    /// The longest value that is let through, in bytes.
    public static let valueLimit = 1024

    /// Sorts the parameters of a query, as `application/x-www-form-urlencoded`.
    init(query: Substring) {
        var names: [String] = []
        for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(
                separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let name = LinkPath.unescaped(Substring(parts.first ?? pair), plusIsSpace: true)
            let value =
                parts.count > 1
                ? LinkPath.unescaped(Substring(parts[1]), plusIsSpace: true) : ""
            guard let name, Self.isName(name) else {
                removed.append(
                    "a parameter: its name has characters other than letters, digits, `_`, `-`, `.`"
                )
                continue
            }
            if let reason = Self.fault(value) {
                removed.append("\(name): \(reason)")
            } else if names.contains(name) {
                removed.append("\(name): it is there twice")
            } else if kept.count >= Self.limit {
                removed.append("\(name): there are more than \(Self.limit) parameters")
            } else {
                names.append(name)
                kept.append(parts.count > 1 ? name + "=" + (value ?? "") : name)
            }
        }
        if removed.count > Self.limit {
            removed.replaceSubrange(
                Self.limit..., with: ["\(removed.count - Self.limit) more parameters"])
        }
    }

    private static func isName(_ name: String) -> Bool {
        (1...64).contains(name.utf8.count)
            && name.utf8.allSatisfy {
                Ascii.isWord($0) || $0 == Ascii.minus || $0 == Ascii.dot
            }
    }

    /// The reason why a value is removed; a nil value is broken percent-encoding.
    private static func fault(_ value: String?) -> String? {
        guard let value else { return "its percent-encoding is broken" }
        guard value.utf8.count <= valueLimit else { return "it has more than \(valueLimit) bytes" }
        guard !value.unicodeScalars.contains(where: LinkPath.isControl) else {
            return "it contains control characters"
        }
        guard !value.utf8.contains(where: { $0 == 60 || $0 == 62 }) else {
            return "it contains markup"
        }
        let start = value.drop { $0 == " " }
        if let link = Link(String(start)), Link.dangerous.contains(link.scheme) {
            return "it contains a `\(link.scheme):` link"
        }
        return nil
    }
}

extension Link {
    /// The link's parameters, those let through and those removed.
    public var parameters: LinkParameters { LinkParameters(query: query) }
}
