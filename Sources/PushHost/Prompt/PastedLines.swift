import Glibc
import PushLanguage
import PushText

/// Decides whether an entry that grows line by line is incomplete, scanning each line once.
///
/// A paste without brackets asks after every line. Scanning the whole entry each time took seconds
/// for a payload of 3,000 lines.
struct PastedLines {
    /// What is open, as far as a further line may be judged without the text before it.
    private enum Kind {
        case payload(BraceCount, isQuoted: Bool)
        /// The body of a here-document with this tag.
        case body(tag: String)
    }

    private let pasted: PastedPayload
    /// The last entry found to be incomplete, and what is open in it.
    private var open: (entry: String, kind: Kind)?
    /// The number of bytes scanned since the start, apart from the comparison with earlier text.
    private(set) var searched = 0

    init(_ pasted: PastedPayload = PastedPayload()) {
        self.pasted = pasted
    }

    /// Whether an entry is incomplete; `needsMore` is the language's answer about the whole of it.
    mutating func isOpen(_ entry: String, _ needsMore: (String) -> Bool) -> Bool {
        if let open, let lines = Self.lines(of: entry, behind: open.entry) {
            searched += lines.utf8.count
            if let kind = continued(open.kind, by: lines, in: entry) {
                self.open = (entry, kind)
                return true
            }
        }
        open = nil
        searched += entry.utf8.count
        let isOpen = pasted.isOpen(entry, needsMore(entry))
        if isOpen, let kind = Self.kind(of: entry) { open = (entry, kind) }
        return isOpen
    }

    /// Returns what is open after further lines; nil if only the whole entry can tell.
    private func continued(_ kind: Kind, by lines: Substring, in entry: String) -> Kind? {
        let parts = lines.dropFirst().split(
            separator: "\n" as Character, omittingEmptySubsequences: false)
        switch kind {
        case .payload(var count, let isQuoted):
            guard !Array(entry.utf8.suffix(2)).elementsEqual([0x0A, 0x0A]),
                !pasted.mayEnd(String(parts.last ?? ""))
            else { return nil }
            for part in parts {
                guard !isQuoted || part.isEmpty || part.hasPrefix(">") else { return nil }
                let text = isQuoted ? part.drop { $0 == ">" || $0 == " " } : part
                var line = count
                guard line.end(in: "\n" + text) == nil else { return nil }
                count = line
            }
            return .payload(count, isQuoted: isQuoted)
        case .body(let tag):
            // A body may contain what a script may not, which only the parser finds.
            guard !lines.utf8.contains(0), lines.utf8.count < 1 << 16,
                !parts.contains(where: { $0.contains(tag) })
            else { return nil }
            return kind
        }
    }

    /// Returns what is open in an incomplete entry; nil if it must be read whole each time.
    private static func kind(of entry: String) -> Kind? {
        if let (count, isQuoted) = PayloadSearch.openBraces(of: entry) {
            return .payload(count, isQuoted: isQuoted)
        }
        guard entry.contains("<<") else { return nil }
        let errors = Parser.parse(Source(name: "", text: entry)).errors
        guard errors.count == 1, let error = errors.first, error.code == .unfinishedHereDocument
        else { return nil }
        let word = Array(entry.utf8)[error.span.range].filter { $0 != 0x3C && $0 != 0x27 }
        return .body(tag: String(decoding: word, as: UTF8.self))
    }

    /// Returns the lines that an entry adds to an earlier one, with the line end before them; nil
    /// if it does not extend it.
    private static func lines(of entry: String, behind earlier: String) -> Substring? {
        let count = earlier.utf8.count
        let isSame: Bool? = entry.utf8.withContiguousStorageIfAvailable { new in
            earlier.utf8.withContiguousStorageIfAvailable { old in
                guard new.count > count, new[count] == 0x0A else { return false }
                guard let new = new.baseAddress, let old = old.baseAddress else { return false }
                return memcmp(new, old, count) == 0
            } ?? false
        }
        guard isSame == true else { return nil }
        return entry[entry.utf8.index(entry.startIndex, offsetBy: count)...]
    }
}
