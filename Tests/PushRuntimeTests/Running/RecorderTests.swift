import PushSimulation
import Testing

@testable import PushRuntime

struct RecorderTests {
    /// Runs statements while a recording is on, and gives the script it wrote.
    private func record(_ text: String, before: String = "", files: [String: String] = [:])
        throws -> String
    {
        let shelf = FileShelf()
        shelf.texts = files.mapValues { Array($0.utf8) }
        let session = try Session(edge: StoreEdge(files: shelf), settings: ShellSettings())
        var loader = ScriptLoader { path throws(Failure) in try shelf.read(path) }
        let script = "\(before)\n.record start out.psh\n\(text)\n.record stop\n"
        let found = loader.load(Array(script.utf8), path: "typed.psh")
        let loaded = try #require(found)
        let runner = ScriptRunner(
            loaded, session: session, console: LineCollector(), options: .init())
        runner.run()
        #expect(runner.results.map(\.status) == [.passed])
        return String(decoding: try shelf.read("out.psh"), as: UTF8.self)
    }

    @Test func `a recording replays, and holds`() throws {
        let script = try record(
            """
            app launch
            receive <<JSON
              {"aps": {"alert": "お知らせ ${x}"}, "message_id": "m-1"}
              JSON
            tap m-1
            ? tap m-1
            expect queue == 3
            """, before: "let x = \"[42]\"")
        let trial = try ScriptTrial(script)
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
        #expect(script.contains("!already_handled tap m-1\n"))
        #expect(script.contains("お知らせ [42]"))
    }

    @Test func `a value stays a value in a recording, and an option one`() throws {
        let script = try record(
            """
            app launch
            receive --priority=${n} {"aps": {"alert": "a"}, "message_id": "-Nx1"}
            ? dismiss ${all}
            tap ${id}
            """, before: "let n = \"10\"\nlet all = \"--all\"\nlet id = \"-Nx1\"")
        #expect(script.contains("receive --priority='10' <<'PAYLOAD'\n"))
        #expect(script.contains("!no_notification dismiss '--all'\n"))
        #expect(script.contains("tap '-Nx1'\n"))
        #expect(try ScriptTrial(script).failures == [])
    }

    @Test func `the clock's moves are recorded`() throws {
        let script = try record("clock advance 90s\napp launch\nclock", before: "clock advance 1h")
        #expect(script.contains("clock set 2026-01-01T01:00:00Z\n"))
        #expect(try ScriptTrial(script).failures == [])
    }

    @Test func `a file is written into the script, so that it replays alone`() throws {
        let payload = "{\"aps\": {\"alert\": \"From a file\"}, \"message_id\": \"f-1\"}\n"
        let script = try record("app launch\nreceive push.apns", files: ["push.apns": payload])
        #expect(script.contains("receive <<'PAYLOAD'\n"))
        #expect(try ScriptTrial(script).failures == [])
    }

    @Test func `a failed change of the world replays as it was`() throws {
        let script = try record("!not_running app background\napp launch")
        let trial = try ScriptTrial(script)
        #expect(trial.failures == [])
        #expect(trial.refusals == [])
    }

    @Test func `the payload's word is found by its place, not by its length`() throws {
        let payload = "{\"aps\": {\"alert\": \"A\"}}"
        let script = try record(
            "app launch\nreceive --id abcd.json push.json", files: ["push.json": payload])
        #expect(script.contains("receive --id abcd.json <<'PAYLOAD'\n\(payload)\nPAYLOAD\n"))
        #expect(try ScriptTrial(script).failures == [])
    }

    @Test func `the contents of a file stand for its @path`() throws {
        let script = try record("app launch\nlogin @name.txt", files: ["name.txt": "cust'1"])
        #expect(script.contains("login 'cust''1'\n"))
        #expect(try ScriptTrial(script).failures == [])
    }

    @Test func `an expectation states the values that it compares with`() throws {
        let script = try record(
            """
            app launch
            for u in "a b" "it's"
              login ${u}
              expect user == ${u}
              expect events != [${u}, @name.txt]
            end
            expect user == <<TEXT
              ${1}
              TEXT
            """, before: "let 1 = \"it's\"", files: ["name.txt": "x"])
        #expect(script.contains("\nexpect user == 'a b'\nexpect events != ['a b', 'x']\n"))
        #expect(script.contains("\nexpect user == 'it''s'\n"))
        #expect(script.contains("\nexpect user == <<'PAYLOAD'\nit's\nPAYLOAD\n"))
        #expect(try ScriptTrial(script).failures == [])
    }

    @Test func `what is asked of a command that became a comment does, too`() throws {
        let script = try record(
            """
            ? login cust-${undefined}
            expect error.code == unknown_variable
            let code = error.code
            expect count error.message > 3
            expect var code == unknown_variable
            whoami
            expect status == ok
            expect count output > 3
            """)
        #expect(script.contains("\n# login cust-${undefined}\n"), "\(script)")
        #expect(script.contains(": expect error.code == unknown_variable\n"), "\(script)")
        #expect(script.contains("\nlet code = 'unknown_variable'\n"), "\(script)")
        #expect(script.contains(": expect count error.message > 3\n"), "\(script)")
        #expect(script.contains("\nexpect var code == unknown_variable\n"), "\(script)")
        #expect(script.contains("\nexpect status == ok\nexpect count output > 3\n"))
        let trial = try ScriptTrial(script)
        #expect(trial.refusals == [])
        #expect(trial.failures == [])
    }

    @Test func `what was typed is in the file before the recording stops`() throws {
        let shelf = FileShelf()
        let session = try Session(edge: StoreEdge(files: shelf), settings: ShellSettings())
        var loader = ScriptLoader { path throws(Failure) in try shelf.read(path) }
        let found = loader.load(
            Array(".record start out.psh\napp launch\nexpect queue == 1\n".utf8), path: "-")
        let loaded = try #require(found)
        ScriptRunner(loaded, session: session, console: LineCollector(), options: .init()).run()
        let script = String(decoding: try shelf.read("out.psh"), as: UTF8.self)
        #expect(script.hasSuffix("\nexpect queue == 1\n"))
        #expect(try ScriptTrial(script).failures == [])
    }

    @Test(arguments: ["query", "@phone query"])
    func `cells that lose a secret are not compared`(_ command: String) throws {
        let key = "1/0a1b2c3d4e5f60718293a4b5c6d7e8f901234567"
        let script = try record("\(command) \"SELECT 'TD1 \(key)' AS k\"")
        #expect(script.contains(" AS k\"\n|...\n"), "\(script)")
        #expect(try ScriptTrial(script).failures == [])
    }

    @Test func `a recording overwrites a file only when it is told to`() throws {
        let files = ["old.psh": "clock\n"]
        let trial = try ScriptTrial(
            "!file_exists .record start old.psh\n.record start old.psh --replace\n.record stop",
            files: files)
        #expect(trial.failures == [])
        #expect(trial.refusals == [])
    }

    @Test(arguments: [
        ("a\nb", "PAYLOAD"), ("PAYLOAD", "PAYLOAD_"), ("  PAYLOAD\nPAYLOAD_", "PAYLOAD__"),
    ]) func `the tag is no line of the body`(_ body: String, _ tag: String) {
        #expect(Recorder.tag(for: body) == tag)
    }
}
