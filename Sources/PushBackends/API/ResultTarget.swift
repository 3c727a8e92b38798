import PushSQL
import PushText

/// The table that receives the result of a job, as the parameter `result` names it.
extension ResultTarget {
    /// Reads `td://@/DATABASE/TABLE?mode=append`, or the same as JSON; nil for an empty text.
    ///
    /// A key before the `@` would be another account's, so a refusal does not repeat it.
    init?(_ text: String, _ database: String) throws(ServiceRefusal) {
        guard !text.isEmpty else { return nil }
        let found = text.hasPrefix("{") ? Self.json(text, database) : Self.url(text)
        guard let found, !found.database.isEmpty, !found.table.isEmpty else {
            throw ServiceRefusal(
                status: 422,
                message: "results only go to tables of the warehouse, wanted "
                    + "`td://@/DATABASE/TABLE?mode=append`")
        }
        guard let mode = Mode(rawValue: found.mode) else {
            throw ServiceRefusal(
                status: 422,
                message: "found the mode `\(visible(found.mode))`, wanted `append` or `replace`")
        }
        self.init(database: found.database, table: found.table, mode: mode)
    }

    private typealias Parts = (database: String, table: String, mode: String)

    private static func url(_ text: String) -> Parts? {
        guard text.hasPrefix("td://@/") else { return nil }
        let halves = text.dropFirst(7).split(
            separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = halves[0].split(separator: "/", omittingEmptySubsequences: false)
        guard path.count == 2 else { return nil }
        var mode = "append"
        for pair in halves.count > 1 ? halves[1].split(separator: "&") : []
        where pair.hasPrefix("mode=") {
            mode = String(pair.dropFirst(5))
        }
        return (String(path[0]), String(path[1]), mode)
    }

    private static func json(_ text: String, _ database: String) -> Parts? {
        guard let json = try? JSONParser.parse(Array(text.utf8)),
            let type = json["type"]?.stringValue,
            ["table", "td", "treasure_data"].contains(type),
            let table = json["table"]?.stringValue
        else { return nil }
        return (
            json["database"]?.stringValue ?? database, table,
            json["mode"]?.stringValue ?? "append"
        )
    }

    /// The target as jobs show it.
    var url: String { "td://@/\(database)/\(table)?mode=\(mode.rawValue)" }
}
