import Foundation
import PushTestSupport
import Testing

/// What build servers and editors read: lists of what is wrong, summaries, durations.
@Suite struct MachineFormTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(
            """
            test "slow" @a
              repeat 300
                app launch
                app kill
              end
            end
            test "quick"
              expect queue == 5
            end

            """, to: "a.psh")
    }

    @Test func `all that is wrong with a file is told in the order of its lines`() throws {
        try place.write(
            "app lanch\nexpect queue === 3\ntap --nope\ntest \"x\"\n  dvice list\nend\n",
            to: "bad.psh")
        let run = try Pushsh.run(["--check", "bad.psh"], in: place)
        #expect(run.status == 2)
        let heads = run.stderr.split(separator: "\n").filter { $0.contains(": error: ") }
        #expect(
            heads == [
                "bad.psh:1:5: error: unknown command `app lanch`",
                "bad.psh:2:14: error: unknown predicate `===`",
                "bad.psh:3:5: error: `tap` has no option `--nope`",
                "bad.psh:5:3: error: unknown command `dvice`",
            ])
        let list = try Pushsh.run(["--check", "--mode", "json", "bad.psh"], in: place)
        #expect(list.status == 2)
        let parsed = try JSONSerialization.jsonObject(with: Data(list.stdout.utf8))
        let diagnostics = try #require(parsed as? [[String: Any]])
        #expect(diagnostics.compactMap { $0["line"] as? Int } == [1, 2, 3, 5])
        #expect(diagnostics.compactMap { $0["endColumn"] as? Int } == [10, 17, 11, 8])
        #expect(diagnostics.first?["hint"] as? String == "did you mean `app launch`?")
    }

    @Test func `GitHub gets an annotation and a summary`() throws {
        let run = try Pushsh.bash(
            """
            export GITHUB_STEP_SUMMARY=$PWD/summary.md
            echo before >summary.md
            "$PUSHSH" --format github a.psh
            echo "status $?"
            """, in: place)
        #expect(run.lines.last == "status 1", "\(run)")
        let note = "::error file=a.psh,line=8,col=3,endColumn=20,title=quick::a.psh:8:3: error: "
        #expect(run.lines.contains { $0.hasPrefix(note) }, "\(run)")
        let summary = try place.text("summary.md")
        #expect(summary.hasPrefix("before\n### pushsh: 1 passed, 1 failed in "), "\(summary)")
        #expect(summary.contains("| quick | a.psh:8 | "))
    }

    @Test func `the slowest tests are named at the end`() throws {
        let run = try Pushsh.run(["--slowest", "1", "a.psh"], in: place)
        let lines = run.stdout.split(separator: "\n")
        let index = try #require(lines.firstIndex(of: "slowest:"), "\(run)")
        #expect(lines[(index + 1)...].count == 1)
        // A machine under load may take a second.
        #expect(lines.last?.hasSuffix("s slow (a.psh:1)") == true, "\(run)")
    }

    @Test func `a payload in Shift_JIS is called so`() throws {
        // 春のセール
        let sale: [UInt8] = [0x8F, 0x74, 0x82, 0xCC, 0x83, 0x5A, 0x81, 0x5B, 0x83, 0x8B]
        let bytes = Array("{\"aps\": {\"alert\": \"".utf8) + sale + Array("\"}}".utf8)
        try Data(bytes).write(to: URL(fileURLWithPath: place.path + "/sale.json"))
        let run = try Pushsh.run(["-c", "receive sale.json"], in: place)
        #expect(run.status != 0)
        let head = "sale.json:1:20: error: found Shift_JIS, wanted UTF-8\n"
        #expect(run.stderr.hasPrefix(head), "\(run)")
        #expect(run.stderr.contains("hint: save the file in UTF-8\n"))
    }

    @Test func `the difference of a mended file from Windows is shown as text`() throws {
        let lines = ["{", "  \"aps\": {\"alert\": \"春\",", "    \"badge\": \"2\"}", "}", ""]
        let units = [0xFEFF] + Array(lines.joined(separator: "\r\n").utf16)
        let bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try Data(bytes).write(to: URL(fileURLWithPath: place.path + "/sale.json"))
        let run = try Pushsh.run(["-c", "lint --fix sale.json"], in: place)
        #expect(run.lines.contains("-    \"badge\": \"2\"}"), "\(run)")
        #expect(run.lines.contains("+    \"badge\": 2}"), "\(run)")
        #expect(run.lines.contains("   \"aps\": {\"alert\": \"春\","), "\(run)")
    }
}
