import CommandTestSupport
import Testing

@testable import PushCommands

@Suite struct ForeignWordTests {
    private static let words = ForeignWord.entries.flatMap(\.words)

    @Test func `no word is a command, a group, a second word or listed twice`() {
        let seconds = CommandTable.all.compactMap { command in
            command.name.split(separator: " ").dropFirst().first.map(String.init)
        }
        let taken = Self.words.filter { word in
            CommandTable.named(word) != nil || CommandTable.groups.contains(word)
                || seconds.contains(word) || LanguageTopic.named(word) != nil
                || word != word.lowercased()
        }
        #expect(taken == [])
        #expect(Set(Self.words).count == Self.words.count)
    }

    @Test(arguments: ForeignWord.entries.map(\.hint))
    func `what a hint puts in back-quotes is a command with its options`(hint: String) throws {
        let quoted = hint.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { !$0.offset.isMultiple(of: 2) }.map { String($0.element) }
        #expect(!quoted.isEmpty)
        for text in quoted {
            let script = text.hasSuffix("<<JSON") ? text + "\n{}\nJSON" : text
            let words = try #require(ParsedScript(script).commands.first)
            #expect(throws: Never.self) { try CommandTable.check(words) }
        }
    }

    @Test func `a word is found in upper case too, and others are not`() {
        #expect(ForeignWord.hint(on: "Push")?.contains("`receive FILE`") == true)
        #expect(ForeignWord.hint(on: "tap") == nil)
        #expect(ForeignWord.hint(on: "") == nil)
    }
}
