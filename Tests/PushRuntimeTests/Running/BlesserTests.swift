import PushText
import Testing

@testable import PushRuntime

struct BlesserTests {
    private func bless(_ text: String) throws -> String? {
        try ScriptTrial(text, blesses: true).blessed
    }

    @Test func `golden lines that hold are left alone`() throws {
        #expect(try bless("clock\n| clock   2026-01-01T00:00:00Z[..]\n") == nil)
    }

    @Test func `[SH-03] lines and values are written anew that only look the same`() throws {
        let line = "app launch\nlogin \"caf\u{E9}\"\n| login   cafe\u{301}\n|...\n"
        let blessed = try #require(try bless(line))
        #expect(blessed.isExactly(line.replacing("cafe\u{301}", with: "caf\u{E9}")))
        #expect(try ScriptTrial(blessed).failures == [])
        let old = Array("\"caf\u{E9}\"\n".utf8)
        let new = Array("\"cafe\u{301}\"\n".utf8)
        #expect(
            Blesser.difference(old, new).map { Array($0.utf8) }
                == ["-\"caf\u{E9}\"", "+\"cafe\u{301}\""].map { Array($0.utf8) })
    }

    @Test func `golden lines are written anew, with comments and indentation kept`() throws {
        let blessed = try bless(
            """
            # A comment.
            test "t"   # another
                clock advance 1s
                | nonsense
                # The end.
            end

            """)
        #expect(
            blessed == """
                # A comment.
                test "t"   # another
                    clock advance 1s
                    | clock   2026-01-01T00:00:01Z
                    # The end.
                end

                """)
    }

    @Test func `a redaction that still matches stays`() throws {
        let blessed = try bless(
            "app launch\napp background\n| app     [..] background\n| wrong\n|...\n")
        #expect(blessed?.contains("| app     [..] background\n") == true)
        #expect(blessed?.contains("wrong") == false)
    }

    @Test func `the JSON of an expectation is written anew`() throws {
        let blessed = try bless(
            """
            app launch
            expect sql "SELECT 1, 2" == <<JSON
              {"old": true}
              JSON

            """)
        #expect(blessed?.contains("old") == false)
        #expect(blessed.map { try? ScriptTrial($0).failures } == [])
    }

    @Test(arguments: ["JSON", "'JSON'"]) func `a value that looks like a variable stays a value`(
        tag: String
    ) throws {
        let blessed = try bless(
            "query \"SELECT '\\${x}' AS a\"\nexpect $ == <<\(tag)\n  [1]\n  JSON\n")
        #expect(blessed?.contains(tag == "JSON" ? "\\u0024{x}" : "${x}") == true)
        #expect(blessed.map { try? ScriptTrial($0).failures } == [])
    }

    @Test func `a loop is blessed by all of its rounds`() throws {
        let blessed = try bless("for i in 1..2\n  clock advance 1s\n  | x\nend\n")
        #expect(
            blessed
                == "for i in 1..2\n  clock advance 1s\n  | clock   2026-01-01T00:00:0[..]Z\nend\n")
    }

    @Test func `a round that holds counts like one that does not`() throws {
        let text = "app launch\nfor u in ann bob\n  login ${u}\n  | login   ann\n  |...\nend\n"
        let blessed = try bless(text)
        #expect(blessed == text.replacing("| login   ann", with: "| login   [..]"))
        #expect(try bless(text.replacing("ann bob", with: "ann ann")) == nil)
        let tests = try bless(
            "app launch\nfor u in a b\n  test \"${u}\"\n    login ${u}\n    | x\n  end\nend\n")
        #expect(tests?.contains("    | login   [..]\n") == true, "\(tests ?? "nil")")
    }

    @Test func `a here-document that cannot hold in every round stays`() throws {
        let loop = """
            for u in 1 2
              expect sql "SELECT ${u}, 0" == <<JSON
                [0, 0]
                JSON
            end

            """
        let torn = try ScriptTrial(loop, blesses: true)
        #expect(torn.blessed == nil)
        #expect(torn.failures == ["2: the rounds of a loop find different values here"])
        let same = try ScriptTrial(loop.replacing("${u}", with: "7"), blesses: true)
        #expect(same.failures == [])
        #expect(same.blessed?.contains("[0, 0]") == false)
        let held = try ScriptTrial(loop.replacing("[0, 0]", with: "[1, 0]"), blesses: true)
        #expect(held.blessed == nil && held.failures == torn.failures)
    }

    @Test func `the difference shows what goes and what comes`() {
        let old = Array("a\nb\nc\n".utf8)
        let new = Array("a\nB\nc\nd\n".utf8)
        #expect(Blesser.difference(old, new) == ["-b", "+B", "+d"])
        #expect(Blesser.difference(old, old) == [])
    }
}
