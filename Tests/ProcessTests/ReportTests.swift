import Foundation
import PushTestSupport
import Testing

/// The reports for tools: TAP on standard output, JUnit, JSON and HTML in files.
@Suite struct ReportTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(
            """
            test "good & <new>"
              expect queue == 0
            end
            test "bad" @slow
              expect queue == 1
            end

            """, to: "r.psh")
        try place.write("", to: "d/x")
    }

    static let failure = """
        r.psh:5:3: error: the expectation does not hold
          expect queue == 1
          ^^^^^^^^^^^^^^^^^
        expected: queue == 1
        actual: 0

        """

    @Test func `TAP tells each test and, indented, why it failed`() throws {
        let run = try Pushsh.run(["--format", "tap", "r.psh"], in: place)
        let message = Self.failure.split(separator: "\n").map { "    " + $0 }
        #expect(
            run.lines.filter { !$0.allSatisfy { $0 == " " } }
                == ["TAP version 14", "ok 1 - good & <new>", "not ok 2 - bad", "  ---"]
                + ["  message: |"] + message + ["  ...", "1..2"])
        #expect(run.stderr == "")
        #expect(run.status == 1)
    }

    @Test func `output that cannot be sent to a file stays where it was`() throws {
        let run = try Pushsh.run(
            ["--keep-going", "-c", ".output r.psh/out\nclock now"], in: place)
        #expect(run.stdout == "clock   2026-01-01T00:00:00Z\n")
        #expect(run.stderr.hasPrefix("-c:1:1: error: cannot write `r.psh/out`\n"))
        #expect(run.status == 3)
    }

    @Test func `a test that fails shows what its commands printed`() throws {
        try place.write(
            """
            test "why"
              app launch
              why delivery
              expect queue == 7
            end

            """, to: "why.psh")
        let run = try Pushsh.run(["why.psh"], in: place)
        #expect(run.stderr.contains("the test's last commands:\n  app launch\n  | app "))
        #expect(run.stderr.contains("\n  why delivery\n  | broken"))
        #expect(run.stdout == "✗ why\n0 passed, 1 failed\n")
    }

    @Test func `the JUnit report is XML that names file, line and failure`() throws {
        let run = try Pushsh.run(["--report", "junit=out.xml", "r.psh"], in: place)
        #expect(run.status == 1)
        #expect(
            try place.text("out.xml") == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="2" failures="1">
                  <testsuite name="r.psh" tests="2" failures="1" skipped="0">
                    <testcase name="good &amp; &lt;new&gt;" classname="r.psh" line="1"/>
                    <testcase name="bad" classname="r.psh" line="4"><failure message="the \
                expectation does not hold">\(Self.failure)</failure></testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    @Test func `the JSON report is JSON`() throws {
        let run = try Pushsh.run(["--report=json=out.json", "r.psh"], in: place)
        #expect(run.status == 1)
        let data = Data(try place.text("out.json").utf8)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
        #expect(json["passed"] as? Int == 1)
        #expect(json["failed"] as? Int == 1)
        let tests = try #require(json["tests"] as? [NSDictionary])
        #expect(tests.map { $0["status"] as? String } == ["passed", "failed"])
        #expect((tests[1]["failure"] as? NSDictionary)?["text"] as? String == Self.failure)
    }

    @Test func `several reports are written at once, and HTML escapes what it shows`() throws {
        let kinds = ["html=a.html", "json=a.json", "junit=a.xml"].flatMap { ["--report", $0] }
        _ = try Pushsh.run(kinds + ["r.psh"], in: place)
        #expect(try place.listing() == ["a.html", "a.json", "a.xml", "d", "d/x", "r.psh"])
        let html = try place.text("a.html")
        #expect(html.hasPrefix("<!DOCTYPE html>\n"))
        #expect(html.contains("<h3>✓ good &amp; &lt;new&gt;</h3>"))
    }

    @Test(arguments: [
        ("junit=none/a.xml", "cannot write `none/a.xml`: no such file or directory"),
        ("junit=d", "cannot write `d`: is a directory"),
    ])
    func `a report that cannot be written ends with status 3`(
        report: String, words: String
    ) throws {
        let run = try Pushsh.run(["--report", report, "--skip", "@slow", "r.psh"], in: place)
        #expect(run.stdout == "✓ good & <new>\n1 passed, 0 failed\n")
        #expect(run.stderr == "pushsh: \(words)\n")
        #expect(run.status == 3)
    }

    @Test func `a report into a pipe is written to the pipe, which stays`() throws {
        let run = try Pushsh.bash(
            """
            mkfifo pipe
            timeout 2 cat pipe >got.json & reader=$!
            pushsh --report json=pipe r.psh >/dev/null 2>&1
            wait $reader
            [[ -p pipe ]] && grep -c '"status"' got.json
            """, in: place)
        #expect(run.stdout == "2\n")
    }

    @Test func `a title with an escape sequence is shown as text in every report`() throws {
        try place.write(
            "test \"\\u{1b}[31mred\"\n  expect queue == \"\\u{1b}]0;x\\u{7}\"\nend\n", to: "e.psh")
        let kinds = ["html=a.html", "json=a.json", "junit=a.xml"].flatMap { ["--report", $0] }
        let run = try Pushsh.run(kinds + ["e.psh"], in: place)
        let tap = try Pushsh.run(["--format", "tap", "e.psh"], in: place)
        let files = try ["a.html", "a.json", "a.xml"].map(place.text)
        for text in [run.stdout, run.stderr, tap.stdout] + files {
            #expect(!text.utf8.contains(0x1B) && !text.utf8.contains(7))
            #expect(text != "")
        }
    }

    @Test func `a key in a failing test is in none of the reports`() throws {
        let key = "1/0123456789abcdef0123456789abcdef01234567"
        try place.write(
            "test \"key\"\n  app launch\n  login \(key)\n  expect user == x\nend\n", to: "k.psh")
        let kinds = ["html=a.html", "json=a.json", "junit=a.xml"].flatMap { ["--report", $0] }
        let run = try Pushsh.run(kinds + ["k.psh"], in: place)
        let files = try ["a.html", "a.json", "a.xml"].map(place.text)
        let isShown = ([run.stdout, run.stderr] + files).map { $0.contains(key) }
        #expect(run.status == 1)
        #expect(isShown == [false, false, false, false, false])
    }
}
