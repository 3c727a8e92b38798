import PushText

/// Results as JUnit XML, one suite a file.
public enum JUnitReport {
    /// The whole document.
    public static func text(_ results: [TestResult]) -> String {
        var files: [String] = []
        for result in results where !files.contains(result.file) { files.append(result.file) }
        let failed = results.count { $0.status == .failed }
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
        text += "<testsuites tests=\"\(results.count)\" failures=\"\(failed)\">\n"
        for file in files { text += suite(file, results.filter { $0.file == file }) }
        return text + "</testsuites>\n"
    }

    private static func suite(_ file: String, _ results: [TestResult]) -> String {
        let failed = results.count { $0.status == .failed }
        let skipped = results.count { $0.status == .skipped }
        var text = "  <testsuite name=\"\(Markup.escape(file))\" tests=\"\(results.count)\""
        text += " failures=\"\(failed)\" skipped=\"\(skipped)\">\n"
        for result in results { text += testCase(result) }
        return text + "  </testsuite>\n"
    }

    private static func testCase(_ result: TestResult) -> String {
        var text = "    <testcase name=\"\(Markup.escape(result.title))\""
        text += " classname=\"\(Markup.escape(result.file))\" line=\"\(result.line)\""
        switch result.status {
        case .passed: return text + "/>\n"
        case .skipped:
            let reason = result.reason.map { " message=\"\(Markup.escape($0))\"" } ?? ""
            return text + "><skipped\(reason)/></testcase>\n"
        case .failed:
            guard let failure = result.failure else { return text + "><failure/></testcase>\n" }
            let message = Markup.escape(failure.message)
            let body = Markup.escape(failure.text)
            return text + "><failure message=\"\(message)\">\(body)</failure></testcase>\n"
        }
    }
}

/// Text inside XML and HTML.
enum Markup {
    /// Escapes markup, and makes control characters visible, which XML 1.0 cannot hold.
    static func escape(_ text: String) -> String {
        var result = ""
        for character in text.split(separator: "\n", omittingEmptySubsequences: false)
            .map({ VisibleText.escape(String($0)) }).joined(separator: "\n")
        {
            switch character {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.append(character)
            }
        }
        return result
    }
}
