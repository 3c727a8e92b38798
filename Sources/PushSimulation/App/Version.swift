/// A version that consists of numbers separated by dots, compared number by number.
///
/// Text after the digits of a part, such as `-snapshot`, is ignored.
package struct Version: Comparable {
    private let parts: [Int]

    package init(_ text: String) {
        parts = text.split(separator: ".").map { Int($0.prefix { ("0"..."9").contains($0) }) ?? 0 }
    }

    package static func < (left: Version, right: Version) -> Bool {
        let count = max(left.parts.count, right.parts.count)
        for index in 0..<count {
            let one = index < left.parts.count ? left.parts[index] : 0
            let other = index < right.parts.count ? right.parts[index] : 0
            if one != other { return one < other }
        }
        return false
    }

    package static func == (left: Version, right: Version) -> Bool {
        !(left < right) && !(right < left)
    }
}
