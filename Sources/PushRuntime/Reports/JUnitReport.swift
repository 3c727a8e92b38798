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
        var start = 0
        while start < results.count {
            // The tests of a file stand together, unless it is read or included again.
            let file = results[start].file
            let end = results[start...].firstIndex { !$0.file.isExactly(file) } ?? results.count
            if let place = places[ExactText(file)] {
                files[place] += results[start..<end]
            } else {
                places[ExactText(file)] = files.count
                files.append(Array(results[start..<end]))
            }
            start = end
        }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites"
        text += counts(of: results)
        if facts.showsTimes, let duration = facts.duration {
            text += " time=\"\(RunFacts.seconds(duration, places: 3))\""
        }
        text += ">\n"
        for results in files { add(results[0].file, results, facts, to: &text) }
        text += "</testsuites>\n"
        return text
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

    /// Adds the suite of a file.
    private static func add(
        _ file: String, _ results: [TestResult], _ facts: RunFacts, to text: inout String
    ) {
        let skipped = results.count { $0.status == .skipped }
        let name = Markup.attribute(file)
        text += "  <testsuite name=\"\(name)\"\(counts(of: results))"
        text += " skipped=\"\(skipped)\""
        if facts.showsTimes {
            let sum = RunFacts.sum(results.compactMap(\.duration))
            text += " time=\"\(RunFacts.seconds(sum, places: 3))\""
            if let began = results.lazy.compactMap(\.began).min() {
                text += " timestamp=\"\(InstantText.format(began))\""
            }
        }
        text += " file=\"\(name)\">\n    <properties>\n"
        text += property("pushsh.version", facts.version)
        if let seed = facts.shuffleSeed { text += property("pushsh.shuffle", String(seed)) }
        if let seed = results.lazy.compactMap(\.seed).first {
            text += property("pushsh.seed", String(seed))
        }
        text += "    </properties>\n"
        for result in results { add(result, of: name, facts, to: &text) }
        text += "  </testsuite>\n"
    }

    private static func property(_ name: String, _ value: String) -> String {
        "      <property name=\"\(name)\" value=\"\(Markup.attribute(value))\"/>\n"
    }

    /// Adds a test; `file` is the file's name as the value of an attribute.
    private static func add(
        _ result: TestResult, of file: String, _ facts: RunFacts, to text: inout String
    ) {
        text += "    <testcase name=\""
        text += Markup.attribute(result.title)
        text += "\" classname=\""
        text += file
        text += "\""
        if let time = facts.time(result, places: 3) { text += " time=\"\(time)\"" }
        text += ">"
        switch result.status {
        case .passed: break
        case .skipped:
            let reason = result.reason.map { " message=\"\(Markup.attribute($0))\"" } ?? ""
            text += "<skipped\(reason)/>"
        case .failed: text += failure(result)
        }
        text += "<system-out>"
        text += Markup.escape(result.file)
        text += ":"
        text += String(result.line)
        for tag in result.tags { text += Markup.escape(" @" + tag) }
        text += "</system-out></testcase>\n"
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
