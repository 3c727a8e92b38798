import PushText
import Testing

@testable import PushPayload

extension LintRuleEntry: CustomTestStringConvertible {
    /// The name under which a test reports the rule.
    public var testDescription: String { rule.rawValue }
}

@Suite struct LintRuleTests {
    private static func rules(_ example: LintExample) -> [LintRule] {
        Lint.run(bytes: example.bytes, as: example.dialect, context: example.context)
            .findings.map(\.rule)
    }

    @Test(arguments: LintRule.all)
    func `the right example keeps every rule`(
        _ entry: LintRuleEntry
    ) {
        #expect(Self.rules(entry.right) == [])
    }

    @Test(arguments: LintRule.all)
    func `the wrong example breaks its rule`(_ entry: LintRuleEntry) {
        #expect(Self.rules(entry.wrong).contains(entry.rule))
    }

    @Test func `every rule has one entry`() {
        #expect(
            LintRule.all.map(\.rule).sorted { $0.rawValue < $1.rawValue }
                == LintRule.allCases.sorted { $0.rawValue < $1.rawValue })
    }

    @Test(arguments: LintRule.all)
    func `an entry is one sentence, a consequence without a full stop and a source`(
        _ entry: LintRuleEntry
    ) {
        #expect(entry.statement.hasSuffix(".") && !entry.statement.dropLast().contains(". "))
        #expect(!entry.consequence.hasSuffix(".") && !entry.consequence.isEmpty)
        #expect(!entry.source.isEmpty)
        #expect(entry.rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" || $0.isNumber })
    }
}
