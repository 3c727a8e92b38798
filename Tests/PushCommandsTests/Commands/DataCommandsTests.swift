import PushModel
import PushText
import Testing

@testable import PushCommands

@Suite struct DataCommandsTests {
    private func query(_ words: String) throws -> String {
        switch try Lowering.instruction("query " + words) {
        case .query(let text, _): "own \(text)"
        case .dialectQuery(let text, let dialect, _): "\(dialect) \(text)"
        case .remoteQuery(let text, _): "remote \(text)"
        default: "no query"
        }
    }

    @Test func `a query is asked here, in a dialect, or at Treasure Data`() throws {
        #expect(try query("'SELECT 1'") == "own SELECT 1")
        #expect(try query("--dialect sqlite 'SELECT 1'") == "sqlite SELECT 1")
        #expect(try query("--dialect hive 'SELECT 1'") == "hive SELECT 1")
        #expect(try query("'SELECT 1' --remote") == "remote SELECT 1")
        // The account's own dialect is Trino's.
        #expect(try query("--remote --dialect trino 'SELECT 1'") == "remote SELECT 1")
    }

    @Test(arguments: [
        Lowered("flush", .act(.flush(limit: nil))),
        Lowered("flush --max 1", .act(.flush(limit: 1))),
        Lowered("flush --twice", .act(.flush(limit: nil, isTwice: true))),
        Lowered("receipts 7", .inspect(.receipts(7))), Lowered("endpoint", .inspect(.endpoint)),
        Lowered("config", .inspect(.config(nil))), Lowered("funnel", .inspect(.funnel(nil))),
        Lowered("funnel cmp-1", .inspect(.funnel("cmp-1"))),
        Lowered("config td.write_key", .inspect(.config("td.write_key"))),
        Lowered(
            "config td.write_key env:MY_KEY",
            .act(.configure(key: "td.write_key", value: "env:MY_KEY"))),
    ]) func `words become an instruction`(_ row: Lowered) throws {
        #expect(try Lowering.instruction(row.text) == row.instruction)
    }

    @Test(arguments: [
        ("us", true), ("tokyo", true), ("eu", true), ("korea", true), ("ap03", true),
        ("embedded", true), ("https://a.example", true), ("http://127.0.0.1:8080", true),
        ("http://localhost", true), ("http://a.example", false), ("https://me@a.example", false),
        ("ftp://a.example", false), ("mars", false), ("https://", false),
    ])
    func `uploads go to a region, over TLS, or to this machine`(_ text: String, _ isRight: Bool) {
        let line =
            "invalidValue: `endpoint` takes `embedded`, `us`, `tokyo`, `eu`, `korea`, `ap03` or "
            + "an https URL without user, query or fragment, found `\(text)`"
        let found = Lowering.refusal("endpoint \(text)")
        #expect(isRight ? found == nil : found?.hasPrefix(line) == true)
    }

    @Test(arguments: [
        Refused("receipts 0", "invalidValue: `receipts` takes the number of an upload, found `0`"),
        Refused("receipts x", "invalidValue: `receipts` takes the number of an upload, found `x`"),
        Refused(
            "query --dialect mysql 'SELECT 1'",
            "invalidValue: `--dialect` takes `trino`, `sqlite` or `hive`, found `mysql`"),
        Refused(
            "query SELECT 1",
            "unexpectedArgument: `query` takes 1 argument at most, found `1` "
                + "[put text with spaces in quotes]"),
        Refused(
            "config td.writekey x",
            "invalidValue: `config` takes a setting that `config` lists, found `td.writekey` "
                + "[did you mean `td.write_key`?]"),
    ]) func `anything else is refused`(_ row: Refused) {
        #expect(Lowering.refusal(row.text) == row.line)
    }
}
