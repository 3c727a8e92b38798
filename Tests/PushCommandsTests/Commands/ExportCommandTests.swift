import Testing

@testable import PushCommands

/// TD-11: where an export goes and in which form.
@Suite struct ExportCommandTests {
    private func options(_ words: String) throws -> ExportOptions? {
        guard case .export(let options) = try Lowering.instruction("export " + words) else {
            return nil
        }
        return options
    }

    @Test func `the ending of the file tells the form, unless another one is given`() throws {
        #expect(try options("mobile.t a.parquet")?.format == .parquet)
        #expect(try options("mobile.t a.csv.gz")?.format == .csv)
        #expect(try options("mobile.t a.csv --to jsonl")?.format == .jsonl)
        #expect(try options("mobile dir --to csv")?.format == .csv)
    }

    @Test func `gzip is asked for by a switch, or by the ending`() throws {
        #expect(try options("mobile.t a.csv")?.isPacked == false)
        #expect(try options("mobile.t a.csv --gzip")?.isPacked == true)
        #expect(try options("mobile.t a.csv.gz")?.isPacked == true)
    }

    @Test func `every option has its place`() throws {
        let found = try options(
            "'SELECT 1' d --to csv --by day --as time:timestamp,paid:boolean --bom --force "
                + "--dialect sqlite")
        #expect(found?.source == "SELECT 1" && found?.path == "d")
        #expect(found?.isByDay == true && found?.hasMark == true && found?.replaces == true)
        #expect(found?.choices.map(\.column) == ["time", "paid"])
        #expect(found?.dialect == .sqlite)
        #expect(try options("mobile.t a.csv")?.dialect == nil)
    }

    @Test(arguments: [
        Refused(
            "export mobile.t a.txt",
            "missingArgument: `export` needs `--to parquet`, `--to csv` or `--to jsonl` "
                + "[a file's name may end with the form: `events.parquet`]"),
        Refused(
            "export mobile.t a.csv --by week", "invalidValue: `--by` takes `day`, found `week`"),
        Refused(
            "export mobile.t a.csv --to xml",
            "invalidValue: `--to` takes `parquet`, `csv` or `jsonl`, found `xml`"),
        Refused(
            "export mobile.t a.csv --as time:int",
            "invalidValue: `--as` takes columns with types such as `time:timestamp,paid:boolean`, "
                + "found `time:int`"),
        Refused(
            "export mobile.t a.parquet.gz",
            "invalidValue: a Parquet file is compressed inside, found `.gz` after its name "
                + "[leave out `.gz`, and add `--gzip`]"),
        Refused(
            "export mobile.t a.jsonl --bom", "invalidValue: `--bom` is for CSV, found `jsonl`"),
        Refused(
            "export mobile.t a.csv --to parquet --bom",
            "invalidValue: `--bom` is for CSV, found `parquet`"),
    ]) func `anything else is refused`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }
}
