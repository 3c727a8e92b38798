import Foundation
import PushTestSupport
import Testing

/// A report of nearly all scenarios: small, few elements at first, and whole all the same (TD-14,
/// TD-16).
@Suite(.serialized) struct LongReportTests {
    let place: TemporaryDirectory
    let page: String

    init() throws {
        place = try TemporaryDirectory()
        // Scenarios may write files beside themselves.
        try FileManager.default.copyItem(
            atPath: Repository.root + "/share/pushsh", toPath: place.path + "/pushsh")
        let scenarios = place.path + "/pushsh/scenarios/"
        // These are mostly tables, and the others fill a page by themselves.
        let tables =
            #/
            ^(analyst|arrival|fcm|function|gateway|lint|script|send|setting|ticket|token)-|
            ^why-(cures|ticket|whose)
            /#
        let files = try FileManager.default.contentsOfDirectory(atPath: scenarios)
            .filter { $0.hasSuffix(".psh") && !$0.contains(tables) }.sorted()
        #expect(files.count > 150)
        _ = try Pushsh.run(
            ["--report", "html=\(place.path)/all.html"] + files.map { scenarios + $0 },
            timeout: 600)
        page = try place.text("all.html")
    }

    /// What a step's line in the list begins with.
    private static let step = "<li id=\"t"

    @Test func `few elements are made at first, and without scripts all of them`() throws {
        try checkElements()
        try checkWithoutScripts()
        try checkWhereScriptsAreForbidden()
    }

    /// Scripts are on in the browser, and the server forbids those of the page.
    private func checkWhereScriptsAreForbidden() throws {
        let script = """
            addEventListener("load", function () {
              var late = [].slice.call(document.querySelectorAll("details.test"))
                .filter(function (test) { return test.querySelector(":scope > noscript"); });
              var last = late[late.length - 1];
              last.open = true;
              var texts = late.filter(function (test) {
                return test.querySelector(":scope > pre.late").textContent.length > 9;
              });
              var shown = last.querySelector(":scope > pre.late");
              parent.postMessage([late.length > 99, texts.length === late.length,
                shown.getBoundingClientRect().height > 9].join(" "), "*");
            });
            """
        let sight = try Browser(place: place).look(
            at: page, policy: "default-src 'none'; style-src 'unsafe-inline'", with: script)
        #expect(sight.findings == ["true true true"])
    }

    private func checkElements() throws {
        #expect(page.utf8.count < 10_000_000)
        // No test is without its steps: where the page is large, a passing one tells them as text.
        let tests = page.components(separatedBy: "<details class=\"test ").count - 1
        let drawn = page.components(separatedBy: "<pre class=\"late\"").count - 1
        let told = page.components(separatedBy: "<pre class=\"told\"").count - 1
        print("of \(tests) tests \(drawn) are drawn when they are opened, \(told) told as text")
        #expect(tests > 1700 && drawn > 300 && told > 900)
        // The tests of a file begin alike.
        let repeated = page.components(separatedBy: "(as before in this file)").count - 1
        #expect(repeated > 900)
        #expect(!page.contains("drawing and steps of this passing test are left out"))
        #expect(
            page.contains(">Because the page is large, \(told) passing tests are shown as text;"))
        try place.write(
            page.replacingOccurrences(of: "</body>", with: Self.probe + "</body>"), to: "p.html")
        let sight = try Browser(place: place).open("p.html", isTimed: true)
        let shown = sight.document.components(separatedBy: "<title>told ")
        let words = shown.count < 2 ? [] : shown[1].prefix { $0 != "<" }.split(separator: " ")
        try #require(words.count == 6, "\(words)")
        // A measured figure: on a busy machine it says nothing, so nothing is demanded of it.
        print("a report of all scenarios: \(page.utf8.count) bytes, opened in \(words[0]) ms")
        let elements = try #require(Int(words[1]))
        let all = page.components(separatedBy: "</").count
        print("elements when it opened: \(elements) of some \(all)")
        // Every test has some, so their number goes with it.
        #expect(elements < 12 * tests)
        #expect(elements * 4 < all)
        // The last late test had no step, has its steps now, and the step named is open.
        #expect(words[2] == "0")
        #expect(Int(words[3]) ?? 0 > 0)
        #expect(words[4...] == ["true", "ja"])
        #expect(sight.complaints == [])
    }

    private static let probe = """
        <script>addEventListener("load", function () {
          var told = [Math.round(performance.now()), document.getElementsByTagName("*").length];
          var late = [].slice.call(document.querySelectorAll("details.test"))
            .filter(function (test) { return test.querySelector("noscript"); });
          var last = late[late.length - 1];
          told.push(last.querySelectorAll(".step").length);
          document.querySelector("[aria-keyshortcuts=l]").click();
          location.hash = last.id + "-1";
          dispatchEvent(new Event("hashchange"));
          told.push(last.querySelectorAll(".step").length, last.open,
            last.querySelector("h4").textContent === "手順" ? "ja" : "en");
          document.title = "told " + told.join(" ");
        });</script>
        """

    private func checkWithoutScripts() throws {
        let steps = page.components(separatedBy: Self.step).count - 1
        #expect(steps > 1000)
        let text = try #require(
            String(data: JSONEncoder().encode(page), encoding: .utf8))
        try place.write(
            """
            <!DOCTYPE html><title></title><iframe sandbox="allow-same-origin"></iframe><script>
            var frame = document.querySelector("iframe");
            frame.onload = function () {
              var shown = frame.contentDocument;
              document.title = "told " + shown.querySelectorAll("li.step").length + " "
                + shown.querySelectorAll("noscript details").length + " "
                + [].slice.call(shown.querySelectorAll("pre.late")).filter(function (text) {
                  return frame.contentWindow.getComputedStyle(text).display !== "none";
                }).length + " of " + shown.querySelectorAll("pre.late").length;
              frame.remove();
            };
            frame.srcdoc = \(text.replacingOccurrences(of: "</", with: "<\\/"));
            </script>
            """, to: "off.html")
        let sight = try Browser(place: place).open("off.html")
        let told = sight.document.components(separatedBy: "<title>told ")
        let words = told.count < 2 ? [] : told[1].prefix { $0 != "<" }.split(separator: " ")
        #expect(words.first == "\(steps)")
        try #require(words.count == 5, "\(words)")
        #expect(Int(words[1]) ?? 0 > 0)
        // The text that stands in for the drawing is not told twice.
        #expect(words[2] == "0" && Int(words[4]) ?? 0 > 99)
    }
}
