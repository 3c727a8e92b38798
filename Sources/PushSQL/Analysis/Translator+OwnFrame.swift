/// Frames whose ends are computed for each row, since SQLite takes only constants as distances.
extension Translator {
    /// The contents of OVER's parentheses.
    struct Over {
        let text: String
        /// Whether rows leave the frame.
        let moves: Bool
        /// The arguments of `trino_frame` before those of the function; nil if SQLite's frame
        /// serves.
        let frame: [String]?
    }

    /// The frame that SQLite gets: the function sees the current row and all behind it, and keeps
    /// those before.
    static let rowsFromHere = "ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING"

    /// Returns what `trino_frame` needs to find the ends of a frame: how it finds them, the types
    /// of their keys, and the cells that it looks at, each text once.
    func ownFrame(
        _ frame: Window.Frame, _ window: Window, _ keys: [Term], _ scope: Scope
    ) throws(Fault) -> [String] {
        var cells: [String] = []
        let start = try end(frame.start, true, frame, window, keys, scope, &cells)
        let end = try end(frame.end ?? .currentRow, false, frame, window, keys, scope, &cells)
        let groupKeys = frame.unit == .groups ? keys.map { identity($0) ?? $0.sql } : []
        let words = [
            frame.unit.rawValue.lowercased(), start.words, end.words,
            window.order.first?.isDescending == true ? "desc" : "asc",
            "\(cells.count) \(groupKeys.count)",
        ]
        return [
            SQLText.string(words.joined(separator: " ")), argument(start.type),
            argument(end.type),
        ] + cells + groupKeys
    }

    /// An end of a frame, with the places of its cells: of RANGE the key and the value that it is
    /// compared with, both of the type, otherwise the distance.
    private struct End {
        let word: String
        var type = TrinoType.bigint
        var key = 0
        var value = 0

        var words: String { "\(word) \(key) \(value)" }
    }

    private func end(
        _ bound: Window.Bound, _ isStart: Bool, _ frame: Window.Frame, _ window: Window,
        _ keys: [Term], _ scope: Scope, _ cells: inout [String]
    ) throws(Fault) -> End {
        let isPreceding: Bool
        switch bound {
        case .unboundedPreceding, .unboundedFollowing: return End(word: "unbounded")
        case .currentRow:
            guard frame.unit == .range, let key = keys.first else {
                return End(word: "preceding", value: Self.place(of: "0", in: &cells))
            }
            let place = Self.place(of: key.sql, in: &cells)
            return End(word: "at", type: key.type, key: place, value: place)
        case .preceding: isPreceding = true
        case .following: isPreceding = false
        }
        guard let distance = bound.distance else { return End(word: "unbounded") }
        let term = checked(
            try self.distance(distance, frame, keys, scope, isStart), frame.unit)
        guard frame.unit == .range, let key = keys.first else {
            let rows = try cast(distance, term, .bigint, false)
            return End(
                word: isPreceding ? "preceding" : "following",
                value: Self.place(of: rows.sql, in: &cells))
        }
        let isLess = isPreceding != (window.order.first?.isDescending == true)
        let value = try arithmetic(distance, isLess ? .subtract : .add, key, term)
        let compared = coerced(key, to: value.type)
        return End(
            word: "at", type: value.type, key: Self.place(of: compared.sql, in: &cells),
            value: Self.place(of: value.sql, in: &cells))
    }

    /// Returns the place of a text in a list, to which it is added if it is new.
    private static func place(of text: String, in list: inout [String]) -> Int {
        if let place = list.firstIndex(of: text) { return place }
        list.append(text)
        return list.count - 1
    }

    /// Returns a distance that fails where it is negative or NULL, in Trino's words for its unit.
    private func checked(_ distance: Term, _ unit: Window.Unit) -> Term {
        guard distance.constant == nil else { return distance }
        let zero = Term("0", distance.type, isNullable: false)
        let test = compared(.greaterOrEqual, distance, zero, distance.type)
        var failure = Self.failure(SQLText.string(Self.invalidDistance))
        if unit != .range {
            let isNull = Self.failure("'Window frame offset must not be null'")
            let isNegative = Self.failure(
                "'Window frame ' || \(distance.atom) || ' offset must not be negative'")
            failure = "CASE WHEN \(distance.atom) IS NULL THEN \(isNull) ELSE \(isNegative) END"
        }
        return Term(
            "CASE WHEN \(test.sql) THEN \(distance.sql) ELSE \(failure) END", distance.type,
            isNullable: false, mayBeNaN: distance.mayBeNaN)
    }

    private static func failure(_ message: String) -> String {
        "trino_fail('INVALID_WINDOW_FRAME', \(message))"
    }

    /// Calls a function over the rows of a window.
    func call(_ text: String, _ over: Over, _ argument: Term?) -> String {
        let start = text.firstIndex(of: "(") ?? text.endIndex
        var name = String(text[..<start])
        var rest = String(text[start...].dropFirst())
        let isOwn = name.hasPrefix("trino_")
        if isOwn { name.removeFirst("trino_".count) }
        switch name {
        case _ where isOwn || over.frame == nil: break
        case "count": if rest.hasPrefix("*") { rest = "1)" }
        case "min", "max":
            rest = "\(self.argument(argument?.type ?? .unknown)), \(rest)"
            name += "_value"
        case "sum" where argument?.type.isInteger == true: name += "_bigint"
        case "sum", "avg": name += "_double"
        default: break
        }
        if over.moves, isOwn || over.frame != nil, FunctionTable.framed.contains(name) {
            name = "frame_" + name
        }
        guard let frame = over.frame else {
            return "\(isOwn ? "trino_" : "")\(name)(\(rest) OVER (\(over.text))"
        }
        let list = [SQLText.string(name)] + frame
        return "trino_frame(\(list.joined(separator: ", ")), \(rest) OVER (\(over.text))"
    }
}
