import Foundation
import PushTestSupport
import Testing

/// The report that people look at: the way of each push, the phone, the steps (TD-14, TD-16).
@Suite struct ReportPageTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(
            """
            # A push that is shown and one that is refused.
            test "a push is shown, tapped and stored" @good
              app launch
              app background
              receive --id m-1 <<JSON
                {"aps": {"alert": {"title": "<b>お知らせ</b>", "body": "👨‍👩‍👧 & more"}, "badge": 3}}
                JSON
              clock advance 5m
              tap m-1
              flush
              expect queue == 0
            end
            test "a push for a locked phone" @bad
              app launch
              device lock
              receive --id m-2 <<JSON
                {"aps": {"alert": "Locked"}}
                JSON
              expect badge == 7
            end

            """, to: "way.psh")
    }

    private func page(_ options: [String] = []) throws -> String {
        _ = try Pushsh.run(options + ["--report", "html=a.html", "way.psh"], in: place)
        return try place.text("a.html")
    }

    @Test func `each test draws its push through the lanes, with links to the steps`() throws {
        let page = try page()
        #expect(page.components(separatedBy: "<svg class=\"marks\"").count == 3)
        for lane in ["sender", "gateway", "device", "extension", "app", "queue", "warehouse"] {
            #expect(page.contains(">\(lane)</text>"))
        }
        #expect(page.contains("<polyline"))
        #expect(page.contains("<a href=\"#t1-3\">"))
        #expect(page.contains("id=\"t1-3\""))
    }

    /// A page of one script, of which the drawings are given.
    private func drawing(of script: String) throws -> (page: String, marks: String) {
        try place.write(script, to: "one.psh")
        _ = try Pushsh.run(["--report", "html=one.html", "one.psh"], in: place)
        let page = try place.text("one.html")
        let parts = page.components(separatedBy: "<svg class=\"marks\"")
        return (page, parts.count < 2 ? "" : parts[1].components(separatedBy: "</svg>")[0])
    }

    /// A customer reads a red cross as a failure, whatever stands below the drawing.
    @Test func `a push has a red end only where why finds it broken`() throws {
        let push = "  receive --id m-1 {\"aps\": {\"alert\": \"A\"}}\nend\n"
        let shown = try drawing(of: "test \"shown\"\n  app launch\n  app background\n" + push)
        #expect(shown.page.contains("not     tracked delivery m-1"))
        #expect(shown.marks.contains("<polyline") && !shown.marks.contains("#d0342c"))
        let denied = try drawing(of: "test \"denied\"\n  permission deny\n  app launch\n" + push)
        #expect(denied.page.contains("<b class=\"state broken\">"))
        #expect(denied.marks.contains("l-12 12\" stroke=\"#d0342c\""))
        // What the user answers is no push that a gateway refused.
        #expect(denied.marks.components(separatedBy: "<polyline").count == 2)
        #expect(denied.page.contains(": <code>permission grant</code>"))
    }

    /// Whoever gets a report looks at the cross first, and should not have to click on it.
    @Test func `beside a red end stands its reason`() throws {
        let push = "  receive --id m-1 {\"aps\": {\"alert\": \"A\"}}\n"
        let marks = try drawing(
            of: "test \"denied\"\n  permission deny\n  app launch\n\(push)end\n"
        ).marks
        let end = marks.components(separatedBy: "<text class=\"end\" ")
        try #require(end.count == 2, "\(marks)")
        #expect(end[1].contains("fill=\"#d0342c\">the permission is denied</text>"))
        // The drawing is wide enough for it.
        let x = try #require(Int(end[1].dropFirst(3).prefix { $0 != "\"" }))
        let width = try #require(
            Int(marks.components(separatedBy: "width=\"")[1].prefix { $0 != "\"" }))
        #expect(width > x + 150, "\(x) of \(width)")
        let next = "  receive --id m-2 {\"aps\": {\"alert\": \"B\"}}\n"
        let two = try drawing(
            of: "test \"denied\"\n  permission deny\n  app launch\n\(push)\(next)end\n"
        ).marks
        // Between two crosses there is no room for words.
        #expect(two.components(separatedBy: "<text class=\"end\" ").count == 2)
        let shown = try drawing(
            of: "test \"shown\"\n  app launch\n  app background\n\(push)end\n"
        ).marks
        #expect(!shown.contains("class=\"end\""))
    }

    /// The limit of `why`'s answers once gave the earlier of many pushes a red cross each.
    @Test func `of many good pushes none has a red end`() throws {
        let push = "  receive {\"aps\": {\"alert\": \"A\"}}\n"
        let many = String(repeating: push, count: 20)
        let marks = try drawing(of: "test \"many\"\n  app launch\n  app background\n\(many)end\n")
            .marks
        #expect(marks.components(separatedBy: "<polyline").count == 21)
        #expect(!marks.contains("#d0342c"))
    }

    @Test func `a failed test shows its notification without a click`() throws {
        let page = try page()
        let failed = page.components(separatedBy: "id=\"t2\"")[1]
        let film = failed.components(separatedBy: "<ol class=\"steps\">")[0]
        #expect(film.contains("<figure class=\"phone locked later\">"))
        #expect(film.contains(">At the end</span>") && film.contains("Locked"))
        #expect(!page.components(separatedBy: "id=\"t2\"")[0].contains("later\">"))
    }

    @Test func `a pause of the clock is drawn with its length`() throws {
        #expect(try page().contains(">5m</text>"))
    }

    @Test func `the phone is drawn with its notification, and text from outside is escaped`() throws
    {
        let page = try page()
        #expect(page.contains("<p class=\"title\">&lt;b&gt;お知らせ&lt;/b&gt;</p>"))
        #expect(page.contains("<p class=\"body\">👨‍👩‍👧 &amp; more</p>"))
        #expect(page.contains("<b class=\"badge\">3</b>"))
        #expect(page.contains("<figure class=\"phone locked\">"))
    }

    @Test func `the funnel counts from the sender to the warehouse`() throws {
        let page = try page()
        let funnel = page.components(separatedBy: "<ol class=\"funnel\">")[1]
            .components(separatedBy: "</ol>")[0]
        let counts = funnel.components(separatedBy: "<b>").dropFirst()
            .map { $0.components(separatedBy: "</b>")[0] }
        // Two pushes; one is tapped; token_register and open are uploaded and stored.
        #expect(counts == ["2", "2", "2", "2", "1", "0", "2", "2"])
        // The units are named where they change.
        let events = funnel.components(separatedBy: "<li class=\"unit\">")
        #expect(events.count == 2 && events[0].contains(">pushes sent</span>"))
        #expect(events[1].contains("<b>2</b> <span data-ja=\"イベントアップロード\">events uploaded<"))
    }

    @Test func `a failing expectation shows both sides, and its step stands open`() throws {
        let page = try page()
        #expect(page.contains("<td>badge == 7</td><td>0</td>"))
        #expect(page.contains("<li id=\"t2-4\" class=\"step look bad\"><details open>"))
        let list = page.components(separatedBy: "<section class=\"failures\">")[1]
        #expect(list.contains("<a href=\"#t2\">a push for a locked phone</a>"))
        #expect(list.contains("the expectation does not hold: expected badge == 7, found 0"))
    }

    @Test func `payload, request and the answer of why stand with their steps`() throws {
        let page = try page()
        #expect(page.contains("<details class=\"payload\">"))
        #expect(page.contains("2 events to mobile.push_events"))
        let verdict = page.components(separatedBy: "<details class=\"verdict\">")[1]
        #expect(verdict.hasPrefix("<summary><svg "))
        #expect(verdict.contains("why m-1: <b class=\"state ok\">ok</b>every link is intact"))
    }

    @Test func `equal runs give equal pages, also with workers`() throws {
        try place.write("test \"other\"\n  app launch\nend\n", to: "other.psh")
        let serial = ["--report", "html=b.html", "way.psh", "other.psh"]
        _ = try Pushsh.run(serial, in: place)
        _ = try Pushsh.run(["--report", "html=c.html"] + serial[2...], in: place)
        _ = try Pushsh.run(["--jobs", "2", "--report", "html=d.html"] + serial[2...], in: place)
        let pages = try ["b.html", "c.html", "d.html"].map(place.text)
        #expect(pages[0] == pages[1])
        expectSameText(pages[2], pages[0])
    }

    @Test func `a refused push is answered in the page, with the cure that the prompt printed`()
        throws
    {
        let message = #"{"message": {"token": "dummy:APA91b", "notification": {"title": "T"}}}"#
        _ = try Pushsh.run(["-c", "app launch\n? receive \(message)\nreport r.html"], in: place)
        let page = try place.text("r.html")
        let verdict = try #require(
            page.components(separatedBy: "<details class=\"verdict\">").dropFirst().first)
        #expect(verdict.contains("why receive: <b class=\"state broken\">broken</b>"))
        #expect(verdict.contains("found text that is not a registration token"))
        #expect(verdict.contains("<code>receive --to phone</code>"))
        #expect(page.contains("<b>1</b> <span data-ja=\"プッシュ送信\">push sent</span>"))
        #expect(!page.contains("invalid_payload:"))
    }

    @Test func `report writes what a script did so far`() throws {
        let run = try Pushsh.run(
            ["-c", "app launch\nreport now.html\napp background"], in: place)
        #expect(run.stdout.contains("report  now.html written\n"))
        let page = try place.text("now.html")
        #expect(page.contains("<code>app launch</code>"))
        #expect(!page.contains("app background"))
        #expect(page.contains("<title>pushsh: What happened on phone</title>"))
        #expect(!page.contains("passed</span>"))
        #expect(page.contains(">step</text>"))
        let pushed = try Pushsh.run(
            [
                "-c",
                """
                app launch
                permission deny
                receive {"aps": {"alert": "x"}, "message_id": "m-1"}
                report denied.html
                """,
            ], in: place)
        let denied = try place.text("denied.html")
        #expect(denied.contains("<b class=\"state broken\">broken</b>"), "\(pushed)")
        #expect(denied.contains(">Cure</span>:</b> "))
        #expect(denied.contains("<span class=\"line\">3</span><code>receive"))
    }

    @Test func `a browser draws the page without a complaint and builds its tools`() throws {
        _ = try page()
        let shown = try Shell.run(
            "chromium",
            [
                "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                "--user-data-dir=\(place.path)/browser", "--enable-logging=stderr",
                "--virtual-time-budget=3000", "--dump-dom", "file://\(place.path)/a.html#t1-3",
            ], timeout: 120)
        let page = String(decoding: shown.output, as: UTF8.self)
        let complaints = String(decoding: shown.errors, as: UTF8.self)
            .split(separator: "\n").filter { $0.contains(":CONSOLE") }
        #expect(complaints == [])
        #expect(page.contains("only failures"))
        // The step that the address names is open, and shows the phone before and after it.
        #expect(page.contains("figure class=\"phone before\""))
        #expect(page.contains("data-en=\"Before\">Before</span>"))
    }
}
