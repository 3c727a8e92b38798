import PushTestSupport
import Testing

@testable import PushCommands

@Suite struct CompletionScriptTests {
    private let zsh = CompletionScript.zsh
    private let fish = CompletionScript.fish

    /// What bash offers for the words of a command line; the last is being typed.
    private func offers(_ words: String...) throws -> [String] {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let script =
            CompletionScript.bash + """
                COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
                _pushsh
                printf '%s\\n' "${COMPREPLY[@]}"
                """
        let outcome = try Shell.run(
            "bash", ["--norc", "-c", script], directory: Repository.path("scripts"))
        return outcome.stdout.split(separator: "\n").map(String.init).sorted()
    }

    @Test func `bash offers every option`() throws {
        let shown = ProcessOption.all.filter { !$0.isHidden }
        let forms =
            shown.map { "--\($0.spec.name)" } + shown.compactMap { $0.letter.map { "-\($0)" } }
        #expect(try offers("pushsh", "-") == forms.sorted())
        let words = ["--real-time", "--report", "--report-times", "--rerun"]
        #expect(try offers("pushsh", "--re") == words)
    }

    @Test func `bash offers the values of an option`() throws {
        #expect(try offers("pushsh", "--mode", "j") == ["json", "jsonl"])
        #expect(try offers("pushsh", "--format", "=", "") == ["github", "human", "tap"])
        #expect(try offers("pushsh", "--format", "=") == ["github", "human", "tap"])
        #expect(try offers("pushsh", "--bless", "=", "c") == ["check"])
        #expect(try offers("pushsh", "--jobs", "") == [])
        #expect(try offers("pushsh", "--report", "j") == ["json=", "junit="])
    }

    @Test func `bash offers scripts and directories as operands, any file behind an option`() throws
    {
        #expect(try offers("pushsh", "--check", "gen") == [])
        #expect(try offers("pushsh", "../Sou") == ["../Sources"])
        #expect(try offers("pushsh", "-f", "gen") == ["generate", "generate-width-table"])
    }

    @Test func `zsh and fish know every option`() {
        for option in ProcessOption.all {
            let name = option.spec.name
            let sign = option.isRepeating ? "*" : ")"
            #expect(zsh.contains("\(sign)--\(name)") != option.isHidden)
            let words = fish.split(separator: "\n").filter {
                $0.contains(" -l \(name) ")
            }
            #expect(words.count == (option.isHidden ? 0 : 1))
        }
    }

    @Test func `apostrophes and brackets are escaped for zsh and fish`() {
        #expect(zsh.contains("[Runs scripts on the system'\\''s clock"))
        #expect(fish.contains("-d 'Runs scripts on the system\\'s clock"))
    }
}
