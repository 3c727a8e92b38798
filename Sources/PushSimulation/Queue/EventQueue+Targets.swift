import PushModel
import PushText

extension EventQueue {
    /// The table that an event was tracked for, and the kind of key the app had then.
    ///
    /// td-ios-sdk keeps both with the event: `database.table` as its collection, and a hash of the
    /// key as its project.
    public struct Target: Equatable, Sendable {
        /// The Treasure Data database.
        public var database: String
        /// The table.
        public var table: String
        /// The kind of the app's write key.
        public var key: WriteKeyKind

        /// The target that an app's settings name at present.
        init(_ settings: AppSettings) {
            database = settings.database
            table = settings.table
            key = settings.writeKey
        }

        func isSameTable(as other: Target) -> Bool {
            database == other.database && table == other.table
        }
    }

    /// Events in a row that were tracked for one target; settings seldom change, so a queue has
    /// few runs.
    public struct Run: Equatable, Sendable {
        /// The sequence of its first event; it ends where the next run begins.
        public var first: Int64
        /// The target; nil for events that follow the app's settings, as the guide's uploader
        /// sends them.
        public var target: Target?
    }

    /// Returns the target that an event is kept for; nil if it follows the app's settings.
    package func target(of sequence: Int64) -> Target? {
        runs.last { $0.first <= sequence }?.target
    }

    /// Notes the target of an event that is about to be queued; false if that changes no run.
    mutating func note(_ target: Target?, from sequence: Int64) -> Bool {
        let isNew = count == 0 && upload == nil && !runs.isEmpty
        if isNew { runs = [] }
        guard target != runs.last?.target else { return isNew }
        runs.append(Run(first: sequence, target: target))
        return true
    }

    /// The sequences that an upload with the present key may send, a part for each table, in the
    /// order in which the tables were first used; nil if that is one table and the whole queue.
    func parts(for present: Target) -> [[ClosedRange<Int64>]]? {
        var parts: [(target: Target, ranges: [ClosedRange<Int64>])] = []
        var leavesOut = false
        for (range, target) in spans {
            let target = target ?? present
            if target.key != present.key {
                leavesOut = true
            } else if let index = parts.firstIndex(where: { $0.target.isSameTable(as: target) }) {
                parts[index].ranges.append(range)
            } else {
                parts.append((target, [range]))
            }
        }
        return parts.count == 1 && !leavesOut ? nil : parts.map(\.ranges)
    }

    /// The runs as ranges, with the events before the first one.
    private var spans: [(range: ClosedRange<Int64>, target: Target?)] {
        let all = [Run(first: 1)] + runs
        return all.indices.compactMap { index in
            let end = index + 1 < all.count ? all[index + 1].first - 1 : .max
            guard all[index].first <= end else { return nil }
            return (all[index].first...end, all[index].target)
        }
    }
}

extension EventQueue.Upload {
    /// Goes on with the next table; false if this was the last one.
    ///
    /// What the upload was still to send has another key then, so it is not counted as its own.
    mutating func takeNextPart() -> Bool {
        if parts?.isEmpty == false { parts?.removeFirst() }
        guard parts?.isEmpty ?? true else {
            after = 0
            return true
        }
        total -= remaining
        remaining = 0
        return false
    }
}

extension EventQueue.Run {
    /// The run as the app's document keeps it; a key is its kind there, as in the settings.
    var json: JSON {
        guard let target else { return ["first": .int64(first)] }
        return [
            "first": .int64(first), "database": .string(target.database),
            "table": .string(target.table), "key": .string(target.key.rawValue),
        ]
    }

    init?(_ json: JSON) {
        guard let first = json["first"]?.int64Value else { return nil }
        self.first = first
        target = EventQueue.Target(json)
    }
}

extension EventQueue.Target {
    fileprivate init?(_ json: JSON) {
        guard let database = json["database"]?.stringValue, let table = json["table"]?.stringValue,
            let key = json["key"]?.stringValue.flatMap(WriteKeyKind.init)
        else { return nil }
        self.database = database
        self.table = table
        self.key = key
    }
}
