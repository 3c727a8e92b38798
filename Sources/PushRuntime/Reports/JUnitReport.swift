import PushText

/// Results as JUnit XML, with one suite per file.
///
/// Elements and attributes are those of `junit-10.xsd` of Jenkins' xunit plugin, which refuses
/// others, so the line of a test goes into its output instead of an attribute.
public enum JUnitReport {
    /// The whole document.
    public static func text(_ results: [TestResult], _ facts: RunFacts = RunFacts()) -> String {
        var files: [[TestResult]] = []
        var places: [ExactText: Int] = [:]
        for result in results {
            if let place = places[ExactText(result.file)] {
                files[place].append(result)
            } else {
                places[ExactText(result.file)] = files.count
                files.append([result])
            }
        }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"
        text += counts(of: results)
        if facts.showsTimes, let duration = facts.duration {
            text += " time=\"\(RunFacts.seconds(duration, places: 3))\""
        }
        text += ">\n"
        for results in files { text += suite(results[0].file, results, facts) }
        return text + "</testsuites>\n"
    }

    private static func counts(of results: [TestResult]) -> String {
        let failed = results.filter { $0.status == .failed }
        let errors = failed.count { isError($0) }
        return " tests=\"\(results.count)\" failures=\"\(failed.count - errors)\""
            + " errors=\"\(errors)\""
    }

    /// Whether the environment is at fault instead of the script under test.
    private static func isError(_ result: TestResult) -> Bool {
        result.failure?.isRuntime ?? false
    }

    private static func suite(
        _ file: String, _ results: [TestResult], _ facts: RunFacts
    ) -> String {
        let skipped = results.count { $0.status == .skipped }
        var text = "  <testsuite name=\"\(Markup.attribute(file))\"\(counts(of: results))"
        text += " skipped=\"\(skipped)\""
        if facts.showsTimes {
            let sum = RunFacts.sum(results.compactMap(\.duration))
            text += " time=\"\(RunFacts.seconds(sum, places: 3))\""
            if let began = results.compactMap(\.began).min() {
                text += " timestamp=\"\(InstantText.format(began))\""
            }
        }
        text += " file=\"\(Markup.attribute(file))\">\n    <properties>\n"
        text += property("pushsh.version", facts.version)
        if let seed = facts.shuffleSeed { text += property("pushsh.shuffle", String(seed)) }
        if let seed = results.compactMap(\.seed).first {
            text += property("pushsh.seed", String(seed))
        }
        text += "    </properties>\n"
        for result in results { text += testCase(result, facts) }
        return text + "  </testsuite>\n"
    }

    private static func property(_ name: String, _ value: String) -> String {
        "      <property name=\"\(name)\" value=\"\(Markup.attribute(value))\"/>\n"
    }

    private static func testCase(_ result: TestResult, _ facts: RunFacts) -> String {
        var text = "    <testcase name=\"\(Markup.attribute(result.title))\""
        text += " classname=\"\(Markup.attribute(result.file))\""
        if let time = facts.time(result, places: 3) { text += " time=\"\(time)\"" }
        text += ">"
        switch result.status {
        case .passed: break
        case .skipped:
            let reason = result.reason.map { " message=\"\(Markup.attribute($0))\"" } ?? ""
            text += "<skipped\(reason)/>"
        case .failed: text += failure(result)
        }
        let tags = result.tags.map { " @" + $0 }.joined()
        let place = "\(result.file):\(result.line)\(tags)"
        return text + "<system-out>\(Markup.escape(place))</system-out></testcase>\n"
    }

    private static func failure(_ result: TestResult) -> String {
        guard let failure = result.failure else { return "<failure/>" }
        let name = failure.isRuntime ? "error" : "failure"
        let type = failure.code ?? failure.kind.rawValue
        return "<\(name) type=\"\(Markup.attribute(type))\""
            + " message=\"\(Markup.attribute(failure.headline))\">"
            + "\(Markup.escape(failure.text))</\(name)>"
    }
}
