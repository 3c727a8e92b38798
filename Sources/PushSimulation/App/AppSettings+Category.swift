extension AppSettings {
    /// A notification category that the app registered.
    public struct Category: Equatable, Sendable {
        /// The name that a payload's `category` refers to.
        public var id: String
        /// Whether a dismissal calls the app (`customDismissAction`).
        public var customDismiss: Bool
        /// The texts that stay visible when the preview of a notification is hidden.
        public var previews: [PreviewOption]
        /// Its buttons, in order.
        public var buttons: [Button]

        /// Makes a category.
        public init(
            id: String, customDismiss: Bool, previews: [PreviewOption] = [],
            buttons: [Button] = []
        ) {
            self.id = id
            self.customDismiss = customDismiss
            self.previews = previews
            self.buttons = buttons
        }

        /// The button with an identifier.
        func button(_ id: String) -> Button? { buttons.first { $0.id == id } }
    }

    /// A button of a category (`UNNotificationAction`).
    public struct Button: Equatable, Sendable {
        /// Its identifier, which is passed to the app.
        public var id: String
        /// Its behaviour.
        public var options: [ButtonOption]

        /// Makes a button.
        public init(id: String, options: [ButtonOption] = []) {
            self.id = id
            self.options = options
        }

        /// Whether a locked device asks for its passcode before the app is called.
        var needsUnlock: Bool { options.contains(.foreground) || options.contains(.authentication) }
    }

    /// A behaviour of a button (`UNNotificationActionOptions`), or a text field in it.
    public enum ButtonOption: String, CaseIterable, Sendable {
        /// The app comes to the foreground.
        case foreground
        /// `authenticationRequired`.
        case authentication = "auth"
        /// It is drawn in red, and works the same.
        case destructive
        /// `UNTextInputNotificationAction`.
        case text
    }

    /// A text that stays visible when the preview is hidden (`hiddenPreviewsShow…`).
    public enum PreviewOption: String, CaseIterable, Sendable {
        case title = "show-title"
        case subtitle = "show-subtitle"
    }
}
