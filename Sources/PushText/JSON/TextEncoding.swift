/// The encoding of a text, detected from its first bytes.
enum TextEncoding: Equatable {
    case utf8(markLength: Int)
    case utf16(bigEndian: Bool, markLength: Int)
    case utf32

    /// Detects the encoding by a byte order mark, else by the zeros of an ASCII start.
    static func detected(in bytes: UnsafeBufferPointer<UInt8>) -> TextEncoding {
        func byte(_ index: Int) -> UInt8? { index < bytes.count ? bytes[index] : nil }
        switch (byte(0), byte(1), byte(2), byte(3)) {
        case (0xEF, 0xBB, 0xBF, _): return .utf8(markLength: 3)
        case (0xFF, 0xFE, 0, 0), (0, 0, 0xFE, 0xFF): return .utf32
        case (0xFF, 0xFE, _, _): return .utf16(bigEndian: false, markLength: 2)
        case (0xFE, 0xFF, _, _): return .utf16(bigEndian: true, markLength: 2)
        case (0, 0, 0, _?), (_?, 0, 0, 0): return .utf32
        case (0, _?, 0, _?), (0, _?, nil, nil): return .utf16(bigEndian: true, markLength: 0)
        case (_?, 0, _?, 0), (_?, 0, nil, nil): return .utf16(bigEndian: false, markLength: 0)
        default: return .utf8(markLength: 0)
        }
    }

    /// Whether bytes that are not UTF-8 are Shift_JIS.
    ///
    /// They are if they consist of its pairs of lead and trail bytes, one of which starts as kana
    /// or common kanji do, which EUC-JP never has.
    static func looksLikeShiftJIS(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        var index = 0
        var hasJapanese = false
        while index < bytes.count {
            switch bytes[index] {
            case 0..<0x80, 0xA1...0xDF: index += 1
            case 0x81...0x9F, 0xE0...0xFC:
                guard index + 1 < bytes.count else { return false }
                switch bytes[index + 1] {
                case 0x40...0x7E, 0x80...0xFC: break
                default: return false
                }
                hasJapanese = hasJapanese || (0x81...0x97).contains(bytes[index])
                index += 2
            default: return false
            }
        }
        return hasJapanese
    }

    /// Whether bytes that are not UTF-8 are EUC-JP.
    ///
    /// They are if they consist of pairs from 0xA1 up, one of which is a kana, whose rows 4 and 5
    /// other encodings hardly use.
    static func looksLikeEUCJP(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        func isHigh(_ index: Int) -> Bool {
            index < bytes.count && (0xA1...0xFE).contains(bytes[index])
        }
        var index = 0
        var hasKana = false
        while index < bytes.count {
            switch bytes[index] {
            case 0..<0x80: index += 1
            // Half-width katakana after a shift, and the characters of the second plane.
            case 0x8E where isHigh(index + 1): index += 2
            case 0x8F where isHigh(index + 1) && isHigh(index + 2): index += 3
            case 0xA1...0xFE where isHigh(index + 1):
                hasKana = hasKana || [0xA4, 0xA5].contains(bytes[index])
                index += 2
            default: return false
            }
        }
        return hasKana
    }

    /// Whether a control character is the escape with which ISO-2022-JP begins and ends Japanese.
    static func isISO2022JP(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
        guard index + 2 < bytes.count, bytes[index] == 0x1B else { return false }
        switch (bytes[index + 1], bytes[index + 2]) {
        case (0x24, 0x40), (0x24, 0x42), (0x28, 0x42), (0x28, 0x49), (0x28, 0x4A): return true
        default: return false
        }
    }

    /// Returns the cure for a Latin-1 letter that stands alone among ASCII; nil if unsure.
    static func latinHint(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> String? {
        guard index < bytes.count, bytes[index] >= 0xC0 else { return nil }
        for place in [index - 1, index + 1] where bytes.indices.contains(place) {
            guard bytes[place] < 0x80 else { return nil }
        }
        let letter = String(Unicode.Scalar(bytes[index]))
        return "in Latin-1 it is `\(letter)`: \(saveHint)"
    }

    /// The cure for a text in any other encoding.
    static let saveHint = "save the file in UTF-8"

    /// The name of the Japanese encoding that bytes are in, which are not UTF-8; nil if unsure, as
    /// of UTF-8 that is damaged later on.
    static func japanese(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        guard let first = bytes.firstIndex(where: { $0 >= 0x80 }),
            UTF8Sequence.length(in: bytes, at: first) == 0
        else { return nil }
        if looksLikeShiftJIS(bytes) { return "Shift_JIS" }
        return looksLikeEUCJP(bytes) ? "EUC-JP" : nil
    }

    /// Returns UTF-16 text as UTF-8; the fault's offsets are those of the source.
    static func transcoded(
        _ bytes: UnsafeBufferPointer<UInt8>, bigEndian: Bool, from start: Int
    ) throws(JSONFault) -> [UInt8] {
        let (text, fault) = decoded(bytes, bigEndian: bigEndian, from: start)
        if let fault { throw fault }
        return text
    }

    /// Returns UTF-16 text as UTF-8 with U+FFFD where it is broken, and the first such fault.
    static func decoded(
        _ bytes: UnsafeBufferPointer<UInt8>, bigEndian: Bool, from start: Int
    ) -> (text: [UInt8], fault: JSONFault?) {
        func unit(_ index: Int) -> UInt16 {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            return bigEndian ? first << 8 | second : second << 8 | first
        }
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var fault: JSONFault?
        var index = start
        while index < bytes.count {
            let isCut = index + 1 >= bytes.count
            let first = isCut ? 0xDFFF : unit(index)
            var scalar = UInt32(first)
            var width = 2
            if first & 0xFC00 == 0xD800, index + 3 < bytes.count,
                unit(index + 2) & 0xFC00 == 0xDC00
            {
                scalar = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(unit(index + 2) & 0x3FF))
                width = 4
            }
            let valid = Unicode.Scalar(scalar)
            if valid == nil, fault == nil {
                fault = JSONFault(
                    kind: isCut ? .truncated : .loneSurrogate, wanted: .text, start: index,
                    end: min(index + 2, bytes.count))
            }
            if let encoded = UTF8.encode(valid ?? "\u{FFFD}") { result.append(contentsOf: encoded) }
            index += width
        }
        return (result, fault)
    }

    /// Returns the source offset of a place in the transcoded text.
    static func sourceOffset(of place: Int, in text: [UInt8], from start: Int) -> Int {
        var offset = start
        for byte in text[..<min(place, text.count)] where byte & 0xC0 != 0x80 {
            // A lead byte of four stands for two UTF-16 units, any other for one.
            offset += byte >= 0xF0 ? 4 : 2
        }
        return offset
    }
}
