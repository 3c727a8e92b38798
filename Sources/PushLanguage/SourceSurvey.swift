/// What one pass over a source finds: its lines, and the first thing that makes it no script.
struct SourceSurvey: Sendable {
    enum Defect: Equatable, Sendable {
        case tooLong
        case longLine(Int)
        case zeroByte(Int)
        case invalidUTF8(Int)
    }

    /// A start is kept for one line in so many: memory is a budget, and only diagnostics look.
    private static let stride = 64

    private(set) var lineCount = 1
    private(set) var defect: Defect?
    private var starts: [UInt32] = [0]

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
            guard byte == Byte.newline else { continue }
            if index - lineStart > Source.maximumLine + 1 { note(.longLine(lineStart)) }
            lineStart = index
            if lineCount % Self.stride == 0 { starts.append(UInt32(index)) }
            lineCount += 1
        }
        if index - lineStart > Source.maximumLine { note(.longLine(lineStart)) }
    }

    private mutating func note(_ found: Defect) {
        if defect == nil { defect = found }
    }

    func line(containing offset: Int, in bytes: [UInt8]) -> Int {
        var low = 0
        var high = starts.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if Int(starts[middle]) <= offset { low = middle } else { high = middle }
        }
        var line = low * Self.stride + 1
        for index in Int(starts[low])..<offset where bytes[index] == Byte.newline { line += 1 }
        return line
    }

    func start(ofLine line: Int, in bytes: [UInt8]) -> Int {
        let checkpoint = min((line - 1) / Self.stride, starts.count - 1)
        var missing = line - 1 - checkpoint * Self.stride
        var index = Int(starts[checkpoint])
        while missing > 0, index < bytes.count {
            if bytes[index] == Byte.newline { missing -= 1 }
            index += 1
        }
        return index
    }
}
