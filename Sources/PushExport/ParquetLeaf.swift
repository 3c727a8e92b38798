import PushModel
import PushText

/// The values of one kind that are not in the file yet: a column, or a part of a nested one.
struct ParquetLeaf {
    /// The place and statistics of the values in the file.
    ///
    /// Sizes are in bytes and include the page's header; `packedSize` is that of the file.
    struct Chunk {
        var offset: Int64
        var size: Int
        var packedSize: Int
        var values: Int
        var nulls: Int
        var bounds: (least: Int64, greatest: Int64)?
    }

    /// The names on the way from the schema to the values.
    let path: [String]
    /// The values' type; no list, map or row.
    let shape: ExportShape
    /// The level of a value that is there.
    private let definition: Int
    /// Whether the values are a column of their own.
    private let isFlat: Bool
    /// The values of the page, encoded; gaps have none.
    private var values: [UInt8] = []
    private var definitions: ParquetLevels
    private var repetitions: ParquetLevels
    /// The number of Booleans, of which eight share a byte.
    private var booleans = 0
    private var nulls = 0
    /// The smallest and the largest of the whole numbers, for readers that skip groups; nil for
    /// other types.
    private var bounds: (least: Int64, greatest: Int64)?
    private let fixedSize: Int

    init(_ path: [String], _ shape: ExportShape, definition: Int, repetition: Int) {
        self.path = path
        self.shape = shape
        self.definition = definition
        isFlat = path.count == 1
        definitions = ParquetLevels(highest: definition)
        repetitions = ParquetLevels(highest: repetition)
        fixedSize = shape.fixedSize
    }

    /// The number of waiting bytes; a level counts as one unless the column is flat.
    var size: Int { isFlat ? values.count : values.count + definitions.count }

    /// Adds a gap, of which `definition` tells where on the path it is.
    mutating func addNull(_ definition: Int, _ repetition: Int) {
        nulls += 1
        definitions.append(definition)
        repetitions.append(repetition)
    }

    /// Adds a value; false if it is not of the leaf's type.
    mutating func add(_ cell: Cell, _ repetition: Int = 0) -> Bool {
        guard append(cell) else { return false }
        definitions.append(definition)
        repetitions.append(repetition)
        return true
    }

    /// Encodes a value as PLAIN; false if it is of another type or too large for its width.
    ///
    /// Microseconds of a timestamp are rounded down to milliseconds unless the file keeps them.
    private mutating func append(_ cell: Cell) -> Bool {
        switch (shape, cell) {
        case (.string, .text(var text)): append(&text)
        case (.whole(64), .integer(let number)), (.time, .integer(let number)),
            (.instant, .integer(let number)), (.timestamp(isMicro: true), .integer(let number)):
            append(number)
        case (.double, .real(let number)): append(number.bitPattern, 8)
        case (.float, .real(let number)): append(UInt64(Float(number).bitPattern), 4)
        case (.boolean, .boolean(let value)): append(value)
        case (.whole, .integer(let number)), (.date, .integer(let number)):
            guard Int32(exactly: number) != nil else { return false }
            append(number)
        case (.timestamp, .integer(let number)):
            let (quotient, rest) = number.quotientAndRemainder(dividingBy: 1000)
            append(rest < 0 ? quotient - 1 : quotient)
        case (.decimal(let precision, let scale), .text(let text)):
            return append(decimal: text, precision, scale)
        case (.binary, .blob(let bytes)):
            append(UInt64(bytes.count), 4)
            values += bytes
        case (.uuid, .text(let text)):
            guard let bytes = UUIDText.bytes(text) else { return false }
            values += bytes
        default: return false
        }
        return true
    }

    private mutating func append(_ number: Int64) {
        append(UInt64(bitPattern: number), fixedSize)
        guard let known = bounds else {
            bounds = (number, number)
            return
        }
        bounds = (min(known.least, number), max(known.greatest, number))
    }

    private mutating func append(_ bits: UInt64, _ count: Int) {
        withUnsafeBytes(of: bits.littleEndian) { values.append(contentsOf: $0.prefix(count)) }
    }

