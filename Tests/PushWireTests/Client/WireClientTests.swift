import PushCrypto
import PushSimulation
import PushTestSupport
import PushWire
import Testing
import WireTestSupport

@Suite struct WireClientTests {
    /// A client that sees no proxy.
    private let client = WireClient { _ in nil }

    private func post(
        _ url: String, body: String = "", limit: Int64 = 20_000, answer: Int = 1 << 20
    ) -> WireRequest {
        WireRequest(
            method: "POST", url: url, headers: [.init("X-Test", "1")], body: Array(body.utf8),
            limitMilliseconds: limit, answerLimit: answer)
    }

    private func failure(
        _ request: WireRequest, options: WireOptions = WireOptions(),
        _ isInterrupted: () -> Bool = { false }
    ) -> WireFailure? {
        do throws(WireFailure) {
            _ = try client.send(request, options: options, isInterrupted: isInterrupted)
            return nil
        } catch { return error }
    }

    @Test func `a request arrives as it was made, and so does the answer`() throws {
        let server = try ScriptedServer([
            .status(206, headers: ["Retry-After": "7 "], body: "{}"),
            .status(503),
        ])
        let response = try client.send(post(server.url + "/db/table?a=b", body: "hello"))
        #expect(response.status == 206)
        #expect(response.body == Array("{}".utf8))
        #expect(response.header("retry-after") == "7")
        let request = try #require(server.requests.first)
        #expect(request.method == "POST")
        #expect(request.path == "/db/table?a=b")
        #expect(request.body == Array("hello".utf8))
        #expect(request.headers["x-test"] == "1")
        #expect(request.headers["content-length"] == "5")
        #expect(try client.send(post(server.url)).status == 503)
    }

    @Test func `an answer in gzip is unpacked, and a bomb is given up on`() throws {
        let text = Array(String(repeating: "push ", count: 1000).utf8)
        let bomb = Gzip.compress([UInt8](repeating: 0, count: 4_000_000))
        let server = try ScriptedServer([
            .bytes(200, headers: ["Content-Encoding": "gzip"], body: Gzip.compress(text)),
            .bytes(200, headers: ["Content-Encoding": "gzip"], body: bomb),
            .bytes(200, headers: ["Content-Encoding": "gzip"], body: Array("not gzip".utf8)),
        ])
        #expect(try client.send(post(server.url)).body == text)
        #expect(failure(post(server.url))?.kind == .answerTooLarge)
        #expect(failure(post(server.url)) == WireFailure(.garbled, "the answer's gzip is damaged"))
    }

    @Test func `an answer larger than its bound is not read to its end`() throws {
        let server = try ScriptedServer([
            .raw("HTTP/1.1 200 OK\r\nContent-Length: 99999999\r\n\r\nx"),
            .cut(
                "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"
                    + String(repeating: "x", count: 2000)),
        ])
        let expected = WireFailure(.answerTooLarge, "the answer has more than 1000 bytes")
        #expect(failure(post(server.url, answer: 1000)) == expected)
        #expect(failure(post(server.url, answer: 1000)) == expected)
    }

    @Test func `an answer that never comes is a time-out`() throws {
        let server = try ScriptedServer([
            .silence, .raw("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"),
        ])
        let expected = WireFailure(.timeout, "time-out")
        #expect(failure(post(server.url, limit: 200)) == expected)
        #expect(failure(post(server.url, limit: 200)) == expected)
        #expect(expected.mayPass)
    }

    @Test(arguments: ["", "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab"])
    func `a connection that ends early is a reset`(text: String) throws {
        let server = try ScriptedServer([.reset(text), .cut(text)])
        let expected = WireFailure(.reset, "connection reset")
        #expect(failure(post(server.url)) == expected)
        #expect(failure(post(server.url)) == expected)
    }

