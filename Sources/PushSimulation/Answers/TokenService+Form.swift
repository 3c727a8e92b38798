import PushText

extension TokenService {
    /// The app's tokens as `token` shows them.
    package static let form = JSONForm<TokenService>([
        .text(orNull: "registration") { $0.published },
        .text(orNull: "device") { $0.deviceToken },
        .text(orNull: "environment") { $0.shownEnvironment },
        .list("cached", Cached.form) { $0.cache },
    ])

    /// The environment of the device token; nil if there is no token, or it is for both.
    private var shownEnvironment: String? {
        deviceToken == nil || deviceEnvironment.isEmpty ? nil : deviceEnvironment
    }
}

extension TokenService.Cached {
    fileprivate static let form = JSONForm<TokenService.Cached>([
        .text("sender") { $0.senderID },
        .text("token") { $0.token },
    ])
}
