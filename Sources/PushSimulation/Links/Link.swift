/// A link of a notification, parsed as far as routing needs it (TD-07).
public struct Link: Equatable, Sendable {
    /// Where a link leads.
    public enum Destination: Equatable, Sendable {
        /// A web page, shown in the in-app Safari.
        case web
        /// A screen of the app: its path, and the parameters that were let through.
        case screen(String, parameters: [String])
        /// Nowhere: the reason.
        case refused(String)
    }

    /// The link as it was given.
    public var text: String
    /// The scheme, lower case.
    public var scheme: String
    /// What follows the scheme and its colon.
    public var rest: String

    /// Splits a link; nil when it has no scheme.
    public init?(_ text: String) {
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        let scheme = text[..<colon].lowercased()
        guard let first = scheme.utf8.first, Self.isLetter(first),
            scheme.utf8.allSatisfy({
                Self.isLetter($0) || (48...57).contains($0) || $0 == 43 || $0 == 45 || $0 == 46
            })
        else { return nil }
        self.text = text
        self.scheme = scheme
        rest = String(text[text.utf8.index(after: colon)...])
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (97...122).contains(byte) }

    /// Schemes no app may open from a notification, registered or not.
    static let dangerous = ["javascript", "data", "file", "vbscript", "blob", "about"]

    /// Decides where the link leads for an app.
    public func destination(for settings: AppSettings) -> Destination {
        if Self.dangerous.contains(scheme) {
            return .refused("`\(scheme):` links are never opened")
        }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) {
            return .refused("it contains control characters")
        }
        if scheme == "http" || scheme == "https" {
            return host.isEmpty ? .refused("it has no host") : .web
        }
        guard settings.schemes.contains(where: { $0.lowercased() == scheme }) else {
            let known = settings.schemes.isEmpty
                ? "the app registers none" : settings.schemes.joined(separator: ", ")
            return .refused("scheme `\(scheme)` is not in CFBundleURLTypes (\(known))")
        }
        guard settings.hasLinkHandler else { return .refused("the app has no link handler") }
        return screen(for: settings)
    }

    private func screen(for settings: AppSettings) -> Destination {
        let path = ([host] + pathComponents).filter { !$0.isEmpty }
        if path.contains("..") || path.contains(".") {
            return .refused("its path leaves the app's screens")
        }
        let screen = path.isEmpty ? "home" : path.joined(separator: "/")
        if !settings.allowedScreens.isEmpty {
            let isAllowed = settings.allowedScreens.contains {
                screen == $0 || screen.hasPrefix($0 + "/")
            }
            guard isAllowed else {
                return .refused("screen `\(screen)` is not in the app's allow-list")
            }
        }
        return .screen(screen, parameters: parameters)
    }

    /// The authority without user and port, lower case for the web.
    var host: String {
        guard rest.hasPrefix("//") else { return "" }
        let authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        let address = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return String(address.prefix { $0 != ":" })
    }

    private var pathComponents: [String] {
        var path = Substring(rest)
        if path.hasPrefix("//") {
            path = path.dropFirst(2).drop { $0 != "/" && $0 != "?" && $0 != "#" }
        }
        return path.prefix { $0 != "?" && $0 != "#" }
            .split(separator: "/").map(String.init)
    }

    private var parameters: [String] {
        guard let mark = rest.firstIndex(of: "?") else { return [] }
        return rest[rest.index(after: mark)...].prefix { $0 != "#" }
            .split(separator: "&").map(String.init)
    }
}
