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
            test "三" @third
            testing "x" @not

            """
        #expect(ScriptTags.tags(in: Array(script.utf8)) == ["@quick", "@slow", "@third"])
    }

    @Test func `tags are found as the language reads a script`() {
        let script = """
            test 'single' @smoke
            end
            test word @plain
            end
            repeat 2
            \ttest "behind a tab" @deep
              receive <<JSON
            test "a text" @ghost
            JSON
              end
            end
            unfinished "
            """
        #expect(ScriptTags.tags(in: Array(script.utf8)) == ["@smoke", "@plain", "@deep"])
    }
}
