import Testing

@testable import PushModel

@Suite struct RuleTests {
    @Test func `every rule is in the table once`() {
        #expect(Rule.table.map(\.id.rawValue).sorted() == RuleID.allCases.map(\.rawValue).sorted())
    }

    @Test(arguments: RuleID.allCases)
    func `a rule is a sentence with a source that is as sure as it says`(id: RuleID) {
        let rule = Rule.named(id)
        #expect(rule.statement.hasSuffix("."))
        #expect(!rule.citation.isEmpty)
        let isDocumented = [.high, .definition].contains(rule.confidence)
        #expect(rule.citation.hasSuffix("not documented by Apple") != isDocumented)
    }
}
