import PushSimulation

/// A name in a world that a question can hold, and that is the ID of no push.
public enum WhyName: Equatable, Sendable {
    /// A device, by its name.
    case device(String)
    /// An app, by its bundle ID.
    case app(String)
    /// The user who is logged in.
    case user
    /// A database or a table of the app's events.
    case store
    /// Another table of the warehouse, by its name with its database.
    case table(String)
    /// An ID of a push that looks the same and has other bytes.
    case lookalike
}

extension World {
    /// The subject in this world that a word of a question names; nil if it names none.
    ///
    /// Only the current device's apps are looked at: a world may have very many devices.
    public func whyName(_ word: String) -> WhyName? {
        if deviceIndex(word) != nil { return .device(word) }
        for app in device.apps {
            if app.address.bundleID == word { return .app(word) }
            if app.userID == word { return .user }
            let database = app.settings.database.lowercased()
            let table = app.settings.table.lowercased()
            let names = [table, table + "_resolved"].flatMap { [$0, "\(database).\($0)"] }
            if (names + [database]).contains(word.lowercased()) { return .store }
        }
        return device.apps.contains { $0.lookalikeHint(of: word) != nil } ? .lookalike : nil
    }

    /// The table of the warehouse that a word of a question names, of two the one in an app's
    /// database; nil if it names none.
    ///
    /// A name without a mark may be any word, and is not looked up.
    public func whyTable(_ word: String, among tables: () -> [String]) -> WhyName? {
        guard word.contains("_") || word.contains(".") else { return nil }
        let name = word.lowercased()
        let named = tables().filter { $0.lowercased() == name || $0.hasSuffix("." + name) }
        let own = named.first { table in
            device.apps.contains { table.hasPrefix($0.settings.database + ".") }
        }
        return (own ?? named.first).map(WhyName.table)
    }
}
