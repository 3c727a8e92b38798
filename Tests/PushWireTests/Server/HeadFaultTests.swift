import NIOHTTP1
import PushBackends
import PushText
import Testing

@testable import PushWire

@Suite struct HeadFaultTests {
    private func fault(
        _ fields: [(String, String)], _ version: HTTPVersion = .http1_1
    ) -> String? {
        let head = HTTPRequestHead(
            version: version, method: .POST, uri: "/", headers: HTTPHeaders(fields))
        return HeadFault(head).map { "\($0.status) \($0.message)" }
    }

    private let host = ("Host", "a")

    @Test func `a request of HTTP 1.1 names one host`() {
        #expect(fault([host]) == nil)
        #expect(fault([("Host", "")]) == nil)
        #expect(fault([]) == "400 found no `Host`, wanted one")
        #expect(fault([host, ("host", "b")]) == "400 found 2 fields `Host`, wanted one")
        #expect(fault([], .http1_0) == nil)
        #expect(fault([host, host, host], .http1_0) == "400 found 3 fields `Host`, wanted one")
    }

    @Test(arguments: [
        ("chunked", true), ("Chunked", true), ("gzip", false), ("gzip, chunked", false),
        ("chunked, chunked", false), ("identity", false),
    ])
    func `a body is chunked, or not coded at all`(_ coding: String, _ isRight: Bool) {
        let wanted = "501 found another transfer coding, wanted only `chunked`"
        #expect(fault([host, ("Transfer-Encoding", coding)]) == (isRight ? nil : wanted))
    }

    @Test func `two fields of a coding are two codings`() {
        let field = ("Transfer-Encoding", "chunked")
        #expect(fault([host, field, field])?.hasPrefix("501") == true)
    }

    @Test(
        arguments: [
            ("/a?b", "/a?b", "old"), ("http://new/a?b", "/a?b", "new"), ("http://new", "/", "new"),
            ("HTTPS://New:8/a", "/a", "New:8"), ("http://new?b", "/?b", "new"),
            ("httpx://new/a", "httpx://new/a", "old"), ("*", "*", "old"),
            ("/http://new/a", "/http://new/a", "old"),
        ])
    func `the host of a whole URL counts, as a client of a proxy writes it`(
        _ target: String, _ path: String, _ host: String
    ) {
        var request = ServiceRequest(
            method: "GET", path: target, headers: [HeaderField("host", "old")])
        request.resolveAbsoluteForm()
        #expect(request.path == path)
        #expect(request.headers.filter { $0.name.lowercased() == "host" }.map(\.value) == [host])
    }
}
