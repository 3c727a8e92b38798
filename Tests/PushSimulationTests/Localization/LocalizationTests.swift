import PushModel
import Testing

@testable import PushSimulation

@Suite struct LocalizationTests {
    @Test(arguments: [
        ("Hello %@", ["A"], "Hello A", 0), ("%@ and %@", ["A", "B"], "A and B", 0),
        ("%2$@ before %1$@", ["A", "B"], "B before A", 0), ("100%% %@", ["A"], "100% A", 0),
        ("%@ %@", ["A"], "A ", 1), ("%3$@|", ["A"], "|", 1), ("%d %s %", ["A"], "%d %s %", 0),
        ("%1@ %0$@ %1$", ["A"], "%1@ %0$@ %1$", 0), ("%@", ["%@"], "%@", 0),
        ("%99999$@", [], "%99999$@", 0), ("", ["A"], "", 0),
    ])
    func `arguments fill a format`(format: String, args: [String], text: String, missing: Int) {
        let filled = FormatText(format, args)
        #expect(filled.text == text)
        #expect(filled.missing == missing)
    }

    @Test(arguments: [
        ("ja", "ja"), ("ja-JP", "ja"), ("JA_jp", "ja"), ("zh-Hant-TW", "zh-Hant"), ("fr", "en"),
        ("zh", "en"), ("", "en"),
    ])
    func `the device's language chooses the strings`(device: String, language: String) {
        let all = ["en", "ja", "zh-Hant"].map { LanguageStrings(language: $0, entries: []) }
        #expect(all.strings(for: device)?.language == language)
    }

    private func stage() throws -> Stage {
        var stage = try Stage.background()
        for (language, text) in [("en", "Hi, %@!"), ("ja", "%@さん")] {
            let file = Array("\"HELLO\" = \"\(text)\";".utf8)
            try stage.act(
                .app(.strings(try LanguageStrings(language: language, file: file))))
        }
        return stage
    }

    @Test func `a loc-key stands in for the text beside it`() throws {
        var stage = try stage()
        let push =
            #"{"aps":{"alert":{"title":"T","loc-key":"HELLO","loc-args":["Aya"],"body":"B"}}}"#
        try stage.receive(push)
        #expect(stage.center.last?.body == "Hi, Aya!")
        try stage.act(.device(.language("ja-JP")))
        try stage.receive(push)
        #expect(stage.center.last?.body == "Ayaさん")
        #expect(stage.center.last?.title == "T")
    }

    @Test func `a missing key is shown itself, and a missing argument is empty`() throws {
        var stage = try stage()
        try stage.receive(#"{"aps":{"alert":{"title-loc-key":"BYE %@","loc-key":"HELLO"}}}"#)
        #expect(stage.center.last?.title == "BYE ")
        #expect(stage.center.last?.body == "Hi, !")
        let expected: [RuleID] = [
            .localisedMissingKey, .localisedArguments, .localisedArguments,
        ]
        #expect(stage.step.facts.map(\.rule).prefix(3) == expected[...])
    }

    @Test func `of a missing key the text beside it is shown`() throws {
        var stage = try stage()
        try stage.receive(
            #"{"aps":{"alert":{"title":"T","title-loc-key":"BYE","body":"B %@","loc-key":"K"}}}"#)
        #expect(stage.center.last?.title == "T" && stage.center.last?.body == "B %@")
        #expect(
            stage.lines.contains {
                $0.hasSuffix(
                    "`K` is not in the app's strings for `en`; the fallback text is shown")
            })
    }

    @Test func `the strings survive in the app's document`() throws {
        let stage = try stage()
        let app = try #require(stage.world.app)
        #expect(AppSettings(app.settings.json) == app.settings)
    }
}
