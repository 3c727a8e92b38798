import PushAssist
import PushCommands
import Testing

/// What TAB says of the words of a parameter.
struct ChoiceMeaningTests {
    /// Each parameter of each command that takes one of several words.
    private static var lists: [(text: String, choices: [String])] {
        CommandTable.all.flatMap { command in
            command.parameters.compactMap { spec -> (text: String, choices: [String])? in
                guard case .choice(let choices) = spec.completion, choices.count > 1 else {
                    return nil
                }
                let places = command.parameters.filter(\.isPositional)
                let place = places.firstIndex { $0.name == spec.name }
                let before = place.map { Array(repeating: "n-1 ", count: $0).joined() }
                return (command.name + " " + (before ?? "--\(spec.name) "), choices)
            }
        }
    }

    /// SH-01: a list whose words all have one description tells nothing.
    @Test func `each word of a list has a description of its own`() throws {
        let assist = Assist(try CompletionTableTests.Names())
        #expect(Self.lists.count > 30)
        for (text, choices) in Self.lists {
            let found = assist.proposals(behind: text).words.filter { choices.contains($0.text) }
            #expect(found.count == choices.count, "`\(text)` offers \(found.map(\.text))")
            #expect(
                Set(found.map(\.meaning)).count == found.count,
                "`\(text)` says \(found.map(\.meaning))")
        }
    }

    @Test(arguments: [
        ("endpoint ", "tokyo", "https://ap01.records.in.treasuredata.com"),
        ("tutorial ", "no-image", "The text arrived, but not the picture."),
        ("tutorial ", "stop", "ends the lesson and restores what was there"),
        ("why ", "image", "the picture is missing"),
        ("why n-1 ", "banner", "it is not shown, or not where it should be"),
        ("permission switch ", "badges", "the number on the icon"),
        ("try --also locked,", "focus", "as after `device focus on`"),
        (".mode ", "markdown", "a table for a ticket or a wiki"),
    ])
    func `a description is about its word`(text: String, word: String, meaning: String) throws {
        let found = Assist(try CompletionTableTests.Names()).proposals(behind: text)
        #expect(found.words.first { $0.text == word }?.meaning == meaning)
    }
}
