/// An instant as the clocks of a zone show it.
struct ZonedTime {
    /// The reading of the zone's clocks.
    let clock: CivilTime
    /// 0 to 999.
    let milliseconds: Int
    /// The offset and abbreviation at the instant.
    let phase: Zone.Phase
    let zone: Zone

    /// Reads the clocks of a zone; the instant must be representable.
    init(instant: Int64, milliseconds: Int = 0, zone: Zone) {
        phase = zone.phase(at: instant)
        clock = CivilTime(localSeconds: instant + phase.offset)
        self.milliseconds = milliseconds
        self.zone = zone
    }

    static let monthNames = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September",
        "October", "November", "December",
    ]

    static let weekdayNames = [
        "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
    ]

    /// Appends the time in the form of a pattern.
    ///
    /// Names are English, whatever the locale.
    func append(_ pattern: TimePattern, to output: inout [UInt8]) {
        for piece in pattern.pieces {
            switch piece {
            case .literal(let bytes): output.append(contentsOf: bytes)
            case .number(let field, let width):
                output.append(number: value(of: field), width: width)
            case .monthName(let isShort):
                append(name: ZonedTime.monthNames[clock.date.month - 1], isShort, to: &output)
            case .weekdayName(let isShort):
                append(name: ZonedTime.weekdayNames[clock.date.weekday - 1], isShort, to: &output)
            case .era: output.append(contentsOf: (clock.date.year > 0 ? "AD" : "BC").utf8)
            case .halfday: output.append(contentsOf: (clock.hour < 12 ? "AM" : "PM").utf8)
            case .fraction(let digits): append(fraction: digits, to: &output)
            case .zoneName(let isShort): append(zoneName: isShort, to: &output)
            case .zoneIdentifier: output.append(contentsOf: zone.identifier.utf8)
            case .offset(let separator):
                FixedOffset.append(phase.offset, separator: separator ? 0x3a : nil, to: &output)
            case .isoOffset(let letters): append(isoOffset: letters, to: &output)
            }
        }
    }

    /// Appends `yyyy-MM-dd`.
    func appendDate(to output: inout [UInt8]) {
        output.append(number: clock.date.year, width: 4)
        output.append(0x2d)
        output.append(number: clock.date.month, width: 2)
        output.append(0x2d)
        output.append(number: clock.date.day, width: 2)
    }

    /// Appends `HH:mm:ss`.
    func appendClock(to output: inout [UInt8]) {
        output.append(number: clock.hour, width: 2)
        output.append(0x3a)
        output.append(number: clock.minute, width: 2)
        output.append(0x3a)
        output.append(number: clock.second, width: 2)
    }

    /// Returns a field as a number, in Joda's ranges.
    func value(of field: TimePattern.NumberField) -> Int {
        let date = clock.date
        return switch field {
        case .century: abs(date.year) / 100
        case .year: date.year
        case .yearOfEra: date.year > 0 ? date.year : 1 - date.year
        case .shortYear: abs(date.year) % 100
        case .weekYear: date.isoWeek.year
        case .shortWeekYear: abs(date.isoWeek.year) % 100
        case .week: date.isoWeek.week
        case .weekday: date.weekday
        case .dayOfYear: date.dayOfYear
        case .month: date.month
        case .day: date.day
        case .weekOfMonth: (date.day + 5 + sundaysBeforeFirst) / 7
        case .weekdayInMonth: (date.day - 1) / 7 + 1
        case .hour: clock.hour
        case .clockHour: clock.hour == 0 ? 24 : clock.hour
        case .halfdayHour: clock.hour % 12
        case .clockHalfdayHour: (clock.hour + 11) % 12 + 1
        case .minute: clock.minute
        case .second: clock.second
        }
    }

    /// The number of days from a Sunday to the month's first day, plus one.
    private var sundaysBeforeFirst: Int {
        (clock.date.weekday - (clock.date.day - 1) % 7 + 7) % 7 + 1
    }

    private func append(name: String, _ isShort: Bool, to output: inout [UInt8]) {
        output.append(contentsOf: isShort ? name.utf8.prefix(3) : name.utf8.prefix(9))
    }

    /// Digits beyond the milliseconds are zeros; fewer cut them.
    private func append(fraction digits: Int, to output: inout [UInt8]) {
        var scaled = milliseconds
        for _ in 3..<max(3, digits) { scaled *= 10 }
        for _ in min(3, digits)..<3 { scaled /= 10 }
        output.append(number: scaled, width: digits)
    }

    /// An abbreviation that is only an offset gets Java's name, if one is known.
    private func append(zoneName isShort: Bool, to output: inout [UInt8]) {
        var abbreviation = phase.abbreviation
        let first = abbreviation.utf8.first
        if first == 0x2b || first == 0x2d {
            guard
                let known = ZoneNames.abbreviation(
                    of: zone.identifier, isDaylight: phase.isDaylight)
            else {
                FixedOffset.append(phase.offset, separator: 0x3a, to: &output)
                return
            }
            abbreviation = known
        }
        var offset = phase.offset
        // Britain's hour of 1968 to 1971 was its standard time, and Java has one name for that.
        if abbreviation == "BST", offset == 3600, !phase.isDaylight {
            (abbreviation, offset) = ("GMT", 0)
        }
        let fullName = isShort ? nil : ZoneNames.fullName(of: abbreviation, offset: offset)
        output.append(contentsOf: (fullName ?? abbreviation).utf8)
    }

    /// Zero is `Z`; one letter leaves the minutes out, three letters add a colon.
    private func append(isoOffset letters: Int, to output: inout [UInt8]) {
        guard phase.offset != 0 else {
            output.append(UInt8(ascii: "Z"))
            return
        }
        let start = output.count
        FixedOffset.append(phase.offset, separator: letters == 3 ? 0x3a : nil, to: &output)
        if letters == 1 { output.removeLast(output.count - start - 3) }
    }
}
