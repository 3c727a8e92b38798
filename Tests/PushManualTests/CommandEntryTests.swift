import Testing

@testable import PushCommands
@testable import PushManual

@Suite struct CommandEntryTests {
    @Test func `every command is in exactly one entry`() {
        #expect(
            CommandEntry.all.flatMap(\.names).sorted() == CommandTable.all.map(\.name).sorted())
    }

    @Test(arguments: [
        ("help", [".help"]), ("exit", [".exit", "quit", ".quit"]), ("clock", ["clock now"]),
        ("tap", []),
    ])
    func `names that do the same are one entry`(name: String, aliases: [String]) {
        #expect(CommandEntry.all.first { $0.name == name }?.aliases == aliases)
    }

    @Test func `what to read next exists, and is not the command itself`() {
        for entry in CommandEntry.all {
            #expect(entry.seeAlso.allSatisfy { CommandTable.named($0) != nil })
            #expect(!entry.seeAlso.contains { entry.names.contains($0) })
            #expect(entry.seeAlso.count <= 8)
        }
    }

    @Test func `the text's own references come first, then the group`() {
        let entry = CommandEntry.named("app install")
        #expect(entry?.seeAlso.prefix(3) == ["app show", "app set", "app launch"])
    }

    @Test func `a summary that repeats as a caption is not said twice`() throws {
        let entry = try #require(CommandEntry.named("tap"))
        #expect(entry.caption(of: .init(entry.command.summary, "")) == "Example:")
        #expect(entry.caption(of: .init("The newest.", "")) == "Example: The newest.")
    }

    @Test(arguments: [
        (Parameter<String>.word("a", "A", "A word.").spec, "A word."),
        (Parameter<String>.choice("a", "on|off", ["on", "off"], "The state.").spec, "The state."),
        (
            Parameter<String>.choice("a", "M", ["on", "off"], "The state.").spec,
            "The state. Takes `on` or `off`."
        ),
        (Parameter<String>.choice("a", "M", ["x", "y"], "`x`, or `y`.").spec, "`x`, or `y`."),
        (
            Parameter<Int>.number("n", "N", "A count.", in: 1...9).spec,
            "A count. Takes a whole number from 1 to 9."
        ),
        (
            Parameter<String>.choice("a", "M", (1...8).map { "c\($0)" }, "One.").spec,
            "One. Takes `c1`, `c2`, `c3`, `c4`, `c5`, `c6`, `c7` or `c8`."
        ),
    ])
    func `an explanation says what is taken, once`(parameter: ParameterSpec, text: String) {
        #expect(parameter.explanation == text)
    }

    @Test func `prose is parted into paragraphs and what is typed`() {
        let prose = Prose("Use `a b`\nor `c`.\n\n\n`d`")
        #expect(prose.codes == ["a b", "c", "d"])
        #expect(
            prose.paragraphs == [
                [.plain("Use "), .code("a b"), .plain(" or "), .code("c"), .plain(".")],
                [.code("d")],
            ])
    }
}
