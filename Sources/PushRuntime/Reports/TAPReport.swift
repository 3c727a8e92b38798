import PushText

/// Results in the Test Anything Protocol, version 14.
public enum TAPReport {
    /// The lines of one test.
    public static func lines(_ result: TestResult, number: Int) -> [String] {
        let title = escaped(result.title)
        switch result.status {
        case .passed: return ["ok \(number) - \(title)"]
        case .skipped:
            let reason = result.reason.map { " " + VisibleText.escape($0) } ?? ""
            return ["ok \(number) - \(title) # SKIP\(reason)"]
        case .failed:
            var lines = ["not ok \(number) - \(title)", "  ---"]
            if let failure = result.failure {
                let text = failure.text
                lines.append("  message: |")
                lines += text.split(separator: "\n", omittingEmptySubsequences: false)
                    .map { "    " + $0 }
            }
            return lines + ["  ..."]
        }
    }

    /// `#` and `\` would start a directive or an escape.
    private static func escaped(_ title: String) -> String {
        VisibleText.escape(title).replacing(byte: Ascii.backslash, with: #"\\"#)
            .replacing(byte: UInt8(ascii: "#"), with: "\\#")
    }
}
