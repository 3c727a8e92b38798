import PushCommands
import PushText

@testable import PushRuntime

extension Session {
    /// Runs a command as it is typed, without quotes.
    @discardableResult
    func type(_ line: String) -> CommandResult {
        let words = line.split(separator: " ").map {
            Argument(String($0), at: Span(start: 0, end: 0))
        }
        return run(words, text: line)
    }
}
