extension LinkRow {
    /// The outcome of opening a link; the raw value is the text in the database and in all output.
    public enum Outcome: String, CaseIterable, Sendable {
        /// The app showed the screen that it names.
        case screen
        /// The app opened it in Safari.
        case safari
        /// A universal link that the browser opened, since the app's domain does not name the app.
        case browser
        /// The app was opened, and none of its code got the link.
        case lost
        /// The app does not open such a link.
        case refused
    }
}

extension LinkRow.Outcome {
    /// Whether the app's code opened the link, and tracked it.
    public var isOpened: Bool { event != nil }

    /// The event that the app's code tracked for it; nil if none of its code opened the link.
    public var event: Event.Kind? {
        switch self {
        case .screen: .deeplinkOpen
        case .safari: .linkOpen
        case .browser, .lost, .refused: nil
        }
    }
}
