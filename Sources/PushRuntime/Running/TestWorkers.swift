import PushLanguage

/// Runs the tests of one file in several processes; the program supplies it for `--jobs`, and other
/// runs do without.
public protocol TestWorkers: AnyObject {
    /// Runs tests by their numbers from 0, each in one of several processes that start in the state
    /// of this one.
    ///
    /// - Parameters:
    ///   - count: the number of tests.
    ///   - passed: the result of a test that passes, before the run adds its details.
    ///   - perform: runs a test; nil if its process must not run another one.
    /// - Returns: the results by number, nil for any that a process did not report; or nil if this
    ///   process cannot be divided, and nothing ran.
    func run(
        _ count: Int, passed: (Int) -> TestResult, _ perform: (Int) -> TestResult?
    ) -> [TestResult?]?
    /// Whether ^C ended the last run; a test that it stopped has no result.
    var wasInterrupted: Bool { get }
}

extension LoadedScript {
    /// Whether its tests can run in processes of their own.
    ///
    /// Recordings, `undo` and standard input all need a single process.
    var isSeparable: Bool {
        !records && !undoes
            && !script.allStatements.contains { statement in
                (0..<statement.wordCount).contains {
                    script.word(script.word($0, of: statement), is: "-")
                }
            }
    }
}
