import Foundation
import PushCommands
import PushTestSupport
import Testing

/// Every example that `help` and the man pages show is a script that works.
struct ExampleTests {
    struct Example: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var script: String
    }

    static let all: [Example] = CommandTable.all.flatMap { command in
        command.examples.map {
            Example(testDescription: "\(command.name): \($0.caption)", script: $0.script)
        }
    }

    @Test(arguments: all) func `an example runs`(_ example: Example) throws {
        let outcome = try ProcessSurroundings.all[1].run(["-c", example.script])
        #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
    }

    /// SH-01: a program that reads the output line by line can parse every line.
    @Test(arguments: all) func `what an example prints in jsonl is JSON, line by line`(
        _ example: Example
    ) throws {
        let outcome = try ProcessSurroundings.all[1].run(
            ["--mode", "jsonl", "-c", example.script])
        #expect(outcome.status == 0, "\(outcome.stdout)\(outcome.stderr)")
        for line in outcome.stdout.split(separator: "\n") {
            let value = try? JSONSerialization.jsonObject(
                with: Data(line.utf8), options: .fragmentsAllowed)
            #expect(value != nil, "\(line)")
        }
    }
}
