import CSQLite
import PushModel

/// Treasure Data's functions on a connection, with their knowledge of the running statement.
final class FunctionTable {
    /// Shared by all functions of the connection, and renewed for each statement.
    let context = SQLContext(now: 0)
    private let handle: OpaquePointer
    /// Functions stay registered, so the second Trino query pays nothing.
    private var hasTrino = false

    /// The zones inside the values of previous statements.
    var zoneKeys: ZoneKeys { context.zoneKeys }

    /// Registers Treasure Data's functions under their names, in which SQLite ignores case.
    init(_ handle: OpaquePointer) {
        self.handle = handle
        for function in TreasureDataSQL.functions { register(function, handle) }
        for aggregate in TreasureDataSQL.aggregates { register(aggregate, handle) }
    }

    /// Adds the functions that translated queries call: there are hundreds, which cost a
    /// millisecond that other queries need not wait for.
    func addTrino() {
        guard !hasTrino else { return }
        hasTrino = true
        for function in TrinoRuntime.functions { register(function, handle) }
        for aggregate in TrinoRuntime.aggregates { register(aggregate, handle) }
        WholeGlob.install(on: handle, context)
        OrderKey.install(on: handle, context)
        CallCounter.install(on: handle)
    }

    /// Sets the time for the functions of the next statement.
    ///
    /// An unknown zone means UTC here.
    func beginStatement(_ options: QueryOptions) {
        context.beginStatement(
            now: options.now, milliseconds: options.milliseconds,
            scheduledTime: options.scheduledTime)
        context.md5 = options.md5
        context.digests = options.digests
        context.sessionZone = (try? context.zones.zone(named: options.zone)) ?? .utc
    }

    private static let flags = SQLITE_UTF8 | SQLITE_INNOCUOUS

    /// Functions that depend on the clock or the seed are not deterministic for SQLite, which might
    /// otherwise call them once for a whole statement.
    private func register(_ function: SQLFunction, _ handle: OpaquePointer) {
        let flags = Self.flags | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
        for count in Self.counts(function.arity) {
            let bound = Unmanaged.passRetained(BoundFunction(function, context))
            sqlite3_create_function_v2(
                handle, function.name, count, flags, bound.toOpaque(), callFunction, nil, nil,
                { $0.map { Unmanaged<BoundFunction>.fromOpaque($0).release() } })
        }
    }

    /// One that cannot take rows back has no inverse, and SQLite refuses it as a window function.
    func register(_ aggregate: SQLAggregate, _ handle: OpaquePointer) {
        for count in Self.counts(aggregate.arity) {
            let bound = Unmanaged.passRetained(BoundAggregate(aggregate, context))
            sqlite3_create_window_function(
                handle, aggregate.name, count, Self.flags, bound.toOpaque(), stepAggregate,
                finishAggregate, aggregate.isWindow ? valueOfAggregate : nil,
                aggregate.isWindow ? inverseAggregate : nil,
                { $0.map { Unmanaged<BoundAggregate>.fromOpaque($0).release() } })
        }
    }

    /// Returns the argument counts to register, so that SQLite itself refuses the others.
    private static func counts(_ arity: ClosedRange<Int>) -> [Int32] {
        arity.upperBound > 16 ? [-1] : arity.map(Int32.init)
    }
}

/// A function with its connection's context, as SQLite passes it back at every call.
private final class BoundFunction {
    let function: SQLFunction
    let context: SQLContext

    init(_ function: SQLFunction, _ context: SQLContext) {
        self.function = function
        self.context = context
    }
}

private final class BoundAggregate {
    let aggregate: SQLAggregate
    let context: SQLContext

    init(_ aggregate: SQLAggregate, _ context: SQLContext) {
        self.aggregate = aggregate
        self.context = context
    }
}

private typealias Values = UnsafeMutablePointer<OpaquePointer?>

/// Called by SQLite for each row.
///
/// The arguments' size counts as work, after enough of which the query is asked to go on or end.
private func callFunction(_ call: OpaquePointer?, _ count: Int32, _ values: Values?) {
    guard let data = sqlite3_user_data(call) else { return }
    let bound = Unmanaged<BoundFunction>.fromOpaque(data).takeUnretainedValue()
    guard bound.function.arity.contains(Int(count)) else {
        let name = bound.function.name
        return answer(call, error: "wrong number of arguments to function \(name)()")
    }
    withCells(count, values) { cells in
        do throws(SQLFunctionError) {
            try bound.context.spend(work(cells))
            answer(call, try bound.function.call(cells, in: bound.context))
        } catch {
            answer(call, error: error.message)
        }
    }
}

/// The first row of a group makes its state, which SQLite's memory for the group owns.
private func stepAggregate(_ call: OpaquePointer?, _ count: Int32, _ values: Values?) {
    guard let data = sqlite3_user_data(call), let place = place(of: call, isNew: true) else {
        return
    }
    let bound = Unmanaged<BoundAggregate>.fromOpaque(data).takeUnretainedValue()
    let state: AccumulatorState
    if let known = place.pointee {
        state = Unmanaged<AccumulatorState>.fromOpaque(known).takeUnretainedValue()
    } else {
        state = AccumulatorState(bound.aggregate.makeAccumulator())
        place.pointee = Unmanaged.passRetained(state).toOpaque()
    }
    withCells(count, values) { cells in
        state.value = nil
        do throws(SQLFunctionError) {
            try bound.context.spend(work(cells))
            try state.accumulator.step(cells, in: bound.context)
        } catch {
            state.hasFailed = true
            answer(call, error: error.named(bound.aggregate.name).message)
        }
    }
}

