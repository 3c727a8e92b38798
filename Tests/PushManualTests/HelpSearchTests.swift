import CommandTestSupport
import PushCommands
import PushTestSupport
import PushText
import Testing

@testable import PushManual

@Suite struct HelpSearchTests {
    private func names(_ page: String) -> [String] {
        page.split(separator: "\n").filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map {
            String($0.dropFirst(2)).components
        }
    }

    @Test func `a question leads to the commands and settings that mention it`() throws {
        let image = try HelpPage.topic("image")
        #expect(image.hasPrefix("No command is called `image`.\n\n"))
        #expect(image.contains("\n`why` says what became of a notification's image"))
        #expect(image.contains("\n  nse.image-keys  "))
        let migration = try HelpPage.topic("migration")
        #expect(names(migration).contains("app update"))
        #expect(names(migration).contains("token fetch"))
        #expect(migration.contains("explains the first of them.\n"))
        let link = names(try HelpPage.topic("deep link"))
        #expect(link.contains("why"))
        #expect(link.contains("doctor"))
    }

    @Test(arguments: ["rich push", "rich", "silent push", "silent", "normal push"])
    func `the kinds of pushes lead to the command that explains them`(topic: String) throws {
        #expect(names(try HelpPage.topic(topic)).contains("receive"))
    }

    @Test func `commands whose summary mentions it come first`() throws {
        let found = names(try HelpPage.topic("badge"))
        #expect(found.prefix(2) == ["app badge", "notifications"])
    }

    @Test(arguments: ["image", "Images", "IMAGE", " image "])
    func `case, plural and blanks do not matter`(topic: String) throws {
        let page = try HelpPage.topic(topic)
        #expect(names(page) == names(try HelpPage.topic("image")))
    }

    @Test(arguments: [40, 80, 100])
    func `a page has its width and at most eight rows of a kind`(width: Int) throws {
        let page = try HelpPage.topic("event", width: width)
        let lines = page.split(separator: "\n").map(String.init)
        #expect(lines.filter { DisplayWidth.of($0) > width } == [])
        let commands = lines.drop { $0 != "These mention it" }.dropFirst()
            .prefix { $0.hasPrefix("  ") }
        let heads = commands.filter { !$0.hasPrefix("   ") }
        #expect(heads.count == HelpSearch.maximumRows + 1)
        #expect(heads.last?.hasPrefix("  and ") == true)
    }

    @Test(arguments: [
        ("link", "tap"), ("スキーム", "Settings that mention it"), ("401", "flush"), ("403", "flush"),
    ])
    func `a word of tickets is found although a command has nearly that name`(
        topic: String, found: String
    ) throws {
        #expect(try HelpPage.topic(topic).contains(found))
    }

    @Test(arguments: ["tocken", "tap now", "app lanch", "xyzzy", "a", "to", "\u{1B}[2J", "ｔａｐ"])
    func `what was meant as a command, and what nothing mentions, stays an error`(topic: String) {
        let error = usageError { () throws(UsageError) in _ = try HelpPage.topic(topic) }
        #expect(error?.code == .unknownCommand)
    }
}

extension String {
    /// The head of a row, which two blanks end.
    fileprivate var components: String {
        var head: [Substring] = []
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            guard !word.isEmpty else { break }
            head.append(word)
        }
        return head.joined(separator: " ")
    }
}
