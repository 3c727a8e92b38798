/// The words and marks of a SQL text, without its comments and blanks.
struct SQLWords {
    /// One of them.
    enum Word: Equatable {
        /// A bare name or keyword, in capitals.
        case name(String)
        /// A text in single quotes; what is in it does not matter.
        case string
        case quotedName
        case number
        case mark(UInt8)
        /// The two characters `->`.
        case arrow
    }

    /// In the order of the text, up to `limit`.
    private(set) var words: [Word] = []

    /// The most bytes that are read.
    static let limit = 1 << 20

    init(_ sql: String) {
        let bytes = Array(sql.utf8.prefix(SQLWords.limit))
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            let next = index + 1 < bytes.count ? bytes[index + 1] : 0
            switch byte {
            case UInt8(ascii: "-") where next == UInt8(ascii: "-"):
                index = bytes[index...].firstIndex(of: 0x0a) ?? bytes.count
            case UInt8(ascii: "/") where next == UInt8(ascii: "*"):
                index = SQLWords.endOfComment(bytes, from: index + 2)
            case UInt8(ascii: "-") where next == UInt8(ascii: ">"):
                words.append(.arrow)
                index += 2
            case 0x27, 0x22, 0x60:
                words.append(byte == 0x27 ? .string : .quotedName)
                index = SQLWords.endOfQuote(bytes, from: index)
            case 0x30...0x39:
                words.append(.number)
                index = bytes[index...].firstIndex { !SQLWords.isNamePart($0) } ?? bytes.count
            case _ where SQLWords.isNamePart(byte):
                let end = bytes[index...].firstIndex { !SQLWords.isNamePart($0) } ?? bytes.count
                let name = String(decoding: bytes[index..<end], as: UTF8.self)
                words.append(.name(name.uppercased()))
                index = end
            default:
                if byte > 0x20 { words.append(.mark(byte)) }
                index += 1
            }
        }
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a, 0x80...: true
        default: false
        }
    }

    private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "*"), bytes[index + 1] == UInt8(ascii: "/") {
                return index + 2
            }
            index += 1
        }
        return bytes.count
    }

    /// A doubled quote is part of the text.
    ///
    /// An open quote ends with the text.
    private static func endOfQuote(_ bytes: [UInt8], from start: Int) -> Int {
        var index = start + 1
        while index < bytes.count {
            if bytes[index] == bytes[start] {
                guard index + 1 < bytes.count, bytes[index + 1] == bytes[start] else {
                    return index + 1
                }
                index += 1
            }
            index += 1
        }
        return bytes.count
    }
}