/// Takes back the oldest row of a moving window.
private func inverseAggregate(_ call: OpaquePointer?, _ count: Int32, _ values: Values?) {
    guard let data = sqlite3_user_data(call), let known = place(of: call, isNew: false)?.pointee
    else { return }
    let bound = Unmanaged<BoundAggregate>.fromOpaque(data).takeUnretainedValue()
    let state = Unmanaged<AccumulatorState>.fromOpaque(known).takeUnretainedValue()
    state.value = nil
    withCells(count, values) { state.accumulator.inverse($0, in: bound.context) }
}

/// Called for each row of a window, and at the end of a group; a group without rows has no state,
/// and gets the value of a fresh one.
private func valueOfAggregate(_ call: OpaquePointer?) {
    guard let data = sqlite3_user_data(call) else { return }
    let bound = Unmanaged<BoundAggregate>.fromOpaque(data).takeUnretainedValue()
    guard let known = place(of: call, isNew: false)?.pointee else {
        return answer(call, bound.aggregate.makeAccumulator().value(in: bound.context))
    }
    let state = Unmanaged<AccumulatorState>.fromOpaque(known).takeUnretainedValue()
    // SQLite finishes the groups of a statement that failed, too, to free their memory.
    guard !state.hasFailed else { return answer(call, error: "a row of the group failed") }
    if let value = state.value { return answer(call, value) }
    do throws(SQLFunctionError) {
        let value = try state.accumulator.result(in: bound.context)
        state.value = value
        answer(call, value)
    } catch {
        answer(call, error: error.named(bound.aggregate.name).message)
    }
}

/// Releases the state, even after an error: SQLite calls it exactly once for each group.
private func finishAggregate(_ call: OpaquePointer?) {
    // SQLite finishes the groups of a statement that was stopped, too, to free their memory.
    if isStopping(call) { answer(call, error: "interrupted") } else { valueOfAggregate(call) }
    guard let place = place(of: call, isNew: false), let known = place.pointee else { return }
    Unmanaged<AccumulatorState>.fromOpaque(known).release()
    place.pointee = nil
}

/// True if the query has been told to end, and nobody wants its value.
private func isStopping(_ call: OpaquePointer?) -> Bool {
    guard let data = sqlite3_user_data(call) else { return true }
    return Unmanaged<BoundAggregate>.fromOpaque(data).takeUnretainedValue().context.isStopping()
}

/// The state of one group, kept alive by a pointer in SQLite's memory for that group.
private final class AccumulatorState {
    let accumulator: any SQLAccumulator
    /// Whether a row failed, so that nobody wants the group's value.
    var hasFailed = false
    /// The value of the rows of the frame, since SQLite asks again for each of a partition's rows;
    /// nil once a row has come or gone.
    var value: Cell?

    init(_ accumulator: any SQLAccumulator) { self.accumulator = accumulator }
}

/// Returns SQLite's memory for the group of a call; nil if there is none and none should be
/// allocated.
private func place(
    of call: OpaquePointer?, isNew: Bool
) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    let size = isNew ? Int32(MemoryLayout<UnsafeMutableRawPointer?>.size) : 0
    return sqlite3_aggregate_context(call, size)?
        .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
}

/// Calls `body` with the arguments as values.
private func withCells(
    _ count: Int32, _ values: Values?, _ body: (UnsafeBufferPointer<Cell>) -> Void
) {
    withUnsafeTemporaryAllocation(of: Cell.self, capacity: Int(count)) { buffer in
        for index in 0..<Int(count) {
            buffer.initializeElement(at: index, to: Cell(values?[index]))
        }
        body(UnsafeBufferPointer(buffer))
        buffer.deinitialize()
    }
}

/// Returns the amount of work that a call's arguments mean, by their bytes.
private func work(_ cells: UnsafeBufferPointer<Cell>) -> Int {
    var work = 0
    for cell in cells {
        switch cell {
        case .text(let text), .json(let text): work &+= text.utf8.count
        case .blob(let bytes): work &+= bytes.count
        case .null, .integer, .real, .boolean: break
        }
    }
    return work
}

private func answer(_ call: OpaquePointer?, error: String) {
    sqlite3_result_error(call, error, -1)
}

nonisolated(unsafe) private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

private func answer(_ call: OpaquePointer?, _ cell: Cell) {
    switch cell {
    case .null: sqlite3_result_null(call)
    case .integer(let value): sqlite3_result_int64(call, value)
    case .real(let value): sqlite3_result_double(call, value)
    case .boolean(let value): sqlite3_result_int64(call, value ? 1 : 0)
    case .text(var text), .json(var text):
        text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                let count = sqlite3_uint64($0.count)
                // A null pointer would return NULL, and an empty text is not NULL.
                guard let base = $0.baseAddress else {
                    return sqlite3_result_text(call, "", 0, copied)
                }
                sqlite3_result_text64(call, base, count, copied, UInt8(SQLITE_UTF8))
            }
        }
    case .blob(let bytes):
        sqlite3_result_blob64(call, bytes, sqlite3_uint64(bytes.count), copied)
    }
}

extension Cell {
    /// The value of an argument.
    fileprivate init(_ value: OpaquePointer?) {
        switch sqlite3_value_type(value) {
        case SQLITE_INTEGER: self = .integer(sqlite3_value_int64(value))
        case SQLITE_FLOAT: self = .real(sqlite3_value_double(value))
        case SQLITE_TEXT:
            let start = sqlite3_value_text(value)
            let count = Int(sqlite3_value_bytes(value))
            self = .text(
                String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
        case SQLITE_BLOB:
            let start = sqlite3_value_blob(value)
            let count = Int(sqlite3_value_bytes(value))
            self = .blob([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        default: self = .null
        }
    }
}
