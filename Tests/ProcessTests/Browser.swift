import Foundation
import PushTestSupport

/// A browser without a window, in which the pages we write are judged.
struct Browser {
    /// What a browser showed of a page.
    struct Sight {
        /// The document after its scripts ran.
        var document: String
        /// What the console complained about.
        var complaints: [String]
        /// The findings of `PageChecks`; the first line tells how it was looked at.
        var findings: [String]
    }

    let place: TemporaryDirectory
    var width = 1400
    var isDark = false

    /// Opens a page, to which the checks are added, in a frame of the width.
    ///
    /// A browser without a window is never narrower than 500 pixels; a frame can be.
    ///
    /// `policy` is a content security policy; the checks run whatever it forbids. `script` reports
    /// the findings instead of the checks.
    func look(
        at page: String, policy: String? = nil, with script: String = PageChecks.script
    ) throws -> Sight {
        let checks = "<script nonce=\"checks\">\(script)</script></body>"
        var page = page.replacingOccurrences(of: "</body>", with: checks)
        if let policy {
            page = page.replacingOccurrences(
                of: "<meta charset=\"utf-8\">",
                with: "<meta charset=\"utf-8\"><meta http-equiv=\"Content-Security-Policy\" "
                    + "content=\"\(policy); script-src 'nonce-checks'\">")
        }
        try place.write(page, to: "page.html")
        try place.write(
            """
            <!DOCTYPE html><meta name="color-scheme" content="light dark"><pre id="found"></pre>
            <script>addEventListener("message", function (told) {
              document.getElementById("found").textContent = told.data;
            });</script>
            <iframe src="page.html" width="\(width)" height="900" frameborder="0"></iframe>
            """, to: "frame.html")
        var sight = try open("frame.html")
        let told = sight.document.components(separatedBy: "<pre id=\"found\">")
        let text = told.count < 2 ? "" : told[1].components(separatedBy: "</pre>")[0]
        sight.findings = text.split(separator: "\n").map(String.init)
        return sight
    }

    /// Opens a file as it is.
    func open(_ file: String, isTimed: Bool = false) throws -> Sight {
        var options = [
            "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
            "--user-data-dir=\(place.path)/browser-\(UUID().uuidString)",
            "--enable-logging=stderr", "--window-size=1500,1000",
            "--blink-settings=preferredColorScheme=\(isDark ? 0 : 1)",
        ]
        // A virtual clock waits for what a page does late, and tells no real time.
        if !isTimed { options.append("--virtual-time-budget=5000") }
        options += ["--dump-dom", "file://\(place.path)/\(file)"]
        let shown = try Shell.run("chromium", options, timeout: 120)
        let complaints = String(decoding: shown.errors, as: UTF8.self)
            .split(separator: "\n").filter { $0.contains(":CONSOLE") }.map(String.init)
        return Sight(
            document: String(decoding: shown.output, as: UTF8.self), complaints: complaints,
            findings: [])
    }
}
