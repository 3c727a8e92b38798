import PushText

/// A version that consists of numbers separated by dots, compared number by number.
///
/// Text after the digits of a part, such as `-snapshot`, is ignored.
package struct Version: Comparable {
    private let text: String

    /// Makes a version of any text, which is read when it is compared.
    package init(_ text: String) { self.text = text }

    /// The numbers are read while they are compared: every push asks for versions several times,
    /// and most differ in their first number.
    package static func < (left: Version, right: Version) -> Bool {
        left.text.withBytes { left in
            right.text.withBytes { right in
                var ones = VersionNumbers(bytes: left.makeIterator())
                var others = VersionNumbers(bytes: right.makeIterator())
                while true {
                    let (one, other) = (ones.next(), others.next())
                    if one == nil && other == nil { return false }
                    if one ?? 0 != other ?? 0 { return one ?? 0 < other ?? 0 }
                }
            }
        }
    }

    package static func == (left: Version, right: Version) -> Bool {
        !(left < right) && !(right < left)
    }
}

/// The numbers of a version, without making a text of each: empty parts are skipped, and a part
/// without a number, or with one too large for an `Int`, counts as zero.
private struct VersionNumbers: IteratorProtocol {
    var bytes: UnsafeBufferPointer<UInt8>.Iterator

    mutating func next() -> Int? {
        var number: Int?
        var isAtDigits = true
        while let byte = bytes.next() {
            if byte == UInt8(ascii: ".") {
                if number != nil { return number }
                continue
            }
            let digit = Int(byte) - 0x30
            isAtDigits = isAtDigits && 0...9 ~= digit
            let (tens, isTooLarge) = (number ?? 0).multipliedReportingOverflow(by: 10)
            let (sum, isOver) = tens.addingReportingOverflow(digit)
            if isAtDigits, isTooLarge || isOver {
                number = 0
                isAtDigits = false
            } else {
                number = isAtDigits ? sum : number ?? 0
            }
        }
        return number
    }
}
