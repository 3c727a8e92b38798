/// Operators and functions, by Trino's documentation.
extension FuzzTerm {
    /// Arithmetic of one type: `+ - * / %`.
    static func arithmetic(_ symbol: String, _ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        let text = "(\(left.sql) \(symbol) \(right.sql))"
        if case .decimal(let precision, let scale) = left.type,
            case .decimal(let other, let otherScale) = right.type
        {
            return decimals(text, symbol, left, right, (precision, scale), (other, otherScale))
        }
        let type = left.type == right.type ? left.type : .bigint
        return strict(text, type, [left, right]) { values in
            if case .double(let first) = values[0], case .double(let second) = values[1] {
                return .double(floats(symbol, first, second))
            }
            guard case .int(let first) = values[0], case .int(let second) = values[1] else {
                return .null
            }
            return .int(try integers(symbol, first, second, type))
        }
    }

    private static func floats(_ symbol: String, _ left: Double, _ right: Double) -> Double {
        switch symbol {
        case "+": left + right
        case "-": left - right
        case "*": left * right
        case "/": left / right
        default: left.truncatingRemainder(dividingBy: right)
        }
    }

    private static func integers(
        _ symbol: String, _ left: Int64, _ right: Int64, _ type: FuzzType
    ) throws -> Int64 {
        let (result, overflow): (Int64, Bool)
        switch symbol {
        case "+": (result, overflow) = left.addingReportingOverflow(right)
        case "-": (result, overflow) = left.subtractingReportingOverflow(right)
        case "*": (result, overflow) = left.multipliedReportingOverflow(by: right)
        default:
            guard right != 0 else { throw FuzzFailure.zero }
            if symbol == "%" { return right == -1 ? 0 : left % right }
            (result, overflow) = left.dividedReportingOverflow(by: right)
        }
        let isSmall = type == .integer ? Int32(exactly: result) != nil : true
        guard !overflow, isSmall else { throw FuzzFailure.range }
        return result
    }

    /// Sums have one digit more before the point, products all digits of both.
    private static func decimals(
        _ text: String, _ symbol: String, _ left: FuzzTerm, _ right: FuzzTerm,
        _ first: (Int, Int), _ second: (Int, Int)
    ) -> FuzzTerm {
        let scale = symbol == "*" ? first.1 + second.1 : max(first.1, second.1)
        let precision =
            symbol == "*"
            ? first.0 + second.0 : max(first.0 - first.1, second.0 - second.1) + scale + 1
        return strict(text, .decimal(precision: precision, scale: scale), [left, right]) { values in
            guard case .decimal(let one, let oneScale) = values[0],
                case .decimal(let two, let twoScale) = values[1]
            else { return .null }
            if symbol == "*" { return .decimal(one * two, scale: scale) }
            let a = FuzzValue.scaled(one, scale - oneScale)
            let b = FuzzValue.scaled(two, scale - twoScale)
            return .decimal(symbol == "+" ? a + b : a - b, scale: scale)
        }
    }

    static func negated(_ term: FuzzTerm) -> FuzzTerm {
        strict("(- \(term.sql))", term.type, [term]) { values in
            switch values[0] {
            case .int(let value):
                guard value != .min else { throw FuzzFailure.range }
                return .int(-value)
            case .double(let value): return .double(-value)
            case .decimal(let value, let scale): return .decimal(-value, scale: scale)
            default: return .null
            }
        }
    }

    /// A function of one number.
    static func math(_ name: String, _ term: FuzzTerm) -> FuzzTerm {
        strict("\(name)(\(term.sql))", term.type, [term]) { values in
            switch values[0] {
            case .int(let value):
                guard value != .min else { throw FuzzFailure.range }
                let result = name == "abs" ? abs(value) : value
                if term.type == .integer, Int32(exactly: result) == nil { throw FuzzFailure.range }
                return .int(result)
            case .double(let value):
                return switch name {
                case "abs": .double(abs(value))
                case "floor": .double(value.rounded(.down))
                case "ceil": .double(value.rounded(.up))
                case "sqrt": .double(value.squareRoot())
                default: .double(value.rounded(.toNearestOrAwayFromZero))
                }
            default: return .null
            }
        }
    }

    /// CAST, and TRY_CAST of a text to a number.
    static func cast(_ term: FuzzTerm, to type: FuzzType, isTry: Bool = false) -> FuzzTerm {
        let word = isTry ? "TRY_CAST" : "CAST"
        let text = "\(word)(\(term.sql) AS \(type.name))"
        return strict(text, type, [term]) { values in
            do { return try converted(values[0], type) } catch {
                guard isTry else { throw error }
                return .null
            }
        }
    }

