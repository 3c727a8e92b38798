import PushLanguage
import PushPayload

/// Results as one JSON object.
public enum JSONReport {
    /// The whole document.
    public static func text(_ results: [TestResult]) -> String {
        let json: JSON = [
            "passed": .int(results.count { $0.status == .passed }),
            "failed": .int(results.count { $0.status == .failed }),
            "skipped": .int(results.count { $0.status == .skipped }),
            "tests": .array(results.map(test)),
        ]
        return json.pretty(indent: 2) + "\n"
    }

    private static func test(_ result: TestResult) -> JSON {
        var members: [JSON.Member] = [
            .init(key: "file", value: .string(result.file)),
            .init(key: "line", value: .int(result.line)),
            .init(key: "title", value: .string(result.title)),
            .init(key: "tags", value: .array(result.tags.map(JSON.string))),
            .init(key: "status", value: .string(result.status.rawValue)),
        ]
        if let failure = result.failure {
            members.append(
                .init(
                    key: "failure",
                    value: [
                        "code": failure.code.map(JSON.string) ?? .null,
                        "message": .string(failure.diagnostic.message),
                        "text": .string(DiagnosticRenderer().render(failure.diagnostic)),
                    ]))
        }
        return .object(members)
    }
}
