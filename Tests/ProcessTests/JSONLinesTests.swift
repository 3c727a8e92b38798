import PushTestSupport
import Testing

/// `pushsh --jsonl` for programs that start it as a child (KD-06, SH-03).
@Suite struct JSONLinesTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    private func answers(_ lines: [String], _ options: [String] = []) throws -> Pushsh.Run {
        try Pushsh.run(
            options + ["--jsonl"], input: Array((lines.joined(separator: "\n")).utf8), in: place)
    }

    @Test func `each line has an answer with its id, in order`() throws {
        let run = try answers([
            #"{"id": 1, "method": "run", "params": {"text": "app launch\nwhoami"}}"#, "", "  ",
            #"{"id": "b", "method": "command", "#
                + #""params": {"command": "login", "arguments": {"user": "c"}}}"#,
            #"{"method": "notifications"}"#,
        ])
        #expect(run.status == 0 && run.stderr == "" && run.lines.count == 3, "\(run)")
        #expect(
            run.lines.first?.hasPrefix(#"{"id":1,"result":{"exit_status":0,"output":["#) == true)
        #expect(run.lines.dropFirst().first?.hasPrefix(#"{"id":"b","result":{"#) == true)
        #expect(
            run.lines.last
                == #"{"id":null,"result":{"badge":0,"shown":[],"held":[],"stacks":[],"#
                + #""activities":[]}}"#)
    }

    @Test(arguments: [
        ("{", "invalid_request"), ("[]", "invalid_request"), ("{}", "invalid_request"),
        (#"{"method": "rum"}"#, "invalid_request"),
        (#"{"method": "run", "parms": {}}"#, "invalid_request"),
        (#"{"method": "run", "params": {"text": 1}}"#, "invalid_request"),
        (#"{"method": "follow"}"#, "invalid_request"),
        (#"{"method": "snapshots", "method": "devices"}"#, "invalid_request"),
        (#"{"method": "reset", "params": {"snapshot": "x"}}"#, "no_snapshot"),
        (#"{"method": "command", "params": {"command": "serve"}}"#, "invalid_request"),
        (#"{"method": "command", "params": {"command": "launch"}}"#, "unknown_command"),
    ])
    func `a line that is no request is answered with why, and the next one is read`(
        line: String, code: String
    ) throws {
        let run = try answers([line, #"{"id": 2, "method": "devices"}"#])
        #expect(run.status == 0 && run.lines.count == 2, "\(run)")
        #expect(run.lines.first?.contains(#""error":{"code":"\#(code)""#) == true, "\(run)")
        #expect(run.lines.last?.hasPrefix(#"{"id":2,"result":[{"name":"phone""#) == true)
    }

    @Test func `a line that is too long is refused and the next one read`() throws {
        let long =
            #"{"method": "run", "params": {"text": ""# + String(repeating: "a", count: 1 << 20)
        let run = try answers([long, #"{"id": 2, "method": "devices"}"#])
        #expect(run.status == 0 && run.lines.count == 2)
        #expect(run.lines.first?.contains("the line has more than 1048576 bytes") == true)
    }

    @Test func `a statement cannot take the next request from the input`() throws {
        let run = try answers([
            #"{"id": 1, "method": "run", "params": {"text": "receive -"}}"#,
            #"{"id": 2, "method": "devices"}"#,
        ])
        #expect(
            run.lines.count == 2 && run.lines.first?.contains("not_supported") == true, "\(run)")
    }

    @Test func `ports that a line opens answer between two requests, until the input ends`()
        throws
    {
        let text = """
            set -u
            coproc PHONE { "$PUSHSH" --jsonl; }
            child=$!
            ask() { echo "$1" >&"${PHONE[1]}"; read -r answer <&"${PHONE[0]}"; }
            ask '{"method": "run", "params": {"text": "app launch\\nserve --fcm 0"}}'
            port=$(sed 's/.*"fcm":\\([0-9]*\\).*/\\1/' <<< "$answer")
            send() {
                curl -s -o /dev/null -w '%{http_code}\\n' -d '{}' \
                    "http://127.0.0.1:$port/v1/projects/p/messages:send"
            }
            send
            ask '{"method": "run", "params": {"text": "why"}}'
            grep -o 'UNAUTHENTICATED (401)' <<< "$answer" | head -n 1
            ask '{"method": "run", "params": {"text": "serve --apns 0"}}'
            grep -o 'already_serving' <<< "$answer" | head -n 1
            exec {PHONE[1]}>&-
            wait "$child"
            echo "ended $?"
            send
            """
        let run = try Shell.run(
            "/bin/bash", ["-c", text],
            environment: Pushsh.environment.merging(["PUSHSH": try PushshBinary.path]) { $1 },
            directory: place.path, timeout: 60)
        #expect(
            run.stdout == """
                401
                UNAUTHENTICATED (401)
                already_serving
                ended 0
                000

                """, "\(run)")
    }

    @Test func `a program acts on a port while a line waits, and cannot reset it`() throws {
        let text = """
            set -u
            coproc PHONE { "$PUSHSH" --jsonl; }
            child=$!
            tell() { echo "$1" >&"${PHONE[1]}"; }
            hear() { read -r answer <&"${PHONE[0]}"; }
            tell '{"method": "run", "params": {"text": "app launch\\nsnapshot save fresh"}}'
            hear
            tell '{"method": "run", "params": {"text": "serve --control 0"}}'
            hear
            port=$(sed 's/.*"control":\\([0-9]*\\).*/\\1/' <<< "$answer")
            token=$(sed 's/.*"token":"\\([^"]*\\)".*/\\1/' <<< "$answer")
            ask() {
                curl -s -H "Authorization: Bearer $token" -H 'Content-Type: application/json' \
                    "${@:2}" "http://127.0.0.1:$port/v1/$1"
            }
            wait='login one\\nexpect within 50s user == two'
            tell '{"method": "run", "params": {"text": "'"$wait"'"}}'
            for try in {1..400}; do ask status | grep -q '"user":"one"' && break; sleep 0.05; done
            ask reset -d '{"snapshot": "fresh"}' | grep -o not_supported
            ask run -d '{"text": "login two"}' | grep -o '"exit_status":0'
            hear
            grep -o '"exit_status":0' <<< "$answer"
            ask reset -d '{"snapshot": "fresh"}'
            exec {PHONE[1]}>&-
            wait "$child"
            echo " $?"
            """
        let run = try Shell.run(
            "/bin/bash", ["-c", text],
            environment: Pushsh.environment.merging(["PUSHSH": try PushshBinary.path]) { $1 },
            directory: place.path, timeout: 60)
        #expect(
            run.stdout.split(separator: "\n") == [
                "not_supported", #""exit_status":0"#, #""exit_status":0"#, #""fresh" 0"#,
            ], "\(run)")
    }

    @Test func `a recording begins with what earlier lines did`() throws {
        let run = try answers([
            #"{"method": "run", "params": {"text": "app launch\nlogin before"}}"#,
            #"{"method": "run", "params": {"text": ".record start r.psh"}}"#,
            #"{"method": "run", "params": {"text": "login after\nwhoami\n.record stop"}}"#,
        ])
        #expect(run.status == 0, "\(run)")
        #expect(try place.text("r.psh").contains("\napp launch\nlogin before\n"))
        let replay = try Pushsh.run(["-f", "r.psh"], in: place)
        #expect(replay.status == 0 && replay.lines.contains("user    after"), "\(replay)")
    }

    @Test(arguments: ["TERM", "INT", "HUP"], ["", "expect within 50s badge == 78"])
    func `a signal removes the directory with the key before it ends the process`(
        signal: String, busy: String
    ) throws {
        let run = try Pushsh.bash(
            """
            trap - INT
            set -m
            mkdir tmp
            mkfifo lines
            TMPDIR=$PWD/tmp "$PUSHSH" --jsonl < lines > told &
            child=$!
            exec 3> lines
            echo '{"method": "run", "params": {"text": "serve --fcm 0"}}' >&3
            for try in {1..400}; do grep -qs fcm told && break; sleep 0.05; done
            ls tmp | wc -l
            [[ -z '\(busy)' ]] || echo '{"method": "run", "params": {"text": "\(busy)"}}' >&3
            sleep 0.3
            kill -\(signal) $child
            wait $child
            kill -l $?
            ls tmp | wc -l
            """, in: place)
        #expect(run.lines == ["1", signal, "0"], "\(run)")
    }

    @Test func `a test in a text cannot take the next request from the input`() throws {
        let run = try answers([
            #"{"method": "run", "params": {"text": "test \"a\"\n  receive -\nend"}}"#,
            #"{"id": 2, "method": "devices"}"#,
        ])
        #expect(
            run.lines.count == 2 && run.lines.first?.contains("not_supported") == true, "\(run)")
    }

    @Test func `the workspace keeps what was done`() throws {
        let options = ["--workspace", "w"]
        let launch = #"{"method": "run", "params": {"text": "app launch\nlogin cust-9"}}"#
        #expect(try answers([launch], options).status == 0)
        let run = try answers([#"{"method": "status"}"#], options)
        #expect(run.stdout.contains(#""user":"cust-9""#))
    }

    @Test func `the option takes no script, and excludes those that name one`() throws {
        #expect(try Pushsh.run(["--jsonl", "a.psh"]).stderr.contains("`--jsonl` takes no script"))
        #expect(try Pushsh.run(["--jsonl", "-c", "whoami"]).status == 2)
    }
}
