extension AppSettings {
    /// A notification category the app registered.
    public struct Category: Equatable, Sendable {
        /// What a payload's `category` names.
        public var id: String
        /// Whether a dismissal calls the app (`customDismissAction`).
        public var customDismiss: Bool
        /// What stays visible of a notification whose preview is hidden.
        public var previews: [PreviewOption]
        /// Its buttons, in their order.
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

        /// The button of an identifier.
        func button(_ id: String) -> Button? { buttons.first { $0.id == id } }
    }

    /// A button of a category (`UNNotificationAction`).
    public struct Button: Equatable, Sendable {
        /// Its identifier, which the app is told.
        public var id: String
        /// What it is like.
        public var options: [ButtonOption]

        /// Makes a button.
        public init(id: String, options: [ButtonOption] = []) {
            self.id = id
            self.options = options
        }

        /// Whether a locked device asks for its code before the app learns of it.
        var needsUnlock: Bool { options.contains(.foreground) || options.contains(.authentication) }
    }

    /// What a button is like (`UNNotificationActionOptions`), or that it takes a text.
    public enum ButtonOption: String, CaseIterable, Sendable {
        /// The app comes to the front.
        case foreground
        /// `authenticationRequired`.
        case authentication = "auth"
        /// It is drawn in red, and does the same.
        case destructive
        /// `UNTextInputNotificationAction`.
        case text
    }

    /// What stays visible of a notification whose preview is hidden (`hiddenPreviewsShow…`).
    public enum PreviewOption: String, CaseIterable, Sendable {
        case title = "show-title"
        case subtitle = "show-subtitle"
    }
}
