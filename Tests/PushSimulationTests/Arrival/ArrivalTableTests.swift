import PushSimulation
import Testing

extension ArrivalRow: CustomTestStringConvertible {
    /// The row as the test's report names it.
    public var testDescription: String { "\(number): \(name)" }
}

@Suite struct ArrivalTableTests {
    @Test(arguments: ArrivalTable.rows)
    func `a row of the decision table holds`(row: ArrivalRow) throws {
        #expect(!row.cases.isEmpty)
        for part in row.cases {
            var run = ArrivalRowRun(part)
            let result = try run.result()
            #expect(result.outcome == row.outcome, "\(part.name)")
            let missing = row.rules.filter { !result.rules.contains($0) }
            #expect(missing.isEmpty, "\(part.name): reported are \(result.rules)")
        }
    }

    @Test func `the table has every row of the sources`() {
        let numbers = ArrivalTable.rows.map { row in
            row.number.filter { $0.isNumber || $0 == "I" }
        }
        let wanted = (1...37).map(String.init) + (1...8).map { "I\($0)" }
        #expect(Set(numbers) == Set(wanted))
        #expect(Set(ArrivalTable.rows.map(\.number)).count == ArrivalTable.rows.count)
    }

    @Test func `the document has a line for every row, payload and cited rule`() {
        let lines = ArrivalTable.markdown.split(separator: "\n")
        for row in ArrivalTable.rows {
            let line = lines.filter { $0.hasPrefix("| \(row.number) | \(row.name) |") }
            #expect(line.count == 1)
            #expect(line.first?.hasSuffix("| \(row.confidence.rawValue) | \(row.source) |") == true)
        }
        for rule in Set(ArrivalTable.rows.flatMap(\.rules)) {
            #expect(lines.contains { $0.hasPrefix("| \(rule.rawValue) | ") })
        }
        #expect(lines.filter { $0.hasPrefix("- ") }.count == SamplePayload.allCases.count)
    }
}
