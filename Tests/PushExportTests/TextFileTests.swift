import PushCommands
import PushModel
import PushText
import Testing

@testable import PushExport

/// TD-11: values in CSV and JSON Lines, exactly.
@Suite struct TextFileTests {
    private final class Sink {
        var pieces: [[UInt8]] = []
        var isFull = false

        func take(_ bytes: [UInt8]) -> Bool {
            pieces.append(bytes)
            return !isFull
        }

        var text: String { String(decoding: pieces.joined(), as: UTF8.self) }
    }

    private func line(
        _ format: ExportFormat, _ cell: Cell, _ type: ExportType, isChosen: Bool = false,
        isTold: Bool = false
    ) throws -> String {
        let sink = Sink()
        let column = ExportColumn("c", type, isChosen: isChosen, isTold: isTold)
        var file = TextFile(format, [column], hasMark: false, write: sink.take)
        let isTaken = try file.add([cell])
        let isWhole = file.finish()
        #expect(isTaken && isWhole)
        let lines = sink.text.split(whereSeparator: \.isNewline)
        return lines.last.map(String.init) ?? ""
    }

    /// A value, with its form in CSV and in JSON in a column of its own type.
    private static let values: [(Cell, csv: String, json: String)] = [
        (.integer(0), "0", #"{"c":0}"#), (.integer(.min), "\(Int64.min)", #"{"c":\#(Int64.min)}"#),
        (.real(1), "1.0", #"{"c":1.0}"#), (.real(1e22), "1.0E22", #"{"c":1.0E22}"#),
        (.real(-0.25), "-0.25", #"{"c":-0.25}"#),
        (.text("a"), "a", #"{"c":"a"}"#), (.text("a,b"), #""a,b""#, #"{"c":"a,b"}"#),
        (.text(#"say "x""#), #""say ""x""""#, #"{"c":"say \"x\""}"#),
        (.text("山"), "山", #"{"c":"山"}"#), (.text(" a "), " a ", #"{"c":" a "}"#),
        (.text("=1+1"), "=1+1", #"{"c":"=1+1"}"#),
        (.boolean(true), "true", #"{"c":true}"#), (.json("[1]"), "[1]", #"{"c":[1]}"#),
        (.blob([]), #""""#, #"{"c":""}"#), (.blob([0xab]), "ab", #"{"c":"ab"}"#),
        (.json(#"["a",2]"#), #""[""a"",2]""#, #"{"c":["a",2]}"#),
    ]

    @Test(arguments: values.indices) func `a value is written as it is`(index: Int) throws {
        let (cell, csv, json) = Self.values[index]
        let type = ExportType.null.holding(cell)
        #expect(try line(.csv, cell, type) == csv)
        #expect(try line(.jsonl, cell, type) == json)
    }

    @Test(arguments: [
        (Double.nan, "NaN"), (.infinity, "Infinity"), (-.infinity, "-Infinity"),
    ])
    func `numbers that JSON has not are texts`(value: Double, name: String) throws {
        #expect(try line(.jsonl, .real(value), .double) == #"{"c":"\#(name)"}"#)
    }

    @Test(arguments: [
        (Cell.integer(7), ExportType.string, "7", #"{"c":"7"}"#),
        (.integer(7), .double, "7.0", #"{"c":7.0}"#),
        (.real(0.5), .string, "0.5", #"{"c":"0.5"}"#),
    ])
    func `a value has the form of its column's type`(
        cell: Cell, type: ExportType, csv: String, json: String
    ) throws {
        #expect(try line(.csv, cell, type) == csv)
        #expect(try line(.jsonl, cell, type) == json)
    }

    @Test func `a type that was chosen or told shapes the text`() throws {
        #expect(try line(.csv, .integer(0), .timestamp, isChosen: true) == "1970-01-01T00:00:00Z")
        #expect(try line(.csv, .integer(1), .boolean, isChosen: true) == "true")
        #expect(try line(.csv, .integer(7), .double, isTold: true).hasPrefix("7"))
        #expect(try line(.jsonl, .integer(7), .string, isTold: true) == #"{"c":"7"}"#)
        #expect(try line(.jsonl, .text("false"), .boolean, isTold: true) == #"{"c":false}"#)
        #expect(try line(.csv, .integer(.max), .timestamp, isTold: true) == "\(Int64.max)")
    }

    @Test(arguments: [
        (ExportType.long, Cell.real(0.5), ExportType.double), (.null, .integer(1), .long),
        (.double, .text("x"), .string), (.double, .integer(1 << 53 + 1), .string),
        (.timestamp, .integer(1 << 62), .string),
    ])
    func `a value that needs a wider type is a conflict, but not in a column that was told`(
        type: ExportType, cell: Cell, wanted: ExportType
    ) throws {
        #expect(throws: ExportConflict(column: 0, wanted: wanted)) { try line(.csv, cell, type) }
        #expect(try !line(.csv, cell, type, isTold: true).isEmpty)
    }

    @Test func `a value that a chosen type cannot take is a conflict with its column`() throws {
        let sink = Sink()
        let columns = [
            ExportColumn("a", .string), ExportColumn("b", .long, isChosen: true),
        ]
        var file = TextFile(.csv, columns, hasMark: false, write: sink.take)
        #expect(throws: ExportConflict(column: 1, wanted: .string)) {
            _ = try file.add([.text("x"), .text("y")])
        }
    }

    @Test func `keys are escaped once, and columns keep their order`() throws {
        let sink = Sink()
        let columns = ["z\"", "a", "山"].map { ExportColumn($0, .long) }
        var file = TextFile(.jsonl, columns, hasMark: false, write: sink.take)
        _ = try file.add([.integer(1), .null, .integer(3)])
        let isWhole = file.finish()
        #expect(isWhole && sink.text == "{\"z\\\"\":1,\"a\":null,\"山\":3}\n")
    }

    @Test func `rows are written in large pieces, and a full disk ends them`() throws {
        let sink = Sink()
        var file = TextFile(.csv, [ExportColumn("a", .string)], hasMark: true, write: sink.take)
        let text = String(repeating: "x", count: 1000)
        var taken = 0
        for _ in 0..<261 where try file.add([.text(text)]) { taken += 1 }
        #expect(taken == 261 && sink.pieces.isEmpty)
        let isTaken = try file.add([.text(text)])
        #expect(isTaken && sink.pieces.count == 1)
        sink.isFull = true
        var count = 0
        while try file.add([.text(text)]), count < 1000 { count += 1 }
        #expect(count < 300 && sink.pieces.count == 2)
        #expect(sink.text.hasPrefix("\u{FEFF}a\r\nxxx"))
    }

    @Test func `a file without rows has its names, or nothing`() {
        for (format, wanted) in [(ExportFormat.csv, "a,b\r\n"), (.jsonl, "")] {
            let sink = Sink()
            var file = TextFile(
                format, [ExportColumn("a", .null), ExportColumn("b", .null)], hasMark: false,
                write: sink.take)
            let isWhole = file.finish()
            #expect(isWhole && sink.text == wanted)
        }
    }
}