    @Test func `a port where nobody listens refuses at once`() throws {
        let server = try ScriptedServer()
        let (url, port) = (server.url, server.port)
        server.stop()
        #expect(
            failure(post(url))
                == WireFailure(.refused, "connection refused by `127.0.0.1` port \(port)"))
    }

    @Test func `a name that does not exist is told`() {
        #expect(failure(post("https://nothing.invalid/"))?.kind == .nameNotFound)
        let told = failure(post("https://nothing.invalid:9443/"))?.message
        #expect(told == "there is no host `nothing.invalid`")
    }

    @Test func `an answer that is no HTTP is told`() throws {
        let server = try ScriptedServer([.raw("SSH-2.0-OpenSSH_9.2\r\n\r\n")])
        #expect(
            failure(post(server.url))
                == WireFailure(
                    .garbled, "`127.0.0.1` port \(server.port) does not answer in HTTP"))
    }

    @Test func `a request waits no longer once it is interrupted`() throws {
        let server = try ScriptedServer([.silence])
        #expect(
            failure(post(server.url), { !server.requests.isEmpty })
                == WireFailure(.interrupted, "interrupted"))
    }

    @Test func `what was interrupted before is not sent`() throws {
        let server = try ScriptedServer()
        #expect(failure(post(server.url), { true })?.kind == .interrupted)
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [
        ("http://example.com/x", "`example.com` is not this machine, and http is not safe"),
        (
            "http://127.0.0.1.example.com/",
            "`127.0.0.1.example.com` is not this machine, and http "
                + "is not safe"
        ),
        ("ftp://127.0.0.1/", "`ftp://127.0.0.1/` is not an http or https URL with a host"),
        ("https://", "`https://` is not an http or https URL with a host"),
        (
            "https://user:pass@example.com",
            "`https://user:pass@example.com` is not an http or https URL with a host"
        ),
    ])
    func `a URL that is not safe is not spoken to`(url: String, message: String) {
        #expect(failure(post(url)) == WireFailure(.badURL, message))
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `an upload follows no redirect, and a download as many as it may`(status: Int) throws {
        let other = try ScriptedServer(then: { _ in .status(200, body: "image") })
        let server = try ScriptedServer(then: { _ in
            .status(status, headers: ["Location": other.url + "/b"])
        })
        #expect(try client.send(post(server.url)).status == status)
        #expect(other.requests.isEmpty)
        var download = WireRequest(method: "GET", url: server.url + "/a")
        download.redirects = 1
        #expect(try client.send(download).body == Array("image".utf8))
        #expect(other.requests.map(\.path) == ["/b"])
    }

    @Test func `a redirect within a host is followed, a loop to its bound, and no scheme changes`()
        throws
    {
        let server = try ScriptedServer(
            [.status(302, headers: ["Location": "/b"]), .status(200, body: "here")],
            then: { _ in .status(302, headers: ["Location": "/again"]) })
        var download = WireRequest(method: "GET", url: server.url + "/a")
        download.redirects = 5
        #expect(try client.send(download).body == Array("here".utf8))
        #expect(try client.send(download).status == 302)
        #expect(server.requests.count == 2 + 6)
        let away = try ScriptedServer([
            .status(302, headers: ["Location": "https://example.com/"])
        ])
        download.url = away.url
        #expect(failure(download)?.kind == .badURL)
    }

    @Test func `one limit is for a download and all of its redirects`() throws {
        let server = try ScriptedServer(then: { _ in .status(302, headers: ["Location": "/b"]) })
        var download = WireRequest(method: "GET", url: server.url + "/a", limitMilliseconds: 300)
        download.redirects = 5000
        #expect(failure(download)?.kind == .timeout)
    }

    @Test func `one connection serves requests one after another`() throws {
        let server = try ScriptedServer(then: { request in
            .status(200, body: String(decoding: request.body, as: UTF8.self))
        })
        for number in 0..<50 {
            let response = try client.send(post(server.url, body: "\(number)"))
            #expect(response.body == Array("\(number)".utf8))
        }
        #expect(server.connections == 1)
    }
}
