import PushText

/// The tests of a run as a list, with nothing run (`--list`).
public enum TestList {
    /// The lines of the list in a mode of rows: `json` and `jsonl` are for tools.
    public static func lines(_ results: [TestResult], mode: String?) -> [String] {
        switch mode {
        case "json":
            [VisibleText.escapeInJSONKeepingLines(JSON.array(results.map(test)).pretty(indent: 2))]
        case "jsonl": results.map { VisibleText.escapeInJSON(test($0).text) }
        default: table(results)
        }
    }

    private static func test(_ result: TestResult) -> JSON {
        [
            "file": .string(result.file), "line": .int(result.line),
            "kind": .string(result.isTest ? "test" : "file"), "title": .string(result.title),
            "tags": .array(result.tags.map(JSON.string)),
        ]
    }

    private static func table(_ results: [TestResult]) -> [String] {
        let places = results.map { VisibleText.escape("\($0.file):\($0.line)") }
        let width = places.map(DisplayWidth.of).max() ?? 0
        return zip(places, results).map { place, result in
            let blanks = String(repeating: " ", count: width - DisplayWidth.of(place))
            let tags = result.tags.map { " @" + $0 }.joined()
            return "\(place)\(blanks)  \(VisibleText.escape(result.title))\(tags)"
        }
    }
}
