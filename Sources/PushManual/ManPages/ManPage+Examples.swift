import PushCommands

extension ManPage {
    /// A first session at the prompt; the lines after the prompt run as an example.
    static let session = """
        > app launch
        > login cust-001
        > receive {"td_campaign_id": "promo", "title": "Sale", "body": "Today only"}
        > tap
        > flush
        > query "SELECT type, user_id FROM mobile.push_events"
        """

    /// An error as it is displayed.
    static let diagnostic = """
        welcome.psh:3:5: error: unknown command `app lanch`
        app lanch
            ^^^^^
        hint: did you mean `app launch`?
        """

    /// The scripts of pushsh(1).
    static let processScripts = [
        Command.Example(
            "A script that checks the path from launch to warehouse:",
            """
            #!/usr/bin/env -S pushsh -f
            # The guide's expected sequence.
            psh 1
            test "a tap opens the link once" @td
              app launch
              login cust-001
              receive <<JSON
                {"td_campaign_id": "cmp_20251214_promo", "message_id": "msg-1",
                 "title": "お知らせ", "body": "本日のクーポン",
                 "link": "https://example.com/promo"}
                JSON
              tap msg-1
              expect events == [token_register, token_register, delivery, open, link_open]
              !already_handled tap msg-1
              flush
              expect queue == 0
              expect sql "SELECT count(*) FROM mobile.push_events" == 5
            end
            """)
    ]

    /// Adds calls of the process, which are typed in a shell, and a script.
    static func processExamples(_ page: inout Mdoc) {
        page.raw(".Sh EXAMPLES")
        let lines = [
            (
                "See what a payload does on a phone whose app was just opened:",
                "$ printf '%s\\n' 'app launch' 'receive {\"aps\": {\"alert\": \"Sale\"}}' why | "
                    + "pushsh"
            ),
            (
                "Replay every scenario, four at a time, and write a report for the CI server:",
                "$ pushsh --jobs 4 --report junit=push.xml share/pushsh/scenarios/*.psh"
            ),
            (
                "Check a script without running it:",
                "$ pushsh --check share/pushsh/scenarios/guide-workflow.psh"
            ),
            (
                "Run one test again, and accept its new output:",
                "$ pushsh --filter 'opens the link' --bless coupon.psh"
            ),
            (
                "Query a workspace's warehouse, as JSON lines:",
                "$ pushsh --workspace demo --mode jsonl -c 'query \"SELECT * FROM "
                    + "mobile.push_events\"'"
            ),
        ]
        for line in lines {
            page.prose(line.0)
            page.literal(line.1)
        }
        for example in processScripts {
            page.prose(example.caption)
            page.literal(example.script)
        }
    }

    /// The scripts of psh(5).
    static let languageScripts = [
        Command.Example(
            "An outage that hits two requests loses nothing:",
            """
            psh 1
            test "an outage only delays events" @td
              app launch
              stub ingest status=503 times=2
              flush
              expect queue == 0
              expect count sql "SELECT * FROM mobile.push_events" == 1
            end
            """),
        Command.Example(
            "A loop over priorities:",
            """
            psh 1
            test "an alert is shown at every priority" @td
              app launch
              app background
              for priority in 10 5 1
                receive --priority ${priority} <<JSON
                  {"aps": {"alert": {"title": "Sale", "body": "Today only"}},
                   "message_id": "m-${priority}"}
                  JSON
                expect shown contains m-${priority}
              end
            end
            """),
        Command.Example(
            "A loop over app states, which are the second words of commands:",
            """
            psh 1
            test "an alert is shown in every state but in front" @td
              for state in background kill force-quit
                app launch
                app ${state}
                receive <<JSON
                  {"aps": {"alert": "Sale"}, "message_id": "m-${state}"}
                  JSON
                expect shown contains m-${state}
              end
            end
            """),
        Command.Example(
            "Golden lines, when only one line of the output matters:",
            """
            psh 1
            app launch
            receive <<JSON
              {"aps": {"alert": "Hello"}, "message_id": "m-1"}
              JSON
            tap m-1
            |...
            | tracked open [..]
            |...
            """),
    ]

    /// Adds the scripts of psh(5).
    static func languageExamples(_ page: inout Mdoc) {
        page.raw(".Sh EXAMPLES")
        for example in languageScripts {
            page.prose(example.caption)
            page.literal(example.script)
        }
    }
}
