import PushText

/// Explains why a text does not match a pattern, in Joda's words.
extension TimePatternReader {
    /// Returns what is wrong with a text that `read` refuses.
    ///
    /// It reads the text again step by step, so it is called only once an error is certain.
    static func failure(_ text: String, by pattern: TimePattern, now: Int64) -> String {
        var reader = TimePatternReader(text, pattern, now: now)
        for (place, piece) in pattern.pieces.enumerated() {
            let next = place + 1 < pattern.pieces.count ? pattern.pieces[place + 1] : nil
            let start = reader.index
            if reader.read(piece, before: next) { continue }
            if reader.index > start, case .number(let field, _) = piece, let range = range(field) {
                let digits = String(decoding: reader.bytes[start..<reader.index], as: UTF8.self)
                return outOfRange(text, Int(digits) ?? 0, range.name, range.values)
            }
            return malformed(reader.bytes, at: start)
        }
        guard reader.index == reader.bytes.count else {
            return malformed(reader.bytes, at: reader.index)
        }
        guard let wrong = reader.reading.wrongField else { return malformed(reader.bytes, at: 0) }
        return outOfRange(text, wrong.value, wrong.name, wrong.range)
    }

    private static func outOfRange(
        _ text: String, _ value: Int, _ name: String, _ range: ClosedRange<Int>
    ) -> String {
        "Cannot parse \"\(text)\": Value \(value) for \(name) must be in the range "
            + "[\(range.lowerBound),\(range.upperBound)]"
    }

    /// The range of a field that Joda checks while it reads.
    private static func range(
        _ field: TimePattern.NumberField
    ) -> (name: String, values: ClosedRange<Int>)? {
        switch field {
        case .clockHour: ("clockhourOfDay", 1...24)
        case .halfdayHour: ("hourOfHalfday", 0...11)
        case .clockHalfdayHour: ("clockhourOfHalfday", 1...12)
        default: nil
        }
    }

    /// A long rest is cut as Joda cuts it.
    private static func malformed(_ bytes: [UInt8], at place: Int) -> String {
        let head = String(decoding: bytes[..<place], as: UTF8.self)
        var tail = String(decoding: bytes[place...], as: UTF8.self)
        if tail.utf16.count > 35 { tail = String(tail.unicodeScalars.prefix(32)) + "..." }
        let shown = "Invalid format: \"\(head)\(tail)\""
        if place == 0 { return shown }
        return shown + (place == bytes.count ? " is too short" : " is malformed at \"\(tail)\"")
    }
}

extension TimePatternReader.Reading {
    /// The first field whose value is out of range, the largest unit first.
    fileprivate var wrongField: (name: String, value: Int, range: ClosedRange<Int>)? {
        let year = self.year ?? 2000
        if let month, !(1...12).contains(month) { return ("monthOfYear", month, 1...12) }
        if let dayOfYear {
            let last = CivilDate.length(ofMonth: 2, year: year) == 29 ? 366 : 365
            if !(1...last).contains(dayOfYear) { return ("dayOfYear", dayOfYear, 1...last) }
        }
        if let day {
            let last = CivilDate.length(ofMonth: month ?? 1, year: year)
            if !(1...last).contains(day) { return ("dayOfMonth", day, 1...last) }
        }
        if let weekday, !(1...7).contains(weekday) { return ("dayOfWeek", weekday, 1...7) }
        if let hour, !(0...23).contains(hour) { return ("hourOfDay", hour, 0...23) }
        if !(0...59).contains(minute) { return ("minuteOfHour", minute, 0...59) }
        if !(0...59).contains(second) { return ("secondOfMinute", second, 0...59) }
        return nil
    }
}
