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
        (facts.shard, facts.declared, facts.digest) = (nil, nil, nil)
        var known = Set(facts.files.map(ExactText.init))
        for file in documents.lazy.flatMap(\.facts.files)
        where known.insert(ExactText(file)).inserted {
            facts.files.append(file)
        }
        facts.began = documents.compactMap(\.facts.began).min()
        let durations = documents.compactMap(\.facts.duration)
        facts.duration = durations.isEmpty ? nil : RunFacts.sum(durations)
        var places: [ExactText: Int] = [:]
        for (index, file) in facts.files.enumerated() { places[ExactText(file)] = index }
        var outside: Set<[ExactText]> = []
        let results = documents.flatMap(\.results).filter { result in
            guard !result.isTest else { return true }
            let key = [result.run, result.title, "\(result.number)", result.failure?.text ?? ""]
            return outside.insert(key.map(ExactText.init)).inserted
        }
        let order = results.indices.sorted { one, other in
            key(results[one], one, places) < key(results[other], other, places)
        }
        return JSONReport.Document(facts: facts, results: order.map { results[$0] })
    }

    /// The sort key of a result.
    private static func key(
        _ result: TestResult, _ index: Int, _ places: [ExactText: Int]
    ) -> (Int, Int, Int) {
        (places[ExactText(result.run)] ?? places.count, result.order, index)
    }

    /// Refuses parts of scripts that differ: a test whose title changed could be in none of them.
    private static func checkSame(_ part: RunFacts, _ first: RunFacts) throws(Fault) {
        let parts = "the part \(first.shard ?? "") and the part \(part.shard ?? "")"
        guard part.declared == first.declared else {
            let counts = [first, part].map { $0.declared.map { "\($0)" } ?? "unnamed" }
            throw Fault(
                "\(parts) are of different scripts: one declares \(counts[0]) tests, the other "
                    + counts[1])
        }
        guard part.digest == first.digest else {
            throw Fault("\(parts) are of different scripts, arguments or choices of tests")
        }
    }

    private static func checkParts(_ documents: [JSONReport.Document]) throws(Fault) {
        let parts = documents.compactMap { $0.facts.shard.flatMap { Shard($0) } }
        guard let count = parts.first?.count, let first = documents.first else { return }
        guard parts.count == documents.count, parts.allSatisfy({ $0.count == count }) else {
            throw Fault("the reports are parts of different runs")
        }
        let files = Set(first.facts.files.map(ExactText.init))
        for document in documents {
            let others = files.symmetricDifference(document.facts.files.map(ExactText.init))
            guard others.isEmpty else {
                throw Fault(
                    "the reports are parts of different runs: not all of them ran "
                        + others.map(\.text).sorted().prefix(3)
                        .map { "`\(VisibleText.escape($0))`" }.joined(separator: ", "))
            }
            try checkSame(document.facts, first.facts)
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
