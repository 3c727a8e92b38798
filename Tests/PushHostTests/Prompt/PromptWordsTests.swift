import Testing

@testable import PushHost

/// The prompt names the app as the thing that is not running, and fits narrow screens.
struct PromptWordsTests {
    private func prompt(_ columns: Int, user: String? = nil, queued: Int = 0) -> String {
        var words = PromptWords(device: "phone", isRecording: false)
        words.state = "not running"
        words.user = user
        words.queued = queued
        return words.text(columns: columns).plain
    }

    @Test func `the state is said to be the app's`() {
        #expect(prompt(60) == "phone: app not running> ")
        #expect(prompt(60, user: "cust-1", queued: 3) == "phone: app not running cust-1 [3]> ")
    }

    @Test(arguments: [
        (40, "phone: app not running customer-000… [12]> "),
        (36, "phone: app not running cust… [12]> "),
        (30, "phone: app not running [12]> "), (20, "phone: app n… [12]> "), (9, "p… [12]> "),
    ])
    func `a narrow prompt loses the user first and the queue last`(
        _ columns: Int, _ expected: String
    ) {
        let shown = prompt(columns, user: "customer-000000000001", queued: 12)
        #expect(shown.count <= columns)
        if columns == 30 || columns == 20 || columns == 9 { #expect(shown == expected) }
        #expect(shown.hasSuffix(" [12]> "))
    }

    @Test func `a device without apps`() {
        let words = PromptWords(device: "phone", isRecording: true)
        #expect(words.text(columns: 60).plain == "phone ●> ")
    }
}
