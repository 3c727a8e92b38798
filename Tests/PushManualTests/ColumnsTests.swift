import PushTestSupport
import Testing

@testable import PushManual

@Suite struct ColumnsTests {
    @Test func `texts of rows stand below each other, Japanese ones as well`() {
        var page = Columns(width: 30)
        page.row("tap", "通知をタップすると、アプリが前面に来る。", head: 6)
        page.row("通知", "Shown to the user.", head: 6)
        page.row("restore-all", "Its head is long.", head: 6)
        expectSameText(
            page.text,
            """
              tap     通知をタップすると、
                      アプリが前面に来る。
              通知    Shown to the user.
              restore-all
                      Its head is long.

            """)
    }

    @Test func `paragraphs are filled, and parted by one empty line`() {
        var page = Columns(width: 20)
        page.paragraph("One two three\nfour five six.\n\nSeven.")
        page.blank()
        page.blank()
        page.literal("a\n\n  b")
        #expect(page.text == "One two three four\nfive six.\n\nSeven.\n\n  a\n\n    b\n")
    }

    @Test func `a long line hangs, and what is whole is not parted`() {
        var page = Columns(width: 20)
        page.line("See also: app launch, tap", hanging: 4)
        page.line("See also: " + Columns.whole("app launch") + ", tap", hanging: 4)
        #expect(
            page.text == """
                See also: app
                    launch, tap
                See also:
                    app launch, tap

                """)
    }
}
