import PushLanguage

/// Runs the tests of one file in several processes; the program brings it for `--jobs`, and a run
/// without it needs none.
public protocol TestWorkers: AnyObject {
    /// Runs tests by their numbers from 0, each in one of several processes that begin in the state
    /// of this one.
    ///
    /// - Parameters:
    ///   - passed: the result of a test that passes, but for what a run of it adds.
    ///   - perform: runs a test; nil where its process is to run no further one.
    /// - Returns: the results by number, nil where a process did not tell; or nil where this
    ///   process cannot be divided, and nothing ran.
    func run(
        _ count: Int, passed: (Int) -> TestResult, _ perform: (Int) -> TestResult?
    ) -> [TestResult?]?
}

extension LoadedScript {
    /// Whether its tests can run in processes of their own.
    ///
    /// What is recorded or taken back goes through one process, and so does standard input.
    var isSeparable: Bool {
        !records && !undoes
            && !script.allStatements.contains { statement in
                (0..<statement.wordCount).contains {
                    script.word(script.word($0, of: statement), is: "-")
                }
            }
    }
}
