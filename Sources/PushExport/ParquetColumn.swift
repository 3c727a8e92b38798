import PushCommands
import PushModel
import PushText

/// A column on its way to the file: one leaf of values, or those of a list, a map or a row.
struct ParquetColumn {
    let column: ExportColumn
    let shape: ExportShape
    private(set) var leaves: [ParquetLeaf] = []
    /// A flat column has one leaf, which takes the cells as they are.
    private let isFlat: Bool
    /// The rows since the last group was written.
    private(set) var rows = 0

    init(_ column: ExportColumn) {
        self.column = column
        shape = column.shape ?? column.type.shape
        isFlat = shape.depth == 0
        addLeaves([column.name], shape, definition: 0, repetition: 0, isRequired: false)
    }

    /// Walks down to the leaves of a shape, counting levels as Dremel's encoding does.
    ///
    /// A definition level is added for each optional step and for each list or map, a repetition
    /// level for each list or map. Keys of a map are required and add none.
    private mutating func addLeaves(
        _ path: [String], _ shape: ExportShape, definition: Int, repetition: Int,
        isRequired: Bool
    ) {
        let own = isRequired ? definition : definition + 1
        switch shape {
        case .list(let element):
            addLeaves(
                path + Parquet.listPath, element, definition: own + 1, repetition: repetition + 1,
                isRequired: false)
        case .map(let key, let value):
            for (name, part, isKey) in [("key", key, true), ("value", value, false)] {
                addLeaves(
                    path + [Parquet.mapEntry, name], part, definition: own + 1,
                    repetition: repetition + 1, isRequired: isKey)
            }
        case .group(let fields):
            for field in fields {
                addLeaves(
                    path + [field.name], field.shape, definition: own, repetition: repetition,
                    isRequired: false)
            }
        default:
            leaves.append(ParquetLeaf(path, shape, definition: own, repetition: repetition))
        }
    }

    /// The number of waiting bytes.
    var size: Int { isFlat ? leaves[0].size : leaves.reduce(0) { $0 + $1.size } }

    /// Adds a row's value.
    ///
    /// - Returns: whether it fits the column.
    mutating func add(_ cell: Cell) -> Bool {
        switch cell {
        case .null:
            var leaf = 0
            addNull(shape, 0, 0, &leaf)
        case .json(let text) where !isFlat:
            guard let value = try? JSONParser.parse(Array(text.utf8)) else { return false }
            var leaf = 0
            guard add(value, shape, 0, Place(repetition: 0, depth: 0), &leaf) else { return false }
        default:
            guard isFlat, let cell = fitting(cell), leaves[0].add(cell) else { return false }
        }
        rows += 1
        return true
    }

    /// Returns a value as the column's leaf takes it; nil if the column's type cannot represent it.
    private func fitting(_ cell: Cell) -> Cell? {
        guard column.shape == nil else { return cell }
        switch (column.type, cell) {
        case (.string, .text), (.long, .integer), (.double, .real): return cell
        default: break
        }
        guard column.type.holding(cell) == column.type else { return nil }
        switch (column.type, cell) {
        case (.double, .integer(let number)): return .real(Double(number))
        case (.timestamp, .integer(let seconds)): return .integer(seconds * 1000)
        case (.boolean, .integer(let number)): return .boolean(number == 1)
        case (.boolean, .text(let text)): return .boolean(text == "true")
        case (.string, _): return .text(cell.fileText)
        default: return nil
        }
    }

    /// Ends a chunk of each leaf at a place in the file.
    mutating func takePage(
        of leaf: Int, at offset: Int64, pack: (([UInt8]) -> [UInt8])?
    ) -> (bytes: [UInt8], chunk: ParquetLeaf.Chunk) {
        if leaf == 0 { rows = 0 }
        return leaves[leaf].takePage(at: offset, pack: pack)
    }
}

/// Values of lists, maps and rows, taken apart into leaves.
extension ParquetColumn {
    /// The list that a value continues.
    private struct Place {
        /// The depth of that list; 0 for a new row.
        var repetition: Int
        /// The number of lists around the value.
        var depth: Int
    }

    /// Adds a gap to all leaves of a shape.
    private mutating func addNull(
        _ shape: ExportShape, _ definition: Int, _ repetition: Int, _ leaf: inout Int
    ) {
        switch shape {
        case .list(let element): addNull(element, definition, repetition, &leaf)
        case .map(let key, let value):
            addNull(key, definition, repetition, &leaf)
            addNull(value, definition, repetition, &leaf)
        case .group(let fields):
            for field in fields { addNull(field.shape, definition, repetition, &leaf) }
        default:
            leaves[leaf].addNull(definition, repetition)
            leaf += 1
        }
    }

    /// Adds a value to the leaves of its shape; false if it is of another.
    private mutating func add(
        _ value: JSON, _ shape: ExportShape, _ definition: Int, _ place: Place,
        _ leaf: inout Int, isRequired: Bool = false
    ) -> Bool {
        if case .null = value {
            guard !isRequired else { return false }
            addNull(shape, definition, place.repetition, &leaf)
            return true
        }
        let own = isRequired ? definition : definition + 1
        switch shape {
        case .list, .map:
            guard case .array(let items) = value else { return false }
            return add(items, of: shape, own, place, &leaf)
        case .group(let fields):
            guard case .array(let items) = value, items.count == fields.count else { return false }
            for (field, item) in zip(fields, items) {
                guard add(item, field.shape, own, place, &leaf) else { return false }
            }
            return true
        default:
            guard let cell = shape.cell(value), leaves[leaf].add(cell, place.repetition) else {
                return false
            }
            leaf += 1
            return true
        }
    }

    /// Adds the elements of a list, or the pairs of a map.
    private mutating func add(
        _ items: [JSON], of shape: ExportShape, _ definition: Int, _ place: Place,
        _ leaf: inout Int
    ) -> Bool {
        guard !items.isEmpty else {
            addNull(shape, definition, place.repetition, &leaf)
            return true
        }
        let first = leaf
        var inner = Place(repetition: place.repetition, depth: place.depth + 1)
        for item in items {
            leaf = first
            switch (shape, item) {
            case (.list(let element), _):
                guard add(item, element, definition + 1, inner, &leaf) else { return false }
            case (.map(let key, let value), .array(let pair)):
                guard pair.count == 2,
                    add(pair[0], key, definition + 1, inner, &leaf, isRequired: true),
                    add(pair[1], value, definition + 1, inner, &leaf)
                else { return false }
            default: return false
            }
            inner.repetition = inner.depth
        }
        return true
    }
}

extension ExportShape {
    /// Returns a value inside a list, a map or a row as a leaf takes it; nil if it is of another
    /// type.
    fileprivate func cell(_ value: JSON) -> Cell? {
        switch (self, value) {
        case (.double, .number(let text)), (.float, .number(let text)),
            (.double, .string(let text)), (.float, .string(let text)):
            Double(text).map { .real($0) }
        case (_, .number(let text)): Int64(text).map { .integer($0) }
        case (.binary, .string(let text)): Base64.plain.bytes(text).map { .blob($0) }
        case (_, .string(let text)): .text(text)
        case (_, .bool(let value)): .boolean(value)
        default: nil
        }
    }
}

extension ExportType {
    /// The type of a column whose values have this type.
    fileprivate var shape: ExportShape {
        switch self {
        case .long: .whole(bits: 64)
        case .double: .double
        case .boolean: .boolean
        case .timestamp: .instant
        case .string, .null: .string
        }
    }
}
