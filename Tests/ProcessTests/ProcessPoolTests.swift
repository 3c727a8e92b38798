import PushTestSupport
import Testing

/// Scripts in processes of their own (`--jobs`): none outlives the process that started it.
@Suite struct ProcessPoolTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        for name in ["a", "b"] {
            try place.write(
                """
                .output \(name).fifo
                queue
                .output
                repeat 100000000
                  queue
                end

                """, to: name + ".psh")
        }
    }

    @Test(arguments: ["INT", "TERM", "KILL", "HUP"])
    func `the children end with the parent, by whatever signal`(signal: String) throws {
        let run = try Pushsh.bash(
            """
            mkfifo a.fifo b.fifo
            set -m
            "$PUSHSH" --jobs 2 a.psh b.psh > out.txt 2>&1 &
            parent=$!
            # Both have come so far when both have written.
            head -c 1 a.fifo > one.txt
            head -c 1 b.fifo > two.txt
            children=$(cat /proc/$parent/task/$parent/children)
            for child in $children; do readlink /proc/$child/fd/3 | grep -c deleted; done
            kill -\(signal) $parent
            for child in $children; do tail --pid=$child -f one.txt > tail.txt; done
            wait $parent
            echo $children | wc -w
            """, in: place)
        #expect(run.stdout == "1\n1\n2\n")
    }

    @Test func `the reports of children come back whole`() throws {
        try place.write("test \"good\"\n  clock\nend\n", to: "c.psh")
        try place.write("test \"bad\"\n  clock\n  expect queue == 7\nend\n", to: "d.psh")
        let run = try Pushsh.run(["--jobs", "2", "c.psh", "d.psh"], in: place)
        #expect(run.stdout == "✓ good\n✗ bad\n1 passed, 1 failed\n")
        #expect(run.stderr.hasPrefix("d.psh:3:3: error: the expectation does not hold\n"))
        #expect(
            run.stderr.contains(
                "the test's last commands:\n  clock\n  | clock   2026-01-01T00:00:00Z\n"))
        #expect(run.status == 1)
    }

    @Test(arguments: [
        ["only-a.psh", "only-b.psh"], ["--fail-fast", "only-b.psh", "c.psh", "only-a.psh"],
        ["--mode", "json", "c.psh", "only-c.psh"], ["c.psh", "args.psh", "--", "-x", "--", "y z"],
        ["--fail-fast", "c.psh", "only-b.psh", "only-c.psh"], ["c.psh", "outside.psh"],
    ])
    func `several scripts beside one another end as they do one after the other`(
        arguments: [String]
    ) throws {
        try place.write("test \"one\" @only\nend\ntest \"two\"\nend\n", to: "only-a.psh")
        try place.write("test \"three\"\n  expect queue == 1\nend\n", to: "only-b.psh")
        try place.write(
            "test \"four\"\n  clock\n  | \"2026-01-01T00:00:00Z\"\nend\n", to: "only-c.psh")
        try place.write("test \"five\"\n  clock\nend\n", to: "c.psh")
        try place.write(
            "app launch\ntest \"good\"\nend\ntap nothing\ntest \"later\"\nend\n",
            to: "outside.psh")
        try place.write(
            "test \"six\"\n  let a = var 1\n  expect var a == \"-x\"\nend\n", to: "args.psh")
        let alone = try Pushsh.run(["--jobs", "1"] + arguments, in: place)
        #expect(alone.stdout.contains("passed, "))
        for jobs in ["2", "5"] {
            #expect(try Pushsh.run(["--jobs", jobs] + arguments, in: place) == alone)
        }
    }

    @Test(arguments: [[], ["--shuffle", "4"], ["--fail-fast"], ["--keep-going"]])
    func `the tests of one script run beside one another with the same bytes`(
        options: [String]
    ) throws {
        try place.write(
            """
            app launch
            clock now
            for n in 1..12
              test "t ${n}" @many
                login u${n}
                expect user == u${n}
                expect queue == 2
                expect sql "SELECT count(*) FROM events" != ${n}
              end
            end
            app background
            query "SELECT count(*) AS n FROM events"
            test "in the background"
              expect queue == 2
            end
            test "and once more"
              [!network:real] tap
            end

            """, to: "m.psh")
        func run(_ jobs: Int) throws -> (Pushsh.Run, [String]) {
            let reports = ["json", "junit", "html"].flatMap {
                ["--report", "\($0)=\(jobs).\($0)"]
            }
            let run = try Pushsh.run(
                options + reports + ["--report-times", "off", "--jobs", "\(jobs)", "m.psh"],
                in: place)
            return (run, try ["json", "junit", "html"].map { try place.text("\(jobs).\($0)") })
        }
        let alone = try run(1)
        #expect(alone.0.stdout.contains("✓ "))
        #expect(alone.0.stdout.contains("✗ "))
        for jobs in [2, 3, 40] {
            let beside = try run(jobs)
            #expect(beside.0 == alone.0)
            #expect(beside.1 == alone.1)
        }
    }

    @Test func `a test whose process dies is a failure, and the others are told`() throws {
        try place.write(
            """
            test "waits"
              .output a.fifo
              queue
              .output
              repeat 90000000
                queue
              end
            end
            test "other"
              clock
            end

            """, to: "w.psh")
        let run = try Pushsh.bash(
            """
            mkfifo a.fifo
            "$PUSHSH" --jobs 2 w.psh > out.txt 2>err.txt &
            parent=$!
            head -c 1 a.fifo > one.txt
            # The first child has the first test.
            kill -KILL $(cut -d' ' -f1 /proc/$parent/task/$parent/children)
            wait $parent
            echo $?; cat out.txt err.txt
            """, in: place)
        #expect(
            run.stdout.hasPrefix(
                """
                3
                ✗ waits
                ✓ other
                1 passed, 1 failed
                w.psh:1:1: error: the process that ran the test ended without a report

                """))
    }

    @Test func `a report goes into a descriptor that the caller opened`() throws {
        let run = try Pushsh.bash(
            "pushsh --report json=/dev/fd/5 -c clock 5> r.json > out.txt; grep -c passed r.json",
            in: place)
        #expect(run.status == 0)
        #expect(try place.listing().filter { $0.hasPrefix("r.json") } == ["r.json"])
    }
}
