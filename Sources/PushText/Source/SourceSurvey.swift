/// The result of one pass over a source: its lines, and the first defect that keeps it from being a
/// script.
package struct SourceSurvey: Sendable {
    /// A defect that keeps a text from being a script, with its byte offset.
    package enum Defect: Equatable, Sendable {
        case tooLong
        case longLine(Int)
        case zeroByte(Int)
        case invalidUTF8(Int)
    }

    /// The distance, in lines, between recorded starts: memory is limited, and only diagnostics
    /// look.
    private static let stride = 64
    /// The length beyond which a line's start and its successor's are recorded, so that its end is
    /// searched for only once.
    private static let longLine = 4096

    /// The start of a line.
    private struct Mark: Sendable {
        var line: UInt32
        var start: UInt32
    }

    private(set) var lineCount = 1
    package private(set) var defect: Defect?
    private var marks = [Mark(line: 1, start: 0)]

    init(of bytes: [UInt8]) {
        guard bytes.count <= Source.maximumLength else {
            defect = .tooLong
            return
        }
        bytes.withUnsafeBufferPointer { scan($0) }
    }

    private mutating func scan(_ bytes: UnsafeBufferPointer<UInt8>) {
        var index = 0
        var lineStart = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte >= 0x80 {
                let length = UTF8Sequence.length(in: bytes, at: index)
                if length == 0 { note(.invalidUTF8(index)) }
                index += max(1, length)
                continue
            }
            if byte == 0 { note(.zeroByte(index)) }
            index += 1
            guard byte == Ascii.lineFeed else { continue }
            if index - lineStart > Source.maximumLine + 1 { note(.longLine(lineStart)) }
            let isLong = index - lineStart > Self.longLine
            if isLong { mark(lineCount, lineStart) }
            lineStart = index
            lineCount += 1
            if isLong || lineCount % Self.stride == 1 { mark(lineCount, lineStart) }
        }
        if index - lineStart > Self.longLine { mark(lineCount, lineStart) }
        if index - lineStart > Source.maximumLine { note(.longLine(lineStart)) }
    }

    private mutating func note(_ found: Defect) {
        if defect == nil { defect = found }
    }

    private mutating func mark(_ line: Int, _ start: Int) {
        guard marks[marks.count - 1].line < line else { return }
        marks.append(Mark(line: UInt32(line), start: UInt32(start)))
    }

    /// Returns the last mark that satisfies a test that holds for the first marks only.
    private func lastMark(where isBefore: (Mark) -> Bool) -> Int {
        var low = 0
        var high = marks.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if isBefore(marks[middle]) { low = middle } else { high = middle }
        }
        return low
    }

    /// Returns the start of the line after a mark's, if it is recorded.
    private func end(ofMark index: Int) -> Int? {
        guard index + 1 < marks.count, marks[index + 1].line == marks[index].line + 1 else {
            return nil
        }
        return Int(marks[index + 1].start)
    }

    func line(containing offset: Int, in bytes: [UInt8]) -> Int {
        let index = lastMark { Int($0.start) <= offset }
        var line = Int(marks[index].line)
        if line == lineCount || end(ofMark: index) != nil { return line }
        for index in Int(marks[index].start)..<offset where bytes[index] == Ascii.lineFeed {
            line += 1
        }
        return line
    }

    /// Finds where a line ends, its newline excluded, given its start.
    func end(ofLine line: Int, from start: Int, in bytes: [UInt8]) -> Int {
        if line == lineCount { return bytes.count }
        let index = lastMark { Int($0.line) <= line }
        if marks[index].line == line, let next = end(ofMark: index) { return next - 1 }
        var end = start
        while end < bytes.count, bytes[end] != Ascii.lineFeed { end += 1 }
        return end
    }

    func start(ofLine line: Int, in bytes: [UInt8]) -> Int {
        let checkpoint = lastMark { Int($0.line) <= line }
        var missing = line - Int(marks[checkpoint].line)
        var index = Int(marks[checkpoint].start)
        while missing > 0, index < bytes.count {
            if bytes[index] == Ascii.lineFeed { missing -= 1 }
            index += 1
        }
        return index
    }
}