    private mutating func append(_ text: inout String) {
        text.withUTF8 { bytes in
            withUnsafeBytes(of: UInt32(bytes.count).littleEndian) { values.append(contentsOf: $0) }
            values.append(contentsOf: bytes)
        }
    }

    /// Bits are filled from the lowest on.
    private mutating func append(_ value: Bool) {
        if booleans & 7 == 0 { values.append(0) }
        if value { values[values.count - 1] |= 1 << UInt8(booleans & 7) }
        booleans += 1
    }

    /// Appends a decimal as the number without its point: little-endian if it fits 64 bits, else
    /// of a fixed size with its first byte first.
    private mutating func append(decimal text: String, _ precision: Int, _ scale: Int) -> Bool {
        guard let number = ParquetDecimal.number(text, precision, scale) else { return false }
        guard precision > 18 else {
            append(Int64(number))
            return true
        }
        for index in (0..<fixedSize).reversed() {
            values.append(UInt8(truncatingIfNeeded: number >> (8 * index)))
        }
        return true
    }

    /// Ends a chunk: its one page with its header, and its entry for the end of the file.
    mutating func takePage(
        at offset: Int64, pack: (([UInt8]) -> [UInt8])?
    ) -> (bytes: [UInt8], chunk: Chunk) {
        let count = definitions.count
        var page = repetitions.take()
        page += definitions.take()
        page.append(contentsOf: values)
        let packed = pack?(page) ?? page
        var head = CompactWriter()
        head.item { head in
            head.int32(1, 0)
            head.int32(2, page.count)
            head.int32(3, packed.count)
            head.structure(5) { data in
                data.int32(1, count)
                data.int32(2, Parquet.plain)
                data.int32(3, Parquet.runLengths)
                data.int32(4, Parquet.runLengths)
            }
        }
        let chunk = Chunk(
            offset: offset, size: head.bytes.count + page.count,
            packedSize: head.bytes.count + packed.count, values: count, nulls: nulls,
            bounds: bounds)
        values.removeAll(keepingCapacity: true)
        nulls = 0
        booleans = 0
        bounds = nil
        return (head.bytes + packed, chunk)
    }
}

/// Decimals as Parquet has them.
enum ParquetDecimal {
    /// Reads a number in digits, and returns it without its point; nil if it does not fit.
    static func number(_ text: String, _ precision: Int, _ scale: Int) -> Int128? {
        var number: Int128 = 0
        var isNegative = false
        var places: Int?
        var digits = 0
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case Ascii.minus where index == 0: isNegative = true
            case Ascii.dot where places == nil: places = 0
            case _ where Ascii.isDigit(byte):
                guard digits < precision || number == 0 else { return nil }
                number = number * 10 + Int128(byte - Ascii.zero)
                if number != 0 { digits += 1 }
                places = places.map { $0 + 1 }
            default: return nil
            }
        }
        let missing = scale - (places ?? 0)
        guard !text.isEmpty, missing >= 0, number == 0 || digits + missing <= precision else {
            return nil
        }
        for _ in 0..<missing { number *= 10 }
        return isNegative ? -number : number
    }

    /// The fewest bytes that hold every number of a precision.
    static func size(_ precision: Int) -> Int {
        var limit: Int128 = 1
        for _ in 0..<precision { limit *= 10 }
        let bits = Int128.bitWidth - (limit - 1).leadingZeroBitCount + 1
        return (bits + 7) / 8
    }
}

extension ExportShape {
    /// The bytes of each value; 0 where they differ.
    var fixedSize: Int {
        switch self {
        case .whole(64), .double, .time, .timestamp, .instant: 8
        case .whole, .float, .date: 4
        case .uuid: 16
        case .decimal(let precision, _):
            precision > 18 ? ParquetDecimal.size(precision) : precision > 9 ? 8 : 4
        case .boolean, .string, .binary, .list, .map, .group: 0
        }
    }

    /// The physical type.
    var physicalType: Int {
        switch self {
        case .boolean: 0
        case .whole(64), .time, .timestamp, .instant: 2
        case .whole, .date: 1
        case .float: 4
        case .double: 5
        case .decimal(let precision, _): precision > 18 ? 7 : precision > 9 ? 2 : 1
        case .uuid: 7
        case .string, .binary, .list, .map, .group: 6
        }
    }
}
