import PushCommands
import PushTestSupport
import Testing

@testable import PushManual

@Suite struct CompletionScriptTests {
    private let zsh = CompletionScript.zsh
    private let fish = CompletionScript.fish

    /// What bash offers for the words of a command line; the last is being typed.
    private func offers(_ words: String..., in folder: String = "scripts") throws -> [String] {
        let quoted = words.map { "'\($0)'" }.joined(separator: " ")
        let script =
            CompletionScript.bash + """
                COMP_WORDS=(\(quoted)) COMP_CWORD=\(words.count - 1)
                _pushsh
                printf '%s\\n' "${COMPREPLY[@]}"
                """
        let outcome = try Shell.run(
            "bash", ["--norc", "-c", script], directory: Repository.path(folder))
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
        #expect(
            try offers("pushsh", "-f", "gen")
                == ["generate", "generate-compatibility-table", "generate-width-table"])
    }

    @Test func `bash offers any file behind the kind of a report`() throws {
        let files = ["generate", "generate-compatibility-table", "generate-width-table"]
        #expect(try offers("pushsh", "--report", "junit", "=", "gen") == files)
        #expect(try offers("pushsh", "--report", "=", "json", "=", "gen") == files)
        #expect(try offers("pushsh", "--report", "junit", "=").count > 5)
        #expect(try offers("pushsh", "-f", "junit", "=", "gen") == [])
    }

    @Test func `the title of a test is any word, in the shells' eyes, too`() throws {
        let place = try TemporaryDirectory()
        try place.write(
            """
            test "double \\" @no" @one  # @never
              test 'single ''@no'' @no' @two @three
            test plain @four
            test it's @five  # six
            # test "no" @never

            """, to: "a.psh")
        let all = ["@five", "@four", "@one", "@three", "@two"]
        #expect(try tags(CompletionScript.bash + "\n_pushsh_tags", "bash", in: place) == all)
        guard try Shell.run("sh", ["-c", "command -v fish"]).status == 0 else { return }
        #expect(try tags(fish + "\n__pushsh_tags", "fish", in: place) == all)
    }

    /// What a shell prints for a script.
    private func tags(
        _ script: String, _ shell: String, in place: TemporaryDirectory
    ) throws -> [String] {
        try Shell.run(shell, ["-c", script], directory: place.path).stdout
            .split(separator: "\n").map(String.init).sorted()
    }

    @Test func `bash offers the tags of the scripts at hand`() throws {
        let folder = "share/pushsh/scenarios"
        let all = try offers("pushsh", "--only", "", in: folder)
        #expect(all.count > 20 && all.allSatisfy { $0.hasPrefix("@") } && all == Set(all).sorted())
        let some = all.filter { $0.hasPrefix("@\(all[0].dropFirst().prefix(1))") }
        let start = String(all[0].prefix(2))
        #expect(try offers("pushsh", "--skip", "=", start, in: folder) == some)
        #expect(try offers("pushsh", "--only", String(start.dropFirst()), in: folder) == some)
        // As bash parts the word where it completes names of hosts.
        let bare = some.map { String($0.dropFirst()) }
        #expect(
            try offers("pushsh", "--only", "@", String(start.dropFirst()), in: folder) == bare)
        #expect(try offers("pushsh", "--only", "") == [])
    }

    @Test func `zsh and fish offer tags as well`() {
        #expect(zsh.contains(":@TAG:_pushsh_tags'"))
        #expect(fish.contains("-l only -x -a '(__pushsh_tags)'"))
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
