/// A text that is not in UTF-8, as far as its encoding is known.
package struct ForeignText {
    /// The first place at which the text is broken.
    package enum Damage {
        /// It ends within a character.
        case cut
        /// It has half of a pair that makes a character.
        case half
    }

    /// The name of the encoding.
    package let encoding: String
    /// The text in UTF-8, with U+FFFD where it is broken; nil if it is not converted.
    package private(set) var text: [UInt8]?
    /// The damage; nil if the text is whole.
    package private(set) var damage: Damage?
    /// The first character at fault in `text`.
    package private(set) var place = 0..<0

    /// The cure.
    package static let cure = TextEncoding.saveHint

    /// Recognises the encoding of bytes that are no script; nil if they may be damaged UTF-8.
    package init?(_ bytes: [UInt8]) {
        let found = bytes.withUnsafeBufferPointer { source -> ForeignText? in
            switch TextEncoding.detected(in: source) {
            case .utf16(let bigEndian, let mark):
                return ForeignText(utf16: source, bigEndian: bigEndian, from: mark)
            case .utf32: return ForeignText(encoding: "UTF-32")
            case .utf8:
                return TextEncoding.japanese(source).map { ForeignText(encoding: $0) }
            }
        }
        guard let found else { return nil }
        self = found
    }

    /// The cure for a letter of Latin-1 at a place; nil if it is none for sure.
    package static func latinHint(_ bytes: [UInt8], at index: Int) -> String? {
        bytes.withUnsafeBufferPointer { TextEncoding.latinHint($0, at: index) }
    }

    private init(encoding: String) { self.encoding = encoding }

    private init(utf16 source: UnsafeBufferPointer<UInt8>, bigEndian: Bool, from mark: Int) {
        encoding = "UTF-16"
        let (text, fault) = TextEncoding.decoded(source, bigEndian: bigEndian, from: mark)
        self.text = text
        guard let fault else {
            place = 0..<min(1, text.count)
            return
        }
        damage = fault.end == source.count ? .cut : .half
        let whole = UnsafeBufferPointer(rebasing: source[..<fault.start])
        let start = TextEncoding.decoded(whole, bigEndian: bigEndian, from: mark).text.count
        place = start..<start + 3
    }
}
