import PushCommands
import PushModel
import PushText
import Testing

@testable import PushExport

/// TD-13: rows become files, whose columns have the narrowest types that hold every value.
@Suite struct ExporterTests {
    /// The files that an export writes, by their days.
    final class Shelf {
        var files: [(day: String?, bytes: [UInt8])] = []
        var open = 0

        var target: Exporter.Target {
            Exporter.Target(
                open: { day in
                    self.files.append((day, []))
                    self.open += 1
                    return { bytes in
                        self.files[self.files.count - 1].bytes += bytes
                        return true
                    }
                },
                close: {
                    self.open -= 1
                    return true
                }, pack: nil)
        }

        func text(_ index: Int) -> String { String(decoding: files[index].bytes, as: UTF8.self) }
    }

    func export(
        _ format: ExportFormat, _ names: [String], _ rows: [[Cell]], known: [ExportColumn] = [],
        isByDay: Bool = false, hasMark: Bool = false, types: [ExportType?] = [],
        labels: [String: ExportType] = [:]
    ) -> (Exporter, Shelf, isWhole: Bool) {
        let shelf = Shelf()
        let exporter = Exporter(
            format, known: known, isByDay: isByDay, hasMark: hasMark, target: shelf.target)
        let isWhole =
            exporter.begin(names, types: types, labels: labels) && rows.allSatisfy(exporter.add)
            && exporter.finish()
        #expect(!isWhole || shelf.open == 0)
        return (exporter, shelf, isWhole)
    }

