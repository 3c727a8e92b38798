import Foundation
import PushTestSupport
import Testing

/// The pages in a real browser: by axe's rules, at both widths, in both themes, without scripts,
/// and where a build server forbids styles, too (TD-14, TD-16).
@Suite(.serialized) struct BrowserPageTests {
    let place: TemporaryDirectory

    init() throws {
        place = try TemporaryDirectory()
        try place.write(Self.script, to: "pages/way.psh")
        try place.write(Self.payload, to: "pages/sale.json")
    }

    private static let payload = """
        {"aps": {"alert": {"title": "春のセール🌸開始のお知らせ", "body": "全品20%オフ"}, "badge": 3},
         "image_url": "https://example.com/a/long/path/without/any/break/to/the/banner/image.png",
         "deeplink": "myapp://coupons/7"}
        """

    private static let script = """
        test "お知らせは前面でも表示され、タップでアプリが開く" @sale
          app launch
          receive --id m-1 <<JSON
            {"aps": {"alert": {"title": "👨‍👩‍👧 家族割", "subtitle": "本日限り", "body":
              "https://example.com/very/long/path/without/any/break/index.html"}, "badge": 3}}
            JSON
          clock advance 5m
          device lock
          receive sale.json --id m-2
          tap m-2
          flush
          why m-2
          expect badge == 7
        end
        test "a silent push does not wake an app that its user removed" @silent
          app launch
          app force-quit
          receive --id s-1 <<JSON
            {"aps": {"content-available": 1}}
            JSON
          why s-1
          expect $.cause == not-woken
        end

        """

    private func report() throws -> String {
        _ = try Pushsh.run(["--report", "html=pages/r.html", "pages/way.psh"], in: place)
        return try place.text("pages/r.html")
    }

    private func trial() throws -> String {
        try Pushsh.run(
            ["-c", "try pages/sale.json --also locked,focus,offline --format html"], in: place
        ).stdout
    }

    private func session() throws -> String {
        let text = "app launch\napp background\nreceive pages/sale.json\ntap\nflush\nreport s.html"
        _ = try Pushsh.run(["-c", text], in: place)
        return try place.text("s.html")
    }

    @Test(arguments: [(400, true), (400, false), (1400, true), (1400, false)])
    func `the report keeps the rules`(width: Int, isDark: Bool) throws {
        let sight = try Browser(place: place, width: width, isDark: isDark).look(at: report())
        #expect(sight.findings == ["judged enough at \(width) \(isDark ? "dark" : "light")"])
        #expect(sight.complaints == [])
    }

    @Test(arguments: [(400, true), (1400, false)])
    func `the pages of try and of a session keep the rules`(width: Int, isDark: Bool) throws {
        for page in [try trial(), try session()] {
            let sight = try Browser(place: place, width: width, isDark: isDark).look(at: page)
            #expect(sight.findings == ["judged enough at \(width) \(isDark ? "dark" : "light")"])
            #expect(sight.complaints == [])
        }
    }

    @Test func `without its script the report keeps the rules, and holds everything`() throws {
        let whole = try report()
        let start = try #require(whole.range(of: "<script>"))
        let end = try #require(whole.range(of: "</script>"))
        var bare = whole
        bare.removeSubrange(start.lowerBound..<end.upperBound)
        let sight = try Browser(place: place, width: 400).look(at: bare)
        #expect(sight.findings == ["judged enough at 400 light"])
        #expect(sight.complaints == [])
        #expect(bare.contains("<td>badge == 7</td><td>3</td>"))
        #expect(bare.contains("the app is not woken: the user swiped the app away"))
    }

    /// What Jenkins sends with the files that builds leave behind.
    private static let jenkins = "default-src 'none'; img-src 'self'; style-src 'self'"

    @Test func `where styles and scripts are forbidden, each word stands there once`() throws {
        let script = """
            addEventListener("load", function () {
              document.querySelectorAll("details").forEach(function (d) { d.open = true; });
              parent.postMessage(document.body.innerText, "*");
            });
            """
        let text = try Browser(place: place)
            .look(at: report(), policy: Self.jenkins, with: script).findings.joined(separator: " ")
        for word in ["1 passed", "1 failed", "At first", "家族割", "not woken", "What failed"] {
            #expect(text.contains(word), "\(word)")
        }
        for word in ["件失敗", "最初", "送信側", "実行後"] {
            #expect(!text.contains(word), "\(word)")
        }
    }

    /// Paper cannot be scrolled, and nobody opens what is closed on it.
    @Test func `on paper each line is whole and everything is open`() throws {
        let script = """
            addEventListener("load", function () {
              var told = [];
              for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
                if (rule.media && rule.media.mediaText === "print") {
                  rule.media.mediaText = "all"; told.push("printed");
                }
              document.querySelectorAll("pre, td, p, li").forEach(function (e) {
                if (e.scrollWidth > e.clientWidth + 1) told.push("cut: " + e.textContent);
              });
              document.querySelectorAll("details > pre").forEach(function (e) {
                if (e.checkVisibility() && e.offsetHeight > 10) return;
                told.push("closed: " + e.textContent);
              });
              if (document.querySelectorAll("details:not([open]) > pre").length) told.push("asked");
              if (document.getElementById("tools").offsetHeight) told.push("tools");
              parent.postMessage(told.join("\\n"), "*");
            });
            """
        let findings = try Browser(place: place, width: 700).look(at: report(), with: script)
            .findings
        #expect(findings == ["printed", "asked"])
    }

