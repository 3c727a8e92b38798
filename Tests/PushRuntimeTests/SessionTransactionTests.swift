import Testing

@testable import PushRuntime

/// A command that fails leaves no trace; one that succeeds leaves all of it.
struct SessionTransactionTests {
    static let failing: [String] = [
        "!no_notification tap", "!no_notification dismiss x", "!not_running login u",
        "!not_running app background", "!bad_setting app set nse perhaps",
        "!invalid_value app set ${key} on", "!no_device device use nowhere",
        "!device_exists device add phone",
        "!unknown_topic help nothing-like-it", "!invalid_sql query \"SELEC 1\"",
        "!not_recording .record stop",
        "!no_token token expire", "!not_running token refresh",
    ]

    @Test(arguments: failing) func `a failed command changes nothing`(_ command: String) throws {
        let trial = try ScriptTrial(
            """
            let key = "no-such-key"
            \(command)
            expect sql "SELECT count(*) FROM facts" == 0
            expect sql "SELECT count(*) FROM events" == 0
            clock
            | clock   2026-01-01T00:00:00Z[..]
            whoami
            | device  phone
            | app     com.example.myapp, not running
            | user    nobody
            | token   none
            | queue   0
            seed 9
            app launch
            let first = token
            """)
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
    }

    @Test func `a link that the app refuses is on record, and nothing else changes`() throws {
        let trial = try ScriptTrial(
            """
            !link_refused open javascript:x
            expect sql "SELECT count(*) FROM facts" == 1
            expect sql "SELECT outcome FROM links" == refused
            expect sql "SELECT count(*) FROM events" == 0
            clock
            | clock   2026-01-01T00:00:00Z[..]
            whoami
            | device  phone
            | app     com.example.myapp, not running
            |...
            expect queue == 0
            """)
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
    }

    @Test func `a command on another device leaves the current one`() throws {
        let trial = try ScriptTrial(
            """
            device add tablet
            app install
            device use phone
            @tablet app launch
            expect screen not exists
            expect sql "SELECT count(*) FROM events" == 1
            whoami
            | device  phone
            |...
            !no_device @nowhere app launch
            """)
        #expect(trial.failures == [])
    }

    @Test func `an app that was tapped cannot be tapped again, and the output says why`() throws {
        let trial = try ScriptTrial(
            """
            app launch
            receive <<JSON
              {"aps": {"alert": "A"}, "message_id": "a-1"}
              JSON
            tap a-1
            !already_handled tap a-1
            |2 error: `a-1` was already tapped
            app set delegate off
            receive <<JSON
              {"aps": {"alert": "A"}, "message_id": "a-2"}
              JSON
            !no_notification tap a-2
            |2 error: `a-2` arrived but is not shown: it is hidden
            |2 hint: `why a-2` says why
            """)
        #expect(trial.failures == [])
    }

    @Test func `a hint names a message as it is typed`() throws {
        let trial = try ScriptTrial(
            #"""
            app launch
            receive {"aps": {"alert": "A"}, "message_id": "two words"}
            !no_notification tap "two word"
            |2 error: `two word` is not shown
            |2 hint: did you mean `'two words'`?
            receive {"aps": {"alert": "A"}, "message_id": "two\nlines"}
            !no_notification tap "two\nline"
            |2 error: `two\nline` is not shown
            |2 hint: did you mean `"two\nlines"`?
            tap "two\nlines"
            """#)
        #expect(trial.failures == [])
    }
}
