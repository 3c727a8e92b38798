import PushText

extension App {
    /// The hint for `why` that an ID of the app looks like another text and has other bytes; nil if
    /// none does.
    ///
    /// Looked at are the notifications that wait for their user, those that are scheduled, and the
    /// pushes that APNs keeps.
    package func lookalikeHint(of id: String) -> String? {
        let kept = [stored].compactMap(\.self) + activities.stored
        let ids =
            center.waiting.map(\.id) + scheduled.map(\.id) + kept.compactMap(\.push.id)
        return id.lookalikeHint(among: ids, for: "why ")
    }
}
