import PushModel
import PushText

/// A table of records, whose columns appear as records bring new keys.
///
/// Its columns, plans and window are a cache of one transaction's state: after a rollback the
/// database makes a new object.
final class WarehouseTable {
    private static let columnLimit = ColumnName.limit
    /// The number of plans kept, each with a statement; the oldest goes first.
    private static let planLimit = 64

    /// The number under which the warehouse's own tables know it; it survives a change of name.
    let id: Int64
    let name: String
    private unowned let database: WarehouseDatabase
    /// In their order in the file, `time` first.
    private(set) var columns: [String]
    /// The columns whose cells are all NULL or of one type.
    private var uniform: [String: ColumnType]
    /// The columns of which it was noted that some numbers may not be finite.
    private var unbounded: Set<String> = []
    /// Empty again after every change of the columns.
    private var plans: [InsertPlan] = []
    private var window = UUIDWindow()
    /// The batches of the window, oldest first, with the number of records in each.
    private var batches: [(sequence: Int64, count: Int)] = []
    /// The number of records in `batches`.
    private var batchedCount = 0
    private var numbered = NumberedUpload()

    init(
        _ name: String, id: Int64, columns: [String], uniform: [String: ColumnType],
        in database: WarehouseDatabase
    ) throws(StoreError) {
        self.name = name
        self.id = id
        self.columns = columns
        self.uniform = uniform
        self.database = database
        try loadWindow()
    }

    /// Stores records inside the caller's transaction.
    ///
    /// `now` is the time of reception in Unix seconds. Returns an outcome for each record, in
    /// order; a refused record does not keep the others from being stored. A uuid with a line break
    /// cannot be kept, so such a record is never recognised as a repetition. Like one without a
    /// uuid it still counts among the records of the window (decision 894).
    func insert(
        _ records: [JSON], uuids: [String?], at now: Int64, _ policy: Deduplication,
        upload: Int64? = nil
    ) throws(StoreError) -> [RecordOutcome] {
        var outcomes: [RecordOutcome] = []
        outcomes.reserveCapacity(records.count)
        var stored: [String?] = []
        let repeated = numbered.uuids(storedBy: upload)
        for (record, uuid) in zip(records, uuids) {
            if let uuid {
                var isRepeated = repeated.contains(uuid)
                if !isRepeated { isRepeated = try isKnown(uuid, at: now, policy) }
                guard !isRepeated else {
                    outcomes.append(.duplicate)
                    continue
                }
            }
            let outcome = try insert(record, at: now)
            outcomes.append(outcome)
            guard outcome == .stored else { continue }
            let hasLineBreak = uuid?.withBytes { $0.contains(Ascii.lineFeed) } ?? false
            let kept = hasLineBreak ? nil : uuid
            try remember(kept, at: now, policy)
            stored.append(kept)
        }
        // Before the first uuid there is nothing that later records could push out.
        if !batches.isEmpty && !stored.isEmpty || stored.contains(where: { $0 != nil }) {
            try keepBatch(stored, at: now, upload: upload)
        }
        if outcomes.contains(.stored) { try database.touch(table: id, at: now) }
        return outcomes
    }

    private func insert(_ record: JSON, at now: Int64) throws(StoreError) -> RecordOutcome {
        guard case .object(let members) = record else {
            return .refused(
                name: "InvalidEventError", message: "found \(record.kindName), wanted an object")
        }
        do throws(Obstacle) {
            let statement = try bind(try condensed(members), at: now)
            do throws(StoreError) { try statement.run() } catch { throw .failed(error) }
            return .stored
        } catch {
            switch error {
            case .refused(let name, let text): return .refused(name: name, message: text)
            case .failed(let error): throw error
            }
        }
    }

    /// The reason why a record did not become a row.
    private enum Obstacle: Error {
        /// It is the record's own fault: the others are stored.
        case refused(name: String, text: String)
        /// It is the store's fault: none is stored.
        case failed(StoreError)
    }

    /// Returns the members with the first value for their key.
    private static func newborn(_ members: [JSON.Member], _ plan: InsertPlan) -> [NewColumn] {
        guard plan.hasUnborn else { return [] }
        return members.indices.compactMap { index in
            guard plan.targets[index] == .unborn else { return nil }
            return ColumnType(members[index].value).map { (members[index].key, $0) }
        }
    }

    private typealias NewColumn = (name: String, type: ColumnType)

    /// A record with more new keys than there is room for is refused before any column is added.
    private func add(_ newborn: [NewColumn]) throws(Obstacle) {
        try requireRoom(for: newborn.map(\.name))
        plans.removeAll()
        do {
            for column in newborn {
                try add(column.name, column.type)
            }
            try database.makeResolvedView(of: self)
        } catch {
            throw .failed(error)
        }
    }

