extension Window.Bound {
    /// Whether it is a distance before the current row.
    fileprivate var isPreceding: Bool {
        if case .preceding = self { true } else { false }
    }
}

extension Window.Frame {
    /// Whether the bound is given by a distance.
    var hasValue: Bool {
        [start, end].contains { $0?.distance != nil }
    }

}

extension Window {
    /// Whether rows leave the frame: those of others only enter it.
    var moves: Bool {
        guard let frame else { return false }
        if case .unboundedPreceding = frame.start { return false }
        return true
    }
}

/// The extent of window frames.
extension Translator {
    /// Writes a frame, always with both bounds; the second is CURRENT ROW if it is left out.
    ///
    /// Nil if SQLite does not count its distances.
    ///
    /// The keys are the window's ORDER BY, already translated. Throws INVALID_WINDOW_FRAME for
    /// bounds in the wrong order or a negative distance, MISSING_ORDER_BY and INVALID_ORDER_BY for
    /// RANGE and GROUPS without what they measure by, and TYPE_MISMATCH for a distance of another
    /// kind than the key.
    func frame(
        _ frame: Window.Frame, _ window: Window, _ keys: [Term], _ scope: Scope
    ) throws(Fault) -> String? {
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
        let end = try bound(frame.end ?? .currentRow, frame, keys, scope, false)
        guard let start, let end else { return nil }
        return "\(frame.unit.rawValue) BETWEEN \(start) AND \(end)"
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

    /// Writes one bound of a frame; nil if SQLite does not count its distance.
    private func bound(
        _ bound: Window.Bound, _ frame: Window.Frame, _ keys: [Term], _ scope: Scope,
        _ isStart: Bool
    ) throws(Fault) -> String? {
        let (distance, word): (Expression, String)
        switch bound {
        case .unboundedPreceding: return "UNBOUNDED PRECEDING"
        case .currentRow: return "CURRENT ROW"
        case .unboundedFollowing: return "UNBOUNDED FOLLOWING"
        case .preceding(let before): (distance, word) = (before, "PRECEDING")
        case .following(let behind): (distance, word) = (behind, "FOLLOWING")
        }
        let term = try self.distance(distance, frame, keys, scope, isStart)
        if Self.isNegative(term) || term.isNull {
            throw distance.fault(.invalidWindowFrame, Self.invalidDistance)
        }
        let key = frame.unit == .range ? keys.first?.type : .bigint
        return key.flatMap { Self.units(of: term, for: $0) }.map { "\($0) \(word)" }
    }

    static let invalidDistance = "Window frame offset value must not be negative or null"

    /// Translates the distance of a frame's end from the current row.
    func distance(
        _ distance: Expression, _ frame: Window.Frame, _ keys: [Term], _ scope: Scope,
        _ isStart: Bool
    ) throws(Fault) -> Term {
        let term = try term(distance, scope)
        if frame.unit != .range {
            guard term.type.isInteger || term.type.isWholeDecimal else {
                throw distance.fault(
                    .typeMismatch,
                    "Window frame \(frame.unit.rawValue) \(isStart ? "start" : "end") value type "
                        + "must be exact numeric type with scale 0 (actual \(term.type.text))")
            }
            return term
        }
        guard let key = keys.first else { return term }
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
        return term
    }

    private static func isNegative(_ term: Term) -> Bool {
        switch term.constant {
        case .integer(let value): value < 0
        case .double(let value): value < 0
        case .decimal(let text): text.hasPrefix("-")
        default: false
        }
    }

    /// Returns a distance in the units in which its key is stored, as a constant that SQLite adds
    /// to the key; nil if there is none.
    ///
    /// A date counts days, times and timestamps microseconds, and an instant with a zone
    /// milliseconds, since its lower 12 bits are the zone (decision 210) and `sortText` leaves them
    /// out. SQLite would add doubles to a key of type `real`, and get other sums than `real` has.
    private static func units(of term: Term, for key: TrinoType) -> String? {
        switch (key, term.constant) {
        case (.double, .integer(let value)): return SQLText.double(Double(value))
        case (.double, .double(let value)): return SQLText.double(value)
        case (.double, .decimal(let text)): return Double(text).map { SQLText.double($0) }
        case (.decimal(let precision, let scale), .integer(let value)):
            return precision <= countedDigits ? steps("\(value)", scale) : nil
        case (.decimal(let precision, let scale), .decimal(let text)):
            return precision <= countedDigits ? steps(text, scale) : nil
        case (_, .integer(let value)) where key.isInteger && term.type.isInteger: return "\(value)"
        case (_, .decimal(let text)) where key.isInteger: return steps(text, 0)
        case (_, .integer(let value)) where term.type == .intervalDayToSecond:
            return ticks(value, key)
        default: return nil
        }
    }

    /// Returns milliseconds in the units of a moment; nil for a part of a day before a date.
    private static func ticks(_ value: Int64, _ key: TrinoType) -> String? {
        switch key {
        case .date where value.isMultiple(of: 86_400_000): "\(value / 86_400_000)"
        case .timestamp, .time: "\(value * 1000)"
        case .timestampWithZone: "\(value)"
        default: nil
        }
    }

    /// The digits of decimals that fit a whole number, since SQLite's frames add numbers.
    private static let countedDigits = 18

    /// Returns a key as SQLite's frames count it, if one extends by a value.
    ///
    /// It is a decimal's digits, and a whole number with a check: Trino adds a distance to each key
    /// and fails where the sum does not fit.
    func counted(
        _ key: Term, _ frame: Window.Frame?, _ item: SortItem, _ scope: Scope
    ) throws(Fault) -> Term {
        guard let frame, frame.unit == .range, frame.hasValue else { return key }
        if case .decimal(let precision, let scale) = key.type, precision <= Self.countedDigits {
            return Term(
                call("trino_unscaled", key.sql, "\(scale)"), .bigint, isNullable: key.isNullable)
        }
        guard key.type.isInteger else { return key }
        // TRY does not reach the rows of a window.
        let depth = tryDepth
        tryDepth = 0
        defer { tryDepth = depth }
        var fallible: [String] = []
        for (bound, isStart) in [(frame.start, true), (frame.end ?? .currentRow, false)] {
            guard let distance = bound.distance else { continue }
            let term = try self.distance(distance, frame, [key], scope, isStart)
            let isAdded = bound.isPreceding == item.isDescending
            guard case .integer = term.constant else { continue }
            let sum = try arithmetic(distance, isAdded ? .add : .subtract, key, term)
            if Self.mayFail(sum) { fallible.append("\(sum.sql) IS NOT NULL") }
        }
        guard !fallible.isEmpty else { return key }
        var checked = key
        checked.sql = "CASE WHEN \(fallible.joined(separator: " AND ")) THEN \(key.sql) END"
        checked.level = .atom
        return checked
    }

    /// Returns a distance in units of a key's last digit.
    ///
    /// A fraction of a unit reaches no further key.
    ///
    /// Distances beyond 4·10^18 are written as that: no two keys are further apart, and the sum
    /// stays within SQLite's numbers.
    private static func steps(_ text: String, _ scale: Int) -> String {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let fraction = parts.count > 1 ? String(parts[1].prefix(scale)) : ""
        let digits = parts[0] + fraction + String(repeating: "0", count: scale - fraction.count)
        let furthest: Int64 = 4_000_000_000_000_000_000
        return "\(min(furthest, Int64(digits) ?? furthest))"
    }
}

extension TrinoType {
    /// Whether it is a decimal without digits behind the point.
    fileprivate var isWholeDecimal: Bool {
        if case .decimal(_, 0) = self { true } else { false }
    }
}
