import PushText

/// The path of an app's link, decoded into the names of screens.
package enum LinkPath {
    /// Returns the names that segments decode to; refuses what would leave the app's screens.
    package static func decoded(_ segments: [any StringProtocol]) throws(Fault) -> [String] {
        var names: [String] = []
        for segment in segments where !segment.isEmpty {
            guard let name = unescaped(Substring(segment)) else {
                throw Fault("its percent-encoding is broken")
            }
            guard name != ".", name != ".." else {
                throw Fault("its path leaves the app's screens")
            }
            guard !name.utf8.contains(where: { $0 == 47 || $0 == 92 }) else {
                throw Fault("its path hides a slash")
            }
            guard !name.unicodeScalars.contains(where: isControl) else {
                throw Fault("its path hides control characters")
            }
            names.append(name)
        }
        return names
    }

    /// Decodes `%xx`; nil if a percent sign has no two digits or the bytes are no UTF-8.
    package static func unescaped(_ text: Substring, plusIsSpace: Bool = false) -> String? {
        let source = text.utf8
        if !source.contains(UInt8(ascii: "%")), !plusIsSpace { return String(text) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(source.count)
        var rest = source[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "+"), plusIsSpace {
                bytes.append(UInt8(ascii: " "))
            } else if byte == UInt8(ascii: "%") {
                guard let high = rest.popFirst().flatMap(digit),
                    let low = rest.popFirst().flatMap(digit)
                else { return nil }
                bytes.append(high << 4 | low)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case 48...57: byte - 48
        case 65...70: byte - 55
        case 97...102: byte - 87
        default: nil
        }
    }

    /// Whether a character has no place in a link: control characters and invisible marks.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) || isInvisible(scalar)
    }

    /// Marks that change the direction of text or have no width, by which links deceive.
    package static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B...0x200F, 0x202A...0x202E, 0x2060...0x2069, 0xFEFF: true
        default: false
        }
    }
}
