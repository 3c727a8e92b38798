import PushText

/// Results as one JSON object, as `share/pushsh/schemas/report.json` describes it.
public enum JSONReport {
    /// The version of the form; it increases if a change would mislead readers of the last one.
    public static let version = 2

    /// A report that was read back.
    public struct Document: Sendable {
        /// The facts about the run.
        public var facts: RunFacts
        /// Its results, in order.
        public var results: [TestResult]
    }

    /// The whole document.
    public static func text(_ results: [TestResult], _ facts: RunFacts = RunFacts()) -> String {
        var json: JSON = [
            "report": .int(version), "pushsh": .string(facts.version),
            "files": .array(facts.files.map(JSON.string)),
        ]
        json["shuffle"] = facts.shuffleSeed.map { .number(String($0)) }
        json["shard"] = facts.shard.map(JSON.string)
        json["declared"] = facts.declared.map(JSON.int)
        json["digest"] = facts.digest.map(JSON.string)
        if !facts.reads.isEmpty { json["reads"] = .array(facts.reads.map(read)) }
        if !facts.named.isEmpty { json["named"] = .array(facts.named.map(read)) }
        if facts.showsTimes {
            json["began"] = facts.began.map { .string(InstantText.format($0)) }
            json["seconds"] = facts.duration.map(seconds)
        }
        json["passed"] = .int(results.count { $0.status == .passed })
        json["failed"] = .int(results.count { $0.status == .failed })
        json["skipped"] = .int(results.count { $0.status == .skipped })
        json["tests"] = .array(results.map { test($0, facts) })
        return VisibleText.escapeInJSONKeepingLines(json.pretty(indent: 2)) + "\n"
    }

    /// Reads a report of this form; nil if the text is not one.
    public static func read(_ bytes: [UInt8]) -> Document? {
        guard let json = try? JSONParser.parse(bytes), let tests = json["tests"]?.arrayValue,
            json["report"]?.intValue == version
        else { return nil }
        var facts = RunFacts()
        facts.version = json["pushsh"]?.stringValue ?? ""
        facts.files = json["files"]?.arrayValue?.compactMap(\.stringValue) ?? []
        facts.shuffleSeed = json["shuffle"].flatMap(unsigned)
        facts.shard = json["shard"]?.stringValue
        facts.declared = json["declared"]?.intValue
        facts.digest = json["digest"]?.stringValue
        facts.reads = json["reads"]?.arrayValue?.map(read) ?? []
        facts.named = json["named"]?.arrayValue?.map(read) ?? []
        facts.began = json["began"]?.stringValue.flatMap(InstantText.parse)
        facts.duration = json["seconds"].flatMap(microseconds)
        return Document(facts: facts, results: tests.map(result))
    }

    private static func read(_ read: RunFacts.Read) -> JSON {
        [
            "run": .string(read.run), "file": .string(read.file),
            "digest": .string(read.digest),
        ]
    }

    private static func read(_ json: JSON) -> RunFacts.Read {
        func text(_ key: String) -> String { json[key]?.stringValue ?? "" }
        return RunFacts.Read(run: text("run"), file: text("file"), digest: text("digest"))
    }

    private static func seconds(_ microseconds: Int64) -> JSON {
        .number(RunFacts.seconds(microseconds, places: 6))
    }

    /// Reads seconds with six places, digit by digit.
    private static func microseconds(_ seconds: JSON) -> Int64? {
        guard case .number(let lexeme) = seconds else { return nil }
        let parts = lexeme.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.count == 6, let fraction = Int64(parts[1]),
            let whole = Int64(parts[0]), (0..<(1 << 40)).contains(whole), fraction >= 0
        else { return nil }
        return whole * 1_000_000 + fraction
    }

    private static func unsigned(_ json: JSON) -> UInt64? {
        if case .number(let lexeme) = json { UInt64(lexeme) } else { nil }
    }