    private func requireRoom(for newborn: [String]) throws(Obstacle) {
        let surplus = newborn.dropFirst(max(0, Self.columnLimit - columns.count)).first
        guard let surplus else { return }
        throw .refused(
            name: "InvalidPropertyNameError",
            text: "the table has at most \(Self.columnLimit) columns, "
                + "`\(surplus)` is too many")
    }

    /// Returns the members of a record that decide what is stored, if it has more of them than a
    /// table has columns: without repeated keys and new ones that have no value.
    ///
    /// Plans are for few keys. A record that needs too many columns is refused before it gets one.
    private func condensed(_ members: [JSON.Member]) throws(Obstacle) -> [JSON.Member] {
        guard members.count > Self.columnLimit else { return members }
        try requireNames(of: members)
        let known = Set(columns)
        var seen: Set<String> = []
        let counting = members.reversed().filter { member in
            guard member.key != "uuid", seen.insert(member.key).inserted else { return false }
            return known.contains(member.key) || member.value != .null
        }.reversed()
        try requireRoom(for: counting.map(\.key).filter { !known.contains($0) })
        return Array(counting)
    }

    /// A key that cannot be a column refuses the whole record, before anything is stored.
    private func requireNames(of members: [JSON.Member]) throws(Obstacle) {
        guard let fault = ColumnName.fault(in: members) else { return }
        throw .refused(name: "InvalidPropertyNameError", text: fault)
    }

    /// Adds a column and notes that it is uniform so far.
    private func add(_ column: String, _ type: ColumnType) throws(StoreError) {
        try database.addColumn(column, type, to: self)
        columns.append(column)
        uniform[column] = type
    }

    /// Records that columns get cells of another type than theirs, before the first is stored.
    ///
    /// It is noted first, because a query that took the column for uniform would read wrong values.
    private func mix(_ odd: [(name: String, state: Uniformity)]) throws(Obstacle) {
        do throws(StoreError) {
            for column in odd { try note(column.state, of: column.name) }
        } catch { throw .failed(error) }
    }

    /// Returns the type that all cells of a column have; nil if they differ, or if that is unknown.
    func uniformType(of column: String) -> ColumnType? { uniform[column] }

    /// Records that a column gets a cell of another type than its own, or a number that is not
    /// finite, before it is stored.
    func note(_ state: Uniformity, of column: String) throws(StoreError) {
        guard !unbounded.contains(column) else { return }
        plans.removeAll()
        try database.note(state, column, table: id)
        uniform[column] = nil
        if state == .unbounded { unbounded.insert(column) }
    }

    /// Adds the columns that it lacks, inside the caller's transaction.
    ///
    /// - Throws: `.limit` beyond 512 columns, and no column is added.
    func addColumns(_ wanted: [(name: String, type: String)]) throws(StoreError) {
        let missing = wanted.filter { !columns.contains($0.name) }
        guard columns.count + missing.count <= Self.columnLimit else {
            throw StoreError(.limit, "a table has at most \(Self.columnLimit) columns")
        }
        plans.removeAll()
        for column in missing {
            try add(column.name, ColumnType(schema: column.type))
        }
        try database.makeResolvedView(of: self)
    }

    /// Binds a record to the statement for its keys, after creating the columns that it needs.
    ///
    /// Creating columns drops the plans, so the plan is looked up again.
    private func bind(
        _ members: [JSON.Member], at now: Int64
    ) throws(Obstacle) -> Statement {
        var plan = plans[try planIndex(members)]
        let newborn = Self.newborn(members, plan)
        if !newborn.isEmpty {
            try add(newborn)
            plan = plans[try planIndex(members)]
        }
        let statement = plan.statement
        var odd: [(name: String, state: Uniformity)] = []
        for index in members.indices {
            switch plan.targets[index] {
            case .parameter:
                let value = members[index].value
                let type = plan.uniform[index]
                if type?.holds(value) != true, let state = Uniformity(with: value, type) {
                    odd.append((members[index].key, state))
                }
                statement.bind(value)
            case .skip, .unborn: break
            case .time:
                guard let time = Self.time(members[index].value, at: now) else {
                    statement.reset()
                    throw .refused(
                        name: "InvalidPropertyValueError",
                        text: "`time` is \(members[index].value.kindName), "
                            + "wanted whole Unix seconds")
                }
                statement.bind(time)
            }
        }
        if plan.addsTime { statement.bind(now) }
        if !odd.isEmpty { try mix(odd) }
        return statement
    }

