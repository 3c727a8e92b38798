import PushModel
import PushText

/// The state of `td_sessionize_window`: a session continues until a gap is longer than the
/// time-out.
///
/// A UUID is derived from the session's start, the time-out and its number in the statement, so
/// that the same statement over the same rows gives the same UUIDs. A frame that drops rows does
/// not end a session.
final class SessionAccumulator: SQLAccumulator {
    /// The time of the last row with one, in Unix seconds; nil before the first.
    private var last: Int64?
    private var session: Cell = .null
    /// Whether errors are Trino's, which name the function themselves.
    private let isTrino: Bool

    init(isTrino: Bool = false) { self.isTrino = isTrino }

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        let call = SQLCall(arguments: arguments, context: context)
        guard let timeout = try call.integer(1, "timeout"), timeout >= 0 else {
            let message = "timeout \(arguments[1].shown) is not a number of seconds from 0 on"
            throw isTrino
                ? .argument("td_sessionize_window: " + message) : SQLFunctionError(message)
        }
        guard let time = try call.integer(0, "time") else { return }
        let (gap, overflow) = time.subtractingReportingOverflow(last ?? time)
        if last == nil || overflow || gap.magnitude > UInt64(timeout) {
            session = .text(
                SessionAccumulator.uuid(time, timeout, number: context.nextSession()))
        }
        last = time
    }

    func inverse(_ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext) {}

    func value(in context: SQLContext) -> Cell { session }

    private static func uuid(_ start: Int64, _ timeout: Int64, number: UInt64) -> String {
        let seed = ByteHash.mix(
            UInt64(bitPattern: start) ^ ByteHash.mix(UInt64(bitPattern: timeout)))
        let high = ByteHash.mix(seed ^ number)
        let low = ByteHash.mix(high ^ seed &+ number)
        // The form in which Treasure Data writes its own.
        return UUIDText.version4(high, low, digits: Hex.lower)
    }
}
