import PushModel

/// Treasure Data's functions over windows of time relative to the time of the query.
enum IntervalFunctions {
    static let all: [SQLFunction] = [
        SQLFunction(
            "td_interval", 2...3,
            "td_interval(t, interval [, zone]): whether t lies in an interval such as '-7d/now'."
        ) { call throws(SQLFunctionError) in
            let window = try window(call, at: 1)
            guard let time = try call.instant(0, "time", zone: 2), let window else { return .null }
            return .truth(window.contains(time))
        },
        SQLFunction(
            "td_interval_range", 1...2,
            "td_interval_range(interval [, zone]): the JSON array [start,end] of an interval."
        ) { call throws(SQLFunctionError) in try range(call) },
    ]

    /// `td_interval_range` where a `td_interval` was written, which its errors name.
    static let ofInterval = SQLFunction("td_interval", 1...2, "") {
        call throws(SQLFunctionError) in try range(call)
    }

    private static func range(_ call: SQLCall) throws(SQLFunctionError) -> Cell {
        guard let window = try window(call, at: 0) else { return .null }
        return .text("[\(window.start),\(window.end)]")
    }

    /// The window of an interval is computed once for a query, since the scheduled time does not
    /// change.
    private static func window(
        _ call: SQLCall, at index: Int
    ) throws(SQLFunctionError) -> TimeWindow? {
        guard let interval = call.text(index) else { return nil }
        let context = call.context
        let zone = try call.zone(index + 1)
        let key = WindowKey(
            interval: interval, zone: zone.identifier, now: context.scheduledTime)
        return try context.windows.value(for: key) { () throws(SQLFunctionError) in
            _ = try SQLCall.checked(context.scheduledTime, "scheduled time")
            return try IntervalParser(context: context, zone: zone).window(interval)
        }
    }
}
