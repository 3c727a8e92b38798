extension Window.Frame {
    /// Whether the bound is given by a distance.
    var hasValue: Bool {
        [start, end].contains {
            switch $0 {
            case .preceding, .following: true
            default: false
            }
        }
    }

    /// Whether rows only enter the frame, and none leaves it.
    var startsAtFirstRow: Bool {
        if case .unboundedPreceding = start { true } else { false }
    }
}

/// The extent of window frames.
extension Translator {
    /// Writes a frame, always with both bounds; the second is CURRENT ROW if it is left out.
    ///
    /// The keys are the window's ORDER BY, already translated. Throws INVALID_WINDOW_FRAME for
    /// bounds in the wrong order or a negative distance, MISSING_ORDER_BY and INVALID_ORDER_BY for
    /// RANGE and GROUPS without what they measure by, and NOT_SUPPORTED for a distance that is no
    /// constant.
    func frame(
        _ frame: Window.Frame, _ window: Window, _ keys: [Term], _ scope: Scope
    ) throws(Fault) -> String {
        try checkFrame(frame, window)
        if frame.unit == .range, frame.hasValue, let key = keys.first?.type,
            !(key.isNumeric || key.isMoment || key.isInterval)
        {
            throw window.order[0].expression.fault(
                .typeMismatch,
                "Window frame of type RANGE PRECEDING or FOLLOWING requires that sort item type "
                    + "be numeric, datetime or interval (actual: \(key.text))")
        }
        let start = try bound(frame.start, frame, keys, scope, true)
        let end = try frame.end.map { (end) throws(Fault) in
            try bound(end, frame, keys, scope, false)
        }
        return "\(frame.unit.rawValue) BETWEEN \(start) AND \(end ?? "CURRENT ROW")"
    }

    /// The place of a bound in the order in which start and end may follow each other.
    private static func rank(_ bound: Window.Bound) -> Int {
        switch bound {
        case .unboundedPreceding: 0
        case .preceding: 1
        case .currentRow: 2
        case .following: 3
        case .unboundedFollowing: 4
        }
    }

    /// Refuses frames that cannot be, in Trino's words; a bound that is not written is CURRENT ROW.
    private func checkFrame(_ frame: Window.Frame, _ window: Window) throws(Fault) {
        let start = Self.rank(frame.start)
        let end = frame.end.map { Self.rank($0) } ?? 2
        var message: String?
        if start == 4 {
            message = "Window frame start cannot be UNBOUNDED FOLLOWING"
        } else if end == 0 {
            message = "Window frame end cannot be UNBOUNDED PRECEDING"
        } else if start == 2, end == 1 {
            message = "Window frame starting from CURRENT ROW cannot end with PRECEDING"
        } else if start == 3, end == 1 {
            message = "Window frame starting from FOLLOWING cannot end with PRECEDING"
        } else if start == 3, end == 2 {
            message = "Window frame starting from FOLLOWING cannot end with CURRENT ROW"
        }
        if let message { throw Fault(.invalidWindowFrame, message, at: frame.place) }
        let hasValue = [start, end].contains { $0 == 1 || $0 == 3 }
        if frame.unit == .groups, hasValue, window.order.isEmpty {
            throw Fault(
                .missingOrderBy,
                "Window frame of type GROUPS PRECEDING or FOLLOWING requires ORDER BY",
                at: frame.place)
        }
        guard frame.unit == .range, hasValue else { return }
        if window.order.isEmpty {
            throw Fault(
                .missingOrderBy,
                "Window frame of type RANGE PRECEDING or FOLLOWING requires ORDER BY",
                at: frame.place)
        }
        if window.order.count > 1 {
            throw Fault(
                .invalidOrderBy,
                "Window frame of type RANGE PRECEDING or FOLLOWING requires single sort item in "
                    + "ORDER BY (actual: \(window.order.count))", at: frame.place)
        }
    }

    /// Writes one bound of a frame.
    private func bound(
        _ bound: Window.Bound, _ frame: Window.Frame, _ keys: [Term], _ scope: Scope,
        _ isStart: Bool
    ) throws(Fault) -> String {
        switch bound {
        case .unboundedPreceding: return "UNBOUNDED PRECEDING"
        case .currentRow: return "CURRENT ROW"
        case .unboundedFollowing: return "UNBOUNDED FOLLOWING"
        case .preceding(let distance):
            return "\(try self.distance(distance, frame, keys, scope, isStart)) PRECEDING"
        case .following(let distance):
            return "\(try self.distance(distance, frame, keys, scope, isStart)) FOLLOWING"
        }
    }

