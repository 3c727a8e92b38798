import Testing

@testable import PushText

struct CountedTests {
    @Test(arguments: [(0, "0 rows"), (1, "1 row"), (2, "2 rows"), (-1, "-1 rows")])
    func `a number has the noun in its form`(number: Int, text: String) {
        #expect(number.counted("row", "rows") == text)
        #expect(Int64(number).counted("row", "rows") == text)
    }
}
