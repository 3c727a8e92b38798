import PushSQL
import Testing

@testable import PushBackends

@Suite struct ResultTargetTests {
    private func target(_ text: String) -> String? {
        do throws(ServiceRefusal) {
            return try ResultTarget(text, "mobile")?.url
        } catch {
            return "\(error.status) \(error.message)"
        }
    }

    private static let wanted =
        "422 results only go to tables of the warehouse, "
        + "wanted `td://@/DATABASE/TABLE?mode=append`"

    @Test(
        arguments: [
            ("", nil), ("td://@/d/t", "td://@/d/t?mode=append"),
            ("td://@/d/t?mode=append", "td://@/d/t?mode=append"),
            ("td://@/d/t?mode=replace", "td://@/d/t?mode=replace"),
            ("td://@/d/t?a=b&mode=replace", "td://@/d/t?mode=replace"),
            (#"{"type":"table","table":"t"}"#, "td://@/mobile/t?mode=append"),
            (
                #"{"type":"treasure_data","database":"d","table":"t","mode":"replace"}"#,
                "td://@/d/t?mode=replace"
            ),
            ("td://@/d/t?mode=upsert", "422 found the mode `upsert`, wanted `append` or `replace`"),
            ("td://@/d/t?mode=", "422 found the mode ``, wanted `append` or `replace`"),
            ("td://@/d", wanted), ("td://@/d/", wanted), ("td://@//t", wanted),
            ("td://@/d/t/u", wanted), ("mysql://host/d/t", wanted), ("{}", wanted), ("{", wanted),
            (#"{"type":"s3","table":"t"}"#, wanted), (#"{"type":"table"}"#, wanted),
            (#"{"type":"table","table":""}"#, wanted),
        ] as [(String, String?)])
    func `a result goes to a table`(_ text: String, _ url: String?) {
        #expect(target(text) == url)
    }

    @Test func `a key in the address is another account's, and never shown`() {
        let told = target("td://1/secret@/d/t")
        #expect(told == Self.wanted)
    }
}