    /// A single result as a line of `--mode jsonl`, which names its type; without its steps, which
    /// are for a page.
    public static func line(
        of result: TestResult, as type: String = "test", showsTime: Bool = false
    ) -> String {
        var result = result
        result.trace = nil
        var facts = RunFacts()
        facts.showsTimes = showsTime
        var json: JSON = ["type": .string(type)]
        for member in test(result, facts).objectMembers ?? [] { json[member.key] = member.value }
        return TableWriter.withoutControls(Secrets.shown(json.text))
    }

    /// A single result, as a report lists it.
    public static func json(of result: TestResult) -> JSON { test(result, RunFacts()) }

    /// Reads a single result.
    public static func result(_ test: JSON) -> TestResult {
        var result = TestResult(
            file: test["file"]?.stringValue ?? "", title: test["title"]?.stringValue ?? "",
            tags: test["tags"]?.arrayValue?.compactMap(\.stringValue) ?? [],
            line: test["line"]?.intValue ?? 1,
            status: test["status"]?.stringValue.flatMap(TestResult.Status.init) ?? .failed)
        result.isTest = test["kind"]?.stringValue != "file"
        // It only sorts: a file that somebody wrote may have any.
        result.number = min(max(0, test["number"]?.intValue ?? 0), Int(Int32.max))
        if let run = test["run"]?.stringValue { result.run = run }
        result.reason = test["reason"]?.stringValue
        result.seed = test["seed"].flatMap(unsigned)
        result.began = test["began"]?.stringValue.flatMap(InstantText.parse)
        result.duration = test["seconds"].flatMap(microseconds)
        result.trace = TestTrace(test["trace"])
        result.failure = test["failure"].map(failure)
        return result
    }

    private static func failure(_ json: JSON) -> TestFailure {
        var diagnostic = Diagnostic(.error, json["message"]?.stringValue ?? "")
        for label in ["expected", "actual"] {
            guard let text = json[label]?.stringValue else { continue }
            diagnostic.notes.append(.init(label, text))
        }
        var failure = TestFailure(
            json["kind"]?.stringValue.flatMap(TestFailure.Kind.init) ?? .command,
            diagnostic: diagnostic, isRuntime: json["runtime"]?.boolValue ?? false,
            code: json["code"]?.stringValue,
            // Somebody else may have written the file.
            drawn: VisibleText.escapeKeepingLines(json["text"]?.stringValue ?? ""))
        if let file = json["file"]?.stringValue {
            failure.reportedPlace = TestFailure.Place(
                file: file, line: json["line"]?.intValue, column: json["column"]?.intValue,
                endColumn: json["endColumn"]?.intValue)
        }
        return failure
    }

    private static func test(_ result: TestResult, _ facts: RunFacts) -> JSON {
        var json: JSON = [
            "file": .string(result.file), "line": .int(result.line),
            "kind": .string(result.isTest ? "test" : "file"), "title": .string(result.title),
            "tags": .array(result.tags.map(JSON.string)),
            "status": .string(result.status.rawValue), "number": .int(result.number),
        ]
        if result.run != result.file { json["run"] = .string(result.run) }
        json["reason"] = result.reason.map(JSON.string)
        json["seed"] = result.seed.map { .number(String($0)) }
        if facts.showsTimes {
            json["began"] = result.began.map { .string(InstantText.format($0)) }
            json["seconds"] = result.duration.map(seconds)
        }
        json["failure"] = result.failure.map(failure)
        json["trace"] = result.trace?.json
        return json
    }

    private static func failure(_ failure: TestFailure) -> JSON {
        var json: JSON = [
            "kind": .string(failure.kind.rawValue), "runtime": .bool(failure.isRuntime),
            "code": failure.code.map(JSON.string) ?? .null,
            "message": .string(failure.message),
        ]
        json["expected"] = failure.expected.map(JSON.string)
        json["actual"] = failure.actual.map(JSON.string)
        if let place = failure.place {
            json["file"] = .string(place.file)
            json["line"] = place.line.map(JSON.int)
            json["column"] = place.column.map(JSON.int)
            json["endColumn"] = place.endColumn.map(JSON.int)
        }
        json["text"] = .string(failure.text)
        return json
    }
}
