import PushTestSupport
import Testing

/// A bad script with what must be said about it.
struct BadCase: CustomTestStringConvertible {
    var script: String
    var status: Int32
    var message: String

    var testDescription: String {
        script.count < 60 ? script : script.prefix(57) + "…"
    }

    /// Reads a table: `~~~~ STATUS`, the script's lines, `----`, the lines on standard error.
    ///
    /// A line that begins with `+` continues the one above.
    static func read(_ table: String) -> [BadCase] {
        var cases: [BadCase] = []
        var isMessage = false
        for line in table.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.hasPrefix("~~~~ ") {
                cases.append(
                    BadCase(script: "", status: Int32(line.dropFirst(5)) ?? -1, message: ""))
                isMessage = false
            } else if line == "----" {
                isMessage = true
            } else if isMessage, line.hasPrefix("+") {
                cases[cases.count - 1].message.removeLast()
                cases[cases.count - 1].message += line.dropFirst() + "\n"
            } else if isMessage {
                cases[cases.count - 1].message += line + "\n"
            } else {
                cases[cases.count - 1].script += (cases[cases.count - 1].script == "" ? "" : "\n")
                cases[cases.count - 1].script += line
            }
        }
        return cases
    }

    /// Runs the script and compares all that the caller sees.
    func expect(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let run = try Pushsh.script(script + "\n")
        let expected = Pushsh.Run(
            stdout: "", stderr: message == "" ? "" : message + "\n", status: status)
        #expect(run == expected, sourceLocation: sourceLocation)
    }
}
