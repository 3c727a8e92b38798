/// Frames that reach some months before or after the current row.
extension Translator {
    /// The end at which a frame has the current row, and how far it reaches.
    struct MonthlyFrame {
        let key: Term
        /// The key's type, as the runtime's functions name it.
        let kind: String
        /// The months from the current row's key to the far end.
        let months: Int64
        /// Whether the current row is the last one of the frame.
        let endsHere: Bool
    }

    /// A window's frame of months; nil if it has none.
    ///
    /// Such a frame runs from some months before the current row to that row, or from that row to
    /// some months after it. All others are refused when their distance is read.
    func monthly(_ window: Window, _ scope: Scope) throws(Fault) -> MonthlyFrame? {
        guard let frame = window.frame, frame.unit == .range, window.order.count == 1 else {
            return nil
        }
        let item = window.order[0]
        let distance: Expression
        let endsHere: Bool
        switch (frame.start, frame.end ?? .currentRow) {
        case (.preceding(let before), .currentRow): (distance, endsHere) = (before, true)
        case (.currentRow, .following(let behind)): (distance, endsHere) = (behind, false)
        default: return nil
        }
        let term = try term(distance, scope)
        guard term.type == .intervalYearToMonth, case .integer(let months) = term.constant,
            months > 0
        else { return nil }
        let key = try self.term(item.expression, scope)
        switch key.type {
        case .date, .timestamp, .timestampWithZone: break
        default: return nil
        }
        guard let kind = Self.kind(key.type) else { return nil }
        return MonthlyFrame(
            key: key, kind: kind, months: endsHere == item.isDescending ? months : -months,
            endsHere: endsHere)
    }

    /// The longest that so many months can be, in the units in which the key is stored.
    static func reach(ofMonths months: Int64, _ type: TrinoType) -> Int64? {
        // Clocks that are put back make a month an hour or so longer.
        let days = min(months, 1_000_000) * 31 + 2
        switch type {
        case .date: return days
        case .timestamp: return days * 86_400_000_000
        case .timestampWithZone: return days * 86_400_000
        default: return nil
        }
    }

    /// Calls an aggregate with the rows that lie within the months.
    func withinMonths(_ text: String, _ frame: MonthlyFrame, _ argument: Term?) -> String {
        let start = text.firstIndex(of: "(") ?? text.endIndex
        var name = String(text[..<start])
        var rest = String(text[start...].dropFirst())
        if name.hasPrefix("trino_") {
            name.removeFirst("trino_".count)
        } else if name == "count" {
            if rest.hasPrefix("*") { rest = "1)" }
        } else if name == "min" || name == "max" {
            rest = "\(self.argument(argument?.type ?? .unknown)), \(rest)"
            name += "_value"
        } else {
            let isWhole = name == "sum" && argument?.type.isInteger == true
            name += isWhole ? "_bigint" : "_double"
        }
        let list = [
            SQLText.string(name), SQLText.string(frame.kind), "\(frame.months)",
            frame.endsHere ? "'last'" : "'first'", frame.key.sql,
        ]
        return "trino_months(\(list.joined(separator: ", ")), \(rest)"
    }
}
