import PushModel
import PushSQL
import PushText

/// A JSON array by the places of its elements, for functions that only move elements.
struct RawArray {
    /// The elements as written.
    let elements: [ArraySlice<UInt8>]

    init(_ text: String) throws(SQLFunctionError) {
        let bytes = Array(text.utf8)
        let ranges = bytes.withUnsafeBufferPointer { buffer -> [Range<Int>]? in
            var scanner = JSONScanner(buffer)
            return scanner.elementRanges()
        }
        guard let ranges else {
            throw .encoding(.text(text), "array of at most \(JSONScanner.elementLimit) elements")
        }
        elements = ranges.map { bytes[$0] }
    }

    /// An element that is null.
    static let null = Array("null".utf8)[...]

    /// Writes elements as an array.
    static func cell(
        _ elements: some Collection<ArraySlice<UInt8>>
    ) throws(SQLFunctionError) -> Cell {
        guard elements.count <= JSONScanner.elementLimit else {
            throw .argument("the array has over \(JSONScanner.elementLimit) elements")
        }
        return .text(String(decoding: bytes(elements), as: UTF8.self))
    }

    /// The bytes of an array of elements.
    static func bytes(_ elements: some Collection<ArraySlice<UInt8>>) -> [UInt8] {
        var output = [Ascii.openBracket]
        output.reserveCapacity(elements.reduce(2) { $0 + $1.count + 1 })
        for (index, element) in elements.enumerated() {
            if index > 0 { output.append(Ascii.comma) }
            output.append(contentsOf: element)
        }
        output.append(Ascii.closeBracket)
        return output
    }

    /// Returns an element as a cell: a string as its text, a container as JSON.
    ///
    /// For bytes, which are Base64 in here, it takes the type.
    static func decoded(_ element: ArraySlice<UInt8>, _ type: TrinoType = .unknown) -> Cell {
        let cell = Array(element).withUnsafeBufferPointer { JSONScanner($0).cell(0..<$0.count) }
        return element.first == Ascii.quote ? ElementCodec.decoded(cell, type) : cell
    }

    /// Returns the pairs of a map, each its key and its value.
    static func pairs(
        _ text: String
    ) throws(SQLFunctionError) -> [(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] {
        var pairs: [(key: ArraySlice<UInt8>, value: ArraySlice<UInt8>)] = []
        for element in try RawArray(text).elements {
            let parts = try RawArray(String(decoding: element, as: UTF8.self)).elements
            guard parts.count == 2 else { throw .encoding(.text(text), "map") }
            pairs.append((parts[0], parts[1]))
        }
        return pairs
    }
}

extension SQLCall {
    /// Returns the elements of an array as written.
    func raw(_ index: Int) throws(SQLFunctionError) -> [ArraySlice<UInt8>] {
        try RawArray(try string(index)).elements
    }
}