    @Test func `a type that the query tells is not guessed from values`() {
        let rows: [[Cell]] = [
            [.real(1), .text("true"), .null], [.real(.nan), .text("false"), .null],
            [.real(-.infinity), .null, .null],
        ]
        let types: [ExportType?] = [.double, .boolean, .long]
        let (_, lines, _) = export(.jsonl, ["a", "b", "c"], rows, types: types)
        #expect(
            lines.text(0) == """
                {"a":1.0,"b":true,"c":null}
                {"a":"NaN","b":false,"c":null}
                {"a":"-Infinity","b":null,"c":null}

                """)
        let (parquet, _, isWhole) = export(.parquet, ["a", "b", "c"], rows, types: types)
        #expect(isWhole && parquet.wider == nil)
    }

    @Test func `a column without values has the type of its label`() {
        let labels: [String: ExportType] = ["a": .long, "b": .double, "c": .double]
        func file(_ rows: [[Cell]]) -> [UInt8] {
            export(.parquet, ["a", "b", "c"], rows, labels: labels).1.files[0].bytes
        }
        let known = labels.sorted { $0.key < $1.key }.map { ExportColumn($0.key, $0.value) }
        let none = export(.parquet, ["a", "b", "c"], [], known: known)
        #expect(file([]) == none.1.files[0].bytes)
        // A label is no evidence against values.
        let (_, lines, _) = export(
            .jsonl, ["a", "b", "c"], [[.text("x"), .integer(1), .null]], labels: labels)
        #expect(lines.text(0) == "{\"a\":\"x\",\"b\":1,\"c\":null}\n")
        let late: [[Cell]] =
            (0..<12_000).map { _ in [.null, .null, .null] } + [
                [.text("x"), .integer(1), .real(0.5)]
            ]
        let (first, _, _) = export(.parquet, ["a", "b", "c"], late, labels: labels)
        #expect(first.wider?.map(\.type) == [.string, .double, .double])
    }

    @Test func `CSV tells NULL from an empty text, and quotes what needs it`() {
        let rows: [[Cell]] = [
            [.null, .text("")], [.text("a,\"b\"\r\n\u{1B}é"), .integer(-7)],
            [.text("plain"), .real(0.5)],
        ]
        let (_, shelf, isWhole) = export(.csv, ["a", "b,c"], rows)
        #expect(isWhole)
        #expect(
            shelf.text(0)
                == "a,\"b,c\"\r\n,\"\"\r\n\"a,\"\"b\"\"\r\n\u{1B}é\",-7\r\nplain,0.5\r\n")
        let (_, marked, _) = export(.csv, ["a"], [], hasMark: true)
        #expect(marked.files[0].bytes == [0xEF, 0xBB, 0xBF] + Array("a\r\n".utf8))
    }

    @Test func `JSON Lines has an object a row`() throws {
        let rows: [[Cell]] = [[.text("\"\n"), .null], [.null, .real(1e300)]]
        let (_, shelf, _) = export(.jsonl, ["a", "b"], rows)
        #expect(
            shelf.text(0)
                == "{\"a\":\"\\\"\\n\",\"b\":null}\n{\"a\":null,\"b\":1.0E300}\n")
        for line in shelf.text(0).split(separator: "\n") {
            _ = try JSONParser.parse(Array(line.utf8))
        }
    }

    @Test func `a chosen type shows moments and Booleans as such`() {
        let known = [
            ExportColumn("t", .timestamp, isChosen: true),
            ExportColumn("b", .boolean, isChosen: true),
        ]
        let rows: [[Cell]] = [[.integer(0), .text("true")], [.null, .integer(0)]]
        #expect(
            export(.jsonl, ["t", "b"], rows, known: known).1.text(0)
                == "{\"t\":\"1970-01-01T00:00:00Z\",\"b\":true}\n{\"t\":null,\"b\":false}\n")
        #expect(
            export(.csv, ["t", "b"], rows, known: known).1.text(0)
                == "t,b\r\n1970-01-01T00:00:00Z,true\r\n,false\r\n")
    }

    @Test(arguments: ExportFormat.allCases)
    func `a value that a chosen type cannot take is named`(format: ExportFormat) {
        let known = [ExportColumn("n", .long, isChosen: true)]
        let rows: [[Cell]] = [[.integer(1)], [.text("x")]]
        let (exporter, _, isWhole) = export(format, ["n"], rows, known: known)
        #expect(!isWhole)
        #expect(exporter.fault == "the text `x` in the column `n` is not a `long`")
    }

    @Test func `only a text is called one`() {
        let known = [ExportColumn("n", .long, isChosen: true)]
        let (exporter, _, _) = export(.jsonl, ["n"], [[.real(0.5)]], known: known)
        #expect(exporter.fault == "`0.5` in the column `n` is not a `long`")
    }

    @Test(arguments: ExportFormat.allCases)
    func `types are told by the first rows, and wider ones ask for a new attempt`(
        format: ExportFormat
    ) {
        let numbers: [[Cell]] = (0..<12_000).map { [.integer($0), .null] }
        let late: [[Cell]] = numbers + [[.real(0.5), .text("x")]]
        let (first, _, isFirstWhole) = export(format, ["n", "x"], late)
        #expect(!isFirstWhole)
        #expect(first.wider?.map(\.type) == [.double, .null])
        let (second, _, isSecondWhole) = export(
            format, ["n", "x"], late, known: first.wider ?? [])
        #expect(!isSecondWhole)
        #expect(second.wider?.map(\.type) == [.double, .string])
        let (third, shelf, isWhole) = export(format, ["n", "x"], late, known: second.wider ?? [])
        #expect(isWhole)
        #expect(third.rows == 12_001)
        switch format {
        case .csv: #expect(shelf.text(0).hasPrefix("n,x\r\n0.0,\r\n1.0,\r\n"))
        case .jsonl: #expect(shelf.text(0).hasPrefix("{\"n\":0.0,\"x\":null}\n"))
        case .parquet: break
        }
    }

    @Test(arguments: [
        ([Cell.integer(1), .null], ExportType.long), ([.null], .null),
        ([.integer(1), .real(2)], .double), ([.real(2), .integer(1 << 54)], .string),
        ([.integer(1 << 54), .real(2)], .double), ([.integer(1), .text("1")], .string),
        ([.text("true")], .string),
    ])
    func `a column has the narrowest type that holds its values`(
        values: [Cell], wanted: ExportType
    ) {
        #expect(values.reduce(.null) { $0.holding($1) } == wanted)
    }

    @Test func `each day has a file, also before 1970 and without a time`() {
        let times: [Cell] = [.null, .integer(-1), .integer(0), .integer(86_399), .integer(86_400)]
        let (exporter, shelf, isWhole) = export(
            .csv, ["time"], times.map { [$0] }, isByDay: true)
        #expect(isWhole)
        #expect(exporter.files == 4)
        #expect(shelf.files.map(\.day) == ["", "1969-12-31", "1970-01-01", "1970-01-02"])
        #expect(shelf.text(2) == "time\r\n0\r\n86399\r\n")
    }

    @Test func `a time that no calendar has is no day, and ends nothing`() {
        let last: Int64 = .max / 86_400_000
        let times: [Cell] = [
            .integer(.max), .integer(.min), .integer(last * 86_400 + 86_399),
            .integer((last + 1) * 86_400),
        ]
        let (exporter, shelf, isWhole) = export(
            .csv, ["time"], times.map { [$0] }, isByDay: true)
        #expect(isWhole && exporter.rows == 4)
        #expect(shelf.files.map { $0.day?.isEmpty } == [true, false, true])
        #expect(shelf.text(0) == "time\r\n9223372036854775807\r\n-9223372036854775808\r\n")
    }

    @Test func `what cannot be exported is said`() {
        #expect(
            export(.csv, ["a", "a"], []).0.fault
                == "two columns are called `a`; `AS` gives one another name")
        #expect(
            export(.csv, ["a"], [], isByDay: true).0.fault
                == "there is no column `time` to take the day from")
        let known = [ExportColumn("b", .long, isChosen: true)]
        #expect(export(.csv, ["a"], [], known: known).0.fault == "no column is called `b`")
        let (twice, _, _) = export(.csv, ["a"], [])
        #expect(!twice.begin(["b"]))
        #expect(twice.fault == "found two statements, expected one SELECT")
    }

    @Test func `a value that is not of its column's type ends a typed export`() {
        for (shape, cell, found) in [
            (.date, .text("2026-01-01"), "2026-01-01"), (.whole(bits: 32), .integer(1 << 40), ""),
            (.decimal(precision: 3, scale: 1), .text("100.5"), "100.5"),
            (.list(.string), .json("[1]"), "[1]"), (.list(.string), .json("[\"a\""), "[\"a\""),
            (.map(.string, .string), .json("[[null,\"a\"]]"), "[[null"),
            (.uuid, .text("12151fd2"), "12151fd2"),
            (.group([.init("a", .date)]), .json("[1,2]"), "[1,2]"),
        ] as [(ExportShape, Cell, String)] {
            let exporter = Exporter(
                .parquet, known: [], isByDay: false, hasMark: false, target: Shelf().target)
            #expect(exporter.begin(["c"], shapes: [shape]))
            #expect(!(exporter.add([cell]) && exporter.finish()), "\(cell)")
            let fault = exporter.fault ?? ""
            #expect(fault.hasPrefix("the value `\(found)"), "\(fault)")
            #expect(fault.hasSuffix("of `c` does not fit the type that the query has for it"))
        }
    }

    @Test func `lists that are nested too deep are refused before anything is written`() {
        let shelf = Shelf()
        let exporter = Exporter(
            .parquet, known: [], isByDay: false, hasMark: false, target: shelf.target)
        let deep = (0..<51).reduce(ExportShape.string) { shape, _ in .list(shape) }
        #expect(!exporter.begin(["c"], shapes: [deep]))
        #expect(
            exporter.fault
                == "`c` is nested deeper than 50 levels; `CAST(x AS JSON)` makes it a text")
        #expect(shelf.files.isEmpty)
    }

    @Test func `a group of rows is written before it is large`() {
        var most = 0
        var last = 0
        var total = 0
        let exporter = Exporter(
            .parquet, known: [], isByDay: false, hasMark: false,
            target: Exporter.Target(
                open: { _ in
                    { bytes in
                        most = max(most, bytes.count)
                        total += bytes.count
                        last = bytes.count
                        return true
                    }
                }, close: { true }, pack: nil))
        #expect(exporter.begin(["x"]))
        let text = String(repeating: "x", count: 1000)
        for _ in 0..<100_000 { #expect(exporter.add([.text(text)])) }
        #expect(exporter.finish())
        #expect(total > 100_000_000)
        #expect(most < ParquetFile.groupBytes + 2_000_000)
        #expect(last < 10_000)
    }
}
