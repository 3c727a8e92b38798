import PushModel
import PushText

extension Session {
    /// Shows, sets or carries out the retention of a database.
    func retain(
        _ order: RetentionOrder, _ database: String, _ text: () -> String
    ) throws(Failure) {
        let reports: [RetentionReport]
        do throws(Failure) {
            // A rule can also be read where nothing can be written.
            if order != .show {
                if try edge.begin() { try reload() }
                // A recording sets its clock by the commands before it, so the world's must have
                // come as far as this one.
                try followClock()
            }
            last.startedAt = presentTime()
            reports = try edge.retain(order, database: database, now: presentTime())
            if order != .show { try keep(text) }
        } catch {
            if order != .show {
                edge.rollback()
                try restoreAfterFailure()
            }
            throw error
        }
        printFacts()
        for report in reports {
            say(report.ruleLine)
            for line in report.removalLines { say(line) }
        }
        last.value = reports.first?.json
    }

    /// Applies the retention of the databases after an upload has brought records.
    func retainAfterUpload() throws(Failure) {
        for report in try edge.retain(.now, database: nil, now: presentTime()) {
            for line in report.removalLines { say(line) }
        }
    }
}

extension RetentionReport {
    /// The rule, in a line.
    var ruleLine: String {
        switch rule {
        case nil: "retention \(database): everything is kept"
        case .age?: "retention \(database): records of the last \(rule?.text ?? "") are kept"
        case .size?: "retention \(database): the newest records are kept, \(rule?.text ?? "")"
        }
    }

    /// The removed records, one line per table, or the reason why nothing could be removed.
    public var removalLines: [String] {
        if let obstacle {
            return ["note    retention of `\(database)` was not applied: \(obstacle)"]
        }
        return removed.map {
            let records = $0.records.counted("record", "records")
            return "removed \(records) of \(database).\($0.table), up to "
                + "\(InstantText.format(seconds: $0.through)): retention is "
                + "\(($0.rule ?? rule)?.text ?? "off")"
        }
    }

    fileprivate var json: JSON {
        [
            "database": .string(database), "rule": rule.map { .string($0.text) } ?? .null,
            "removed": .array(
                removed.map {
                    [
                        "table": .string($0.table), "records": .int($0.records),
                        "through": .int64($0.through),
                    ]
                }),
        ]
    }
}
