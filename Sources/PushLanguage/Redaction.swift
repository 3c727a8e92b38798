import PushText

/// A name in brackets that, in a golden line, matches text that differs from run to run.
public struct Redaction: Equatable, Sendable {
    /// The texts that a redaction matches; each takes the longest text that fits.
    public enum Shape: Equatable, Sendable {
        /// `8-4-4-4-12` hexadecimal digits.
        case uuid
        /// A date and time of RFC 3339, with a `T` or a blank between, or a time of day, if they
        /// exist.
        case time
        /// At least six letters, digits, `_`, `-`, `*` or `…`, possibly with `: . / + =` between
        /// them.
        ///
        /// A word, a bundle ID, a time or a URL has another form: a token is shortened, or has a
        /// digit or letters of both cases.
        case token
        /// Digits, with an optional sign and fraction.
        case number
        /// Exactly this text, such as the path of a workspace.
        case text(String)
    }

    /// The name between the brackets: capital letters, digits and `_`.
    public let name: String
    /// The form of the texts that the name stands for.
    public let shape: Shape

    /// Makes a redaction.
    public init(_ name: String, _ shape: Shape) {
        self.name = name
        self.shape = shape
    }

    /// The redactions that every script knows.
    public static let standard = [
        Redaction("UUID", .uuid), Redaction("TIME", .time), Redaction("TOKEN", .token),
    ]

    /// Finds the end of the longest matching text that starts at `start`, or nil.
    func end(in text: [UInt8], from start: Int) -> Int? {
        switch shape {
        case .uuid: Self.uuidEnd(text, start)
        case .time: Self.timeEnd(text, start)
        case .token: Self.tokenEnd(text, start)
        case .number: Self.numberEnd(text, start)
        case .text(let wanted):
            !wanted.isEmpty && text[start...].starts(with: wanted.utf8)
                ? start + wanted.utf8.count : nil
        }
    }

    private static func uuidEnd(_ text: [UInt8], _ start: Int) -> Int? {
        guard start + 36 <= text.count else { return nil }
        for offset in 0..<36 {
            let byte = text[start + offset]
            let isDash = offset == 8 || offset == 13 || offset == 18 || offset == 23
            guard isDash ? byte == Byte.minus : Byte.hexValue(byte) != nil else { return nil }
        }
        return start + 36
    }

    /// Follows a shape: `0` matches a digit, any other byte itself.
    private static func follow(_ shape: String, _ text: [UInt8], _ start: Int) -> Int? {
        var index = start
        for wanted in shape.utf8 {
            guard index < text.count else { return nil }
            let fits = wanted == Byte.zero ? Byte.isDigit(text[index]) : text[index] == wanted
            guard fits else { return nil }
            index += 1
        }
        return index
    }

    /// The number that digits write.
    private static func number(_ text: [UInt8], _ start: Int, _ count: Int) -> Int {
        text[start..<start + count].reduce(0) { $0 * 10 + Int($1 - Byte.zero) }
    }

    /// Finds the end of a date; a day that its month lacks is none.
    private static func dateEnd(_ text: [UInt8], _ start: Int) -> Int? {
        guard let end = follow("0000-00-00", text, start) else { return nil }
        let date = CivilDate(
            year: number(text, start, 4), month: number(text, start + 5, 2),
            day: number(text, start + 8, 2))
        return date.isValid ? end : nil
    }

    private static func timeEnd(_ text: [UInt8], _ start: Int) -> Int? {
        var clock = start
        var hasDate = false
        if let date = dateEnd(text, start), date < text.count,
            text[date] == UInt8(ascii: "T") || text[date] == Byte.space
        {
            clock = date + 1
            hasDate = true
        }
        // A minute may have a leap second.
        guard var end = follow("00:00:00", text, clock), number(text, clock, 2) < 24,
            number(text, clock + 3, 2) < 60, number(text, clock + 6, 2) < 61
        else { return nil }
        if end + 1 < text.count, text[end] == Byte.dot, Byte.isDigit(text[end + 1]) {
            end += 1
            while end < text.count, Byte.isDigit(text[end]) { end += 1 }
        }
        guard hasDate else { return end }
        if end < text.count, text[end] == UInt8(ascii: "Z") { return end + 1 }
        guard let zone = follow("+00:00", text, end) ?? follow("-00:00", text, end),
            number(text, end + 1, 2) < 24, number(text, end + 4, 2) < 60
        else { return end }
        return zone
    }

    /// The most bytes of a token or a number: behind `[..]` each is tried at every place of a line.
    private static let lengthLimit = 4096

    private static func tokenEnd(_ text: [UInt8], _ start: Int) -> Int? {
        var end = start
        var index = start
        var count = 0
        var isShortened = false
        while index < min(text.count, start + lengthLimit) {
            let byte = text[index]
            if Byte.isName(byte) {
                index += 1
            } else if byte == UInt8(ascii: "*") {
                isShortened = true
                index += 1
            } else if text[index...].starts(with: "…".utf8) {
                isShortened = true
                index += 3
            } else if index > start, ":./+=".utf8.contains(byte) {
                index += 1
                continue
            } else {
                break
            }
            count += 1
            end = index
        }
        guard count >= 6, timeEnd(text, start) == nil else { return nil }
        let found = text[start..<end]
        let isMixed =
            found.contains { (0x61...0x7a).contains($0) }
            && found.contains { (0x41...0x5a).contains($0) }
        guard isShortened || isMixed || found.contains(where: Byte.isDigit),
            found.firstRange(of: Array("://".utf8)) == nil
        else { return nil }
        return end
    }

    private static func numberEnd(_ text: [UInt8], _ start: Int) -> Int? {
        var index = start
        if index < text.count, text[index] == Byte.minus { index += 1 }
        let digits = index
        while index < text.count, Byte.isDigit(text[index]) { index += 1 }
        guard index > digits else { return nil }
        if index + 1 < text.count, text[index] == Byte.dot, Byte.isDigit(text[index + 1]) {
            index += 1
            while index < text.count, Byte.isDigit(text[index]) { index += 1 }
        }
        return index
    }
}
