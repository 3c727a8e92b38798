import PushStore
import PushTestSupport
import Testing

@testable import PushHost

/// SH-01: the entries of the prompt.
@Suite struct WorkspaceHistoryTests {
    @Test func `a private workspace remembers what was typed, the newest first`() {
        let history = WorkspaceHistory(.ephemeral(), isShared: false)
        #expect(history.all().isEmpty && !history.hasNews())
        for entry in ["one", "two", "three"] { history.append(entry) }
        #expect(history.all() == ["one", "two", "three"])
        #expect(history.recent(1) == ["three"])
        #expect(Array(history.recent(2).prefix(2)) == ["three", "two"])
    }

    @Test func `what is typed later is suggested, too`() {
        let history = WorkspaceHistory(.ephemeral(), isShared: false)
        history.append("receive a")
        #expect(history.entry(beginningWith: "rec") == "receive a")
        history.append("receive b")
        #expect(history.entry(beginningWith: "rec") == "receive b")
        #expect(history.entry(beginningWith: "receive a") == nil)
        #expect(history.entry(beginningWith: "x") == nil)
    }

    @Test func `a private workspace forgets its oldest entries`() {
        let history = WorkspaceHistory(.ephemeral(), isShared: false)
        for number in 1...10_050 { history.append("entry \(number)") }
        #expect(history.all().count == 10_000 && history.all().first == "entry 51")
    }

    @Test func `long use keeps suggestions to the newest entries`() {
        let history = WorkspaceHistory(.ephemeral(), isShared: false)
        history.append("oldest")
        #expect(history.entry(beginningWith: "old") == "oldest")
        for number in 1...10_001 { history.append("entry \(number)") }
        #expect(history.entry(beginningWith: "old") == nil)
        #expect(history.entry(beginningWith: "entry 10001 ") == nil)
        #expect(history.entry(beginningWith: "entry 1000") == "entry 10001")
    }
}