    private static func converted(_ value: FuzzValue, _ type: FuzzType) throws -> FuzzValue {
        switch (value, type) {
        case (.int(let number), .double): return .double(Double(number))
        case (.int(let number), .bool): return .bool(number != 0)
        case (.int(let number), .integer):
            guard Int32(exactly: number) != nil else { throw FuzzFailure.cast }
            return value
        case (.int, .bigint): return value
        case (.int(let number), .text): return .text(String(number))
        case (.int(let number), .decimal(_, let scale)):
            return .decimal(FuzzValue.scaled(number, scale), scale: scale)
        case (.bool(let flag), .integer), (.bool(let flag), .bigint): return .int(flag ? 1 : 0)
        case (.bool(let flag), .text): return .text(flag ? "true" : "false")
        case (.double(let number), .bigint):
            let rounded = number.rounded(.toNearestOrAwayFromZero)
            guard let whole = Int64(exactly: rounded) else { throw FuzzFailure.cast }
            return .int(whole)
        case (.decimal(let digits, let scale), .double):
            return .double(Double(digits) / Double(FuzzValue.scaled(1, scale)))
        case (.decimal(let digits, let scale), .bigint):
            let unit = FuzzValue.scaled(1, scale)
            let half = digits < 0 ? -unit / 2 : unit / 2
            return .int((digits + half) / unit)
        case (.decimal(let digits, let scale), .text): return .text(text(digits, scale))
        case (.date(let days), .text): return .text(FuzzCalendar.text(days))
        case (.text(let text), .bigint):
            var characters = Array(text.unicodeScalars)
            while let last = characters.last, last.value <= 32 { characters.removeLast() }
            while let first = characters.first, first.value <= 32 { characters.removeFirst() }
            let trimmed = String(String.UnicodeScalarView(characters))
            guard let number = Int64(trimmed) else { throw FuzzFailure.cast }
            return .int(number)
        default: throw FuzzFailure.cast
        }
    }

    static func text(_ digits: Int64, _ scale: Int) -> String {
        var whole = String(digits.magnitude)
        while whole.count <= scale { whole = "0" + whole }
        let sign = digits < 0 ? "-" : ""
        guard scale > 0 else { return sign + whole }
        return "\(sign)\(whole.dropLast(scale)).\(whole.suffix(scale))"
    }
}

/// Texts, counted in code points.
extension FuzzTerm {
    static func joined(_ terms: [FuzzTerm], asCall: Bool) -> FuzzTerm {
        let list = terms.map(\.sql)
        let text =
            asCall
            ? "concat(\(list.joined(separator: ", ")))" : "(\(list.joined(separator: " || ")))"
        return strict(text, .text, terms) { values in .text(values.map(string).joined()) }
    }

    private static func string(_ value: FuzzValue) -> String {
        if case .text(let text) = value { text } else { "" }
    }

    private static func scalars(_ value: FuzzValue) -> [Unicode.Scalar] {
        Array(string(value).unicodeScalars)
    }

    private static func string(_ scalars: some Sequence<Unicode.Scalar>) -> FuzzValue {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: scalars)
        return .text(String(view))
    }

    static func length(_ term: FuzzTerm) -> FuzzTerm {
        strict("length(\(term.sql))", .bigint, [term]) { .int(Int64(scalars($0[0]).count)) }
    }

    static func reverse(_ term: FuzzTerm) -> FuzzTerm {
        strict("reverse(\(term.sql))", .text, [term]) { string(scalars($0[0]).reversed()) }
    }

    static func letters(_ name: String, _ term: FuzzTerm) -> FuzzTerm {
        strict("\(name)(\(term.sql))", .text, [term]) { values in
            let text = string(values[0])
            return .text(name == "upper" ? text.uppercased() : text.lowercased())
        }
    }

    static func position(_ term: FuzzTerm, _ part: FuzzTerm) -> FuzzTerm {
        strict("strpos(\(term.sql), \(part.sql))", .bigint, [term, part]) { values in
            let (text, wanted) = (scalars(values[0]), scalars(values[1]))
            guard wanted.count <= text.count else { return .int(0) }
            for start in 0...(text.count - wanted.count)
            where Array(text[start..<(start + wanted.count)]) == wanted {
                return .int(Int64(start + 1))
            }
            return .int(0)
        }
    }

    /// From 1, or from the end where the start is below 0; nothing from 0 or beyond.
    static func part(_ term: FuzzTerm, _ start: Int, _ count: Int) -> FuzzTerm {
        strict("substr(\(term.sql), \(start), \(count))", .text, [term]) { values in
            let text = scalars(values[0])
            let first = start > 0 ? start - 1 : text.count + start
            guard start != 0, text.indices.contains(first) else { return .text("") }
            return string(text[first...].prefix(count))
        }
    }

    static func startsWith(_ term: FuzzTerm, _ part: FuzzTerm) -> FuzzTerm {
        strict("starts_with(\(term.sql), \(part.sql))", .bool, [term, part]) { values in
            .bool(scalars(values[0]).starts(with: scalars(values[1])))
        }
    }

    /// LIKE by trying every way.
    static func like(_ term: FuzzTerm, _ pattern: String, isNot: Bool) -> FuzzTerm {
        let quoted = pattern.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "''")
        let text = "(\(term.sql) \(isNot ? "NOT " : "")LIKE '\(quoted)')"
        return strict(text, .bool, [term]) { values in
            .bool(fits(scalars(values[0])[...], Array(pattern.unicodeScalars)[...]) != isNot)
        }
    }

    private static func fits(
        _ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>
    ) -> Bool {
        guard let first = pattern.first else { return text.isEmpty }
        let rest = pattern.dropFirst()
        if first == "%" { return (0...text.count).contains { fits(text.dropFirst($0), rest) } }
        guard let letter = text.first, first == "_" || first == letter else { return false }
        return fits(text.dropFirst(), rest)
    }
}

