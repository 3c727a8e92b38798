import PushModel
import Testing

@testable import PushStore

/// No function takes a query beyond its limits: each call is short, and makes little.
@Suite struct BoundedTextTests {
    private final class Rows: RowSink {
        var rows: [[Cell]] = []
        func columns(_ names: [String]) {}
        func row(_ cells: [Cell]) -> Bool {
            rows.append(cells)
            return true
        }
    }

    private func ask(_ expression: String) throws -> Cell? {
        let rows = Rows()
        try Workspace.ephemeral().query(
            "SELECT \(expression)", options: QueryOptions(now: 0), into: rows)
        return rows.rows.first?.first
    }

    @Test(arguments: [
        "printf('%.*c', 2000000000, 'x')", "printf('%2000000000d', 1)",
        "format('%*d', -2000000000, 1)",
        "printf('%d %.*c', 1, 2000000000, 'x')", "printf('%99999999999999999999d', 1)",
    ])
    func `a column of any width is refused before it is filled`(expression: String) {
        let error = #expect(throws: StoreError.self) { try ask(expression) }
        #expect(error?.message.contains("wanted at most 1000000") == true, "\(error as Any)")
    }

    @Test(arguments: [
        ("printf('%s-%05.2f-%d%%-%,d', 'a', 1.5, 7, 1234567)", Cell.text("a-01.50-7%-1,234,567")),
        ("printf('%5d|%-5d|%*d', 1, 2, 4, 3)", .text("    1|2    |   3")),
        ("printf('%.3c', 'x')", .text("xxx")), ("printf(NULL, 1)", .null),
        ("instr('añb', 'b')", .integer(3)), ("instr('abc', 'd')", .integer(0)),
        ("instr('abc', '')", .integer(1)), ("instr(NULL, 'a')", .null),
        ("instr(12345, 34)", .integer(3)),
        ("instr(x'c3b162', x'62')", .integer(3)), ("instr('', 'a')", .integer(0)),
        ("replace('abcabc', 'b', 'XY')", .text("aXYcaXYc")),
        ("replace('abc', '', 'x')", .text("abc")),
        ("replace('abc', 'd', 'x')", .text("abc")), ("replace('abc', 'abc', '')", .text("")),
        ("replace('abc', 'b', NULL)", .null), ("replace(12321, 2, 9)", .text("19391")),
        ("cardinality(split('a,b,c', ','))", .integer(3)), ("cardinality('[]')", .integer(0)),
    ])
    func `and what fits is SQLite's own answer`(expression: String, expected: Cell) throws {
        #expect(try ask(expression) == expected, "\(expression)")
    }

    @Test func `what is looked for costs no more than what is searched`() throws {
        let text = "replace(hex(zeroblob(4000000)), '0', 'a')"
        let part = "replace(hex(zeroblob(2000000)), '0', 'a') || 'b'"
        #expect(try ask("instr(\(text), \(part))") == .integer(0))
        #expect(try ask("length(replace(\(text), \(part), 'c'))") == .integer(8_000_000))
        #expect(try ask("strpos(\(text), \(part))") == .integer(0))
    }

    @Test func `an array of millions is refused in little memory`() throws {
        let commas = "replace(hex(zeroblob(1500000)), '0', ',')"
        let error = #expect(throws: StoreError.self) {
            try ask("cardinality(split(\(commas), ','))")
        }
        #expect(error?.message.contains("over 1000000 elements") == true)
        let many = "'[1' || replace(hex(zeroblob(600000)), '0', ',1') || ']'"
        #expect(try ask("cardinality(\(many))") == .integer(1_200_001))
    }
}
