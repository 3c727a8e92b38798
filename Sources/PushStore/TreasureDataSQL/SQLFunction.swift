import PushModel

/// A scalar function that SQL text can call.
public struct SQLFunction: Sendable {
    /// The name in lower case; SQL compares names without regard to case.
    public let name: String
    /// The number of arguments that it accepts.
    public let arity: ClosedRange<Int>
    /// Whether equal arguments give equal results within one statement.
    ///
    /// That is what `SQLITE_DETERMINISTIC` requires; `now()` qualifies, since a statement has one
    /// time.
    public let isDeterministic: Bool
    /// One sentence for people, with the arguments as they are written.
    public let summary: String

    /// Reads its arguments with bounds that `arity` guarantees.
    private let body: @Sendable (SQLCall) throws(SQLFunctionError) -> Cell

    /// Creates a function that people call.
    ///
    /// It is deterministic: only Trino's runtime functions can say otherwise.
    init(
        _ name: String, _ arity: ClosedRange<Int>, _ summary: String,
        _ body: @escaping @Sendable (SQLCall) throws(SQLFunctionError) -> Cell
    ) {
        self.name = name
        self.arity = arity
        isDeterministic = true
        self.summary = summary
        self.body = body
    }

    /// Creates a runtime function of Trino's dialect; people never see its name.
    ///
    /// It returns NULL for any NULL among its arguments unless it `takesNull`.
    init(
        trino name: String, _ arity: ClosedRange<Int>, takesNull: Bool = false,
        isDeterministic: Bool = true,
        _ body: @escaping @Sendable (SQLCall) throws(SQLFunctionError) -> Cell
    ) {
        self.name = "trino_" + name
        self.arity = arity
        self.isDeterministic = isDeterministic
        summary = ""
        guard !takesNull else {
            self.body = body
            return
        }
        self.body = { call throws(SQLFunctionError) in call.hasNull ? .null : try body(call) }
    }

    /// The form for use inside Trino's `TRY`: a failure that `TRY` catches becomes NULL.
    ///
    /// SQLite may not move it out of a loop, since each row's failure counts for that row alone.
    var inTry: SQLFunction {
        SQLFunction(twin: "try_" + name, arity) { [body] call throws(SQLFunctionError) in
            do throws(SQLFunctionError) {
                return try body(call)
            } catch {
                guard error.isCaughtByTry else { throw error }
                call.context.hasFailedTry = true
                return .null
            }
        }
    }

    private init(
        twin name: String, _ arity: ClosedRange<Int>,
        _ body: @escaping @Sendable (SQLCall) throws(SQLFunctionError) -> Cell
    ) {
        self.name = name
        self.arity = arity
        isDeterministic = false
        summary = ""
        self.body = body
    }

    /// Computes the function for the arguments of one row.
    ///
    /// The number of arguments must be within `arity`. Errors start with the function's name.
    public func call(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) -> Cell {
        do {
            return try body(SQLCall(arguments: arguments, context: context))
        } catch {
            throw error.named(name)
        }
    }

    /// Computes the function for arguments in an array.
    ///
    /// A number of arguments outside `arity` is an error.
    public func call(
        _ arguments: [Cell], in context: SQLContext
    ) throws(SQLFunctionError) -> Cell {
        guard arity.contains(arguments.count) else {
            throw SQLFunctionError("takes \(arityText), found \(arguments.count)").named(name)
        }
        let result = arguments.withUnsafeBufferPointer { buffer in
            Result { () throws(SQLFunctionError) -> Cell in try call(buffer, in: context) }
        }
        return try result.get()
    }

    private var arityText: String {
        let upper = arity.upperBound == 1 ? "1 argument" : "\(arity.upperBound) arguments"
        if arity.lowerBound == arity.upperBound { return upper }
        return "\(arity.lowerBound) to \(upper)"
    }
}
