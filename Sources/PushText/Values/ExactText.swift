/// A text as a key: equal only to the same bytes.
///
/// Swift's `String` equates texts that differ in their composition, such as an é of one scalar and
/// one of two; SQL, JSON, the file system and the platforms' servers tell them apart.
package struct ExactText: Hashable, Sendable {
    package let text: String

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
    package func isExactly(_ other: String) -> Bool {
        withBytes { bytes in
            other.withBytes { bytes.count == $0.count && bytes.elementsEqual($0) }
        }
    }
}
