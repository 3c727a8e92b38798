import PushModel
import PushPayload
import PushText

/// The destination of a link in an app.
extension Link {
    /// Decides the destination of the link in an app.
    package func destination(
        for settings: AppSettings, _ reading: URLReading = .encoding
    ) -> Destination {
        if isWeb {
            return webFault(reading).map(Destination.refused) ?? .web
        }
        if Self.dangerous.contains(scheme) {
            return .refused("`\(scheme):` links are never opened")
        }
        if let fault = textFault(reading) { return .refused(fault) }
        guard settings.schemes.contains(where: { $0.lowercased() == scheme }) else {
            let known =
                settings.schemes.isEmpty
                ? "the app registers none" : settings.schemes.joined(separator: ", ")
            return .refused("scheme `\(scheme)` is not in CFBundleURLTypes (\(known))")
        }
        guard settings.hasLinkHandler else { return .refused("the app has no link handler") }
        return screen(for: settings)
    }

    /// Decides the destination of an https link to the app's own domain: its path names the screen.
    package func ownDestination(
        for settings: AppSettings, _ reading: URLReading
    ) -> Destination {
        if let fault = webFault(reading) { return .refused(fault) }
        guard settings.hasLinkHandler else { return .refused("the app has no link handler") }
        return screen(for: settings, parts: pathSegments)
    }

    private func screen(for settings: AppSettings) -> Destination {
        if authority.utf8.contains(UInt8(ascii: "@")) {
            return .refused("it has a user name before its host")
        }
        return screen(for: settings, parts: [host[...]] + pathSegments)
    }

    private func screen(for settings: AppSettings, parts: [Substring]) -> Destination {
        let path: [String]
        do throws(Fault) {
            path = try LinkPath.decoded(parts)
        } catch {
            return .refused(error.message)
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
        return .screen(screen, parameters: parameters.kept)
    }
}
