/// Categories as `app set categories` writes them.
enum CategoryText {
    static func write(_ categories: [AppSettings.Category]) -> String {
        if categories.isEmpty { return "none" }
        return categories.map { category in
            ([category.id + (category.customDismiss ? "!" : "")] + category.buttons)
                .joined(separator: "+")
        }.joined(separator: ",")
    }

    static func read(_ text: String) -> [AppSettings.Category]? {
        guard let names = AppSetting.names(text) else { return nil }
        var categories: [AppSettings.Category] = []
        for name in names {
            var parts = name.split(separator: "+", omittingEmptySubsequences: false)
                .map(String.init)
            var id = parts.removeFirst()
            let customDismiss = id.hasSuffix("!")
            if customDismiss { id.removeLast() }
            guard !id.isEmpty, !parts.contains("") else { return nil }
            categories.append(
                AppSettings.Category(id: id, customDismiss: customDismiss, buttons: parts))
        }
        return categories
    }
}
