import Glibc
import PushLanguage
import PushRuntime
import PushText

/// Decides whether an entry that grows line by line is incomplete, scanning each line once.
///
/// A paste without brackets asks after every line. Scanning the whole entry each time took seconds
/// for a payload of 3,000 lines.
struct PastedLines {
    /// The open part, as far as a further line may be judged without the text before it.
    private enum Kind {
        case payload(BraceCount, isQuoted: Bool)
        case part(OpenPart)
        case blocks(Blocks)
    }

    /// Blocks that wait for their `end`.
    private struct Blocks {
        /// The number of them, one in another.
        var depth: Int
        /// The offset, in bytes, of a statement in them that is itself unfinished; nil without one.
        var rest: Int?
        /// The part of that statement that is open.
        var part: OpenPart?
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
        // It is taken out, so that its text is the only one that grows, and is not copied.
        if var open = open.take(), let lines = Self.lines(of: entry, behind: open.entry) {
            searched += lines.utf8.count
            if let kind = continued(open.kind, by: lines, in: entry) {
                open.entry.append(contentsOf: lines)
                self.open = (open.entry, kind)
                return true
            }
        }
        searched += entry.utf8.count
        let isOpen = pasted.isOpen(entry, needsMore(entry))
        if isOpen, let kind = Self.kind(of: entry) { open = (entry, kind) }
        return isOpen
    }

    /// Returns what is open after further lines; nil if only the whole entry can tell.
    private func continued(_ kind: Kind, by lines: Substring, in entry: String) -> Kind? {
        switch kind {
        case .payload(var count, let isQuoted):
            let parts = lines.dropFirst().split(
                separator: "\n" as Character, omittingEmptySubsequences: false)
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
        case .part(let part): return part.continued(by: lines, in: entry).map(Kind.part)
        case .blocks(var blocks):
            if let part = blocks.part?.continued(by: lines, in: entry) {
                blocks.part = part
                return .blocks(blocks)
            }
            return Self.continued(blocks, by: lines, in: entry).map(Kind.blocks)
        }
    }

    /// Returns the blocks that are open after further statements; nil if only the whole entry can
    /// tell.
    private static func continued(
        _ blocks: Blocks, by lines: Substring, in entry: String
    ) -> Blocks? {
        guard OpenPart.isPlain(lines) else { return nil }
        let start = blocks.rest ?? entry.utf8.count - lines.utf8.count + 1
        let text = String(Substring(entry.utf8.dropFirst(start)))
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
            (blocks.rest, blocks.part) = (start, OpenPart(error, in: text))
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
        (blocks.rest, blocks.part) = (nil, nil)
        return blocks
    }

    /// Whether nothing but a comment follows an `end` on its line.
    private static func isBare(_ end: SyntaxError, in text: String) -> Bool {
        let rest = text.utf8.dropFirst(Int(end.span.end)).first {
            $0 != Ascii.space && $0 != Ascii.tab && $0 != Ascii.carriageReturn
        }
        return rest.map { $0 == Ascii.lineFeed || $0 == UInt8(ascii: "#") } ?? true
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
        // Below a line that is no statement, a later one may begin a payload.
        guard errors.count == 1, let error = errors.first, PayloadSearch.isStatement(entry) else {
            return nil
        }
        return OpenPart(error, in: entry).map(Kind.part)
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
