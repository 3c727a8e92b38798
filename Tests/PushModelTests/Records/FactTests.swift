import Testing

@testable import PushModel

@Suite struct FactTests {
    @Test(arguments: [
        (Fact.Verb.shown, "msg-1", "banner \"T\"", "shown   msg-1 banner \"T\""),
        (.tracked, "delivery", "msg-1", "tracked delivery msg-1"),
        (.note, "", "nobody is logged in", "note    nobody is logged in"),
        (.called, "willPresent", "", "called  willPresent"), (.not, "", "", "not     "),
    ])
    func `a line has its verb in a column`(
        verb: Fact.Verb, subject: String, text: String, line: String
    ) {
        #expect(Fact(verb, subject, text, rule: .command).line == line)
    }

    @Test func `every verb leaves room for a blank`() {
        #expect(Fact.Verb.allCases.filter { $0.rawValue.utf8.count > 7 } == [])
    }
}
