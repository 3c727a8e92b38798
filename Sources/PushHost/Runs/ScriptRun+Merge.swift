import PushCommands
import PushRuntime
import PushText

extension ScriptRun {
    /// Merges several reports into one.
    func merge() -> Int32 {
        let reporter = Reporter(options, console, renderer, isTestRun: true)
        var documents: [(name: String, document: JSONReport.Document)] = []
        for path in options.scripts {
            do throws(Failure) {
                guard let document = JSONReport.read(try Files.read(path)) else {
                    console.err(
                        "pushsh: `\(VisibleText.escape(path))` is not a JSON report of this "
                            + "version")
                    return 2
                }
                documents.append((path, document))
            } catch {
                fail(error)
                return 3
            }
        }
        do throws(Fault) {
            let merged = try ReportMerge.merge(documents.map(\.document))
            results = merged.results
            var facts = merged.facts
            facts.showsTimes = options.reportsTimes
            reporter.begin()
            for result in results { reporter.report(result) }
            reporter.end(results)
            guard reporter.write(results, facts) else { return 3 }
        } catch {
            console.err("pushsh: " + error.message)
            return 2
        }
        return status([])
    }
}
