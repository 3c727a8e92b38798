import PushCommands
import PushText

/// Merges the reports on the parts of a run (`--shard`), as if it had been one run.
public enum ReportMerge {
    /// Merges the results of reports in the order of the scripts, and of the tests in each.
    ///
    /// A failure outside tests occurs in every part, and is reported once. A script that the
    /// reports spell in several ways, as `s.psh` and `./s.psh`, has its first spelling.
    public static func merge(
        _ documents: [JSONReport.Document]
    ) throws(Fault) -> JSONReport.Document {
        let documents = inOneSpelling(documents)
        guard let first = documents.first else {
            throw Fault("`--merge` needs reports in JSON")
        }
        try checkParts(documents)
        var facts = first.facts
        (facts.shard, facts.declared, facts.digest) = (nil, nil, nil)
        (facts.reads, facts.named) = ([], [])
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
            return outside.insert(identity(ofOutside: result).map(ExactText.init)).inserted
        }
        let order = results.indices.sorted { one, other in
            key(results[one], one, places) < key(results[other], other, places)
        }
        return JSONReport.Document(facts: facts, results: order.map { results[$0] })
    }

    /// The texts by which a failure outside tests is the same in several reports; its drawing has
    /// the path as it was given to each of them.
    private static func identity(ofOutside result: TestResult) -> [String] {
        let place = result.failure?.place
        return [
            result.run, result.title, "\(result.number)", result.failure?.message ?? "",
            result.failure?.expected ?? "", result.failure?.actual ?? "",
            "\(place?.line ?? 0):\(place?.column ?? 0)",
        ]
    }

    /// The reports with one spelling of each path.
    private static func inOneSpelling(
        _ documents: [JSONReport.Document]
    ) -> [JSONReport.Document] {
        var spellings: [ExactText: String] = [:]
        func spell(_ path: inout String) {
            let plain = ExactText(PathSpelling.plain(path))
            path = spellings[plain] ?? path
            spellings[plain] = path
        }
        return documents.map { document in
            var document = document
            for index in document.facts.files.indices { spell(&document.facts.files[index]) }
            for index in document.facts.reads.indices { spell(&document.facts.reads[index].run) }
            for index in document.results.indices {
                spell(&document.results[index].run)
                spell(&document.results[index].file)
                if !document.results[index].isTest { spell(&document.results[index].title) }
            }
            return document
        }
    }

    /// The sort key of a result.
    private static func key(
        _ result: TestResult, _ index: Int, _ places: [ExactText: Int]
    ) -> (Int, Int, Int) {
        (places[ExactText(result.run)] ?? places.count, result.order, index)
    }

    /// Refuses parts of scripts that differ: a test whose title changed could be in none of them.
    private static func checkSame(
        _ one: JSONReport.Document, _ other: JSONReport.Document
    ) throws(Fault) {
        let (first, part) = (one.facts, other.facts)
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
        try checkNamed(first, part, parts)
        let grouped = [one, other].map {
            Dictionary(grouping: $0.facts.reads) { ExactText($0.run) }
        }
        for run in first.files {
            let reads = grouped.map { $0[ExactText(run)] ?? [] }
            guard let difference = difference(one, reads[0], other, reads[1]) else { continue }
            throw Fault("\(parts) are of different scripts: \(difference)")
        }
    }

    /// Refuses parts in which a file that `.read` names was another one before the run.
    ///
    /// One that is there in a single part is what a run has left behind.
    private static func checkNamed(
        _ one: RunFacts, _ other: RunFacts, _ parts: String
    ) throws(Fault) {
        var digests: [ExactText: String] = [:]
        for read in one.named { digests[ExactText(PathSpelling.plain(read.file))] = read.digest }
        let changed = other.named.first { read in
            digests[ExactText(PathSpelling.plain(read.file))].map { $0 != read.digest } ?? false
        }
        guard let changed else { return }
        throw Fault(
            "\(parts) are of different scripts: `\(VisibleText.escape(changed.file))`, which "
                + "`.read` names, is not the same file in both")
    }

    /// The first difference between the files that `.read` ran in a script, `first` in one part and
    /// `second` in the other; nil if there is none.
    ///
    /// A part in which a test or a statement failed may have come less far.
    private static func difference(
        _ one: JSONReport.Document, _ first: [RunFacts.Read],
        _ other: JSONReport.Document, _ second: [RunFacts.Read]
    ) -> String? {
        func name(_ read: RunFacts.Read) -> String { "`\(VisibleText.escape(read.file))`" }
        for (left, right) in zip(first, second) where left.digest != right.digest {
            return PathSpelling.plain(left.file).isExactly(PathSpelling.plain(right.file))
                ? "\(name(left)), which `.read` ran, is not the same file in both"
                : "`.read` ran \(name(left)) in the one and \(name(right)) in the other"
        }
        let shorter = first.count < second.count ? one : other
        guard first.count != second.count,
            !shorter.results.contains(where: { $0.status == .failed })
        else { return nil }
        let further = first.count < second.count ? second[first.count] : first[second.count]
        return "only one of them ran \(name(further)) by `.read`"
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
            try checkSame(first, document)
        }
        let counts = Dictionary(grouping: parts, by: \.index).mapValues(\.count)
        for index in 1...count {
            let found = counts[index] ?? 0
            guard found == 1 else {
                let fate = found == 0 ? "is missing" : "is given \(found) times"
                throw Fault("the part \(index)/\(count) \(fate)")
            }
        }
    }
}
