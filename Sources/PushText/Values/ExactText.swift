/// A text as a key: equal only to the same bytes.
///
/// Swift's `String` equates texts that differ in their composition, such as an é of one scalar and
/// one of two; SQL, JSON, the file system and the platforms' servers tell them apart.
package struct ExactText: Hashable, Sendable {
    /// The text whose bytes are compared.
    package let text: String

    /// Makes a key of a text.
    package init(_ text: String) { self.text = text }

    package static func == (left: ExactText, right: ExactText) -> Bool {
        left.text.isExactly(right.text)
    }

    package func hash(into hasher: inout Hasher) {
        text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Whether the bytes are another text's; canonically equal forms are different.
    @usableFromInline package func isExactly(_ other: String) -> Bool {
        utf8.count == other.utf8.count
            && withBytes { bytes in
                other.withBytes {
                    UnsafeRawBufferPointer(bytes).hasSameBytes(as: UnsafeRawBufferPointer($0))
                }
            }
    }

    /// Whether the last bytes are another text's.
    package func endsExactly(with other: String) -> Bool {
        utf8.suffix(other.utf8.count).elementsEqual(other.utf8)
    }

    /// The hint that one of some IDs looks like this one and has other bytes, with the ID as a
    /// script writes it behind a command; nil if none does.
    package func lookalikeHint(
        among ids: some Sequence<String>, for command: String = ""
    ) -> String? {
        ids.first { $0 == self && !$0.isExactly(self) }.map {
            "an ID that looks the same has other bytes: `\(command)\($0.spelledOut)`"
        }
    }

    /// The text in double quotes, with the number of each character outside ASCII, so that its
    /// bytes can be read, and typed again.
    private var spelledOut: String {
        var result = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\", "$": result += "\\\(scalar)"
            case " "..."~": result.unicodeScalars.append(scalar)
            default: result += "\\u{" + String(scalar.value, radix: 16) + "}"
            }
        }
        return result + "\""
    }
}
