import Glibc
import PushLanguage
import PushRuntime
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
        case blocks(Blocks)
    }

    /// Blocks that wait for their `end`.
    private struct Blocks {
        /// The number of them, one in another.
        var depth: Int
        /// The lines of a statement in them that is itself unfinished.
        var rest = ""
        /// The tag of that statement's here-document; nil if it has none.
        var tag: String?
        /// Whether a golden line may follow.
        var takesGolden = false
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
        case .blocks(var blocks):
            guard !lines.utf8.contains(0), lines.utf8.count < 1 << 16 else { return nil }
            if let tag = blocks.tag, !parts.contains(where: { $0.contains(tag) }) {
                blocks.rest += lines
                return .blocks(blocks)
            }
            return Self.continued(blocks, by: lines).map(Kind.blocks)
        }
    }

    /// Returns the blocks that are open after further statements; nil if only the whole entry can
    /// tell.
    private static func continued(_ blocks: Blocks, by lines: Substring) -> Blocks? {
        let text = blocks.rest + (blocks.rest.isEmpty ? lines.dropFirst() : lines)
        let isGolden = text.utf8.first { $0 != Ascii.space && $0 != Ascii.tab } == UInt8(ascii: "|")
        // A golden line belongs to the statement before it.
        guard !isGolden || blocks.takesGolden else { return nil }
        let read = Parser.parse(Source(name: "", text: isGolden ? "x\n" + text : text))
        var blocks = blocks
        let isCut = { (error: SyntaxError) in
            error.code == .unfinishedQuote || error.code == .unfinishedHereDocument
        }
        if let error = read.errors.first(where: isCut) {
            guard read.errors.count == 1, ScriptLoader.needsMore(text) else { return nil }
            (blocks.rest, blocks.tag) = (text, tag(of: error, in: text))
            return blocks
        }
        for error in read.errors {
            switch error.code {
            case .unmatchedEnd where isBare(error, in: text): blocks.depth -= 1
            case .unfinishedBlock: blocks.depth += 1
            default: return nil
            }
        }
        // A test, a setup and the like may not stand in every block: the text before decides.
        let kinds = read.script.allStatements.map(\.kind)
        let isBound = kinds.contains { [.test, .setup, .teardown, .version].contains($0) }
        guard blocks.depth > 0, !isBound else { return nil }
        if let last = kinds.last { blocks.takesGolden = last == .command }
        if !read.errors.isEmpty { blocks.takesGolden = false }
        (blocks.rest, blocks.tag) = ("", nil)
        return blocks
    }

    /// Whether nothing but a comment follows an `end` on its line.
    private static func isBare(_ end: SyntaxError, in text: String) -> Bool {
        let rest = text.utf8.dropFirst(Int(end.span.end)).first {
            $0 != Ascii.space && $0 != Ascii.tab && $0 != Ascii.carriageReturn
        }
        return rest.map { $0 == Ascii.lineFeed || $0 == UInt8(ascii: "#") } ?? true
    }

    /// Returns the tag of a here-document that is never closed; nil for another error.
    private static func tag(of error: SyntaxError, in text: String) -> String? {
        guard error.code == .unfinishedHereDocument else { return nil }
        let word = Array(text.utf8)[error.span.range].filter { $0 != 0x3C && $0 != 0x27 }
        return String(decoding: word, as: UTF8.self)
    }

    /// Returns what is open in an incomplete entry; nil if it must be read whole each time.
    private static func kind(of entry: String) -> Kind? {
        if let (count, isQuoted) = PayloadSearch.openBraces(of: entry) {
            return .payload(count, isQuoted: isQuoted)
        }
        let errors = Parser.parse(Source(name: "", text: entry)).errors
        if !errors.isEmpty, errors.allSatisfy({ $0.code == .unfinishedBlock }) {
            return .blocks(Blocks(depth: errors.count))
        }
        guard errors.count == 1, let error = errors.first else { return nil }
        return tag(of: error, in: entry).map(Kind.body)
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
