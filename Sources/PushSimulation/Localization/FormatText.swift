import PushText

/// Fills the arguments of a push into a localised text, as NSString's formatting does with strings.
struct FormatText: Equatable {
    /// The text with its arguments.
    var text: String
    /// The number of `%@` without an argument; they show nothing, which Apple does not document.
    var missing: Int

    /// Fills `%@` in order and `%1$@` by position; `%%` is a percent sign, and other formats stay.
    init(_ format: String, _ arguments: [String]) {
        var result: [UInt8] = []
        var missing = 0
        var next = 0
        let bytes = Array(format.utf8)
        var index = 0
        while index < bytes.count {
            guard bytes[index] == UInt8(ascii: "%") else {
                result.append(bytes[index])
                index += 1
                continue
            }
            if index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "%") {
                result.append(UInt8(ascii: "%"))
                index += 2
                continue
            }
            guard let place = Self.place(bytes, after: index) else {
                result.append(bytes[index])
                index += 1
                continue
            }
            let position = place.position ?? next
            if place.position == nil { next += 1 }
            if arguments.indices.contains(position) {
                result += arguments[position].utf8
            } else {
                missing += 1
            }
            index = place.end
        }
        text = String(decoding: result, as: UTF8.self)
        self.missing = missing
    }

    /// Reads `@` or `12$@` after a percent sign; positions count from 0 here.
    private static func place(_ bytes: [UInt8], after index: Int) -> (position: Int?, end: Int)? {
        var at = index + 1
        var number = 0
        while at < bytes.count, Ascii.isDigit(bytes[at]), at - index <= 4 {
            number = number * 10 + Int(bytes[at] - 48)
            at += 1
        }
        let hasNumber = at > index + 1
        if hasNumber {
            guard number > 0, at < bytes.count, bytes[at] == UInt8(ascii: "$") else { return nil }
            at += 1
        }
        guard at < bytes.count, bytes[at] == UInt8(ascii: "@") else { return nil }
        return (hasNumber ? number - 1 : nil, at + 1)
    }
}
