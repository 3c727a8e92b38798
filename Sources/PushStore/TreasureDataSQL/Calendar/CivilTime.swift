import PushText

/// A wall-clock reading: a day and a time of day, without a zone.
struct CivilTime: Equatable, Sendable {
    var date: CivilDate
    /// 0 to 23; other values may be set, and `isValid` tells.
    var hour: Int
    var minute: Int
    var second: Int

    init(date: CivilDate, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        self.date = date
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Reads a count of seconds as a clock that shows 1970-01-01 00:00:00 at zero.
    init(localSeconds seconds: Int64) {
        let (days, rest) = seconds.dividedFlooring(by: 86_400)
        date = CivilDate(daysSinceEpoch: Int(days))
        let time = Int(rest)
        hour = time / 3600
        minute = time / 60 % 60
        second = time % 60
    }

    /// The seconds from the reading 1970-01-01 00:00:00 to this one.
    var localSeconds: Int64 {
        Int64(date.daysSinceEpoch) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
    }

    /// Whether the day exists and the time of day lies in 00:00:00 to 23:59:59.
    var isValid: Bool {
        date.isValid && (0..<24).contains(hour) && (0..<60).contains(minute)
            && (0..<60).contains(second)
    }
}

extension Int64 {
    /// Divides so that the remainder is never negative.
    func dividedFlooring(by divisor: Int64) -> (quotient: Int64, remainder: Int64) {
        let (quotient, remainder) = quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }
}
