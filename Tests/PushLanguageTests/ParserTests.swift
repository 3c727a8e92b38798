import Testing

@testable import PushLanguage

@Suite struct ParserTests {
    static let guide = #"""
        #!/usr/bin/env -S pushsh -f
        # TD-12: the guide's expected sequence.
        psh 1
        clock set 2025-12-14T09:00:00+09:00
        seed 42

        test "a tap opens the link once" @td
          app launch
          receive <<JSON
            {"td_campaign_id": "cmp", "title": "お知らせ"}
            JSON
          |...
          | shown   msg-1 banner "お知らせ"
          tap msg-1
          expect events == [token_register, delivery, open]
          !already_handled tap msg-1
          expect queue == 0
        end
        """#

    @Test func `the script of the manual is read whole`() {
        let sample = Sample(Self.guide)
        #expect(sample.errors == "")
        #expect(
            sample.outline == #"""
                3 version 1
                4 command clock set 2025-12-14T09:00:00+09:00
                5 command seed 42
                7 test ~"a tap opens the link once" ^@td
                  8 command app launch
                  9 command receive =<<JSON
                    |...
                    | shown   msg-1 banner "お知らせ"
                  14 command tap msg-1
                  15 expect
                  16 command !already_handled tap msg-1
                  17 expect
                """#)
    }
}