    /// Returns a frame's extent, in the units in which its key is stored.
    ///
    /// A date counts days, times and timestamps microseconds, and an instant with a zone
    /// milliseconds, since its lower 12 bits are the zone (decision 210) and `sortText` leaves them
    /// out. A date cannot move by a part of a day. Months have no fixed length: `monthly` handles
    /// the frames that may have them.
    private func distance(
        _ distance: Expression, _ frame: Window.Frame, _ keys: [Term], _ scope: Scope,
        _ isStart: Bool
    ) throws(Fault) -> String {
        let term = try term(distance, scope)
        if frame.unit != .range {
            guard term.type.isInteger else {
                throw distance.fault(
                    .typeMismatch,
                    "Window frame \(frame.unit.rawValue) \(isStart ? "start" : "end") value type "
                        + "must be exact numeric type with scale 0 (actual \(term.type.text))")
            }
            return try constant(term, distance)
        }
        guard let key = keys.first else { return "0" }
        let isCompatible =
            key.type.isNumeric
            ? term.type.isNumeric
            : term.type.isInterval && (key.type.isMoment || term.type == key.type)
        guard isCompatible else {
            throw distance.fault(
                .typeMismatch,
                "Window frame RANGE value type (\(term.type.text)) not compatible with sort item "
                    + "type (\(key.type.text))")
        }
        if key.type.isInteger, term.type.isInteger { return try constant(term, distance) }
        if key.type.isInteger, case .decimal = term.type { return try steps(term, 0, distance) }
        if case .decimal(let precision, let scale) = key.type {
            guard precision <= Self.countedDigits else {
                throw distance.unsupported(
                    "a RANGE frame over \(key.type.text)",
                    hint: "order by a decimal(\(Self.countedDigits),\(scale)), or by a double")
            }
            return try steps(term, scale, distance)
        }
        if key.type == .double, term.type.isNumeric {
            return try constant(coerced(term, to: .double), distance)
        }
        if term.type == .intervalYearToMonth, case .integer(let months) = term.constant,
            takesMonths || months <= 0, Self.reach(ofMonths: 1, key.type) != nil
        {
            if months <= 0 { return try constant(term, distance) }
            return "\(Self.reach(ofMonths: months, key.type) ?? 0)"
        }
        guard term.type == .intervalDayToSecond, case .integer(let value) = term.constant else {
            throw uncounted(distance, term.type, key.type)
        }
        if value < 0 { return try constant(term, distance) }
        switch key.type {
        case .date where value.isMultiple(of: 86_400_000): return "\(value / 86_400_000)"
        case .timestamp: return "\(value * 1000)"
        case .time: return "\(value * 1000)"
        case .timestampWithZone: return "\(value)"
        default: throw distance.unsupported("this distance of a RANGE frame")
        }
    }

    /// SQLite would add doubles to a key of type `real`, and get other sums than `real` has.
    private func uncounted(
        _ distance: Expression, _ type: TrinoType, _ key: TrinoType
    ) -> Fault {
        if key == .real {
            return distance.unsupported(
                "a RANGE frame over real", hint: "order by CAST(x AS double)")
        }
        return distance.unsupported(
            "this distance of a RANGE frame",
            hint: type == .intervalYearToMonth ? Self.monthlyFrame : nil)
    }

    /// A month is no fixed number of days that a frame could count; see `MonthlyFrame`.
    private static let monthlyFrame =
        "CROSS JOIN LATERAL (SELECT sum(b.x) FROM t AS b WHERE b.day BETWEEN "
        + "a.day - INTERVAL '1' MONTH AND a.day) has these rows"

    /// The digits of decimals that fit a whole number, since SQLite's frames add numbers.
    private static let countedDigits = 18

    /// Returns a key as SQLite's frames count it, if one extends by a value.
    func counted(_ key: Term, _ frame: Window.Frame?) -> Term {
        guard let frame, frame.unit == .range, frame.hasValue,
            case .decimal(let precision, let scale) = key.type, precision <= Self.countedDigits
        else { return key }
        return Term(
            call("trino_unscaled", key.sql, "\(scale)"), .bigint, isNullable: key.isNullable)
    }

    /// Returns a distance in units of a key's last digit.
    ///
    /// A fraction of a unit reaches no further key.
    ///
    /// Distances beyond 4·10^18 are written as that: no two keys are further apart. Negative ones
    /// are refused, and so is what is no constant.
    private func steps(
        _ term: Term, _ scale: Int, _ expression: Expression
    ) throws(Fault) -> String {
        var text: String
        switch term.constant {
        case .integer(let value): text = "\(value)"
        case .decimal(let value): text = value
        default: return try constant(term, expression)
        }
        if text.hasPrefix("-") { return try constant(.integer(-1, .bigint), expression) }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1].prefix(scale)) : ""
        text = parts[0] + fraction + String(repeating: "0", count: scale - fraction.count)
        // No two keys are further apart, and the sum stays within SQLite's numbers.
        let furthest: Int64 = 4_000_000_000_000_000_000
        return "\(min(furthest, Int64(text) ?? furthest))"
    }

    /// Writes a constant distance; SQLite takes no other, and Trino none below zero.
    private func constant(_ term: Term, _ expression: Expression) throws(Fault) -> String {
        switch term.constant {
        case .integer(let value) where value >= 0: return "\(value)"
        case .double(let value) where value >= 0: return SQLText.double(value)
        case .integer, .double:
            throw expression.fault(
                .invalidWindowFrame, "Window frame offset value must not be negative or null")
        default:
            throw expression.unsupported(
                "a frame whose distance is no constant",
                hint: "a join of the table with its own rows in reach gives the same")
        }
    }
}
