import PushModel
import PushSimulation
import PushText

/// The table that an app's events go to, and others that people mean.
extension ChainWalk {
    /// The answer about a table to which the app's events do not go; nil if the question names
    /// none, or if nobody here knows the tables of the service.
    var otherTableAnswer: Explanation.Answer? {
        guard let asked = subject.table, let app = currentApp, app.state != .uninstalled,
            app.settings.usesTreasureData, app.settings.store != asked,
            world.surroundings.config.endpoint == .embedded || evidence.accountRegion != nil
        else { return nil }
        let store = app.settings.store
        let found =
            "events go to \(store)"
            + (missingStore(app) == nil ? "" : ", and there is no such table")
        return Explanation.Answer(
            verdict: .no, sentence: "no new row in \(asked): \(found)",
            link: ChainLink(
                .warehouse, .broken, found, .warehouse, cause: .otherTable,
                cure: app.settings.storing(in: asked)
                    + (isOfSDK ? " holds for new events" : ", then `flush`")))
    }
}

extension Evidence {
    /// The existing table whose name a missing one misspells; nil if none is near, or nobody has
    /// looked.
    func nearStore(to store: String) -> String? {
        tables.flatMap { Suggestion.meant(by: store, among: $0) }
    }
}

extension AppSettings {
    /// The commands by which events go to a table.
    fileprivate func storing(in store: String) -> String {
        let parts = store.split(separator: ".", maxSplits: 1).map(String.init)
        return [
            parts[0] == database ? nil : "`app set td.database \(parts[0].asWord)`",
            parts.last == table ? nil : "`app set td.table \(parts.last?.asWord ?? "")`",
        ].compactMap(\.self).joined(separator: " and ")
    }

    /// The end of a cure that creates a table: the one that was probably meant; empty if there is
    /// none.
    func orStoring(in near: String?) -> String {
        near.map { ", or \(storing(in: $0)), since there is \($0)" } ?? ""
    }
}

extension EventQueue.Target {
    /// Whether an upload went to its table.
    func isOf(_ upload: UploadRow) -> Bool {
        database == upload.database && table == upload.table
    }
}

extension UploadRow {
    /// The table that it was sent to, with its database.
    var store: String { "\(database).\(table)" }
}
