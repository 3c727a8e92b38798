import PushLanguage
import PushText

/// A file around a test, with the variables that its statements see.
struct TestScope {
    /// The file.
    var loaded: LoadedScript
    /// The variables at the place of the test, or of the include that leads to it.
    var variables: Variables
}

/// A test as it runs: one `test` block with the values of the loops and files around it.
struct TestCase {
    /// The `test` statement.
    var statement: Statement
    /// The title with its variables replaced.
    var title: String
    /// The `@tags` after the title, without the sign.
    var tags: [String]
    /// The line of the run's own file that leads to the test: the test's, or its include's.
    var line: Int
    /// Its place among the declared tests, from 1.
    var number = 0
    /// The files around the test, outermost first; the last holds it.
    var scopes: [TestScope]
    /// The file that holds the test.
    var loaded: LoadedScript
    /// The reason why the test must not run; nil if it runs.
    var skipReason: String?

    /// The result of the test, without its failure.
    func result(_ status: TestResult.Status) -> TestResult {
        var result = TestResult(
            file: loaded.path, title: title, tags: tags, line: statement.line, status: status)
        if status == .skipped { result.reason = skipReason }
        result.number = number
        return result
    }
}

/// A round of a loop around a statement.
enum Round {
    /// The round in which a `for` variable has its present value.
    case named(String)
    /// A round of `repeat`, from 1.
    case numbered(Int, of: Int)
    /// A round whose variable has another value inside it, as a failure tells it.
    case told(String)

    /// The round as a failure tells it: `i = 573` or `2 of 3`.
    func label(_ variables: Variables) -> String {
        switch self {
        case .named(let name):
            Secrets.shown("\(name) = \(VisibleText.escape(variables.text(name) ?? ""))")
        case .numbered(let number, let count): "\(number) of \(count)"
        case .told(let label): label
        }
    }
}

extension [Round] {
    /// The rounds as an inner loop or an included file has them around it; all variables are other
    /// ones there unless one is named.
    func around(_ name: String? = nil, in variables: Variables) -> [Round] {
        map { round in
            guard case .named(let own) = round, own == name ?? own else { return round }
            return .told(round.label(variables))
        }
    }
}

/// A round of a loop around tests.
struct LoopRound {
    /// The loop's variable; nil for `repeat`.
    var variable: String?
    /// A label that distinguishes this round from the others, for titles that do not name the
    /// variable.
    var label: String

    /// Adds to a title the labels of rounds whose variables it does not name.
    static func title(_ title: String, naming used: Set<String>, in rounds: [LoopRound]) -> String {
        let labels = rounds.filter { round in round.variable.map { !used.contains($0) } ?? true }
            .map(\.label)
        return labels.isEmpty ? title : title + " (" + labels.joined(separator: ", ") + ")"
    }
}
