/// Categories as `app set categories` writes them: `engage!:show-title+reply:text+open:foreground`.
package enum CategoryText {
    /// A description of the values that `app set categories` takes.
    static let takes =
        "names separated by commas, like `engage!,chat+reply:text+delete:destructive:auth`, "
        + "or `none`"

    /// Writes all categories: the setting is always replaced as a whole.
    package static func write(_ categories: [AppSettings.Category]) -> String {
        if categories.isEmpty { return "none" }
        return categories.map { category in
            let head = category.id + (category.customDismiss ? "!" : "")
            let buttons = category.buttons.map { join($0.id, $0.options.map(\.rawValue)) }
            return ([join(head, category.previews.map(\.rawValue))] + buttons)
                .joined(separator: "+")
        }.joined(separator: ",")
    }

    static func read(_ text: String) -> [AppSettings.Category]? {
        guard let names = AppSetting.names(text) else { return nil }
        var categories: [AppSettings.Category] = []
        for name in names {
            guard let category = category(name) else { return nil }
            categories.append(category)
        }
        return categories
    }

    private static func category(_ text: String) -> AppSettings.Category? {
        var parts = text.split(separator: "+", omittingEmptySubsequences: false)
        let head = parts.removeFirst()
        guard let (name, previews) = split(head, AppSettings.PreviewOption.self) else { return nil }
        var id = name
        let customDismiss = id.hasSuffix("!")
        if customDismiss { id.removeLast() }
        guard !id.isEmpty else { return nil }
        var buttons: [AppSettings.Button] = []
        for part in parts {
            guard let (id, options) = split(part, AppSettings.ButtonOption.self),
                !buttons.contains(where: { $0.id == id })
            else { return nil }
            buttons.append(AppSettings.Button(id: id, options: options))
        }
        return AppSettings.Category(
            id: id, customDismiss: customDismiss, previews: previews, buttons: buttons)
    }

    /// A name and the options after its colons, each once and in their own order.
    private static func split<Option: RawRepresentable<String> & CaseIterable & Equatable>(
        _ text: Substring, _ type: Option.Type
    ) -> (String, [Option])? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
        let found = parts.dropFirst().compactMap(Option.init(rawValue:))
        guard let name = parts.first, !name.isEmpty, found.count == parts.count - 1 else {
            return nil
        }
        return (name, Option.allCases.filter { found.contains($0) })
    }

    private static func join(_ name: String, _ options: [String]) -> String {
        ([name] + options).joined(separator: ":")
    }
}
