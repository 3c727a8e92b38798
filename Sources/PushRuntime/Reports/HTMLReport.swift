import PushLanguage

/// Results as one page that needs nothing else.
public enum HTMLReport {
    /// The whole document.
    public static func text(_ results: [TestResult]) -> String {
        let passed = results.count { $0.status == .passed }
        let failed = results.count { $0.status == .failed }
        var text = """
            <!DOCTYPE html>
            <html lang="en"><head><meta charset="utf-8"><title>pushsh: \(passed) passed, \
            \(failed) failed</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; \
            padding: 0 1rem; }
            .passed::before { content: "✓ "; color: #167c3b; }
            .failed::before { content: "✗ "; color: #b3261e; }
            .skipped::before { content: "- "; color: #666; }
            pre { background: #f4f4f4; color: #222; padding: 1rem; overflow-x: auto; }
            li { list-style: none; }
            </style></head><body>
            <h1>\(passed) passed, \(failed) failed</h1>

            """
        var file: String?
        for result in results {
            if result.file != file {
                if file != nil { text += "</ul>\n" }
                text += "<h2>\(Markup.escape(result.file))</h2>\n<ul>\n"
                file = result.file
            }
            text += "<li class=\"\(result.status.rawValue)\">\(Markup.escape(result.title))"
            if let failure = result.failure {
                let body = Markup.escape(failure.text)
                text += "<pre>\(body)</pre>"
            }
            text += "</li>\n"
        }
        if file != nil { text += "</ul>\n" }
        return text + "</body></html>\n"
    }
}
