import PushTestSupport
import Testing

/// Equal input gives equal bytes, whoever runs it, wherever and whenever.
@Suite struct DeterminismTests {
    static let script = """
        #!/usr/bin/env -S pushsh -f
        app launch
        login 山田
        receive <<JSON
          {"title": "お知らせ", "body": "本日", "link": "myapp://item/1", "message_id": "m-1"}
          JSON
        receive <<JSON
          {"aps": {"alert": "no ID"}}
          JSON
        tap
        token refresh
        device add tablet
        device list
        app install
        app launch
        token
        flush
        @phone flush
        tables
        uploads
        query "SELECT * FROM events"
        query "SELECT * FROM mobile.push_events ORDER BY time, type"
        query "SELECT td_time_format(td_scheduled_time(), 'yyyy-MM-dd HH:mm:ss', 'JST') AS t"
        config
        help
        help receive
        app show
        clock now
        expect queue == 99

        """

    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write("", to: "elsewhere/home/.editrc")
    }

    func run(_ variables: [String: String] = [:]) throws -> Pushsh.Run {
        try Pushsh.run(["-f", "-"], input: Array(Self.script.utf8), variables: variables)
    }

    @Test func `two processes write equal bytes`() throws {
        let first = try run()
        #expect(first.stderr.contains("error: the expectation does not hold\n"))
        #expect(first.status == 1)
        for _ in 0..<4 {
            let again = try run()
            expectSameText(again.stdout, first.stdout)
            #expect(again == first)
        }
    }

    @Test(arguments: [
        ["TZ": "Asia/Tokyo"], ["TZ": "America/St_Johns"], ["LC_ALL": "C"], ["LC_ALL": "POSIX"],
        ["LC_ALL": "", "LANG": "ja_JP.UTF-8"], ["LC_ALL": "tr_TR.UTF-8"], ["HOME": "/"],
        ["HOME": ""], ["TERM": "xterm-256color"], ["COLUMNS": "40", "LINES": "5"],
        ["XDG_STATE_HOME": "/dev/null", "XDG_CONFIG_HOME": "/dev/null"], ["NO_COLOR": "1"],
        ["LANG": "de_DE.UTF-8", "LANGUAGE": "de"], ["USER": "someone", "LOGNAME": "someone"],
    ])
    func `the environment changes nothing`(variables: [String: String]) throws {
        let usual = try run()
        let other = try run(variables)
        expectSameText(other.stdout, usual.stdout)
        #expect(other == usual)
    }

    @Test func `the working directory changes nothing`() throws {
        let here = try run()
        let there = try Pushsh.run(["-f", "-"], input: Array(Self.script.utf8), in: place)
        #expect(there == here)
    }

    @Test func `a workspace gives what an ephemeral world gives`() throws {
        // Sizes of tables are those of pages, and only a workspace's journal starts with its seed.
        let script = Self.script.replacing("tables\n", with: "")
        let kept = try Pushsh.run(
            ["--workspace", "w", "-f", "-"], input: Array(script.utf8), in: place)
        let ephemeral = try Pushsh.run(["-f", "-"], input: Array(script.utf8))
        expectSameText(kept.stdout, ephemeral.stdout)
    }

    @Test func `another seed gives other tokens and nothing else`() throws {
        let one = try Pushsh.script("app launch\n")
        let two = try Pushsh.script("seed 2\napp launch\n")
        #expect(one != two)
        let verbs = { (run: Pushsh.Run) in run.lines.map { $0.prefix { $0 != " " } } }
        #expect(verbs(one) == verbs(two).filter { $0 != "seed" })
    }
}
