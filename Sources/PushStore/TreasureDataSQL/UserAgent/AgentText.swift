/// The bytes of a User-Agent header, with the searches that reading it takes.
struct AgentText {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    func contains(_ part: StaticString) -> Bool { bytes.firstOccurrence(of: part) != nil }

    func starts(with part: StaticString) -> Bool {
        bytes.starts(
            with: UnsafeBufferPointer(start: part.utf8Start, count: part.utf8CodeUnitCount))
    }

    /// Reads digits and dots right after a mark.
    func number(after mark: StaticString) -> String? {
        run(after: mark) { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2e }
    }

    /// Reads digits right after a mark, separated by dots or underscores, and returns them with
    /// dots.
    func dotted(after mark: StaticString) -> String? {
        run(after: mark) { ($0 >= 0x30 && $0 <= 0x39) || $0 == 0x2e || $0 == 0x5f }
            .map { String(decoding: $0.utf8.map { $0 == 0x5f ? 0x2e : $0 }, as: UTF8.self) }
    }

    /// Reads letters, digits, dots and blanks right after a mark, up to a `;` or a `)`.
    func words(after mark: StaticString) -> String? {
        guard let start = end(of: mark) else { return nil }
        let word = bytes[start...].prefix {
            $0 == 0x20 || $0 == 0x2e || ($0 >= 0x30 && $0 <= 0x39)
                || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7a)
        }
        guard word.endIndex < bytes.count, !word.isEmpty else { return nil }
        let stop = bytes[word.endIndex]
        guard stop == UInt8(ascii: ";") || stop == UInt8(ascii: ")") else { return nil }
        return String(decoding: word, as: UTF8.self)
    }

    /// Reads a model's name right after a mark, up to a blank or punctuation.
    func term(after mark: StaticString) -> String? {
        run(after: mark) {
            $0 > 0x20 && $0 < 0x7f && !Array("-/;()\"'\\".utf8).contains($0)
        }
    }

    /// Reads as many bytes as fit right after a mark; nil if there are none.
    private func run(after mark: StaticString, while isPart: (UInt8) -> Bool) -> String? {
        guard let start = end(of: mark) else { return nil }
        let run = bytes[start...].prefix(while: isPart)
        return run.isEmpty ? nil : String(decoding: run, as: UTF8.self)
    }

    /// The index after the first occurrence of a mark.
    private func end(of mark: StaticString) -> Int? {
        bytes.firstOccurrence(of: mark).map { $0 + mark.utf8CodeUnitCount }
    }

    /// Whether a word for a feed reader occurs, in any letter case.
    var looksLikeFeedReader: Bool {
        lowercased.contains("headline-reader") || lowercased.contains("rssreader")
            || lowercased.contains("rssbar") || contains("cococ/")
            || lowercased.hasWord("rss", before: Array("-_ /;()".utf8), orAtEnd: false)
    }

    /// Whether a word for a crawler occurs, in any letter case.
    var looksLikeCrawler: Bool {
        let ends = Array("-_ ./;@()".utf8)
        let lower = lowercased
        if ["bot", "crawler", "spider"].contains(where: {
            lower.hasWord($0, before: ends, orAtEnd: true)
        }) {
            return true
        }
        let marks = [
            "feedparser", "feed parser", "webparser", "web parser", "watchdog", "watch dog",
            "rome client ", "unwindfetchor/", "ia_archiver ", "summify ", "postrank/",
        ]
        return marks.contains { lower.contains($0) }
    }

    private var lowercased: LowercasedAgent {
        LowercasedAgent(bytes: bytes.map { $0 >= 0x41 && $0 <= 0x5a ? $0 | 0x20 : $0 })
    }
}

/// A User-Agent header with its ASCII letters in lower case.
private struct LowercasedAgent {
    let bytes: [UInt8]

    func contains(_ part: String) -> Bool { !positions(of: part).isEmpty }

    /// Whether a word occurs before one of some bytes, or before the end.
    func hasWord(_ word: String, before ends: [UInt8], orAtEnd: Bool) -> Bool {
        positions(of: word).contains { start in
            let end = start + word.utf8.count
            return end < bytes.count ? ends.contains(bytes[end]) : orAtEnd
        }
    }

    private func positions(of word: String) -> [Int] {
        var found: [Int] = []
        bytes.withUnsafeBufferPointer { bytes in
            word.withBytes { word in
                var start = 0
                while let next = bytes.firstOccurrence(of: word, from: start) {
                    found.append(next)
                    start = next + 1
                }
            }
        }
        return found
    }
}
