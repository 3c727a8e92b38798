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
        let isOpen = !isDocumented && !rule.remark.isEmpty
        #expect(rule.citation.contains("; not documented by ") == isOpen)
    }

    @Test(
        arguments: [
            (.fcmTopic, "FCM-TOPIC; not documented by Google"),
            (.queueOverflow, "TD guide; not documented by Treasure Data"),
            (.warehouse, "pushsh's reading; not documented by Treasure Data"),
            (.alertNeedsText, "A-GEN; not documented by Apple"),
            (.appUpdate, "FB@12.7.0; not documented by Apple"),
            (.extensionKeys, "pushsh's reading"), (.forceQuit, "A-DIDRECV"), (.command, "pushsh"),
        ] as [(RuleID, String)])
    func `who does not document a rule is the owner of its platform`(id: RuleID, citation: String) {
        #expect(Rule.named(id).citation == citation)
    }
}
