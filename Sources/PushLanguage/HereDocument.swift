import PushText

/// The lines below a statement that take the place of one of its words.
public struct HereDocument: Equatable, Sendable {
    /// The place of `<<TAG` in the statement.
    public let word: Span
    /// The place of the tag's name.
    public let tag: Span
    /// Whether the tag is quoted, so that `${name}` stays as written.
    public let isRaw: Bool
    /// Whether the tag is `JSON`, whose body is checked and whose variables are escaped.
    public let isJSON: Bool
    /// The body's lines with their line ends, up to the line of the closing tag.
    public internal(set) var body: Span
    /// The blanks before the closing tag; they are removed from every line of the body.
    public internal(set) var indentation: Span

    /// Whether CR LF ends the lines of the body, as it ends the statement's line or the tag's line
    /// of the here-document before; else a CR is text, which a recorded file may have.
    private func dropsReturns(in bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = Int(body.start)
        return start > 1 && bytes[start - 2] == Byte.carriageReturn
    }

    /// Visits each line of the body without its indentation and its line end.
    func forEachLine<Failure: Error>(
        in bytes: UnsafeBufferPointer<UInt8>, _ visit: (Range<Int>) throws(Failure) -> Void
    ) throws(Failure) {
        var start = Int(body.start)
        let end = Int(body.end)
        let margin = indentation.range
        let dropsReturns = dropsReturns(in: bytes)
        while start < end {
            var next = start
            while next < end, bytes[next] != Byte.newline { next += 1 }
            let stop =
                dropsReturns && next > start && bytes[next - 1] == Byte.carriageReturn
                ? next - 1 : next
            var first = start
            while first < stop, first - start < margin.count,
                bytes[first] == bytes[margin.lowerBound + first - start]
            {
                first += 1
            }
            try visit(first..<stop)
            start = next + 1
        }
    }

    /// Returns the body as written: lines joined by a newline, without a newline at the end.
    func text(in bytes: UnsafeBufferPointer<UInt8>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: body.range.count) { text, count in
            var isFirst = true
            forEachLine(in: bytes) { line in
                if !isFirst {
                    text[count] = Byte.newline
                    count += 1
                }
                isFirst = false
                let end = count + line.count
                _ = text[count..<end].initialize(fromContentsOf: bytes[line])
                count = end
            }
        }
    }

    /// Maps a byte of `text(in:)` to its offset in the source.
    func sourceOffset(of offset: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
        var passed = 0
        var found = Int(body.end)
        var isFound = false
        forEachLine(in: bytes) { line in
            if !isFound, offset <= passed + line.count {
                found = line.lowerBound + max(0, offset - passed)
                isFound = true
            }
            passed += line.count + 1
        }
        return found
    }
}
