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

    /// Every test that `--list` names is in every report, as with `include`.
    @Test(arguments: [
        "quit\n.read r.psh\n", "[tty] .read \"r.psh\"\n", "quit\ninclude \"r.psh\"\n",
    ])
    func `tests of a file that is not reached are in every report`(_ script: String) throws {
        try place.write("psh 2\n" + script, to: "s.psh")
        let list = try Pushsh.run(["--list", "s.psh"], in: place)
        #expect(list.lines.count == 2, "\(list)")
        let run = try Pushsh.run(
            [
                "--format", "tap", "--report", "junit=r.xml", "--report", "json=r.json", "--report",
                "html=r.html", "s.psh",
            ], in: place)
        #expect(run.lines.filter { $0.contains(" # SKIP ") }.count == 2, "\(run)")
        #expect(run.lines.last == "1..2" && run.status == 1, "\(run)")
        #expect(run.stderr.contains("every test was skipped: "), "\(run)")
        #expect(try place.text("r.xml").components(separatedBy: "<skipped ").count == 3)
        #expect(try place.text("r.json").components(separatedBy: "\"skipped\",").count == 3)
        #expect(try place.text("r.html").contains("good &amp; &lt;new&gt;"))
    }

    @Test func `output that cannot be sent to a file stays where it was`() throws {
        let run = try Pushsh.run(
            ["--keep-going", "-c", ".output r.psh/out\nclock now"], in: place)
        #expect(run.stdout == "clock   2026-01-01T00:00:00Z\n")
        #expect(run.stderr.hasPrefix("-c:1:9: error: cannot write `r.psh/out`: "))
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
        #expect(run.stderr.contains("\n  why delivery\n  | no delivery: "))
        #expect(run.stdout == "✗ why\n0 passed, 1 failed\n")
    }

    @Test func `the JUnit report is XML that names file, line and failure`() throws {
        let options = ["--report", "junit=out.xml", "--report-times", "off"]
        let run = try Pushsh.run(options + ["r.psh"], in: place)
        #expect(run.status == 1)
        #expect(
            try place.text("out.xml") == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites tests="2" failures="1" errors="0">
                  <testsuite name="r.psh" tests="2" failures="1" errors="0" skipped="0" \
                file="r.psh">
                    <properties>
                      <property name="pushsh.version" value="0.1.0"/>
                      <property name="pushsh.seed" value="1"/>
                    </properties>
                    <testcase name="good &amp; &lt;new&gt;" classname="r.psh"><system-out>r.psh:1\
                </system-out></testcase>
                    <testcase name="bad" classname="r.psh"><failure type="expectation" \
                message="the expectation does not hold: expected queue == 1, found 0">\
                \(Self.failure)</failure><system-out>r.psh:4 @slow</system-out></testcase>
                  </testsuite>
                </testsuites>

                """)
    }

    /// What `junit-10.xsd` of Jenkins' xunit plugin allows: elements, their attributes, those that
    /// must be there, and the elements inside.
    static let schema:
        [String: (allowed: Set<String>, required: Set<String>, inside: Set<String>)] =
            [
                "testsuites": (["name", "time", "tests", "failures", "errors"], [], ["testsuite"]),
                "testsuite": (
                    [
                        "name", "tests", "failures", "errors", "group", "time", "skipped",
                        "timestamp",
                        "hostname", "id", "package", "file", "log", "url",
                    ],
                    ["name", "tests", "failures", "errors"],
                    ["testsuite", "properties", "testcase", "system-out", "system-err"]
                ),
                "properties": ([], [], ["property"]),
                "property": (["name", "value"], ["name", "value"], []),
                "testcase": (
                    ["name", "time", "classname", "group"], ["name"],
                    ["skipped", "error", "failure", "system-out", "system-err"]
                ),
                "failure": (["type", "message"], [], []), "error": (["type", "message"], [], []),
                "skipped": (["type", "message"], [], []), "system-out": ([], [], []),
            ]

    @Test func `Jenkins' schema takes the JUnit report`() throws {
        try place.write(
            """
            clock advance 1s
            test "passes"
            end
            test "times out"
              repeat 90000000
                clock
              end
            end
            tap
            test "is skipped"
            end

            """, to: "all.psh")
        let run = try Pushsh.run(
            ["--report", "junit=out.xml", "--timeout", "300ms", "all.psh"], in: place)
        #expect(run.status == 3)
        let text = try place.text("out.xml")
        #expect(text.contains(#"<error type="timeout" message="the test took longer than 300ms">"#))
        let places = ["all.psh:5:3", "all.psh:6:5"].map { $0 + ": error: the test took longer" }
        #expect(places.contains { text.contains($0) })
        #expect(text.contains("<skipped message=\"all.psh:9 failed\"/>"))
        var open: [String] = []
        for piece in text.split(separator: "<").dropFirst() {
            let tag = piece.prefix { $0 != ">" }
            let name = String(tag.prefix { $0 != " " && $0 != "/" })
            if tag.hasPrefix("/") {
                #expect(open.popLast().map { "/" + $0 } == String(tag))
                continue
            }
            let rule = try #require(Self.schema[name], "<\(name)>")
            if let outer = open.last { #expect(Self.schema[outer]?.inside.contains(name) == true) }
            // Values hold no quotes, so that every second part is the end of a name.
            let names = tag.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
                .filter { $0.offset.isMultiple(of: 2) && $0.element.hasSuffix("=") }
                .compactMap { $0.element.split(separator: " ").last?.dropLast() }.map(String.init)
            #expect(rule.required.isSubset(of: names) && rule.allowed.isSuperset(of: names))
            if !tag.hasSuffix("/") { open.append(name) }
        }
        #expect(open == [])
    }

    @Test func `the JSON report is JSON`() throws {
        try place.write("for n in 1..3\ntest \"n\" @t\n  tap\nend\nend\n", to: "l.psh")
        let options = [
            "--keep-steps", "--shuffle", "3", "--shard", "1/1", "--report=json=out.json",
        ]
        let run = try Pushsh.run(options + ["r.psh", "l.psh"], in: place)
        #expect(run.status == 1)
        let schema = try JSONSchema(Repository.text("share/pushsh/schemas/report.json"))
        #expect(try schema.faults(in: place.text("out.json")) == [])
        #expect(try schema.faults(in: #"{"report": 1, "x": {}}"#).count > 5)
    }

    @Test func `the JSON report tells passed and failed`() throws {
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

    @Test func `the JSON report has the answers of why in parts`() throws {
        let push = #"receive {"aps": {"alert": "hi"}} --type background --priority 10"#
        try place.write("test \"late\"\n  app launch\n  \(push)\nend\n", to: "w.psh")
        let options = ["--keep-steps", "--report=json=out.json", "w.psh"]
        #expect(try Pushsh.run(options, in: place).status == 0)
        let data = Data(try place.text("out.json").utf8)
        let json = try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
        let test = try #require((json["tests"] as? [NSDictionary])?.first)
        let answers = try #require((test["trace"] as? NSDictionary)?["why"] as? [NSDictionary])
        let answer = try #require(answers.first)
        #expect(answer["id"] as? String == "m-000001")
        #expect(answer["state"] as? String == "broken")
        #expect(
            answer["sentence"] as? String == "gateway: APNs answers BadPriority (400): a push of "
                + "type background has priority 5, found 10")
        #expect(
            answer["cure"] as? String == "send it with push type `alert`")
        #expect(answer["rule"] as? String == "background-priority")
        let lines = try #require(answer["lines"] as? [String])
        #expect(lines.first?.hasPrefix("broken  m-000001: gateway: APNs answers") == true)
        #expect(answers.count == 1)
    }

    @Test func `several reports are written at once, and HTML escapes what it shows`() throws {
        let kinds = ["html=a.html", "json=a.json", "junit=a.xml"].flatMap { ["--report", $0] }
        _ = try Pushsh.run(kinds + ["r.psh"], in: place)
        #expect(try place.listing() == ["a.html", "a.json", "a.xml", "d", "d/x", "r.psh"])
        let html = try place.text("a.html")
        #expect(html.hasPrefix("<!DOCTYPE html>\n"))
        #expect(html.contains("<span class=\"sign\">✓</span> good &amp; &lt;new&gt;</h3>"))
    }

    @Test(arguments: ["json", "junit", "html"])
    func `a report on standard output has it alone`(kind: String) throws {
        let options = ["--report-times", "off", "--shuffle", "3"]
        let run = try Pushsh.run(options + ["--report", "\(kind)=-", "r.psh"], in: place)
        _ = try Pushsh.run(options + ["--report", "\(kind)=kept", "r.psh"], in: place)
        #expect(run.stdout == (try place.text("kept")))
        #expect(run.stderr.contains("✗ bad\n"))
        #expect(
            run.stderr.hasSuffix(
                "1 passed, 1 failed\nnote: the tests ran in the order of `--shuffle 3`\n"))
        #expect(run.status == 1)
        #expect(try !place.listing().contains("-"))
        let printed = try Pushsh.run(["--report", "\(kind)=-", "-c", "clock now"], in: place)
        #expect(printed.stderr == "clock   2026-01-01T00:00:00Z\n")
    }

    @Test func `two texts for tools do not share standard output`() throws {
        let reports = ["--report", "json=-", "--report", "html=-", "r.psh"]
        let two = try Pushsh.run(reports, in: place)
        #expect(
            two.stderr == "pushsh: `--report json=-` and `--report html=-` both go to standard "
                + "output\nhint: give one of them a file\n")
        #expect(two.status == 2)
        let tap = try Pushsh.run(["--format", "tap", "--report=json=-", "r.psh"], in: place)
        #expect(tap.stderr.contains("`--report json=-` and `--format tap` both go"))
        #expect(tap.stdout == "")
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
            timeout 50 cat pipe >got.json & reader=$!
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

    @Test func `a key in a payload is in none of the reports`() throws {
        let key = "1/0123456789abcdef0123456789abcdef01234567"
        try place.write(
            """
            test "key"
              app launch
              receive <<'END'
              {"aps":{"alert":{"title":"t \(key)","subtitle":"\(key)","body":"\(key)"}},
               "message_id":"\(key)","link":"myapp://\(key)"}
              END
              tap
              expect badge == 7
            end

            """, to: "p.psh")
        let kinds = ["html=p.html", "json=p.json", "junit=p.xml"].flatMap { ["--report", $0] }
        let run = try Pushsh.run(kinds + ["--keep-steps", "p.psh"], in: place)
        let files = try ["p.html", "p.json", "p.xml"].map(place.text)
        #expect(run.status == 1, "\(run)")
        #expect(files[0].contains("1/01…**"))
        let lines = ([run.stdout, run.stderr] + files).flatMap { $0.split(separator: "\n") }
            .filter { $0.contains("0123456789abcdef") }
        #expect(lines.isEmpty, "\(lines.map { $0.prefix(300) })")
    }
}
