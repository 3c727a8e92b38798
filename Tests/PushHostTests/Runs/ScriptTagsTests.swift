import Testing

@testable import PushHost

/// The tags of scripts, as completion offers them.
struct ScriptTagsTests {
    @Test func `tags stand behind the title of a test`() {
        let script = """
            # test "no" @comment
            test "an @ in \\" the title" @quick @slow # @late
              receive @payload
            end
            test "三" @日本
            testing "x" @not

            """
        #expect(ScriptTags.tags(in: Array(script.utf8)) == ["@quick", "@slow", "@日本"])
    }
}
