import PushText

/// A point in time as people write it: `2013-01-01`, `2013-01-01 07:00:00 PDT`, `2010`.
struct TimeText: Equatable, Sendable {
    /// The precision with which the time is written.
    enum Precision: Equatable, Sendable { case year, month, day, minute, second }

    /// The reading, in seconds after the reading 1970-01-01 00:00:00.
    var local: Int64
    /// The fraction of the second, in thousandths.
    var milliseconds: Int
    /// A text without seconds has the precision of a minute, even if it has a zone.
    var precision: Precision
    /// The index in the text at which the zone's name starts, if a zone is written.
    var zoneStart: Int?

    /// Reads a time; nil if the text is not one.
    ///
    /// Lenient, as Treasure Data's users need it: one-digit months and days, `/` for `-`, `T` for
    /// the space, missing seconds, the year alone.
    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        var reader = Reader(bytes: bytes)
        guard let (date, precision) = reader.date() else { return nil }
        self.precision = precision
        var clock = CivilTime(date: date)
        milliseconds = 0
        if precision == .day, reader.skipClockSeparator() {
            guard let written = reader.clock(&clock) else { return nil }
            self.precision = written.precision
            milliseconds = written.milliseconds
        }
        guard clock.isValid, clock.date.year >= 1 || precision != .year else { return nil }
        local = clock.localSeconds
        guard let zoneStart = reader.zoneStart() else { return nil }
        self.zoneStart = zoneStart == bytes.count ? nil : zoneStart
    }

    /// Reads a time; nil if the text is not one.
    init?(_ text: String) {
        guard let time = text.withBytes({ TimeText($0) }) else { return nil }
        self = time
    }

    /// The zone's name in the text that the time was read from.
    func zoneName(in text: String) -> String? {
        zoneStart.map { start in
            text.withBytes { bytes in
                var end = bytes.count
                while end > start, bytes[end - 1] == 0x20 { end -= 1 }
                return String(decoding: bytes[start..<end], as: UTF8.self)
            }
        }
    }
}

extension TimeText {
    /// A cursor over the bytes of a time.
    private struct Reader {
        /// Valid only while the caller's closure runs.
        let bytes: UnsafeBufferPointer<UInt8>
        var index = 0

        init(bytes: UnsafeBufferPointer<UInt8>) {
            self.bytes = bytes
            skipBlanks()
        }

        mutating func skipBlanks() { while peek == 0x20 { index += 1 } }

        var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

        var nextIsDigit: Bool { peek.map { $0 >= 0x30 && $0 <= 0x39 } ?? false }

        /// Reads a number with as many digits as the range allows; nil for fewer or more.
        mutating func number(_ widths: ClosedRange<Int>) -> Int? {
            var value = 0
            var width = 0
            while let byte = peek, byte >= 0x30, byte <= 0x39 {
                guard width < widths.upperBound else { return nil }
                value = value * 10 + Int(byte - 0x30)
                width += 1
                index += 1
            }
            return width >= widths.lowerBound ? value : nil
        }

        /// A month or day is read only behind the separator that follows the year.
        mutating func date() -> (CivilDate, Precision)? {
            guard let year = number(4...4) else { return nil }
            guard let separator = peek, separator == 0x2d || separator == 0x2f,
                index + 1 < bytes.count, bytes[index + 1] >= 0x30, bytes[index + 1] <= 0x39
            else { return (CivilDate(year: year, month: 1, day: 1), .year) }
            index += 1
            guard let month = number(1...2) else { return nil }
            guard peek == separator else {
                return (CivilDate(year: year, month: month, day: 1), .month)
            }
            index += 1
            guard let day = number(1...2) else { return nil }
            return (CivilDate(year: year, month: month, day: day), .day)
        }

        /// Skips the `T` or the blanks between a date and a time of day.
        mutating func skipClockSeparator() -> Bool {
            let start = index
            if peek == UInt8(ascii: "T") || peek == UInt8(ascii: "t") {
                index += 1
            } else {
                skipBlanks()
            }
            if index > start, nextIsDigit { return true }
            index = start
            return false
        }

        /// Reads hours and minutes, and seconds if they are written.
        ///
        /// Limits are checked later, by `isValid`.
        mutating func clock(
            _ clock: inout CivilTime
        ) -> (precision: Precision, milliseconds: Int)? {
            guard let hour = number(1...2), peek == 0x3a else { return nil }
            index += 1
            guard let minute = number(2...2) else { return nil }
            clock.hour = hour
            clock.minute = minute
            guard peek == 0x3a else { return (.minute, 0) }
            index += 1
            guard let second = number(2...2) else { return nil }
            clock.second = second
            guard peek == 0x2e else { return (.second, 0) }
            index += 1
            return fraction().map { (.second, $0) }
        }

        /// Reads up to nine digits of a fraction as thousandths; finer digits are dropped.
        private mutating func fraction() -> Int? {
            let start = index
            var value = 0
            while nextIsDigit, index - start < 9 {
                if index - start < 3 { value = value * 10 + Int(bytes[index] - 0x30) }
                index += 1
            }
            guard index > start else { return nil }
            for _ in 0..<max(0, 3 - (index - start)) { value *= 10 }
            return value
        }

        /// Finds the start of the zone's name, which is the end if none is written.
        mutating func zoneStart() -> Int? {
            let before = index
            skipBlanks()
            guard let byte = peek else { return bytes.count }
            let isSign = byte == 0x2b || byte == 0x2d
            let isLetter = byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a
            guard isSign || isLetter, !nextIsDigit, before > 0 else { return nil }
            return index
        }
    }
}
