import PushText
import Testing

struct NameTableTests {
    @Test func `a name is found by its whole spelling`() {
        let table = NameTable([("alert", 1), ("badge", 2), ("sound", 3), ("日本", 4), ("", 5)])
        #expect(["alert", "badge", "sound", "日本", ""].map { table[$0] } == [1, 2, 3, 4, 5])
        #expect(
            ["aler", "alerts", "Alert", "sounc", "日木", "a-much-longer-name"].allSatisfy {
                table[$0] == nil
            })
    }

    @Test func `of equal names the first is found`() {
        #expect(NameTable([("a", 1), ("a", 2)])["a"] == 1)
    }

    @Test func `an empty table has no names`() {
        #expect(NameTable<Int>([])[""] == nil)
    }
}
