/// A recursive-descent reader over the bytes of one text.
///
/// Recursion is safe because `JSONParser.depthLimit` bounds it.
struct JSONReader<Sink: JSONSink> {
    let source: UnsafeBufferPointer<UInt8>
    /// Apple's parser takes a comma before a closing bracket, RFC 8259 does not.
    let acceptsTrailingCommas: Bool
    /// The place of the next byte to read.
    var index: Int
    /// The number of open objects and arrays, at most `JSONParser.depthLimit`.
    var depth = 0
    var tolerances: [JSONTolerance] = []
    /// The room to make for the members of the next object within another value: as many as the
    /// last one had, which is usually its like.
    private var usualCount = 4
    /// The keys of the last object that followed another one in an array.
    var keys: [KnownKey] = []
    /// Whether the next value follows another one in an array.
    private var isAmongLikes = false
    /// The bytes of the string being read, from its first escape on.
    var unescaped: [UInt8] = []

    init(_ source: UnsafeBufferPointer<UInt8>, from start: Int, _ dialect: JSONParser.Dialect) {
        self.source = source
        acceptsTrailingCommas = dialect == .apple
        index = start
    }

    mutating func document() throws(JSONFault) -> Sink.Value {
        skipSpace()
        guard index < source.count else {
            throw JSONFault(kind: .empty, wanted: .value, start: 0, end: source.count)
        }
        let value = try value()
        skipSpace()
        guard index == source.count else {
            var fault = unexpected(.end)
            if [.unexpected, .wrongQuotes].contains(fault.kind) { fault.kind = .trailingText }
            throw fault
        }
        return value
    }

    /// Reads a value with its first byte at `index`, and leaves `index` behind its last one.
    private mutating func value() throws(JSONFault) -> Sink.Value {
        guard index < source.count else { throw unexpected(.value) }
        let start = index
        switch source[index] {
        case Ascii.quote:
            let text = try string()
            return Sink.string(text, start, index)
        case Ascii.openBrace: return try object()
        case Ascii.openBracket: return try array()
        case Ascii.minus, Ascii.zero...Ascii.nine:
            let lexeme = try number()
            return Sink.number(lexeme, start, index)
        case Ascii.t where skip(0x6575_7274, 4): return Sink.bool(true, start, index)
        case Ascii.f where skip(0x736C_6166, 4) && skip(0x65, 1):
            return Sink.bool(false, start, index)
        case Ascii.n where skip(0x6C6C_756E, 4): return Sink.null(start, index)
        default:
            index = start
            throw unexpected(.value)
        }
    }

    /// Skips the given bytes, the first one lowest, or returns false if others are here.
    private mutating func skip(_ word: UInt32, _ length: Int) -> Bool {
        guard source.count - index >= length else { return false }
        for offset in 0..<length
        where source[index + offset] != UInt8(truncatingIfNeeded: word >> (8 * UInt32(offset))) {
            return false
        }
        index += length
        return true
    }

    @inline(__always)
    private mutating func skipSpace() {
        while index < source.count {
            let byte = source[index]
            guard byte <= Ascii.space,
                byte == Ascii.space || byte == Ascii.lineFeed || byte == Ascii.tab
                    || byte == Ascii.carriageReturn
            else { return }
            index += 1
        }
    }

    /// Checks the depth before the call stack grows any further.
    private mutating func enter() throws(JSONFault) {
        depth += 1
        guard depth <= JSONParser.depthLimit else {
            throw JSONFault(kind: .tooDeep, wanted: .value, start: index, end: index + 1)
        }
        index += 1
        skipSpace()
    }

    private mutating func object() throws(JSONFault) -> Sink.Value {
        let start = index
        let isLike = isAmongLikes
        isAmongLikes = false
        try enter()
        var members: [Sink.Member] = []
        if try !closes(Ascii.closeBrace, comma: nil) {
            members.reserveCapacity(depth == 1 ? 8 : usualCount)
            while true {
                guard index < source.count, source[index] == Ascii.quote else {
                    throw unexpected(.key)
                }
                let keyStart = index
                let key = try key(at: members.count, isAmongLikes: isLike)
                let keyEnd = index
                skipSpace()
                guard index < source.count, source[index] == Ascii.colon else {
                    throw unexpected(.colon)
                }
                index += 1
                skipSpace()
                let value = try value()
                members.append(Sink.member(key, keyStart, keyEnd, value))
                if try ends(Ascii.closeBrace, .commaOrBrace) { break }
            }
        }
        depth -= 1
        usualCount = min(max(members.count, 4), 32)
        return Sink.object(members, start, index)
    }

    private mutating func array() throws(JSONFault) -> Sink.Value {
        let start = index
        try enter()
        var items: [Sink.Value] = []
        if try !closes(Ascii.closeBracket, comma: nil) {
            while true {
                isAmongLikes = !items.isEmpty
                let item = try value()
                items.append(item)
                if try ends(Ascii.closeBracket, .commaOrBracket) { break }
            }
        }
        isAmongLikes = false
        depth -= 1
        return Sink.array(items, start, index)
    }

    /// Skips what follows a member or an item, and returns whether the container ended.
    @inline(__always)
    private mutating func ends(
        _ bracket: UInt8, _ wanted: JSONFault.Wanted
    ) throws(JSONFault) -> Bool {
        skipSpace()
        guard index < source.count else { throw unexpected(wanted) }
        let byte = source[index]
        if byte == Ascii.comma {
            let comma = index
            index += 1
            skipSpace()
            return try closes(bracket, comma: comma)
        }
        guard byte == bracket else { throw unexpected(wanted) }
        index += 1
        return true
    }

    /// Skips a closing bracket, or returns false if something else is here.
    @inline(__always)
    private mutating func closes(_ bracket: UInt8, comma: Int?) throws(JSONFault) -> Bool {
        guard index < source.count, source[index] == bracket else { return false }
        if let comma {
            guard acceptsTrailingCommas else {
                throw JSONFault(kind: .trailingComma, wanted: .value, start: comma, end: comma + 1)
            }
            let span = ByteSpan(start: comma, end: comma + 1)
            tolerances.append(JSONTolerance(kind: .trailingComma, span: span))
        }
        index += 1
        return true
    }
}
