import PushCommands
import PushModel
import PushText

extension Session {
    /// Lists the tables that SQL can read: rows, sizes and columns with their types.
    func listTables() throws(Failure) {
        let listings = try edge.tables(isMeasured: true)
        for listing in listings {
            let line = "\(listing.name), \(listing.columns.count) columns\(listing.measure)"
            say(line)
            noteMeasure(of: listing)
            for line in Self.folded(listing.columns.map(Self.text), width: outputWidth) {
                say("  " + line)
            }
        }
        last.value = .array(listings.map(\.json))
    }

    /// The journal's size is not the same in a replay, which has fewer statements or more.
    func noteMeasure(of listing: TableListing) {
        guard listing.name == "journal" else { return }
        last.unrepeatable.append(listing.measure)
        // In the forms of JSON the two stand apart.
        for (name, size) in [("rows", listing.json["rows"]), ("bytes", listing.json["bytes"])] {
            guard let size = size?.text else { continue }
            last.unrepeatable += ["\"\(name)\":\(size)", "\"\(name)\": \(size)"]
        }
    }

    /// A column with its type, if it has one.
    static func text(_ column: (name: String, type: String)) -> String {
        column.type.isEmpty ? column.name : "\(column.name) \(column.type)"
    }

    /// Texts separated by commas, on lines that fit.
    private static func folded(_ texts: [String], width: Int) -> [String] {
        var lines: [String] = []
        for (index, text) in texts.enumerated() {
            let text = text + (index + 1 < texts.count ? "," : "")
            if let line = lines.last,
                DisplayWidth.of(line) + DisplayWidth.of(text) + 3 <= width
            {
                lines[lines.count - 1] = line + " " + text
            } else {
                lines.append(text)
            }
        }
        return lines
    }

    /// Lists the databases of the warehouse.
    func listDatabases() throws(Failure) {
        let listings: [DatabaseListing]
        listings = try edge.databases()
        if listings.isEmpty { say("none") }
        for listing in listings {
            let updated =
                listing.updatedAt.map { ", updated " + instant(InstantText.milliseconds($0)) } ?? ""
            say(
                "\(listing.name), \(listing.tables.counted("table", "tables")), "
                    + listing.records.counted("record", "records")
                    + updated)
        }
        last.value = .array(listings.map(\.json))
    }

    /// Makes or deletes a database or table, and notes it in the journal.
    func changeWarehouse(
        _ change: WarehouseChange, _ text: () -> String
    ) throws(Failure) {
        do throws(Failure) {
            if try edge.begin() { try reload() }
            last.startedAt = world.surroundings.now
            try edge.change(change, now: world.surroundings.now)
            try keep(text)
        } catch {
            edge.rollback()
            throw error
        }
        switch change {
        case .createDatabase(let name): say("database \(name) created")
        case .deleteDatabase(let name): say("database \(name) deleted, with all its tables")
        case .createTable: say("table   \(change.subject) created")
        case .deleteTable: say("table   \(change.subject) deleted")
        }
    }
}

extension TableListing {
    /// The rows and bytes, as they are shown after the name.
    var measure: String {
        var text = ""
        if let rows { text += ", \(rows.counted("row", "rows"))" }
        if let bytes { text += ", \(bytes) bytes" }
        return text
    }

    /// The table as scripts see it.
    var json: JSON {
        [
            "name": .string(name), "rows": rows.map(JSON.int) ?? .null,
            "bytes": bytes.map(JSON.int64) ?? .null,
            "columns": .array(
                columns.map { ["name": .string($0.name), "type": .string($0.type)] }),
        ]
    }
}

extension DatabaseListing {
    /// The database as scripts see it.
    var json: JSON {
        [
            "name": .string(name), "tables": .int(tables), "records": .int(records),
            "created_at": createdAt.map(JSON.int64) ?? .null,
            "updated_at": updatedAt.map(JSON.int64) ?? .null,
        ]
    }
}
