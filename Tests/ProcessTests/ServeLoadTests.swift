import Foundation
import Glibc
import PushTestSupport
import Testing

/// TD-06, TD-15: `serve` for a while under mixed load, and a page of a foreign origin before it.
@Suite struct ServeLoadTests {
    let place: TemporaryDirectory

    init() throws { place = try TemporaryDirectory() }

    /// What the process holds.
    private struct Load {
        var descriptors: Int
        var kilobytes: Int
        /// The middle one of the last answers' times, in milliseconds.
        var latency: Double
    }

    private func load(_ identifier: pid_t, _ latencies: [Double]) throws -> Load {
        let folder = "/proc/\(identifier)"
        let descriptors = try FileManager.default.contentsOfDirectory(atPath: folder + "/fd").count
        let pages = try String(contentsOfFile: folder + "/statm", encoding: .utf8)
            .split(separator: " ")[1]
        let sorted = latencies.sorted()
        return Load(
            descriptors: descriptors, kilobytes: (Int(pages) ?? 0) * 4,
            latency: sorted.isEmpty ? 0 : sorted[sorted.count / 2])
    }

    /// Asks for a query over Trino's protocol, and reads it to its end, as clients do.
    private func readQuery(_ statement: String, _ server: ServedProcess) throws {
        var answer = try server.ask(statement, "trino")
        #expect(answer.hasPrefix("HTTP/1.1 200 "), "\(answer)")
        var rows = answer.contains("[[1]]")
        while let mark = answer.range(of: "\"nextUri\":\"http://localhost") {
            let path = answer[mark.upperBound...].prefix { $0 != "\"" }
            answer = try server.ask(
                "GET \(path) HTTP/1.1\r\nHost: localhost\r\nX-Trino-User: \(WireRequest.key)\r\n"
                    + "Connection: close\r\n\r\n", "trino")
            rows = rows || answer.contains("[[1]]")
        }
        #expect(rows, "\(answer)")
    }

    /// With 128 descriptors, of which idle clients hold what the server grants them: uploads, lists
    /// and queries of both protocols go on, and nothing grows.
    @Test
    func `a minute of uploads, lists and queries leaves descriptors, memory and latency flat`()
        throws
    {
        let server = try ServedProcess(
            "serve --ingest 0 --api 0 --trino 0", in: place, services: 3,
            wrapper: ["bash", "-c", "ulimit -n 128; exec \"$@\"", "-"])
        server.discardOutput()
        let list =
            "GET /v3/database/list HTTP/1.1\r\nHost: localhost\r\nAuthorization: TD1 "
            + "\(WireRequest.key)\r\nConnection: close\r\n\r\n"
        let job =
            "POST /v3/job/issue/trino/mobile?query=SELECT%20count(*)%20FROM%20push_events "
            + "HTTP/1.1\r\nHost: localhost\r\nAuthorization: TD1 \(WireRequest.key)\r\n"
            + "Content-Length: 0\r\nConnection: close\r\n\r\n"
        let statement =
            "POST /v1/statement HTTP/1.1\r\nHost: localhost\r\nX-Trino-User: \(WireRequest.key)\r\n"
            + "Content-Length: 8\r\nConnection: close\r\n\r\nSELECT 1"
        // Each opens more than it gets, and says nothing.
        let idle = try ["ingest", "api", "trino"].flatMap { service in
            try (0..<50).map { _ in try server.connect(service) }
        }
        var loads: [Load] = []
        var latencies: [Double] = []
        var count = 0
        let start = Date.now
        for end in [20.0, 40, 60] {
            latencies = []
            while Date.now.timeIntervalSince(start) < end {
                let before = Date.now
                let upload = try server.ask(WireRequest.upload(WireRequest.event("u-\(count)")))
                #expect(upload.hasPrefix("HTTP/1.1 200 "), "\(upload)")
                latencies.append(Date.now.timeIntervalSince(before) * 1000)
                if count.isMultiple(of: 3) {
                    try readQuery(statement, server)
                } else {
                    let other = try server.ask(count.isMultiple(of: 10) ? job : list, "api")
                    #expect(other.hasPrefix("HTTP/1.1 200 "), "\(other)")
                }
                count += 1
                usleep(5000)
            }
            loads.append(try load(server.identifier, latencies))
        }
        #expect(count > 60, "\(count) rounds, \(loads)")
        #expect(loads.allSatisfy { $0.descriptors <= 128 }, "\(loads)")
        // The idle clients' minute may end before the last look.
        #expect(loads[2].descriptors <= loads[0].descriptors + 8, "\(loads)")
        #expect(loads[2].kilobytes < loads[0].kilobytes + 32_768, "\(loads)")
        #expect(loads[2].latency < 10 * loads[0].latency + 250, "\(loads)")
        #expect(server.end(SIGTERM).status == 0)
        withExtendedLifetime(idle) {}
    }

    /// D3: what a page of another origin tries in a real browser: neither does it read anything,
    /// nor does what needs no preflight get in, though the server takes every key.
    @Test func `a page of a foreign origin gets nothing in a real browser`() throws {
        let server = try ServedProcess(
            "serve --ingest 0 --api 0", ["--workspace", "w"], in: place, services: 2)
        let ingest = try #require(server.ports["ingest"])
        let api = try #require(server.ports["api"])
        try place.write(
            """
            <!DOCTYPE html><meta charset="utf-8"><pre id="told"></pre><script>
            (async function () {
              var told = [];
              async function attempt(name, url, options) {
                try {
                  var answer = await fetch(url, options);
                  told.push(name + ": " + answer.type + " " + (await answer.text()));
                } catch (error) { told.push(name + ": nothing"); }
              }
              var key = { "Authorization": "TD1 1/abc" };
              for (var host of ["127.0.0.1", "localhost"]) {
                await attempt("list", "http://" + host + ":\(api)/v3/database/list",
                  { headers: key });
                await attempt("bare", "http://" + host + ":\(api)/v3/database/list");
                await attempt("upload", "http://" + host + ":\(ingest)/mobile/push_events",
                  { method: "POST", headers: key, body: '{"events":[{"type":"evil"}]}' });
                await attempt("postback",
                  "http://" + host + ":\(ingest)/postback/v3/event/mobile/push_events",
                  { method: "POST", mode: "no-cors", body: '{"type":"evil"}' });
                await attempt("delete", "http://" + host + ":\(api)/v3/database/delete/mobile",
                  { method: "POST", mode: "no-cors", body: "" });
              }
              document.getElementById("told").textContent = told.join("\\n") + "\\nend";
            })();
            </script>
            """, to: "evil.html")
        let sight = try Browser(place: place).open("evil.html")
        let told =
            sight.document.components(separatedBy: "<pre id=\"told\">").last?
            .components(separatedBy: "</pre>").first ?? ""
        let lines = told.split(separator: "\n").map(String.init)
        // An opaque answer has no text; the others are not even that.
        let expected = [
            "list: nothing", "bare: nothing", "upload: nothing", "postback: opaque ",
            "delete: opaque ",
        ]
        #expect(lines == expected + expected + ["end"], "\(sight.document)")
        let end = server.end(SIGTERM)
        #expect(end.status == 0)
        let check = "expect sql \"SELECT count(*) FROM mobile.push_events\" == 0"
        let run = try Pushsh.run(["--workspace", "w", "-c", check], in: place)
        #expect(run.status == 0, "\(run)")
    }
}
