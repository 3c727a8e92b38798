import Testing

@testable import PushTerminal

/// An entry on a terminal without line editing, or from a pipe.
struct PlainEntryTests {
    private func entry(_ lines: [UInt8]...) -> PlainEntry {
        var entry = PlainEntry()
        for line in lines { entry.append(line) }
        return entry
    }

    @Test func `lines are joined with line ends`() {
        #expect(entry(Array("通知".utf8), [], Array("b".utf8)).result == .line("通知\n\nb"))
        #expect(entry([]).result == .line("") && entry([]).lineCount == 1)
    }

    @Test func `what is not UTF-8 is handed on as it came`() {
        let foreign = entry([0x61], [0xA5, 0xC6], [0x62])
        #expect(foreign.result == .foreign([0x61, 0x0A, 0xA5, 0xC6, 0x0A, 0x62]))
        #expect(foreign.text == "a\n\u{FFFD}\u{FFFD}\nb" && !foreign.isText)
        // Halves of a character on two lines make no whole one.
        #expect(!entry([0xE9], [0x80, 0x9A]).isText)
    }
}
