import PushModel
import PushSQL

extension SQLCall {
    /// Returns the type that a constant argument spells.
    func type(_ index: Int) throws(SQLFunctionError) -> TrinoType {
        guard case .text(let text) = arguments[index] else {
            throw .encoding(arguments[index], "type")
        }
        return try context.types.value(for: text) { () throws(SQLFunctionError) in
            try .encoded(text)
        }
    }

    /// Returns an argument that the translator knows to be a whole number.
    func whole(_ index: Int) throws(SQLFunctionError) -> Int64 {
        switch arguments[index] {
        case .integer(let value): return value
        default: throw .encoding(arguments[index], "integer")
        }
    }

    /// Returns an argument that the translator knows to be a double.
    func number(_ index: Int) throws(SQLFunctionError) -> Double {
        try RuntimeOrder.number(arguments[index])
    }

    /// Returns an argument that the translator knows to be a decimal.
    func decimal(_ index: Int) throws(SQLFunctionError) -> Decimal {
        try RuntimeOrder.decimal(arguments[index])
    }

    /// Returns an argument that the translator knows to be a text.
    func string(_ index: Int) throws(SQLFunctionError) -> String {
        switch arguments[index] {
        case .text(let text): return text
        default: throw .encoding(arguments[index], "text")
        }
    }

    /// Returns an argument that the translator knows to be bytes.
    func bytes(_ index: Int) throws(SQLFunctionError) -> [UInt8] {
        switch arguments[index] {
        case .blob(let bytes): return bytes
        case .text(let text): return Array(text.utf8)
        default: throw .encoding(arguments[index], "varbinary")
        }
    }

    /// Returns the elements of an array.
    func elements(_ index: Int, _ type: TrinoType) throws(SQLFunctionError) -> [Cell] {
        try ElementCodec.cells(string(index), of: type)
    }

    var texts: ValueText { ValueText(zones: context.zoneKeys) }
}

extension TrinoType {
    /// Reads a type that the translator wrote.
    ///
    /// It may be a zone with more digits of a second than a cell holds: that is the common type of
    /// a zone and a timestamp with so many.
    static func encoded(_ text: String) throws(SQLFunctionError) -> TrinoType {
        if let type = TrinoType(text) { return type }
        for digits in 4...6 where text.contains("timestamp(\(digits)) with time zone") {
            throw SQLFunctionError(
                .notSupported, "a zone with \(digits) digits of a second is not supported")
        }
        throw SQLFunctionError(.internalError, "found the type '\(text)', wanted Trino's")
    }
}

extension Cell {
    /// Returns a double as a cell; NaN, which SQLite lacks, as text.
    static func double(_ value: Double) -> Cell { value.isNaN ? .text("NaN") : .real(value) }
}