    /// Returns the time of a record; a null takes the time of reception.
    ///
    /// Nil for anything that is not a whole number of seconds.
    private static func time(_ value: JSON, at now: Int64) -> Int64? {
        switch value {
        case .null: now
        case .number(let lexeme): Int64(lexeme) ?? value.intValue.map(Int64.init)
        default: nil
        }
    }
}

extension WarehouseTable {
    /// Returns the index of the plan for records with these keys.
    private func planIndex(
        _ members: [JSON.Member]
    ) throws(Obstacle) -> Int {
        for index in plans.indices where Self.fits(plans[index], members) { return index }
        try requireNames(of: members)
        if plans.count == Self.planLimit { plans.removeFirst() }
        do {
            plans.append(try makePlan(members.map(\.key)))
        } catch {
            throw .failed(error)
        }
        return plans.count - 1
    }

    /// Compares the keys one by one: records of one app have the same few sequences of them.
    private static func fits(_ plan: InsertPlan, _ members: [JSON.Member]) -> Bool {
        guard plan.keys.count == members.count else { return false }
        for index in members.indices where plan.keys[index] != members[index].key {
            return false
        }
        return true
    }

    /// Of equal keys the last one counts.
    ///
    /// `uuid` is never a column.
    private func makePlan(_ keys: [String]) throws(StoreError) -> InsertPlan {
        var targets: [InsertPlan.Target] = []
        var used: [String] = []
        let last = Dictionary(zip(keys, keys.indices), uniquingKeysWith: { $1 })
        for (index, key) in keys.enumerated() {
            let target: InsertPlan.Target =
                if key == "uuid" || last[key] != index {
                    .skip
                } else if key == "time" {
                    .time
                } else if columns.contains(key) {
                    .parameter
                } else {
                    .unborn
                }
            targets.append(target)
            if target == .parameter || target == .time { used.append(key) }
        }
        let addsTime = !targets.contains(.time)
        if addsTime { used.append("time") }
        let statement = try database.prepareInsert(into: name, columns: used)
        return InsertPlan(
            keys: keys, targets: targets,
            uniform: zip(keys, targets).map { $1 == .parameter ? uniform[$0] : nil },
            hasUnborn: targets.contains(.unborn), addsTime: addsTime,
            statement: statement)
    }
}

extension WarehouseTable {
    /// Looks in the window, which holds under either policy, and under `exact` among all.
    private func isKnown(
        _ uuid: String, at now: Int64, _ policy: Deduplication
    ) throws(StoreError) -> Bool {
        if window.contains(uuid, at: now) { return true }
        return policy == .exact ? try database.isKnown(uuid, table: id) : false
    }

    private func remember(
        _ uuid: String?, at now: Int64, _ policy: Deduplication
    ) throws(StoreError) {
        window.insert(uuid, at: now)
        if policy == .exact, let uuid { try database.remember(uuid, table: id) }
    }

    /// Keeps the uuids of a request with its records, in one row, and drops the rows that have left
    /// the window.
    ///
    /// A record without a uuid is an empty line.
    ///
    /// A row leaves when the window is full without it, but the last upload's rows stay until the
    /// next upload.
    private func keepBatch(
        _ uuids: [String?], at now: Int64, upload: Int64?
    ) throws(StoreError) {
        var lines: [UInt8] = []
        lines.reserveCapacity(37 * uuids.count)
        for uuid in uuids {
            if let uuid { lines.append(contentsOf: uuid.utf8) }
            lines.append(UInt8(ascii: "\n"))
        }
        let sequence = try database.insertBatch(lines, table: id, at: now, upload: upload)
        batches.append((sequence, uuids.count))
        batchedCount += uuids.count
        if let upload {
            let old = numbered.note(upload, sequence, uuids.compactMap(\.self))
            for old in old where old < batches[0].sequence {
                try database.deleteBatch(old)
            }
        }
        var leaving = 0
        while batchedCount - batches[leaving].count >= UUIDWindow.records {
            let leaves = batches[leaving].sequence
            if !numbered.batches.contains(leaves) { try database.deleteBatch(leaves) }
            batchedCount -= batches[leaving].count
            leaving += 1
        }
        batches.removeFirst(leaving)
    }

    /// Fills the window from the batches, oldest first.
    ///
    /// Records of a batch count as received together.
    private func loadWindow() throws(StoreError) {
        for batch in try database.batches(table: id) {
            for uuid in batch.uuids { window.insert(uuid, at: batch.receivedAt) }
            batches.append((batch.sequence, batch.uuids.count))
            batchedCount += batch.uuids.count
            if let upload = batch.upload {
                _ = numbered.note(upload, batch.sequence, batch.uuids.compactMap(\.self))
            }
        }
    }
}