/// Dates and arrays.
extension FuzzTerm {
    static func moved(_ term: FuzzTerm, days: Int) -> FuzzTerm {
        let sign = days < 0 ? "-" : "+"
        return strict("(\(term.sql) \(sign) INTERVAL '\(abs(days))' DAY)", .date, [term]) {
            values in
            guard case .date(let date) = values[0] else { return .null }
            return .date(date + Int64(days))
        }
    }

    /// Months later; a day that the month has not becomes its last.
    static func moved(_ term: FuzzTerm, months: Int) -> FuzzTerm {
        strict("date_add('month', \(months), \(term.sql))", .date, [term]) { values in
            guard case .date(let date) = values[0] else { return .null }
            let (year, month, day) = FuzzCalendar.parts(date)
            let count = year * 12 + month - 1 + months
            let (newYear, newMonth) = (count / 12, count % 12 + 1)
            let last = FuzzCalendar.length(newMonth, newYear)
            return .date(FuzzCalendar.days(newYear, newMonth, min(day, last)))
        }
    }

    static func daysBetween(_ left: FuzzTerm, _ right: FuzzTerm) -> FuzzTerm {
        strict("date_diff('day', \(left.sql), \(right.sql))", .bigint, [left, right]) { values in
            guard case .date(let first) = values[0], case .date(let second) = values[1] else {
                return .null
            }
            return .int(second - first)
        }
    }

    static func field(_ name: String, _ term: FuzzTerm) -> FuzzTerm {
        strict("\(name)(\(term.sql))", .bigint, [term]) { values in
            guard case .date(let date) = values[0] else { return .null }
            let (year, month, day) = FuzzCalendar.parts(date)
            return switch name {
            case "year": .int(Int64(year))
            case "month": .int(Int64(month))
            case "day": .int(Int64(day))
            // 1970-01-01 was a Thursday.
            default: .int((date + 3) % 7 + 1)
            }
        }
    }

    static func truncated(_ unit: String, _ term: FuzzTerm) -> FuzzTerm {
        strict("date_trunc('\(unit)', \(term.sql))", .date, [term]) { values in
            guard case .date(let date) = values[0] else { return .null }
            let (year, month, _) = FuzzCalendar.parts(date)
            if unit == "week" { return .date(date - (date + 3) % 7) }
            return .date(FuzzCalendar.days(year, unit == "year" ? 1 : month, 1))
        }
    }

    static func cardinality(_ term: FuzzTerm) -> FuzzTerm {
        strict("cardinality(\(term.sql))", .bigint, [term]) { values in
            guard case .array(let items) = values[0] else { return .null }
            return .int(Int64(items.count))
        }
    }

    static func element(_ term: FuzzTerm, _ index: Int) -> FuzzTerm {
        strict("element_at(\(term.sql), \(index))", .bigint, [term]) { values in
            guard case .array(let items) = values[0] else { return .null }
            let place = index > 0 ? index - 1 : items.count + index
            return items.indices.contains(place) ? items[place] : .null
        }
    }

    static func contains(_ term: FuzzTerm, _ item: FuzzTerm) -> FuzzTerm {
        strict("contains(\(term.sql), \(item.sql))", .bool, [term, item]) { values in
            guard case .array(let items) = values[0] else { return .null }
            return .bool(items.contains(values[1]))
        }
    }

    static func unixTime(_ term: FuzzTerm) -> FuzzTerm {
        strict("to_unixtime(\(term.sql))", .double, [term]) { values in
            guard case .instant(let value, _) = values[0] else { return .null }
            return .double(Double(value) / 1000)
        }
    }
}
