import Testing

@testable import PushCommands

/// TD-11: forms and types of an export, as they are typed.
@Suite struct ExportOptionsTests {
    @Test(
        arguments: [
            ("a.parquet", ExportFormat.parquet), ("a.csv", .csv), ("a.jsonl", .jsonl),
            ("a.csv.gz", .csv), ("a.jsonl.gz", .jsonl), ("dir/a.b.csv", .csv), ("a", nil),
            ("a.gz", nil), ("csv", nil), ("a.CSV", nil), ("a.csv.zip", nil), ("", nil),
            ("a.csv/", nil), (".csv", .csv),
        ] as [(String, ExportFormat?)])
    func `the ending of a file tells its form`(path: String, wanted: ExportFormat?) {
        #expect(ExportFormat(endOf: path) == wanted)
    }

    @Test func `types are chosen for columns, by their names`() {
        #expect(
            ExportChoice.list("time:timestamp,paid:boolean") == [
                .init(column: "time", type: .timestamp), .init(column: "paid", type: .boolean),
            ])
        // A colon in a name is part of it: the last one counts.
        #expect(ExportChoice.list("a:b:long") == [.init(column: "a:b", type: .long)])
        // Names are equal if their bytes are.
        #expect(ExportChoice.list("\u{E9}:long,e\u{301}:long")?.count == 2)
        #expect(ExportChoice.list("山:string") == [.init(column: "山", type: .string)])
    }

    @Test(.timeLimit(.minutes(1))) func `a type for each of very many columns is read at once`() {
        let text = (0..<100_000).map { "c\($0):long" }.joined(separator: ",")
        #expect(ExportChoice.list(text)?.count == 100_000)
        #expect(ExportChoice.list(text + ",c7:long") == nil)
    }

    @Test(arguments: [
        "", ",", "time", "time:", ":long", "time:int", "time:null", "time:long,", ",time:long",
        "time:long,time:string", "time:long, paid:boolean:",
    ])
    func `what chooses nothing, or twice, is refused`(text: String) {
        #expect(ExportChoice.list(text) == nil)
    }
}
