import PushModel
import Testing

@testable import PushBackends

/// A cell in each form of text: JSON lines, CSV by RFC 4180, and TSV with escapes.
@Suite struct ResultFormatTests {
    private static func text(_ row: [Cell], _ format: ResultFormat) -> String {
        var bytes: [UInt8] = []
        RowText(format).write(row, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    static let cells: [(Cell, json: String, csv: String, tsv: String)] = [
        (.null, "null", "", ""), (.text(""), #""""#, #""""#, ""),
        (.integer(-7), "-7", "-7", "-7"),
        (.integer(.max), "9223372036854775807", "\(Int64.max)", "\(Int64.max)"),
        (.real(0.5), "0.5", "0.5", "0.5"), (.real(2), "2.0", "2.0", "2.0"),
        (.real(-1e16), "-1.0E16", "-1.0E16", "-1.0E16"), (.real(.nan), #""NaN""#, "NaN", "NaN"),
        (.real(-.infinity), #""-Infinity""#, "-Infinity", "-Infinity"),
        (.boolean(true), "true", "true", "true"), (.boolean(false), "false", "false", "false"),
        (.blob([0, 255]), #""00ff""#, "00ff", "00ff"), (.text("a b"), #""a b""#, "a b", "a b"),
        (.text("a,b"), #""a,b""#, #""a,b""#, "a,b"),
        (.text("a\tb"), #""a\tb""#, "a\tb", #"a\tb"#),
        (.text("a\nb"), #""a\nb""#, "\"a\nb\"", #"a\nb"#),
        (.text("a\rb"), #""a\rb""#, "\"a\rb\"", #"a\rb"#),
        (.text(#"a"b"#), #""a\"b""#, #""a""b""#, #"a"b"#),
        (.text(#"a\b"#), #""a\\b""#, #"a\b"#, #"a\\b"#), (.text("お"), #""お""#, "お", "お"),
        (.json(#"{"a":[1]}"#), #"{"a":[1]}"#, #""{""a"":[1]}""#, #"{"a":[1]}"#),
    ]

    @Test(arguments: cells.indices) func `a cell is written so that it can be read again`(
        _ index: Int
    ) {
        let (cell, json, csv, tsv) = Self.cells[index]
        #expect(Self.text([cell, cell], .json) == "[\(json),\(json)]\n")
        #expect(Self.text([cell, cell], .csv) == "\(csv),\(csv)\n")
        #expect(Self.text([cell, cell], .tsv) == "\(tsv)\t\(tsv)\n")
    }

    private func types(_ rows: [[Cell]], declared: [String]? = nil) throws -> [String] {
        let spool = try JobRowSpool()
        spool.begin(rows.first?.indices.map { "c\($0)" } ?? [], types: declared)
        for row in rows { _ = spool.append(row) }
        return try spool.finish { $0 }.columns.map(\.type)
    }

    /// A column of values without declared types, and the type that its result has.
    static let columns: [([Cell], String)] = [
        ([.null, .null], "varchar"), ([.null, .integer(1)], "bigint"),
        ([.integer(1), .real(0.5)], "double"), ([.real(0.5), .integer(1), .null], "double"),
        ([.integer(1), .text("x")], "varchar"), ([.text("x"), .integer(1)], "varchar"),
        ([.boolean(true), .integer(1)], "varchar"), ([.blob([1])], "varbinary"),
        ([.json("1")], "json"), ([.boolean(true), .null], "boolean"),
    ]

    @Test(arguments: columns.indices) func `a column has a type that all its values have`(
        _ index: Int
    ) throws {
        let (cells, type) = Self.columns[index]
        #expect(try types(cells.map { [$0] }) == [type])
    }

    @Test func `a number that is not finite is a number in MessagePack`() throws {
        let spool = try JobRowSpool()
        spool.begin(["a", "b", "c"], types: ["double", "real", "varchar"])
        _ = spool.append([.text("NaN"), .text("-Infinity"), .text("NaN")])
        _ = spool.append([.text("Infinity"), .null, .text("x")])
        let rows = try spool.finish { $0 }
        let read = try rows.file.withBytes { bytes in
            var reader = RowReader(bytes)
            return [reader.next(), reader.next()]
        }
        let first = try #require(read[0])
        if case .real(let number) = first[0], number.isNaN {} else { Issue.record("\(first)") }
        #expect(first[1] == .real(-.infinity) && first[2] == .text("NaN"))
        #expect(read[1] == [.real(.infinity), .null, .text("x")])
        let file = try rows.write(as: .json, withHeader: false)
        let text = file.read(at: file.offset, count: file.count) ?? []
        #expect(
            String(decoding: text, as: UTF8.self) == """
                ["NaN","-Infinity","NaN"]
                ["Infinity",null,"x"]

                """)
    }

    @Test func `the query's own types are kept, whatever the values`() throws {
        #expect(try types([[.integer(1)], [.text("x")]], declared: ["date"]) == ["date"])
    }
}
