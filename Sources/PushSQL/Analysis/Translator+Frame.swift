extension Window.Frame {
    /// Whether rows only ever come in, and none goes out.
    var startsAtFirstRow: Bool {
        if case .unboundedPreceding = start { true } else { false }
    }
}

/// How far the frames of windows reach.
extension Translator {
    func frame(
        _ frame: Window.Frame, _ window: Window, _ keys: [Term], _ scope: Scope
    ) throws(Fault) -> String {
        try checkFrame(frame, window)
        let start = try bound(frame.start, frame, keys, scope, true)
        let end = try frame.end.map { (end) throws(Fault) in
            try bound(end, frame, keys, scope, false)
        }
        return "\(frame.unit.rawValue) BETWEEN \(start) AND \(end ?? "CURRENT ROW")"
    }

    private static func rank(_ bound: Window.Bound) -> Int {
        switch bound {
        case .unboundedPreceding: 0
        case .preceding: 1
        case .currentRow: 2
        case .following: 3
        case .unboundedFollowing: 4
        }
    }

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
        if frame.unit == .groups, window.order.isEmpty {
            throw Fault(
                .missingOrderBy, "Window frame of type GROUPS requires ORDER BY",
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

    /// How far a frame reaches, in the units in which its key is stored.
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
        if key.type.isInteger, term.type.isInteger { return try constant(term, distance) }
        if key.type == .double, term.type.isNumeric {
            return try constant(coerced(term, to: .double), distance)
        }
        guard term.type == .intervalDayToSecond, case .integer(let value) = term.constant else {
            throw distance.unsupported("this distance of a RANGE frame")
        }
        switch key.type {
        case .date where value.isMultiple(of: 86_400_000): return "\(value / 86_400_000)"
        case .timestamp: return "\(value * 1000)"
        case .time: return "\(value * 1000)"
        case .timestampWithZone: return "\(value)"
        default: throw distance.unsupported("this distance of a RANGE frame")
        }
    }

    private func constant(_ term: Term, _ expression: Expression) throws(Fault) -> String {
        switch term.constant {
        case .integer(let value) where value >= 0: return "\(value)"
        case .double(let value) where value >= 0: return SQLText.double(value)
        case .integer, .double:
            throw expression.fault(
                .invalidWindowFrame, "Window frame offset value must not be negative or null")
        default:
            throw expression.unsupported("a frame whose distance is no constant")
        }
    }
}
