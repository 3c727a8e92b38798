import PushText

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

    /// Reads a report of this form back; nil when it is none.
    public static func read(_ bytes: [UInt8]) -> [TestResult]? {
        guard let tests = (try? JSONParser.parse(bytes))?["tests"]?.arrayValue else { return nil }
        return tests.map { test in
            var result = TestResult(
                file: test["file"]?.stringValue ?? "", title: test["title"]?.stringValue ?? "",
                tags: test["tags"]?.arrayValue?.compactMap(\.stringValue) ?? [],
                line: test["line"]?.intValue ?? 1,
                status: test["status"]?.stringValue.flatMap(TestResult.Status.init) ?? .failed)
            result.isTest = test["kind"]?.stringValue != "file"
            result.reason = test["reason"]?.stringValue
            result.trace = TestTrace(test["trace"])
            if let failure = test["failure"] {
                result.failure = TestFailure(
                    drawn: failure["text"]?.stringValue ?? "",
                    message: failure["message"]?.stringValue ?? "",
                    code: failure["code"]?.stringValue,
                    isRuntime: failure["runtime"]?.boolValue ?? false)
            }
            return result
        }
    }

    private static func test(_ result: TestResult) -> JSON {
        var members: [JSON.Member] = [
            .init(key: "file", value: .string(result.file)),
            .init(key: "line", value: .int(result.line)),
            .init(key: "kind", value: .string(result.isTest ? "test" : "file")),
            .init(key: "title", value: .string(result.title)),
            .init(key: "tags", value: .array(result.tags.map(JSON.string))),
            .init(key: "status", value: .string(result.status.rawValue)),
        ]
        if let reason = result.reason {
            members.append(.init(key: "reason", value: .string(reason)))
        }
        if let failure = result.failure {
            members.append(
                .init(
                    key: "failure",
                    value: [
                        "runtime": .bool(failure.isRuntime),
                        "code": failure.code.map(JSON.string) ?? .null,
                        "message": .string(failure.message),
                        "text": .string(failure.text),
                    ]))
        }
        if let trace = result.trace { members.append(.init(key: "trace", value: trace.json)) }
        return .object(members)
    }
}
