import PushCommands
import PushText

/// Merges the reports on the parts of a run (`--shard`), as if it had been one run.
public enum ReportMerge {
    /// Merges the results of reports in the order of the scripts, and of the tests in each.
    ///
    /// A failure outside tests occurs in every part, and is reported once.
    public static func merge(
        _ documents: [JSONReport.Document]
    ) throws(Fault) -> JSONReport.Document {
        guard let first = documents.first else {
            throw Fault("`--merge` needs reports in JSON")
        }
        try checkParts(documents)
        var facts = first.facts
        facts.shard = nil
        for document in documents {
            for file in document.facts.files where !facts.files.contains(file) {
                facts.files.append(file)
            }
        }
        facts.began = documents.compactMap(\.facts.began).min()
        let durations = documents.compactMap(\.facts.duration)
        facts.duration = durations.isEmpty ? nil : durations.reduce(0, +)
        var places: [String: Int] = [:]
        for (index, file) in facts.files.enumerated() { places[file] = index }
        var outside: Set<[String]> = []
        let results = documents.flatMap(\.results).filter { result in
            guard !result.isTest else { return true }
            let key = [result.run, result.title, "\(result.number)", result.failure?.text ?? ""]
            return outside.insert(key).inserted
        }
        let order = results.indices.sorted { one, other in
            key(results[one], one, places) < key(results[other], other, places)
        }
        return JSONReport.Document(facts: facts, results: order.map { results[$0] })
    }

    /// The sort key of a result; one from outside tests follows the tests declared before it.
    private static func key(
        _ result: TestResult, _ index: Int, _ places: [String: Int]
    ) -> (Int, Int, Int) {
        let number = result.isTest ? 2 * result.number : 2 * result.number + 1
        return (places[result.run] ?? places.count, number, index)
    }

    private static func checkParts(_ documents: [JSONReport.Document]) throws(Fault) {
        let parts = documents.compactMap { $0.facts.shard.flatMap { Shard($0) } }
        guard let count = parts.first?.count, let first = documents.first else { return }
        guard parts.count == documents.count, parts.allSatisfy({ $0.count == count }) else {
            throw Fault("the reports are parts of different runs")
        }
        for document in documents where Set(document.facts.files) != Set(first.facts.files) {
            let others = Set(document.facts.files).symmetricDifference(first.facts.files)
            throw Fault(
                "the reports are parts of different runs: not all of them ran "
                    + others.sorted().prefix(3).map { "`\(VisibleText.escape($0))`" }
                    .joined(separator: ", "))
        }
        for index in 1...count {
            let found = parts.count { $0.index == index }
            guard found == 1 else {
                let fate = found == 0 ? "is missing" : "is given \(found) times"
                throw Fault("the part \(index)/\(count) \(fate)")
            }
        }
    }
}
