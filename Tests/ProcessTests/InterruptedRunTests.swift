import PushTestSupport
import PushText
import Testing

/// SH-03: a test that ^C stopped has not passed, and the run dies of SIGINT.
@Suite struct InterruptedRunTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        let tests = ["a", "b"].map { name in
            """
            test "\(name)"
              export "SELECT 1 AS a" \(name).csv
              repeat 90000000
                whoami
              end
            end

            """
        }
        try place.write(tests.joined(), to: "t.psh")
    }

    /// Runs the script until a condition of bash holds, then sends SIGINT; `target` is the process,
    /// or its group with a dash in front, as a terminal does it.
    private func interrupted(
        _ options: String, when condition: String, _ target: String
    ) throws -> Pushsh.Run {
        try Pushsh.bash(
            """
            trap - INT
            set -m
            "$PUSHSH" \(options) t.psh >told.txt 2>&1 &
            run=$!
            until [[ \(condition) ]] || ! kill -0 $run 2>/dev/null; do :; done
            kill -INT -- \(target)
            wait $run
            echo "status $?"
            cat told.txt
            """, in: place)
    }

    @Test(arguments: ["-$run", "$run"]) func `copies of the process end with it`(
        target: String
    ) throws {
        let run = try interrupted(
            "--jobs 2 --report json=r.json", when: "-e a.csv && -e b.csv", target)
        #expect(run.lines == ["status 130", "0 passed, 0 failed, interrupted"], "\(run)")
        let report = try place.text("r.json")
        #expect(report.contains("interrupted before its end"), "\(report)")
    }

    @Test func `a report has the tests in the order of the file`() throws {
        // One copy has the tests `c` and `d`; the other one is held by `slow`.
        let text = [("c", 1), ("slow", 90_000_000), ("d", 1), ("e", 1)].map { name, rounds in
            """
            test "\(name)"
              export "SELECT 1 AS a" \(name).csv
              repeat \(rounds)
                whoami
              end
            end

            """
        }
        try place.write(text.joined(), to: "t.psh")
        _ = try interrupted(
            "--jobs 2 --report json=r.json", when: "-e slow.csv && -e d.csv", "$run")
        let json = try JSONParser.parse(Array(place.text("r.json").utf8))
        let titles = json["tests"]?.arrayValue?.compactMap { $0["title"]?.stringValue }
        #expect(titles == ["c", "slow", "d", "e"])
    }

    /// A report of an earlier run must not stay there as if it were that of this one.
    @Test(arguments: ["TERM", "INT"]) func `reports have the tests that a signal stopped`(
        signal: String
    ) throws {
        try place.write(
            "test \"whole\"\n  whoami\nend\n" + place.text("t.psh"), to: "t.psh")
        try place.write("test \"late\"\n  whoami\nend\n", to: "u.psh")
        let run = try Pushsh.bash(
            """
            trap - INT
            set -m
            "$PUSHSH" --report json=r.json --report junit=r.xml t.psh u.psh >told.txt 2>&1 &
            run=$!
            until [[ -e a.csv ]] || ! kill -0 $run 2>/dev/null; do :; done
            kill -\(signal) $run
            wait $run
            kill -l $?
            tail -n 1 told.txt
            grep -o '"status": *"[a-z]*"' r.json | tr -d ' '
            grep -c '<error' r.xml
            """, in: place)
        let wanted = ["passed", "failed", "skipped", "skipped"].map { #""status":"\#($0)""# }
        #expect(
            run.lines == [signal, "1 passed, 0 failed, interrupted"] + wanted + ["1"], "\(run)")
    }

    /// SH-03: several files run in a process each.
    @Test(arguments: ["-INT -- -$run", "-INT $run", "-TERM $run", "-HUP $run"])
    func `reports have the tests of several files that a signal stopped`(how: String) throws {
        try place.write("test \"quick\"\n  whoami\nend\n", to: "q.psh")
        try place.write(
            "test \"whole\"\n  whoami\nend\n" + place.text("t.psh"), to: "t.psh")
        try place.write(
            "export 'SELECT 1 AS a' p.csv\nrepeat 90000000\n  whoami\nend\n", to: "plain.psh")
        try place.write("test \"late\"\n  whoami\nend\n", to: "u.psh")
        let run = try Pushsh.bash(
            """
            trap - INT
            set -m
            "$PUSHSH" --jobs 2 --report json=r.json q.psh t.psh plain.psh u.psh >told.txt 2>&1 &
            run=$!
            until [[ -e a.csv && -e p.csv ]] || ! kill -0 $run 2>/dev/null; do :; done
            children=$(< /proc/$run/task/$run/children)
            kill \(how)
            wait $run
            kill -l $?
            for child in $children; do [[ -e /proc/$child ]] && echo "$child lives"; done
            cat told.txt
            grep -oE '"(title|status|code|reason)": *"[^"]*"' r.json | tr -d ' '
            """, in: place)
        let signal = how.split(separator: " ")[0].dropFirst()
        let told = [String(signal), "✓ quick", "✓ whole", "2 passed, 0 failed, interrupted"]
        let interrupted = #""status":"failed" "code":"interrupted""#
        let skipped = #""status":"skipped" "reason":"therunwasinterrupted""#
        let wanted = [
            ("quick", #""status":"passed""#), ("whole", #""status":"passed""#), ("a", interrupted),
            ("b", skipped), ("plain.psh", interrupted), ("late", skipped),
        ].map { #""title":"\#($0)" \#($1)"# }.joined(separator: " ")
        #expect(run.lines.prefix(told.count) == told[...], "\(run)")
        #expect(run.lines.dropFirst(told.count).joined(separator: " ") == wanted, "\(run)")
    }

    @Test func `a second signal ends a process that does not end at the first`() throws {
        try place.write("test \"whole\"\n  whoami\nend\n", to: "q.psh")
        let run = try Pushsh.bash(
            """
            trap - INT
            set -m
            "$PUSHSH" --jobs 2 --report json=r.json q.psh t.psh >told.txt 2>&1 &
            run=$!
            until [[ -e a.csv ]] || ! kill -0 $run 2>/dev/null; do :; done
            until [[ $(wc -w < /proc/$run/task/$run/children) == 1 ]]; do sleep 0.05; done
            kill -STOP $(< /proc/$run/task/$run/children)
            SECONDS=0
            kill -INT $run
            sleep 0.5
            kill -INT $run
            wait $run
            kill -l $?
            ((SECONDS < 4)) && echo soon
            tail -n 1 told.txt
            grep -o '"status": *"[a-z]*"' r.json | tr -d ' '
            """, in: place)
        let wanted = ["passed", "failed", "skipped"].map { #""status":"\#($0)""# }
        #expect(
            run.lines == ["INT", "soon", "1 passed, 0 failed, interrupted"] + wanted, "\(run)")
    }

    /// The key of the gateways' authority is in `TMPDIR` while a test serves.
    @Test(arguments: ["TERM", "HUP", "INT"]) func `a signal removes what a served test needed`(
        signal: String
    ) throws {
        try place.write(
            "test \"a\"\n  serve --fcm 0\n  expect within 50s badge == 78\nend\n", to: "s.psh")
        let run = try Pushsh.bash(
            """
            trap - INT
            set -m
            mkdir tmp
            TMPDIR=$PWD/tmp "$PUSHSH" s.psh > told 2>&1 &
            child=$!
            for try in {1..400}; do grep -qs fcm told && break; sleep 0.05; done
            ls tmp | wc -l
            kill -\(signal) $child
            wait $child
            kill -l $?
            ls tmp | wc -l
            tail -n 1 told
            """, in: place)
        #expect(
            run.lines == ["1", signal, "0", "0 passed, 0 failed, interrupted"], "\(run)")
    }

    @Test func `a test that is stopped is left out of what is told`() throws {
        let people = try interrupted("--fail-fast", when: "-e a.csv", "$run")
        #expect(people.lines == ["status 130", "0 passed, 0 failed, interrupted"], "\(people)")
    }

    @Test func `a stream of results for tools says that it is not whole`() throws {
        let tools = try interrupted("--format tap", when: "-e a.csv", "$run")
        #expect(
            tools.lines == ["status 130", "TAP version 14", "Bail out! interrupted"], "\(tools)")
    }

    @Test func `copies of the process do not tell again what was told before them`() throws {
        try place.write(
            "test \"a\"\n  repeat 200\n    clock\n  end\nend\ntest \"b\"\n  clock\nend\n",
            to: "q.psh")
        let run = try Pushsh.run(["--jobs", "2", "--format", "tap", "q.psh"], in: place)
        #expect(run.lines == ["TAP version 14", "ok 1 - a", "ok 2 - b", "1..2"], "\(run)")
    }

    @Test func `changes that were not tried have neither survived nor been noticed`() throws {
        try place.write(
            "test \"a\"\n  app launch\n  repeat 20000\n    whoami\n  end\nend\n", to: "t.psh")
        let run = try interrupted(
            "--mutate --jobs 2", when: "-n $(< /proc/$run/task/$run/children)", "-$run")
        #expect(run.lines.first == "status 130", "\(run)")
        #expect(!run.stdout.contains("every test passes"), "\(run)")
        #expect(!run.stdout.contains("without any change"), "\(run)")
    }
}
