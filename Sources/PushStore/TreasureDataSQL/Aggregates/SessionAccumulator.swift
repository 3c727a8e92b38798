import PushSimulation

/// The state of `td_sessionize_window`: a session goes on until a gap is longer than the time-out.
///
/// A UUID is made of the session's start, the time-out and its number in the statement, so that
/// the same statement over the same rows gives the same UUIDs. A frame that drops rows does not
/// end a session.
final class SessionAccumulator: SQLAccumulator {
    private var last: Int64?
    private var session: Cell = .null

    func step(
        _ arguments: UnsafeBufferPointer<Cell>, in context: SQLContext
    ) throws(SQLFunctionError) {
        let call = SQLCall(arguments: arguments, context: context)
        guard let timeout = try call.integer(1, "timeout"), timeout >= 0 else {
            throw SQLFunctionError(
                "timeout \(arguments[1].shown) is not a number of seconds from 0 on")
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
        var bytes: [UInt8] = []
        for word in [high, low] {
            for shift in stride(from: 56, through: 0, by: -8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
            }
        }
        // Version 4 and the standard variant, the form in which Treasure Data writes its own.
        bytes[6] = bytes[6] & 0x0f | 0x40
        bytes[8] = bytes[8] & 0x3f | 0x80
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for (index, byte) in bytes.enumerated() {
            if [4, 6, 8, 10].contains(index) { text.append(0x2d) }
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
