/// The tree of a file's columns, flattened as Parquet describes it.
struct ParquetSchema {
    /// The number of values that an element has in its parent.
    enum Repetition: Int {
        case required = 0
        case optional = 1
        case repeated = 2
    }

    /// A column or a part of it; the first element is the whole.
    struct Element {
        let name: String
        let repetition: Repetition?
        let shape: ExportShape?
        let children: Int
    }

    private(set) var elements: [Element]

    init(_ columns: Int) {
        elements = [Element(name: "schema", repetition: nil, shape: nil, children: columns)]
    }

    mutating func add(_ name: String, _ shape: ExportShape, _ repetition: Repetition) {
        func element(_ name: String, _ repetition: Repetition, _ children: Int) -> Element {
            Element(name: name, repetition: repetition, shape: nil, children: children)
        }
        let children: Int =
            switch shape {
            case .list, .map: 1
            case .group(let fields): fields.count
            default: 0
            }
        elements.append(
            Element(name: name, repetition: repetition, shape: shape, children: children))
        switch shape {
        case .list(let inner):
            elements.append(element(Parquet.listPath[0], .repeated, 1))
            add(Parquet.listPath[1], inner, .optional)
        case .map(let key, let value):
            elements.append(element(Parquet.mapEntry, .repeated, 2))
            add("key", key, .required)
            add("value", value, .optional)
        case .group(let fields):
            for field in fields { add(field.name, field.shape, .optional) }
        default: break
        }
    }
}

extension ParquetSchema.Element {
    func write(to element: inout CompactWriter) {
        if let shape, children == 0 {
            element.int32(1, shape.physicalType)
            if shape.physicalType == 7 { element.int32(2, shape.fixedSize) }
        }
        if let repetition { element.int32(3, repetition.rawValue) }
        element.binary(4, Array(name.utf8))
        if children > 0 { element.int32(5, children) }
        shape?.annotate(&element)
    }
}

extension ExportShape {
    /// The type that tells what the bytes mean: its older name, and its description.
    fileprivate func annotate(_ element: inout CompactWriter) {
        func logical(_ field: Int16, _ body: (inout CompactWriter) -> Void = { _ in }) {
            element.structure(10) { $0.structure(field, body) }
        }
        func clock(_ field: Int16, isUTC: Bool, isMicro: Bool) {
            logical(field) { clock in
                clock.bool(1, isUTC)
                clock.structure(2) { $0.structure(isMicro ? 2 : 1) { _ in } }
            }
        }
        switch self {
        case .string:
            element.int32(6, 0)
            logical(1)
        case .map:
            element.int32(6, 1)
            logical(2)
        case .list:
            element.int32(6, 3)
            logical(3)
        case .decimal(let precision, let scale):
            element.int32(6, 5)
            element.int32(7, scale)
            element.int32(8, precision)
            logical(5) { decimal in
                decimal.int32(1, scale)
                decimal.int32(2, precision)
            }
        case .date:
            element.int32(6, 6)
            logical(6)
        case .time: clock(7, isUTC: false, isMicro: true)
        case .timestamp(let isMicro): clock(8, isUTC: false, isMicro: isMicro)
        case .instant:
            element.int32(6, 9)
            clock(8, isUTC: true, isMicro: false)
        case .uuid: logical(14)
        case .whole(8): element.int32(6, 15)
        case .whole(16): element.int32(6, 16)
        case .whole, .boolean, .float, .double, .binary, .group: break
        }
    }
}
