import PushStore
import PushTestSupport
import Testing

@testable import PushHost

/// The history's suggestion, which goes on from the one for the text before.
@Suite struct SuggestionTests {
    private static let entries = [
        "receive a.json", "receive ab.json", "cafe\u{301} one", "cafe two", "r",
        "receive a.json -x", "lint x",
    ]

    /// The newest entry that begins with a text, found without any memory.
    private func wanted(_ text: String, in entries: [String]) -> String? {
        entries.last {
            $0.utf8.count > text.utf8.count && $0.utf8.starts(with: text.utf8) && $0.hasPrefix(text)
        }
    }

    @Test func `a text that goes on, is cut or begins anew gets the newest entry`() {
        let history = WorkspaceHistory(Workspace.ephemeral(), isShared: false)
        for entry in Self.entries { history.append(entry) }
        let typed = [
            "r", "re", "rec", "receive a", "receive ab", "receive ac", "receive acd", "receive a",
            "receive a.json", "receive a.json ", "r", "cafe", "cafe ", "cafe\u{301}", "caf", "l",
            "li", "x", "lint", "receive",
        ]
        for text in typed {
            #expect(history.entry(beginningWith: text) == wanted(text, in: Self.entries), "\(text)")
        }
    }

    @Test func `a new entry is found behind a text that found none`() {
        let history = WorkspaceHistory(Workspace.ephemeral(), isShared: false)
        history.append("receive a.json")
        #expect(history.entry(beginningWith: "log") == nil)
        history.append("login b")
        #expect(history.entry(beginningWith: "logi") == "login b")
    }

    @Test func `each beginning of each entry is answered as if it were the first`() {
        var random = SeededGenerator(seed: 7)
        let letters = ["a", "b", "e", "\u{301}", "山", "👨‍👩‍👧"]
        let entries = (0..<200).map { _ in
            (0..<Int.random(in: 1...5, using: &random))
                .map { _ in letters.randomElement(using: &random) ?? "" }.joined()
        }
        let history = WorkspaceHistory(Workspace.ephemeral(), isShared: false)
        for entry in entries { history.append(entry) }
        for entry in entries {
            for length in 1...entry.count {
                let text = String(entry.prefix(length))
                #expect(history.entry(beginningWith: text) == wanted(text, in: entries), "\(text)")
            }
        }
    }
}