    /// Pale letters on paper cannot be read, and a dark page empties the printer.
    @Test func `paper is white whatever theme was chosen`() throws {
        let script = """
            addEventListener("load", function () {
              var told = [];
              for (const theme of ["light", "dark"]) {
                document.documentElement.dataset.theme = theme;
                for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
                  if (rule.media && /print|all/.test(rule.media.mediaText))
                    rule.media.mediaText = theme === "light" ? "print" : "all";
                var body = getComputedStyle(document.body);
                told.push(body.color + " on " + body.backgroundColor);
              }
              parent.postMessage(told.join("\\n"), "*");
            });
            """
        let findings = try Browser(place: place, isDark: true).look(at: report(), with: script)
            .findings
        let light = "rgb(27, 31, 36) on rgb(255, 255, 255)"
        #expect(findings == [light, light])
    }

    /// What a wide drawing shows beside the paper would be cut off.
    @Test func `on paper a wide drawing is broken into rows that fit`() throws {
        let push = "  receive {\"aps\": {\"alert\": \"A\"}}\n  clock advance 5m\n"
        let steps = "  app launch\n  app background\n" + String(repeating: push, count: 20)
        try place.write("test \"many\"\n\(steps)end\n", to: "pages/way.psh")
        let script = """
            addEventListener("load", function () {
              var told = [], sheets = document.querySelectorAll(".sheets > svg");
              if (sheets[0].checkVisibility()) told.push("rows on the screen");
              for (const sheet of document.styleSheets) for (const rule of sheet.cssRules)
                if (rule.media && rule.media.mediaText === "print") rule.media.mediaText = "all";
              if (document.querySelector(".way").checkVisibility()) told.push("way");
              var end = 0, room = document.querySelector(".sheets").clientWidth;
              sheets.forEach(function (sheet) {
                var box = sheet.getBoundingClientRect();
                var part = sheet.querySelector("svg").viewBox.baseVal;
                if (box.width > room || box.height < 100) told.push("wide: " + box.width);
                if (part.x !== end || part.width > 600) told.push("gap at " + part.x);
                end = part.x + part.width;
              });
              told.push(sheets.length + " rows",
                end === +document.querySelector(".marks").getAttribute("width") ? "whole" : "cut");
              parent.postMessage(told.join("\\n"), "*");
            });
            """
        let findings = try Browser(place: place, width: 640).look(at: report(), with: script)
            .findings
        #expect(findings == ["7 rows", "whole"])
    }

    @Test func `the checks find what is wrong with a page`() throws {
        let page = """
            <!DOCTYPE html><html><head><meta charset="utf-8"><title></title><style>
            .pale { color: #999; } .ghost { opacity: 0.3; } a:focus { outline: none; }
            .shade { background: linear-gradient(#fff, #777); color: #555; }
            .wide { width: 900px; }
            </style></head><body>
            <h2>No first heading</h2><h4>A gap</h4><p class="pale">pale</p>
            <p class="ghost">ghost</p><p class="shade">shade</p><p class="wide">wide</p>
            <a href="#nowhere">no ring</a><button></button>
            <div id="one"></div><div id="one"></div><ul><p>no item</p></ul>
            <table><tr><th>no scope</th></tr></table><svg width="9" height="9"></svg>
            <img src="https://example.com/x.png" alt=""></body></html>
            """
        let findings = try Browser(place: place, width: 400).look(at: page).findings
        let rules = [
            "one h1", "heading gap", "contrast 2.85", "contrast 2.11", "wide:", "focus unseen",
            "no name", "same id", "list", "no scope", "no title", "outside", "no lang",
            "one main", "dead link", "wider than the window",
        ]
        for rule in rules {
            #expect(findings.contains { $0.hasPrefix(rule) }, "\(rule): \(findings)")
        }
        #expect(findings.contains { $0.hasPrefix("contrast") && $0.contains("shade") })
    }

    @Test func `keys and buttons of the report work`() throws {
        let page = try report().replacingOccurrences(
            of: "</body>",
            with: """
                <script>setTimeout(function () {
                  function press(key) {
                    document.body.dispatchEvent(
                      new KeyboardEvent("keydown", {key: key, bubbles: true}));
                  }
                  function shown() {
                    return document.querySelectorAll("details.test:not([hidden])").length;
                  }
                  var told = [shown()];
                  press("f"); told.push(shown()); press("f"); told.push(shown());
                  var box = document.querySelector("input");
                  box.value = "silent"; box.dispatchEvent(new Event("input"));
                  told.push(shown(), document.querySelector("output").textContent);
                  box.value = ""; box.dispatchEvent(new Event("input"));
                  press("l"); told.push(document.documentElement.lang,
                    document.querySelector("h1").innerText);
                  press("t"); told.push(document.documentElement.dataset.theme);
                  press("j"); told.push(document.activeElement.tagName);
                  document.body.innerHTML = "<p id='told'></p>";
                  document.getElementById("told").textContent = told.join("|");
                }, 300);</script></body>
                """)
        try place.write(page, to: "keys.html")
        let sight = try Browser(place: place).open("keys.html")
        #expect(
            sight.document.contains("2|1|2|1|1 / 2|ja|1 件成功, 1 件失敗|dark|SUMMARY"),
            "\(sight.document.suffix(400))")
    }
}
