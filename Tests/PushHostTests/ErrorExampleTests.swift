import PushCommands
import PushLanguage
import PushModel
import PushTestSupport
import PushText
import Testing

@testable import PushHost

/// SH-02: the examples that `help CODE` shows do what they are shown for.
@Suite struct ErrorExampleTests {
    /// Codes that only the world outside a script brings about, or a script that is too long
    /// to show or to run.
    private static let withoutExample: Set<FailureCode> = [
        .refused(.clockStopped), .refused(.credentialExists), .refused(.noKey),
        .refused(.payloadTooLarge), .refused(.uploadInProgress), .syntax(.invalidText),
    ]

    private static let needed: [FailureCode] =
        Refusal.Code.allCases.map { .refused($0) } + UsageError.Code.allCases.map { .usage($0) }
        + SyntaxError.Code.allCases.filter { $0 != .invalidValue }.map { .syntax($0) }

    private let files: ConsoleFiles
    private let directory: TemporaryDirectory

    init() throws {
        files = try ConsoleFiles()
        directory = try TemporaryDirectory()
    }

    @Test(arguments: needed) func `a code has an example, or a reason for none`(
        code: FailureCode
    ) {
        let example = ErrorGuide.example(of: code.name)
        #expect((example == nil) == Self.withoutExample.contains(code))
    }

    @Test(arguments: ErrorGuide.examples.indices) func `the last statement fails with the code`(
        index: Int
    ) throws {
        let (code, script) = ErrorGuide.examples[index]
        let read = Parser.parse(Source(name: "e.psh", text: script))
        switch code {
        // The loader finds these two, once it knows the variables and the commands.
        case .syntax(.unknownVariable):
            #expect(try run(script).err.contains("error: unknown variable `user`"))
        case .syntax(.invalidJSON):
            #expect(try run(script).err.contains("e.psh:2:9: error: found `}`"))
        case .syntax(let wanted): #expect(read.errors.first?.code == wanted)
        case .usage(let wanted):
            let statement = try #require(Self.last(read.script))
            let words = read.script.words(of: statement).map {
                Argument(read.script.staticText(of: $0), at: $0.span)
            }
            let error = #expect(throws: UsageError.self) { try CommandTable.check(words) }
            #expect(error?.code == wanted)
        case .refused, .outside:
            let found = try run(script)
            let failure = found.report["tests"]?[0]?["failure"]
            #expect(failure?["code"] == .string(code.name), "\(found.err)")
            // A failure may point into the here-document below its statement.
            let line = try #require(Self.last(read.script)).line
            #expect((failure?["line"]?.intValue ?? 0) >= line)
        }
    }

    private static func last(_ script: Script) -> Statement? {
        Array(script.statements(in: script.top)).last
    }

    /// Runs a script in a folder of its own; gives its JSON report, and what it says of errors.
    private func run(_ script: String) throws -> (report: JSON, err: String) {
        try directory.write(script + "\n", to: "e.psh")
        let report = directory.path + "/report"
        let options = try ProcessOptions.parse(
            ["--report", "json=" + report, directory.path + "/e.psh"])
        _ = ScriptRun(options, console: files.console, colours: false).run()
        let err = files.err.joined(separator: "\n")
        let bytes = (try? Files.read(report)) ?? Array("null".utf8)
        return (try JSONParser.parse(bytes), err)
    }
}
